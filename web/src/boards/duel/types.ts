// Written by tools/game_types.py from the rulebook's declarations: change those, then make client-types.

/** Blue, yellow, red, black, turquoise; the small letter in the texts of moves. */
export type Colour = "B" | "Y" | "R" | "K" | "T";

/** What the backs of plates show. */
export type PlateType = "special" | "joker";

/** What a space of a plate shows: a colour, a joker, or a special space. */
export type Space = "B" | "Y" | "R" | "K" | "T" | "J" | "S";

/** Where the upper edge of a plate points, after 0, 1, 2, 3 quarter turns clockwise. */
export type Turn = "n" | "e" | "s" | "w";

/** The colours that a chip stands for. */
export type Chip = "B" | "Y" | "R" | "K" | "T" | "BR" | "RT" | "TY" | "YK" | "KB";

/** What the tablets 1A, 1B, 2A ... 4B count, in this order. */
export type Counted = "rows" | "colourful_rows" | "columns" | "edge" | "diagonals" | "corners" | "jokers" | "specials";

/** The draws that can be due (up to `kept`, and `refill`), the decisions that can be asked, the end. */
export type Phase = "tablets" | "display" | "tiles" | "chips" | "top" | "look" | "kept" | "choose" | "action" | "stack" | "line" | "drawing" | "keep" | "place" | "return" | "tiling" | "pay" | "lay" | "end" | "refill";

/** A tile on a dome: of a colour, or a special tile. */
export type Tile = "B" | "Y" | "R" | "K" | "T" | "S";

/** Row and column of a dome, from 0. */
export type Cell = [number, number];

export type Parts = TakeFromSun | TakeFromMoons | TakePlate | DrawPlate | TakeChip | Pass | PutOnLine | Enough | PayChip | KeepPlate | ReturnPlate | PlacePlate | LayTile | StackTiles;

/** A factory with its sun and its moon. */
export interface Factory {
  /** As in the texts of moves: `l` for the large one, `1` to `4`. */
  id: string;
  /** Its tiles, sorted by colour. */
  sun: Colour[];
  /** On a small factory a stack, from the bottom up; only its top can be taken. */
  moon: Colour[];
  /** What lies there: a chip face up, one face down, or none. */
  chip: Chip | "?" | null;
}

/** A dome plate, as far as the viewer may know it. */
export interface Plate {
  /** Its front: the spaces upper left, upper right, lower left, lower right; None if it is hidden. */
  name: string | null;
  /** What its back shows; None while it is covered. */
  type: PlateType | null;
  /** Its four spaces in every turn; empty if the front is hidden. */
  turned: Partial<Record<Turn, string>>;
}

/** A plate drawn in this turn. */
export interface Drawn {
  /** As in the texts of moves: `k2` keeps it, `u2` returns it. */
  number: number;
  /** What the viewer may know of it. */
  plate: Plate;
}

/** A plate on a dome. */
export interface Placed {
  /** Its front, not turned. */
  name: string;
  /** How it lies. */
  turn: Turn;
}

/** The pile of dome plates. */
export interface Pile {
  /** How many plates there are. */
  size: number;
  /** The type that the topmost back shows. */
  top: PlateType | null;
  /** From the top down: `?` a covered plate, `S` or `J` one of known type, or the front the viewer has seen. */
  plates: string[];
  /** The fronts that the viewer has not seen yet. */
  unseen: string[];
}

/** What a tablet gives a player now. */
export interface Progress {
  /** Less than 0 if it takes points. */
  points: number;
  /** How many of what it counts there are. */
  count: number;
  /** The way there: what there is of what is needed, for every row, column, corner ... that can count. */
  parts: ([number, number])[];
}

/** A scoring tablet in use; its text is `duel.scoring.<counts>`. */
export interface Tablet {
  /** Its number and side: `1A`. */
  id: string;
  /** What it gives points for. */
  counts: Counted;
  /** Points for each of what it counts; for the corners, of the upper and the lower ones. */
  each: number[];
  /** By seat. */
  progress: Progress[];
}

/** A pattern line; its number is its place in the list, from 1. */
export interface Line {
  /** How many tiles it takes. */
  size: number;
  /** Of its tiles; None if it has none. */
  colour: Colour | null;
  /** How many tiles lie there. */
  count: number;
}

/** Tiles picked in this turn and not yet on a line. */
export interface Picked {
  /** Of all of them. */
  colour: Colour;
  /** How many there are. */
  count: number;
}

/** A player's board. */
export interface PlayerBoard {
  /** The points. */
  score: number;
  /** The score if the round were scored now, without chips and tablets. */
  if_scored: number;
  /** The pattern lines, from the top. */
  lines: Line[];
  /** By space of the dome; the number of a space is its place in the list, from 1. */
  plates: (Placed | null)[];
  /** What the plates show, row by row; None where no plate lies. */
  spaces: ((Space | null)[])[];
  /** The tiles on the dome, row by row. */
  tiles: ((Tile | null)[])[];
  /** The broken tiles, sorted by colour. */
  broken: Colour[];
  /** The points that broken tiles and the starting player tile still cost in this round. */
  loss: number;
  /** Bonus chips face up. */
  chips: Chip[];
  /** Bonus chips face down: they have been paid. */
  used_chips: Chip[];
  /** In this round. */
  chips_taken: number;
  /** Player tokens still to be used in this round. */
  tokens: number;
  /** Whether this player has passed in this round. */
  passed: boolean;
}

