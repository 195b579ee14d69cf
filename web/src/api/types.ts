// Written by tools/client_types.py from the messages of the server: change those, then make client-types.

export type Board = AzulBoard | DuelBoard | GardenBoard | TextBoard;

export type Helpers = "advice" | "none" | "previews";

export type Undo = "free" | "off" | "turn";

export type Status = "archived" | "open" | "over" | "playing";

export type FromClient = Hello | LiveMoves | LiveUndo | LiveResign | LiveWhy | Ping;

export type FromServer = TableState | Update | LiveDone | LiveProblem | LiveReason | Presence | Pong | TableGone;

export type AzulColour = "B" | "K" | "R" | "W" | "Y";

export type AzulPhase = "deal" | "end" | "offer" | "tiling";

export type AzulWall = "coloured" | "grey";

export type AzulFloorPiece = "*" | "B" | "K" | "R" | "W" | "Y";

export type DuelColour = "B" | "K" | "R" | "T" | "Y";

export type DuelTile = "B" | "K" | "R" | "S" | "T" | "Y";

export type DuelSpace = "B" | "J" | "K" | "R" | "S" | "T" | "Y";

export type DuelChip = "B" | "BR" | "K" | "KB" | "R" | "RT" | "T" | "TY" | "Y" | "YK";

export type DuelPlateType = "joker" | "special";

export type DuelTurn = "e" | "n" | "s" | "w";

export type DuelCounts = "colourful_rows" | "columns" | "corners" | "diagonals" | "edge" | "jokers" | "rows" | "specials";

export type DuelStage = "action" | "chips" | "choose" | "display" | "drawing" | "end" | "keep" | "kept" | "lay" | "line" | "look" | "pay" | "place" | "refill" | "return" | "stack" | "tablets" | "tiles" | "tiling" | "top";

export type GardenSetId = "1" | "2" | "3" | "4" | "5" | "6" | "b" | "g" | "l" | "m" | "p" | "y";

export type GardenBy = "colour" | "pattern";

export type GardenPhase = "copy" | "discard" | "end" | "face" | "payment" | "refill" | "space" | "turn";

export type GardenSide = "custom" | "standard" | "variant";

export type GardenSlot = "blank" | "face" | "free";

export type GardenPaysBy = "any" | "colour" | "pattern";

export type GardenDecorationKind = "bench" | "fountain" | "pavilion" | "statue";

/** A position to analyse: after some events of a table or record, or a position's text. */
export interface Analyse {
  table?: string | null;
  number?: number | null;
  record?: Record<string, unknown> | null;
  game?: string | null;
  position?: string | null;
  seat?: number | null;
  limits?: AnalysisLimits;
}

/** How long to think; no more than the server allows. */
export interface AnalysisLimits {
  nodes?: number | null;
  seconds?: number | null;
}

/** What was found so far, the best first: one line of the stream. */
export interface AnalysisResult {
  candidates: CandidateMove[];
  nodes: number;
  seconds: number;
  depth: number;
  final?: boolean;
  cancelled?: boolean;
}

/** All that is to be seen of a position of classic Azul. */
export interface AzulBoard {
  game: "azul";
  viewer: number | null;
  turn: number | null;
  round: number;
  last_round: boolean;
  phase: "deal" | "end" | "offer" | "tiling";
  line: number | null;
  start: number;
  marker: number | null;
  factories: AzulSource[];
  centre: AzulSource;
  bag: Record<string, number>;
  lid: Record<string, number>;
  walls: "coloured" | "grey";
  printed: (("B" | "K" | "R" | "W" | "Y" | null)[])[];
  floor: number[];
  row_bonus: number;
  column_bonus: number;
  colour_bonus: number;
  players: AzulPlayer[];
}

/** The way to the bonuses at the end: tiles there are, of five, for every row, column and colour. */
export interface AzulBonuses {
  rows: number[];
  columns: number[];
  colours: Record<string, number>;
  points: number;
}

