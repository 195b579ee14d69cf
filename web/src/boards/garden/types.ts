// Written by tools/game_types.py from the rulebook's declarations: change those, then make client-types.

/** A colour (blue, green, lime, yellow, purple, mauve) or the value of a pattern. */
export type SetId = "b" | "g" | "l" | "y" | "p" | "m" | "1" | "2" | "3" | "4" | "5" | "6";

/** A hex as texts and boards call it: the letter of its colour and the value of its pattern, `b3`. */
export type HexId = string;

/** A space as texts and boards call it: its slot and direction, `14`. */
export type SpaceId = string;

export type DecorationName = "fountain" | "statue" | "bench" | "pavilion";

export type Side = "standard" | "variant" | "custom";

export type Phase = "turn" | "copy" | "space" | "payment" | "discard" | "refill" | "face" | "end";

/** A place of the display as texts and boards call it: `f0` is the top of the stack. */
export type PlaceId = string;

export type PaysBy = "any" | "colour" | "pattern";

/** A piece as texts and boards call it: `b3` a tile, `eb3` an expansion, `j` a joker, `supply`. */
export type PieceId = string;

export type By = "colour" | "pattern";

/** Nothing lies there yet; an expansion face up, with a pavilion; one blank side up, whose middle is a space. */
export type Slot = "free" | "face" | "blank";

export type Parts = Take | Copy | PlacePiece | Buy | Pass | ChooseSpace | Give | Done;

/** A place of the display where something lies. */
export interface DisplayPlace {
  /** As in the texts of moves that choose a copy: `f0` the top of the stack, `f1` ... */
  id: PlaceId;
  number: number;
  /** Whether it is the top of the stack. */
  top: boolean;
  tiles: HexId[];
  /** The hex printed on an expansion that lies face up. */
  face: HexId | null;
}

/** A hex of a set, and where it lies: one of the copies is taken. */
export interface Copies {
  hex: HexId;
  places: PlaceId[];
}

/** All hexes of a colour or pattern in the display: what `t` with its id takes. */
export interface OfferedSet {
  id: SetId;
  by: By;
  hexes: Copies[];
  /** By seat: how many of the hexes have no room in the storage; the set can be taken if there are none. */
  too_many: number[];
}

/** A round on the wheel. */
export interface WheelRound {
  number: number;
  /** What a hex of each colour or pattern scores. */
  points: Partial<Record<SetId, number>>;
}

/** A decoration that a garden can have; which of them are there says each player's `surrounded`. */
export interface Decoration {
  kind: DecorationName;
  /** Axial coordinates, as those of `spaces`. */
  at: [number, number];
  around: SpaceId[];
  /** For filling all spaces around it. */
  jokers: number;
}

/** A hex in a garden. */
export interface PlantedHex {
  space: SpaceId;
  hex: HexId;
  /** Whether it is printed on an expansion. */
  printed: boolean;
}

/** A tile or an expansion in a storage. */
export interface StoredPiece {
  /** As in the texts of moves: `b3` a tile, `eb3` an expansion; `d` before it pays or discards it. */
  piece: PieceId;
  hex: HexId;
  expansion: boolean;
  /** What placing it costs, itself included. */
  cost: number;
}

/** A complete payment. */
export interface Payment {
  /** All pieces of it: `b3` a tile, `eb3` an expansion, `j` a joker. */
  pieces: PieceId[];
  /** The moves to send: those of the pieces that are not paid without asking. */
  moves: string[];
}

/** A connected group that scores at the end. */
export interface Group {
  id: SetId;
  by: By;
  spaces: SpaceId[];
  points: number;
}

/** A garden with its storage. */
export interface PlayerBoard {
  score: number;
  /** The score if the round were scored now. */
  if_scored: number;
  passed: boolean;
  /** Slots 1 to 6. */
  slots: Slot[];
  /** By their spaces. */
  hexes: PlantedHex[];
  vacant: SpaceId[];
  /** By decoration: how many of the six spaces around it are filled; None if it is not there. */
  surrounded: (number | null)[];
  /** The tiles by kind, then the expansions. */
  storage: StoredPiece[];
  jokers: number;
  /** How many more tiles or jokers fit. */
  tile_room: number;
  expansion_room: number;
  /** What the stored hexes cost at the end; a joker brings 1. */
  stored_value: number;
  groups: Group[];
}