/** All that the viewer may see of a position. */
export interface Board {
  game: "duel";
  /** The seat that looks; None for a spectator. */
  viewer: number | null;
  /** The seat to move; None where that is nobody. */
  turn: number | null;
  /** The round that is played or prepared. */
  round: number;
  /** How many rounds a game has. */
  rounds: number;
  /** Whether this is the last round. */
  last_round: boolean;
  /** What is asked now; the question is the text `duel.asked.<phase>`. */
  phase: Phase;
  /** The seat that started the round. */
  start: number;
  /** The seat that has the starting player tile; nobody while it lies on the large factory. */
  starting_tile: number | null;
  /** Plates still to be chosen before the first round. */
  setup_plates: number;
  /** The large factory, then the four small ones. */
  factories: Factory[];
  /** The plates to choose from: `p1`, `p2`, `p3`. */
  display: (Plate | null)[];
  /** The plates that are still to come. */
  pile: Pile;
  /** The plates drawn in this turn, as far as they are not yet kept or returned. */
  drawn: Drawn[];
  /** The plate that is being placed. */
  placing: Plate | null;
  /** The tiles in hand. */
  picked: Picked | null;
  /** The factory whose left-over tiles are to be put in order; they still lie on its sun. */
  stacking: string | null;
  /** The pattern line, from 1, that is paid for or whose tile is laid now. */
  line: number | null;
  /** Chips paid so far for that line. */
  paid: Chip[];
  /** The scoring tablets in use. */
  tablets: Tablet[];
  /** Tiles in the bag. */
  bag: Partial<Record<Colour, number>>;
  /** Tiles in the Tower. */
  tower: Partial<Record<Colour, number>>;
  /** Special tiles in the supply. */
  special_tiles: number;
  /** Chips not turned up yet, in the supply or face down under a moon. */
  unseen_chips: Partial<Record<Chip, number>>;
  /** How many chips of its colour one missing tile of a line costs. */
  matching_chips: number;
  /** How many it costs if they may be of any colour. */
  any_chips: number;
  /** How many chips a player takes in a round at most. */
  chips_per_round: number;
  /** The points printed at each broken tiles space. */
  broken: number[];
  /** What the starting player tile costs. */
  starting_tile_points: number;
  /** The cells of every space of the dome: upper left, upper right, lower left, lower right. */
  plate_cells: Cell[][];
  /** By seat. */
  players: PlayerBoard[];
}

/** All tiles of a colour, from the sun of a factory. */
export interface TakeFromSun {
  /** `l` for the large one, `1` to `4`. */
  factory: string;
  colour: Colour;
  kind: "sun";
}

/** All tiles of a colour that lie on top, from all moons. */
export interface TakeFromMoons {
  colour: Colour;
  kind: "moons";
}

/** A plate of the display. */
export interface TakePlate {
  /** From 1. */
  place: number;
  kind: "plate";
}

/** The topmost plate of the pile, unseen. */
export interface DrawPlate {
  kind: "draw";
}

/** The bonus chip that lies open on a small factory. */
export interface TakeChip {
  factory: string;
  kind: "chip";
}

/** Nothing, for the rest of phase 1. */
export interface Pass {
  kind: "pass";
}

/** The tiles in hand, to a pattern line. */
export interface PutOnLine {
  /** From 1; None to break them. */
  line: number | null;
  kind: "line";
}

/** No more plates, or no (more) chips. */
export interface Enough {
  kind: "enough";
}

/** A bonus chip, for a missing tile of the line that is being completed. */
export interface PayChip {
  chip: Chip;
  kind: "pay";
}

/** One of the plates drawn in this turn, to be placed. */
export interface KeepPlate {
  /** In the order in which they were drawn, from 1. */
  number: number;
  kind: "keep";
}

/** One of the plates drawn in this turn, to go under the pile. */
export interface ReturnPlate {
  /** In the order in which they were drawn, from 1. */
  number: number;
  kind: "return";
}

/** The plate in hand, to a space of the dome. */
export interface PlacePlate {
  /** From 1, row by row. */
  space: number;
  /** Where its upper edge points. */
  turn: Turn;
  kind: "place";
}

/** The tile of a pattern line, to a cell of its row of the dome. */
export interface LayTile {
  line: number;
  column: number;
  kind: "lay";
}

/** The tiles left over on a small sun, to its moon. */
export interface StackTiles {
  /** From the bottom up. */
  order: Colour[];
  kind: "stack";
}

/** What a move does by itself; a part that it does not touch is 0, False, None or empty. */
export interface Effect {
  /** Of the tiles taken, in hand or put on a line, or of the tile laid. */
  colour: Colour | null;
  /** How many are taken, or leave the hand. */
  tiles: number;
  /** How many of them break: those that a line has no room for, or all of a take that no line has room for. */
  broken: number;
  /** Whether the starting player tile comes along. */
  starting_tile: boolean;
  /** On whose moon tiles are stacked. */
  factory: string | null;
  /** Where tiles are put, what chips are paid for, whose tile is laid: a pattern line, from 1. */
  line: number | null;
  /** The plate taken, drawn, kept, returned or placed: its front where everybody sees it, otherwise its type. */
  plate: string | null;
  /** The points paid for a plate of the pile. */
  cost: number;
  /** How many plates were drawn, when their drawer looks at them. */
  plates: number;
  /** Chips taken or paid: those that cannot but follow the one chosen are paid with it. */
  chips: Chip[];
  /** Whether chips have completed the line, so that its tile is laid. */
  completes: boolean;
}