/** A pattern line; its number is its place in the list, from 1. */
export interface AzulLine {
  size: number;
  colour: "B" | "K" | "R" | "W" | "Y" | null;
  count: number;
}

/** A player's board. */
export interface AzulPlayer {
  score: number;
  if_scored: number;
  lines: AzulLine[];
  wall: (("B" | "K" | "R" | "W" | "Y" | null)[])[];
  floor: ("*" | "B" | "K" | "R" | "W" | "Y")[];
  loss: number;
  bonuses: AzulBonuses;
}

/** Where tiles are taken from. */
export interface AzulSource {
  id: string;
  tiles: Record<string, number>;
}

/** One move that the engine has looked at. */
export interface CandidateMove {
  move: string;
  said: Sentence;
  visits: number;
  win: number[];
  margin: number;
  error: number;
  line: string[];
  proved?: boolean;
}

/** The seconds that every seat had left at ``at``; those of ``running`` go down since then. */
export interface Clocks {
  left: number[];
  at: number;
  running?: number | null;
}

/** A person agrees to the engine's advice, or not any more. */
export interface Consent {
  advice: boolean;
  seat?: number | null;
}

/** A new table. */
export interface CreateTable {
  game: string;
  seats: SeatRequest[];
  options?: Record<string, string>;
  settings?: TableSettings;
  position?: string | null;
  seed?: number | null;
  lang?: "en" | "ru";
}

/** A table that was made, joined or made again. */
export interface Created {
  table: string;
  tokens?: SeatToken[];
  maker?: string | null;
}

/** Days for every turn. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** It is written down: this many events the viewer has seen with it. */
export interface Done {
  table: string;
  number: number;
}

/** All that the viewer may see of a position of Azul Duel. */
export interface DuelBoard {
  game: "duel";
  viewer: number | null;
  turn: number | null;
  round: number;
  rounds: number;
  last_round: boolean;
  stage: "action" | "chips" | "choose" | "display" | "drawing" | "end" | "keep" | "kept" | "lay" | "line" | "look" | "pay" | "place" | "refill" | "return" | "stack" | "tablets" | "tiles" | "tiling" | "top";
  start: number;
  starting_tile: number | null;
  setup_plates: number;
  factories: DuelFactory[];
  display: (DuelPlate | null)[];
  pile: DuelPile;
  drawn: DuelDrawn[];
  placing: DuelPlate | null;
  picked: DuelPicked | null;
  stacking: string | null;
  line: number | null;
  paid: ("B" | "BR" | "K" | "KB" | "R" | "RT" | "T" | "TY" | "Y" | "YK")[];
  tablets: DuelTablet[];
  bag: Record<string, number>;
  tower: Record<string, number>;
  special_tiles: number;
  unseen_chips: Record<string, number>;
  matching_chips: number;
  any_chips: number;
  chips_per_round: number;
  broken: number[];
  starting_tile_points: number;
  plate_cells: (([number, number])[])[];
  players: DuelPlayer[];
}

/** A plate drawn in this turn. */
export interface DuelDrawn {
  number: number;
  plate: DuelPlate;
}

/** A factory with its sun and its moon. */
export interface DuelFactory {
  id: string;
  sun: ("B" | "K" | "R" | "T" | "Y")[];
  moon: ("B" | "K" | "R" | "T" | "Y")[];
  chip: "B" | "BR" | "K" | "KB" | "R" | "RT" | "T" | "TY" | "Y" | "YK" | "?" | null;
}

/** A pattern line; its number is its place in the list, from 1. */
export interface DuelLine {
  size: number;
  colour: "B" | "K" | "R" | "T" | "Y" | null;
  count: number;
}

/** Tiles picked in this turn and not yet on a line. */
export interface DuelPicked {
  colour: "B" | "K" | "R" | "T" | "Y";
  count: number;
}

/** The pile of dome plates. */
export interface DuelPile {
  size: number;
  top: "joker" | "special" | null;
  plates: string[];
  unseen: string[];
}

