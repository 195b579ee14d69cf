// Written by tools/game_types.py from the rulebook's declarations: change those, then make client-types.

export type Colour = "B" | "Y" | "R" | "K" | "W";

export type Wall = "coloured" | "grey";

export type Phase = "offer" | "tiling" | "deal" | "end";

/** A tile, or the starting player marker. */
export type FloorPiece = "B" | "Y" | "R" | "K" | "W" | "*";

export type Parts = Take | Lay;

/** Where tiles are taken from. */
export interface Source {
  /** As in the texts of moves: `1` to `9`, `c` for the centre. */
  id: string;
  /** The colours that lie there, with their numbers. */
  tiles: Partial<Record<Colour, number>>;
}

/** A pattern line; its number is its place in the list, from 1. */
export interface Line {
  size: number;
  colour: Colour | null;
  count: number;
}

/** The way to the bonuses at the end: tiles there are, of five, for every row, column and colour. */
export interface Bonuses {
  rows: number[];
  columns: number[];
  colours: Partial<Record<Colour, number>>;
  /** What the complete ones give; they are in the score once the game is over. */
  points: number;
}

/** A player's board. */
export interface PlayerBoard {
  score: number;
  /** The score if the round were scored now. */
  if_scored: number;
  lines: Line[];
  /** The tiles on the wall, row by row. */
  wall: ((Colour | null)[])[];
  /** From the left; the marker first, then the tiles by colour. */
  floor: FloorPiece[];
  /** The points that the floor line costs. */
  loss: number;
  bonuses: Bonuses;
}

/** All that is to be seen of a position. */
export interface Board {
  game: "azul";
  /** The seat that looks; None for a spectator. */
  viewer: number | null;
  /** The seat to move; None where that is nobody. */
  turn: number | null;
  round: number;
  /** Whether the game would end if the round were scored now. */
  last_round: boolean;
  phase: Phase;
  /** The pattern line whose tile is laid now, from 1; only while a grey wall is tiled. */
  line: number | null;
  /** The seat that started the round. */
  start: number;
  /** The seat that has the starting player marker; nobody while it lies in the centre. */
  marker: number | null;
  factories: Source[];
  centre: Source;
  bag: Partial<Record<Colour, number>>;
  lid: Partial<Record<Colour, number>>;
  walls: Wall;
  /** The colours printed on every wall; none on a grey one. */
  printed: ((Colour | null)[])[];
  /** The points printed at each space of a floor line. */
  floor: number[];
  row_bonus: number;
  column_bonus: number;
  colour_bonus: number;
  players: PlayerBoard[];
}

/** All tiles of a colour, from a factory or the centre to a pattern line. */
export interface Take {
  /** `1` to `9`, or `c` for the centre. */
  source: string;
  colour: Colour;
  /** The pattern line, from 1; None for the floor line. */
  line: number | null;
  kind: "take";
}

/** The tile of a complete pattern line, to a cell of the grey wall. */
export interface Lay {
  line: number;
  column: number;
  kind: "lay";
}

/** What a move does by itself. */
export interface Effect {
  /** Of the tiles taken, or of the tile laid. */
  colour: Colour;
  taken: number;
  /** How many of the tiles taken go to no pattern line. */
  fallen: number;
  /** Whether the starting player marker comes along. */
  marker: boolean;
}
