/** Tiles in piles, and what they are called. */

import { imperative, say } from "../../texts/index.svelte";
import type { Legal } from "../choice.svelte";
import type { Game } from "../props";
import { signed } from "../signed";
import type { Board, Colour, Effect, Parts } from "./types";

export interface Azul extends Game {
  board: Board;
  parts: Parts;
  effect: Effect;
}

const COLOUR_NAMES: Record<Colour, string> = { B: "blue", Y: "yellow", R: "red", K: "black", W: "white" };
export const COLOURS = Object.keys(COLOUR_NAMES) as Colour[];
export const MARKER = "*";

export interface Pile {
  colour: Colour;
  count: number;
}

/** The piles of a factory, the bag or the lid, in the order of the colours. */
export function piles(tiles: Board["bag"]): Pile[] {
  return COLOURS.map((colour) => ({ colour, count: tiles[colour] ?? 0 })).filter(({ count }) => count);
}

/** `blue`. */
export function colourName(colour: Colour): string {
  return say(`azul.colour.${COLOUR_NAMES[colour]}`);
}

/** `2 blue tiles`. */
export function pileName({ colour, count }: Pile): string {
  return say(`azul.web.tiles.${COLOUR_NAMES[colour]}`, { count });
}

/** `2 blue tiles, 1 red tile`, or that there is nothing. */
export function pilesName(all: Pile[]): string {
  return all.length ? all.map(pileName).join(", ") : say("azul.web.nothing");
}

/** `factory 3`, `centre`. */
export function sourceName(id: string): string {
  return id === "c" ? say("azul.picture.centre") : say("azul.web.factory", { number: id });
}

/** A legal move in one sentence, with what it would bring. */
export function promise({ said, preview }: Legal<Azul>): string {
  const parts = [say(imperative(said))];
  if (preview) {
    parts.push(say("azul.web.brings", { points: signed(preview.points) }));
    if (preview.ends_game) parts.push(say("web.preview.ends_game"));
    else if (preview.ends_round) parts.push(say("web.preview.ends_round"));
  }
  return parts.join("; ");
}
