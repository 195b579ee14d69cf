/** The names of the pieces, in the language of the page. */

import type { Sentence } from "../../api/types";
import { say } from "../../texts/index.svelte";
import type { Game, Mark } from "../props";
import type { Board, Effect, Parts } from "./types";

export interface Duel extends Game {
  board: Board;
  parts: Parts;
  effect: Effect;
}

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
export const STARTING_TILE = "*";

/** Whether a piece is called by one letter, as tiles are. */
export function isTile(name: string): boolean {
  return name in NAMES;
}

/** `2 blue tiles, 1 red tile`, in the order of the colours; a word for none. */
export function tilesName(colours: readonly string[]): string {
  const parts = COLOURS.map((colour) => [colour, colours.filter((one) => one === colour).length] as const)
    .filter(([, count]) => count)
    .map(([colour, count]) => tileCountName(colour, count));
  return parts.join(", ") || say("duel.web.none");
}

/** `2 blue tiles`. */
export function tileCountName(colour: string, count: number): string {
  return say(`duel.web.tiles.${NAMES[colour] ?? ""}`, { count });
}

/** `blue`: the colour alone. */
export function colourName(colour: string): string {
  return say(colourWord(colour));
}

/** A colour, to be said in a text in whatever case it asks for. */
export function colourWord(colour: string): Sentence {
  return { key: `duel.colour.${NAMES[colour] ?? ""}` };
}

/** `blue tile`, `special tile`. */
export function tileName(tile: string): string {
  return say(`duel.web.tile.${NAMES[tile] ?? ""}`);
}

/** `blue space`, `joker space`. */
export function spaceName(space: string): string {
  return say(`duel.web.space.${NAMES[space] ?? ""}`);
}

/** A plate by its four spaces, row by row. */
export function plateName(spaces: string): string {
  const names = [...spaces].map(printName);
  return `${names.slice(0, 2).join(", ")} / ${names.slice(2).join(", ")}`;
}

/** What is printed on a space, in one word. */
export function printName(space: string): string {
  return space === "S" || space === "J" ? say(`duel.print.${NAMES[space] ?? ""}`) : colourName(space);
}

/** `the large factory`, `factory 3`. */
export function factoryName(id: string): string {
  return id === "l" ? say("duel.factory.large") : say("duel.factory.small", { number: id });
}

/** A bonus chip by its colours, or face down. */
export function chipName(chip: string): string {
  if (chip === "?") return say("duel.web.chip_hidden");
  return say("duel.web.chip", { colours: [...chip].map(colourName).join(" + ") });
}

/** The class that draws a mark. */
export function markClass(mark: Mark | undefined): string {
  return mark ? `mark mark-${mark.kind}` : "";
}

/** A list of chips, or a word for none. */
export function chipsName(chips: readonly string[]): string {
  return chips.map((chip) => [...chip].map(colourName).join(" + ")).join("; ") || say("duel.web.none");
}
