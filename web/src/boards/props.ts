/**
 * What a board is given, and what it gives back. A board knows no rules: it draws the server's board message, lets people pick
 * among the legal moves by what they say, and shows the previews that came with them. See web/README.md.
 */

import type { Component } from "svelte";
import type { Board, PiecePlace, ScoringStep, TableInfo } from "../api/types";
import type { Choice } from "./choice.svelte";
import type { Moves, Parts } from "./moves";

/** The types of one game, as its rulebook declares them: its board, what its moves say, what a legal move does. */
export interface Game {
  board: Board;
  parts: Parts;
  effect: unknown;
}

/** A move that is marked on the board besides the player's own choice. */
export interface Mark<G extends Game = Game> {
  kind: "last" | "hint" | "line";
  parts: G["parts"];
  seat: number;
  /** Among several hints or in a line: 1 for the first. 0 is the one move of a lesson: a hand points at it. */
  rank: number;
}

/** What every part of a board gets. */
export interface BoardProps<G extends Game = Game> {
  /** The position that is shown: the table's, or an earlier one while somebody looks back. */
  board: G["board"];
  table: TableInfo;
  /** How many events of the game have led to it. */
  number: number;
  /** The seat through whose eyes this is seen; null for a spectator. */
  viewer: number | null;
  /** The player's selection among the legal moves; `choice.active` is false when it is not theirs to move. */
  choice: Choice<G>;
  /** The last turn, hints of the engine, a line of moves that is being looked at. */
  marks: Mark<G>[];
  /** The step of a scoring that is being told: light up its cells on the board of its seat. */
  lit: ScoringStep | null;
}

/** What the board of one player gets. */
export interface PlayerProps<G extends Game = Game> extends BoardProps<G> {
  seat: number;
  /** The points to show: while a scoring is told, those told so far. */
  score: number;
  /** Drawn small, beside others. Nothing on a small board can be picked, unless it is the seat to move. */
  small: boolean;
}

/** What the text view of a game gets: headings, lists and tables of the whole position, without any picture. */
export interface TextProps<G extends Game = Game> {
  board: G["board"];
  table: TableInfo;
  number: number;
  viewer: number | null;
  /** How moves are typed. */
  moves: Moves<G["parts"]>;
}

/** What a piece that flies gets: its name in a transfer, and where it comes from. */
export interface PieceProps {
  name: string;
  origin: PiecePlace;
}

/** One game's part of the client: `web/src/boards/<game>/index.ts` exports one as default. */
export interface BoardComponents<G extends Game = Game> {
  /** What lies in the middle for everybody: factories, displays, tablets, the wheel, bag and lid. */
  Common: Component<BoardProps<G>>;
  /** The board of one player; none where one picture shows all. */
  Player?: Component<PlayerProps<G>>;
  /** What is looked up now and then, such as bag and lid: below what is picked from, on a phone below one's own board. */
  Lookup?: Component<BoardProps<G>>;
  /** A strip above the confirm bar while a choice has several parts: an order, a turn, a payment. Draws nothing otherwise. */
  Tray?: Component<BoardProps<G>>;
  /** The position in words. */
  Text: Component<TextProps<G>>;
  /** A piece that flies from place to place. It fills what holds it. */
  Piece?: Component<PieceProps>;
  /** Where the small boards of the others stand on a wide screen: `beside` the log or one's own board where boards are tall. */
  opponents?: "beside" | "below";
}
