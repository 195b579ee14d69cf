/** Tiles in piles, and what the texts of moves and the server's sentences say about them. */

import type { AzulBoard, LegalMove, Sentence } from "../../api/types";
import { tileName } from "../../art/kinds";
import { say } from "../../texts/index.svelte";
import { signed } from "../signed";

export type Colour = "B" | "Y" | "R" | "K" | "W";
export const COLOURS: readonly Colour[] = ["B", "Y", "R", "K", "W"];

export interface Pile {
  colour: Colour;
  count: number;
}

/** The piles of a factory, the bag or the lid, in the order of the colours. */
export function piles(tiles: AzulBoard["bag"]): Pile[] {
  return COLOURS.map((colour) => ({ colour, count: tiles[colour] ?? 0 })).filter(({ count }) => count);
}

/** `blue`. */
export function colourName(colour: Colour): string {
  return say(tileName(colour, "azul"));
}

/** `2 blue tiles`. */
export function pileName({ colour, count }: Pile): string {
  return say(`web.azul.tiles.${tileName(colour, "azul").split(".").at(-1)}`, { count });
}

/** `2 blue tiles, 1 red tile`, or that there is nothing. */
export function pilesName(all: Pile[]): string {
  return all.length ? all.map(pileName).join(", ") : say("web.azul.nothing");
}

/** `factory 3`, `centre`. */
export function sourceName(id: string): string {
  return id === "c" ? say("azul.draw.centre") : say("web.azul.factory", { number: id });
}

// ---------------------------------------------------------------- moves

/** `3b4`: where tiles are taken, which, and where they go; `-` is the floor line. */
export interface Take {
  source: string;
  colour: Colour;
  to: string;
}

export function takeOf(move: string): Take | null {
  const parts = /^([1-9c])([byrkw])([1-5-])$/.exec(move);
  return parts ? { source: parts[1]!, colour: parts[2]!.toUpperCase() as Colour, to: parts[3]! } : null;
}

/** `w24`: the row and the column of the wall, from 0. */
export function layingOf(move: string): [row: number, column: number] | null {
  const parts = /^w([1-5])([1-5])$/.exec(move);
  return parts ? [Number(parts[1]) - 1, Number(parts[2]) - 1] : null;
}

/** What becomes of the tiles of a take. */
export interface Outcome {
  colour: Colour;
  taken: number;
  /** How many of them end on the floor line. */
  fallen: number;
  /** Whether the starting player marker comes along. */
  marker: boolean;
}

/** What the server's sentence for a take says in numbers. */
export function outcomeOf(move: string, said: Sentence | null | undefined): Outcome | null {
  const take = takeOf(move);
  if (!take || !said) return null;
  const taken = Number((said.values?.["tiles"] as Sentence | undefined)?.values?.["count"] ?? 0);
  const rest = (said.values?.["rest"] ?? []) as Sentence[];
  const falls = rest.find(({ key }) => key === "azul.describe.falls");
  return {
    colour: take.colour,
    taken,
    fallen: take.to === "-" ? taken : Number(falls?.values?.["count"] ?? 0),
    marker: rest.some(({ key }) => key === "azul.describe.marker"),
  };
}

/** A legal move in one sentence, with what it would bring. */
export function promise({ said, preview }: LegalMove): string {
  const parts = [say(said)];
  if (preview) {
    parts.push(say("web.azul.brings", { points: signed(preview.points) }));
    if (preview.ends_game) parts.push(say("web.preview.ends_game"));
    else if (preview.ends_round) parts.push(say("web.preview.ends_round"));
  }
  return parts.join("; ");
}
