/**
 * What the three boards are given, and what they give back. A board knows no rules: it draws the server's board message,
 * lets people pick among the legal moves by their texts, and shows the previews that came with them. See web/README.md.
 */

import type { Component } from "svelte";
import type { Board, EventLine, LegalMove, ScoringStep, TableInfo } from "../api/types";
import type { Choice } from "./choice.svelte";

/** A move that is marked on the board besides the player's own choice. */
export interface Mark {
  kind: "last" | "hint" | "line";
  /** Its text, as in the log. */
  move: string;
  seat: number | null;
  /** Among several hints or in a line: 1 for the first. 0 is the one move of a lesson: a hand points at it. */
  rank: number;
}

/** What every part of a board gets. `B` is the game's own board message, such as `AzulBoard`. */
export interface BoardProps<B extends Board = Board> {
  /** The position that is shown: the table's, or an earlier one while somebody looks back. */
  board: B;
  table: TableInfo;
  /** The seat through whose eyes this is seen; null for a spectator. */
  viewer: number | null;
  /** The player's selection among the legal moves; `choice.active` is false when it is not theirs to move. */
  choice: Choice;
  /** The last turn, hints of the engine, a line of moves that is being looked at. */
  marks: Mark[];
  /** The step of a scoring that is being told: light up its cells on the board of its seat. */
  lit: ScoringStep | null;
  /** The events that led from the position shown before to this one: what may travel. Empty after a jump. */
  news: EventLine[];
}

/** What the board of one player gets. */
export interface PlayerProps<B extends Board = Board> extends BoardProps<B> {
  seat: number;
  /** Drawn small, beside others. Nothing on a small board can be picked, unless it is the seat to move. */
  small: boolean;
}

/** What the text view of a game gets: headings, lists and tables of the whole position, without any picture. */
export interface TextProps<B extends Board = Board> {
  board: B;
  table: TableInfo;
  viewer: number | null;
}

/** One game's part of the client: `web/src/boards/<game>/index.ts` exports one as default. */
export interface BoardParts<B extends Board = Board> {
  /** What lies in the middle for everybody: factories, displays, tablets, the wheel, bag and lid. */
  Common: Component<BoardProps<B>>;
  /** The board of one player. */
  Player: Component<PlayerProps<B>>;
  /** A strip above the confirm bar while a choice has several parts: an order, a turn, a payment. Draws nothing otherwise. */
  Tray?: Component<BoardProps<B>>;
  /** The position in words. */
  Text: Component<TextProps<B>>;
  /** Where the only opponent's small board stands on a wide screen: below the table where a player's board is tall. */
  opponent?: "below-table" | "below-own";
  /** Whether the seats have secrets from each other, so that a shared device must be handed over blind. */
  secrets?: boolean;
}

export type { Board, LegalMove };
