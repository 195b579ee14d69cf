/** The names of the pieces, in the language of the page. */

import { say } from "../../texts/index.svelte";

const NAMES: Record<string, string> = {
  B: "blue",
  Y: "yellow",
  R: "red",
  K: "black",
  T: "turquoise",
  S: "special",
  J: "joker",
};

export const COLOURS = ["B", "Y", "R", "K", "T"] as const;

/** `2 blue tiles, 1 red tile`, in the order of the colours; a word for none. */
export function tilesSaid(colours: readonly string[]): string {
  const parts = COLOURS.map((colour) => [colour, colours.filter((one) => one === colour).length] as const)
    .filter(([, count]) => count)
    .map(([colour, count]) => countSaid(colour, count));
  return parts.join(", ") || say("duel.web.none");
}

/** `2 blue tiles`. */
export function countSaid(colour: string, count: number): string {
  return say(`duel.web.tiles.${NAMES[colour] ?? ""}`, { count });
}

/** `blue`: the colour alone. */
export function colourSaid(colour: string): string {
  return say(`duel.colour.${NAMES[colour] ?? ""}`);
}

/** `blue tile`, `special tile`. */
export function tileSaid(tile: string): string {
  return say(`duel.web.tile.${NAMES[tile] ?? ""}`);
}

/** `blue space`, `joker space`. */
export function spaceSaid(space: string): string {
  return say(`duel.web.space.${NAMES[space] ?? ""}`);
}

/** A plate by its four spaces, row by row. */
export function plateSaid(spaces: string): string {
  const names = [...spaces].map(printSaid);
  return `${names.slice(0, 2).join(", ")} / ${names.slice(2).join(", ")}`;
}

/** What is printed on a space, in one word. */
export function printSaid(space: string): string {
  return space === "S" || space === "J" ? say(`duel.web.print.${NAMES[space] ?? ""}`) : colourSaid(space);
}

/** `the large factory`, `factory 3`. */
export function factorySaid(id: string): string {
  return id === "l" ? say("duel.factory.large") : say("duel.factory.small", { number: id });
}

/** A bonus chip by its colours, or face down. */
export function chipSaid(chip: string): string {
  if (chip === "?") return say("duel.web.chip_hidden");
  return say("duel.web.chip", { colours: [...chip].map(colourSaid).join(" + ") });
}

/** A list of chips, or a word for none. */
export function chipsSaid(chips: readonly string[]): string {
  return chips.map((chip) => [...chip].map(colourSaid).join(" + ")).join("; ") || say("duel.web.none");
}