/** A plate on a dome. */
export interface DuelPlaced {
  name: string;
  turn: "e" | "n" | "s" | "w";
}

/** A dome plate, as far as the viewer may know it. */
export interface DuelPlate {
  name: string | null;
  type: "joker" | "special" | null;
  turned: Record<string, string>;
}

/** A player's board. */
export interface DuelPlayer {
  score: number;
  if_scored: number;
  lines: DuelLine[];
  plates: (DuelPlaced | null)[];
  spaces: (("B" | "J" | "K" | "R" | "S" | "T" | "Y" | null)[])[];
  tiles: (("B" | "K" | "R" | "S" | "T" | "Y" | null)[])[];
  broken: ("B" | "K" | "R" | "T" | "Y")[];
  loss: number;
  chips: ("B" | "BR" | "K" | "KB" | "R" | "RT" | "T" | "TY" | "Y" | "YK")[];
  used_chips: ("B" | "BR" | "K" | "KB" | "R" | "RT" | "T" | "TY" | "Y" | "YK")[];
  chips_taken: number;
  tokens: number;
  passed: boolean;
}

/** What a tablet gives a player now. */
export interface DuelProgress {
  points: number;
  count: number;
  parts: ([number, number])[];
}

/** A scoring tablet in use; its text is ``duel.scoring.<counts>``. */
export interface DuelTablet {
  id: string;
  counts: "colourful_rows" | "columns" | "corners" | "diagonals" | "edge" | "jokers" | "rows" | "specials";
  each: number[];
  progress: DuelProgress[];
}

/** One event of the record, as the viewer may see it, with what there is to say about it. */
export interface EventLine {
  number: number;
  event: Record<string, unknown>;
  at: number;
  said?: Sentence | null;
  steps?: ScoringStep[];
}

/** Seconds for the whole game, and how many a finished turn gives back. */
export interface GameClock {
  kind: "game";
  seconds: number;
  increment?: number;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  seats: number[];
  options: OptionInfo[];
  levels: string[];
}

/** How a game ended. */
export interface GameResult {
  winners: number[];
  scores: number[];
  places: number[];
  reason: "forfeit" | "resign" | "rules" | "time";
  seed?: string | null;
}

/** All that is to be seen of a position of Queen's Garden. */
export interface GardenBoard {
  game: "garden";
  viewer: number | null;
  turn: number | null;
  round: number;
  rounds: number;
  last_round: boolean;
  phase: "copy" | "discard" | "end" | "face" | "payment" | "refill" | "space" | "turn";
  start: number;
  marker: number | null;
  side: "custom" | "standard" | "variant";
  stack: number;
  display: GardenPlace[];
  sets: GardenSet[];
  wanted: string[];
  piece: string | null;
  space: string | null;
  owed: number;
  pays_by: "any" | "colour" | "pattern";
  payments: GardenPayment[];
  wheel: GardenRound[];
  pavilion_points: number;
  group_bonus: number[];
  supply: number;
  supply_price: number;
  bag: Record<string, number>;
  tower: Record<string, number>;
  unseen: string[];
  tile_room: number;
  expansion_room: number;
  spaces: Record<string, [number, number]>;
  decorations: GardenDecoration[];
  players: GardenPlayer[];
}

/** A hex of a set, and where it lies: one of the copies is taken. */
export interface GardenCopies {
  hex: string;
  places: string[];
}

/** A decoration that a garden can have; which of them are there says each player's ``surrounded``. */
export interface GardenDecoration {
  kind: "bench" | "fountain" | "pavilion" | "statue";
  at: [number, number];
  around: string[];
  jokers: number;
}

/** A connected group that scores at the end. */
export interface GardenGroup {
  id: "1" | "2" | "3" | "4" | "5" | "6" | "b" | "g" | "l" | "m" | "p" | "y";
  by: "colour" | "pattern";
  spaces: string[];
  points: number;
}

