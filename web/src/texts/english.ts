/** The areas of the catalogue that a player can meet. */
export const files: Record<string, Record<string, string | Record<string, string>>> = import.meta.glob(
  "$texts/en/{web,azul,duel,garden,bots,play,errors,server}.json",
  { eager: true, import: "default" },
);
