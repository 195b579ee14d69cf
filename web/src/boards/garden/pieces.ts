/** The pieces by their names, and what they are called in words. */

import type { Sentence } from "../../api/types";
import { say } from "../../texts/index.svelte";
import type { Game } from "../props";
import type { Board, Effect, HexId, Parts, PieceId, PlaceId, SetId, SpaceId } from "./types";

export interface Garden extends Game {
  board: Board;
  parts: Parts;
  effect: Effect;
}

export const HEX_COLOURS = ["b", "g", "l", "y", "p", "m"] as const;
export const HEX_PATTERNS = ["1", "2", "3", "4", "5", "6"] as const;
export type HexColour = (typeof HEX_COLOURS)[number];
export type HexPattern = (typeof HEX_PATTERNS)[number];

export interface HexFace {
  colour: HexColour;
  pattern: HexPattern;
}

/** What every hex shows. */
export const HEXES: ReadonlyMap<HexId, HexFace> = new Map(
  HEX_COLOURS.flatMap((colour) => HEX_PATTERNS.map((pattern) => [colour + pattern, { colour, pattern }])),
);

/** A tile or an expansion: its hex. */
export interface HexPiece {
  hex: HexId;
  expansion: boolean;
}

/** The tiles and expansions; other pieces are jokers and what the supply has. */
export const PIECES: ReadonlyMap<PieceId, HexPiece> = new Map(
  [...HEXES.keys()].flatMap((hex): [PieceId, HexPiece][] => [
    [hex, { hex, expansion: false }],
    [expansionOf(hex), { hex, expansion: true }],
  ]),
);
export const JOKER: PieceId = "j";
export const SUPPLY: PieceId = "supply";
export const MARKER: PieceId = "*";

/** The expansion on which a hex is printed. */
export function expansionOf(hex: HexId): PieceId {
  return `e${hex}`;
}

/** The space of a garden in a direction from the middle of a slot, which is direction 0; slot 0 is the fountain. */
export function spaceOf(slot: number, direction: number): SpaceId {
  return `${slot}${direction}`;
}

/** The slot of every space. */
export const SLOT_OF: ReadonlyMap<SpaceId, number> = new Map(
  [0, 1, 2, 3, 4, 5, 6].flatMap((slot) => [0, 1, 2, 3, 4, 5, 6].map((direction) => [spaceOf(slot, direction), slot])),
);

/** Whether a set is of a colour; otherwise it is of a pattern. */
export function isColour(set: string): set is HexColour {
  return HEX_COLOURS.some((colour) => colour === set);
}

/** Whether a hex is of a set. */
export function isOf(hex: HexId, set: SetId): boolean {
  const face = HEXES.get(hex);
  return face?.colour === set || face?.pattern === set;
}

/** How many tiles a bag or a tower holds. */
export function total(tiles: Board["bag"]): number {
  return Object.values(tiles).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

// ---------------------------------------------------------------- in words

const COLOUR_NAMES: Record<HexColour, string> = {
  b: "light_blue",
  g: "dark_green",
  l: "light_green",
  y: "yellow",
  p: "dark_purple",
  m: "light_purple",
};

const PATTERN_NAMES: Record<HexPattern, string> = {
  "1": "tree",
  "2": "bird",
  "3": "butterflies",
  "4": "flower",
  "5": "plant",
  "6": "bellflowers",
};

/** A hex, to be said in a text in whatever case it asks for. */
export function hexWord(hex: HexId): Sentence {
  const { colour, pattern } = HEXES.get(hex) ?? { colour: "b", pattern: "1" };
  return { key: `garden.hex.${COLOUR_NAMES[colour]}.${PATTERN_NAMES[pattern]}` };
}

/** A hex in words. */
export function hexName(hex: HexId): string {
  return say(hexWord(hex));
}

/** A colour or a pattern in words. */
export function setName(set: SetId): string {
  return isColour(set) ? say(`garden.colour.${COLOUR_NAMES[set]}`) : say(`garden.pattern.${PATTERN_NAMES[set]}`);
}

/** A stored piece, to be said in a text in whatever case it asks for. */
export function pieceWord(piece: PieceId): Sentence {
  const found = PIECES.get(piece);
  if (!found) return { key: piece === SUPPLY ? "garden.piece.supply" : "garden.piece.joker" };
  return { key: found.expansion ? "garden.piece.expansion" : "garden.piece.tile", values: { hex: hexWord(found.hex) } };
}

/** A stored piece in words. */
export function pieceName(piece: PieceId): string {
  return say(pieceWord(piece));
}

/** A place of the display in words. */
export function displayPlaceName({ display }: Board, id: PlaceId): string {
  const { top, face, number } = display.find((one) => one.id === id) ?? {};
  if (top) return say("garden.place.top");
  return face ? say("garden.place.face", { number }) : say("garden.place.aside", { number });
}