/** A complete payment. */
export interface GardenPayment {
  pieces: string[];
  moves: string[];
}

/** A place of the display where something lies. */
export interface GardenPlace {
  id: string;
  top: boolean;
  tiles: string[];
  face: string | null;
}

/** A hex in a garden. */
export interface GardenPlanted {
  space: string;
  hex: string;
  printed: boolean;
}

/** A garden with its storage. */
export interface GardenPlayer {
  score: number;
  if_scored: number;
  passed: boolean;
  slots: ("blank" | "face" | "free")[];
  hexes: GardenPlanted[];
  vacant: string[];
  surrounded: (number | null)[];
  storage: GardenStored[];
  jokers: number;
  tile_room: number;
  expansion_room: number;
  stored_value: number;
  groups: GardenGroup[];
}

/** A round on the wheel. */
export interface GardenRound {
  number: number;
  points: Record<string, number>;
}

/** All hexes of a colour or pattern in the display: what ``t`` with its id takes. */
export interface GardenSet {
  id: "1" | "2" | "3" | "4" | "5" | "6" | "b" | "g" | "l" | "m" | "p" | "y";
  by: "colour" | "pattern";
  hexes: GardenCopies[];
  too_many: number[];
}

/** A tile or an expansion in a storage. */
export interface GardenStored {
  piece: string;
  hex: string;
  expansion: boolean;
  cost: number;
}

/** The first message of a connection: who is there, and what they have seen already. */
export interface Hello {
  type: "hello";
  tokens?: string[];
  after?: number | null;
  lang?: "en" | "ru";
}

/** A record to look at. */
export interface ImportRecord {
  record: Record<string, unknown>;
}

/** Something asked of the server. */
export interface Incoming {
}

/** What this server offers. */
export interface Info {
  version: string;
  games: GameInfo[];
  limits: Record<string, number>;
  preparing?: string[];
}

/** A person who wants an open seat; any one, if it is not said which. */
export interface Join {
  name?: string;
  seat?: number | null;
  lang?: "en" | "ru";
}

/** A seat gives up, or is given back before the game has begun. */
export interface Leave {
  seat?: number | null;
}

/** One of the moves that the viewer can choose from. */
export interface LegalMove {
  move: string;
  said: Sentence;
  preview?: MovePreview | null;
  ends_turn?: boolean;
}

/** The request of this id is written down. */
export interface LiveDone {
  type: "done";
  id: number;
  number: number;
}

/** As the call of that name; ``id`` comes back with the answer. */
export interface LiveMoves {
  type: "moves";
  moves: string[];
  after: number;
  seat?: number | null;
  id: number;
}

/** The request of this id was not granted; nothing has changed. */
export interface LiveProblem {
  type: "refused";
  id: number | null;
  problem: Problem;
}

/** The answer to ``why``. */
export interface LiveReason {
  type: "why";
  id: number;
  reason: Reason;
}

/** As the call of that name. */
export interface LiveResign {
  type: "resign";
  seat?: number | null;
  id: number;
}

/** As the call of that name. */
export interface LiveUndo {
  type: "undo";
  after: number;
  count?: number;
  seat?: number | null;
  id: number;
}

/** Asks why a move cannot be played now. */
export interface LiveWhy {
  type: "why";
  id: number;
  move: string;
}

/** What a legal move would do, as docs/notation.md defines it. */
export interface MovePreview {
  points: number;
  loss?: number;
  jokers?: number;
  ends_round?: boolean;
  ends_game?: boolean;
}

/** An option of a game; its explanation is the text ``<game>.option.<name>``. */
export interface OptionInfo {
  name: string;
  values: string[];
  open?: boolean;
}

/** Something the server says. */
export interface Outgoing {
}

/** The table after a number of events, as the viewer may see it. */
export interface PastPosition {
  number: number;
  board: AzulBoard | DuelBoard | GardenBoard | TextBoard;
  position: string;
  turn: number | null;
  scores: number[];
}