/** All that is to be seen of a position. */
export interface Board {
  game: "garden";
  /** The seat that looks; None for a spectator. */
  viewer: number | null;
  /** The seat to move; None where that is nobody. */
  turn: number | null;
  round: number;
  rounds: number;
  last_round: boolean;
  phase: Phase;
  /** The seat that started the round. */
  start: number;
  /** The seat that passed first; nobody while the marker lies in the display. */
  marker: number | null;
  side: Side;
  /** Expansions on the stack, its top included. */
  stack: number;
  display: DisplayPlace[];
  sets: OfferedSet[];
  /** While copies are picked: the hexes still to be taken; the first is asked for now. */
  wanted: HexId[];
  /** The piece being placed or paid for: `b3`, `eb3` or `supply`. */
  piece: PieceId | null;
  /** Where the hex that is paid for stands. */
  space: SpaceId | null;
  /** Pieces still to pay. */
  owed: number;
  /** What the pieces paid must share with the hex. */
  pays_by: PaysBy;
  /** The complete payments that are possible now, the cheapest first; at most 200. */
  payments: Payment[];
  wheel: WheelRound[];
  /** What a pavilion scores every round. */
  pavilion_points: number;
  /** For a group at the end, by its size. */
  group_bonus: number[];
  /** Blank expansions to be bought. */
  supply: number;
  supply_price: number;
  bag: Partial<Record<HexId, number>>;
  tower: Partial<Record<HexId, number>>;
  /** The faces that were never turned up. */
  unseen: HexId[];
  /** Spaces of a storage for tiles and jokers. */
  tile_room: number;
  expansion_room: number;
  /** Where every space of a garden lies, built or not, in axial coordinates: the neighbours of (0, 0) are (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1) and (0, 1). */
  spaces: Partial<Record<SpaceId, [number, number]>>;
  decorations: Decoration[];
  players: PlayerBoard[];
}

/** One of each distinct hex of a colour or pattern, from the display to the storage. */
export interface Take {
  set: SetId;
  kind: "take";
}

/** The hex asked for while a set is taken, from one of the places where it lies. */
export interface Copy {
  place: PlaceId;
  kind: "copy";
}

/** A stored tile or expansion that is to be placed; its space and payment follow. */
export interface PlacePiece {
  hex: HexId;
  expansion: boolean;
  kind: "place";
}

/** A blank expansion from the supply that is to be laid; its slot follows. */
export interface Buy {
  kind: "buy";
}

/** Be out for the round; discarding follows where it is possible. */
export interface Pass {
  kind: "pass";
}

/** Where the chosen piece goes: of an expansion, where its printed hex comes to lie; of a blank one, its middle. */
export interface ChooseSpace {
  space: SpaceId;
  kind: "space";
}

/** A stored piece that is paid or, while passing, discarded. */
export interface Give {
  /** None for a joker. */
  hex: HexId | null;
  expansion: boolean;
  kind: "give";
}

/** Nothing more is discarded. */
export interface Done {
  kind: "done";
}

/** What a move does by itself; the pieces that it takes and pays are among its transfers. */
export interface Effect {
  /** Those that are taken: of a set all, one of each; of a copy the one. */
  hexes: HexId[];
  /** The piece that is placed, paid or discarded; of a copy, the one taken. */
  piece: PieceId | null;
  /** Where the piece placed comes to stand: as chosen, or where it alone can. */
  space: SpaceId | null;
  /** The value of the piece: what placing it costs, itself included; what discarding it costs in points. */
  cost: number;
  /** Pieces to pay after this; some of them may be paid without asking. */
  owed: number;
  /** Those that the hex brings in the end with the cheapest payment, for decorations that it surrounds. */
  jokers: number;
  /** Points that it costs at once. */
  loss: number;
  /** Whether the mover is the first to pass, and gets the marker now or after discarding. */
  marker: boolean;
}
