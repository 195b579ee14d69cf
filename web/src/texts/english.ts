/** The areas of the catalogue that a player can meet, and the games' own. */
export const files: Record<string, Record<string, string | Record<string, string>>> = import.meta.glob(
  ["$texts/en/{web,analysis,report,bots,play,errors,server}.json", "$games/*/texts/en.json"],
  { eager: true, import: "default" },
);