/** Keeps a connection alive. */
export interface Ping {
  type: "ping";
  id?: number;
}

/** Moves of one turn, taken whole or not at all. */
export interface PlayMoves {
  moves: string[];
  after: number;
  seat?: number | null;
}

/** Who sits on a seat. */
export interface PlayerInfo {
  kind: "bot" | "open" | "person";
  name?: string;
  level?: string | null;
  connected?: boolean;
  left?: "forfeit" | "resign" | "time" | null;
  away?: boolean;
  advice?: boolean;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  id: number;
  server_time: number;
}

/** Who is there now. */
export interface Presence {
  type: "presence";
  players: PlayerInfo[];
  spectators: number;
}

/** What was wrong with a request, and what would be right. */
export interface Problem {
  error: Sentence;
  text: string;
  status: number;
  number?: number | null;
}

/** Why a move cannot be played now; nothing if it can. */
export interface Reason {
  move: string;
  legal: boolean;
  reason?: Sentence | null;
  text?: string;
}

/** A new table with the deal of one that is over, for the same or for other players. */
export interface SameDeal {
  seats: SeatRequest[];
  settings?: TableSettings;
  lang?: "en" | "ru";
}

/** One step of the story of a scoring; its text is ``<game>.scoring.<kind>``. */
export interface ScoringStep {
  kind: string;
  seat: number;
  points: number;
  total: number;
  where?: ([number, number])[];
  said?: Sentence | null;
}

/** Who sits on a seat: the maker, another person on the same device, a bot, or whoever comes. */
export interface SeatRequest {
  who: "bot" | "hotseat" | "me" | "open";
  name?: string;
  level?: string;
}

/** The right to play for a seat; shown once, kept by whoever sits there. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** A text in the catalogue's words: its key, and values that are numbers, strings, texts again or lists of such. */
export interface Sentence {
  key: string;
  values?: Record<string, unknown>;
}

/** The table is gone. */
export interface TableGone {
  type: "closed";
  said: Sentence;
}

/** What everybody may know about a table, apart from the game itself. */
export interface TableInfo {
  id: string;
  game: string;
  seats: number;
  options: Record<string, string>;
  settings: TableSettings;
  status: "archived" | "open" | "over" | "playing";
  players: PlayerInfo[];
  commitment: string;
  created: number;
  practice?: boolean;
  position?: boolean;
  helpers?: "advice" | "none" | "previews";
  rematch?: string | null;
  same_deal?: number;
}

/** Public tables, newest first. */
export interface TableList {
  tables: TableInfo[];
  next?: string | null;
}

/** The manners of a table. */
export interface TableSettings {
  undo?: "free" | "off" | "turn";
  confirm?: boolean;
  helpers?: "advice" | "none" | "previews";
  clock?: GameClock | DaysClock | null;
  public?: boolean;
  takeover?: string | null;
}

/** Everything a viewer may know: sent at the beginning, and whenever more than moves has changed. */
export interface TableState {
  type: "state";
  table: TableInfo;
  viewer: number | null;
  held: number[];
  now: Update;
  server_time: number;
}

/** Moves to take back. */
export interface TakeBack {
  after: number;
  count?: number;
  seat?: number | null;
}

/** The table drawn with characters. */
export interface TextBoard {
  game: "text";
  viewer: number | null;
  turn: number | null;
  text: Record<string, string>;
}

/** What has happened since event number ``after``, and how the table stands now.
 *
 * Sent once for every finished turn; everybody who may see the same gets the same bytes. The mover also gets the
 * legal moves. */
export interface Update {
  type: "update";
  table: string;
  after: number;
  number: number;
  events: EventLine[];
  board: AzulBoard | DuelBoard | GardenBoard | TextBoard;
  position: string;
  turn: number | null;
  scores: number[];
  legal?: LegalMove[];
  payments?: string[][];
  suggested?: string | null;
  undo?: number;
  clocks?: Clocks | null;
  result?: GameResult | null;
}
