// Written by tools/client_types.py from the messages of the server: change those, then make client-types.

export type EndReason = "forfeit" | "resign" | "time";

export type Helpers = "advice" | "none" | "previews";

export type Undo = "free" | "off" | "turn";

export type TalkRule = "all" | "emotes" | "off";

export type Emote = "good_game" | "good_luck" | "hello" | "nice" | "oops" | "thanks";

export type ComplaintReason = "cheating" | "insult" | "name" | "other" | "spam";

export type Status = "archived" | "open" | "over" | "playing";

export type FromClient = Hello | LiveMoves | LiveUndo | LiveResign | LiveWhy | Ping;

export type FromServer = TableState | Update | Changes | LiveDone | LiveProblem | LiveReason | Presence | Talk | Pong | TableGone;

/** A position to analyse: after some events of a table or record, or a position's text. */
export interface Analyse {
  table?: string | null;
  number?: number | null;
  record?: Record<string, unknown> | null;
  game?: string | null;
  position?: string | null;
  seat?: number | null;
  limits?: AnalysisLimits;
  page?: string | null;
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
  cut?: boolean;
}

/** A person agrees to what another one asks for, or does not; whoever has asked withdraws it. */
export interface AnswerTakeBack {
  after: number;
  agree: boolean;
  seat?: number | null;
}

/** A report that is to be made. */
export interface AskReport {
  setting?: "deep" | "fast";
}

/** A person asks the others to take back their last turn, and what was played since. */
export interface AskTakeBack {
  after: number;
  seat?: number | null;
}

/** What is to be seen of a position, by somebody: everything that a picture of it needs, and no rules.
 *
 * >>> from azulejo.games import rulebook
 * >>> book = rulebook("azul")
 * >>> state = book.parse_position("azul factories=BBKW board=0 board=7")
 * >>> board = book.board(state, None)
 * >>> isinstance(board, Board), board.game, board.turn, board.viewer
 * (True, 'azul', 0, None) */
export interface Board {
  game: string;
  viewer: number | null;
  turn: number | null;
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

/** The same in short, for a client that keeps the board and has said so in its hello. */
export interface Changes {
  type: "changes";
  after: number;
  number: number;
  turn: number | null;
  scores: number[];
  legal?: LegalMove[];
  suggested?: string | null;
  undo?: number;
  clocks?: Clocks | null;
  result?: GameResult | null;
  events: unknown[][];
  changes?: Record<string, unknown>;
  board?: Board | null;
}

/** The seconds that every seat had left at ``at``; those of ``running`` go down since then. */
export interface Clocks {
  left: number[];
  at: number;
  running?: number | null;
}

/** A complaint about somebody at the table, for those who run the server. */
export interface Complain {
  about: number;
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  text?: string;
  seat?: number | null;
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

/** A draw that is due: what was drawn so far, and what may come next. */
export interface DueDraw {
  drawn: string[];
  next: NextPiece[];
  value?: unknown;
}

/** One event of the record, as the viewer may see it, with what there is to say about it. */
export interface EventLine {
  number: number;
  event: Record<string, unknown>;
  at: number;
  said?: Sentence | null;
  steps?: ScoringStep[];
  transfers?: MovedPieces[];
}

/** What is to be seen of a position, and what can be done there. */
export interface Exploration {
  game: string;
  root: string;
  events?: EventLine[];
  wrong?: Sentence[];
  position?: string;
  board?: Board | null;
  turn?: number | null;
  scores?: number[];
  legal?: LegalMove[];
  suggested?: string | null;
  draw?: DueDraw | null;
  winners?: number[] | null;
  picture?: string | null;
}

/** A position to look at that belongs to no table, and what is to happen there: one of game, position and record. */
export interface Explore {
  game?: string | null;
  seats?: number | null;
  options?: Record<string, string>;
  position?: string | null;
  record?: Record<string, unknown> | null;
  events?: (Record<string, unknown>)[];
  drawn?: number[];
  fill?: boolean;
  picture?: "svg" | "text" | null;
  lang?: "en" | "ru";
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
  secrets: boolean;
}

/** A move of a game: its text, and what it says, as docs/boards.md explains it for every game. */
export interface GameMove {
  text: string;
  parts: Record<string, unknown>;
}

/** All moves of a game, in the order of their codes. */
export interface GameMoves {
  moves: GameMove[];
}

/** How a game ended. */
export interface GameResult {
  winners: number[];
  scores: number[];
  places: number[];
  reason: "forfeit" | "resign" | "rules" | "time";
  seed?: string | null;
}

/** What a game says in a language: for clients that do not know it. */
export interface GameTexts {
  texts: Record<string, string | Record<string, string>>;
  rules?: string | null;
}

/** The first message of a connection: who is there, and what they have seen already. */
export interface Hello {
  type: "hello";
  tokens?: string[];
  after?: number | null;
  lang?: "en" | "ru";
  changes?: boolean | number;
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
  effect: Record<string, unknown>;
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

/** Equal pieces that go from one place to another. */
export interface MovedPieces {
  piece: string;
  count: number;
  origin: PiecePlace;
  target: PiecePlace;
}

/** A piece that may come next in a draw. */
export interface NextPiece {
  piece: number;
  label: string;
  odds: number;
}

/** An option of a game; its explanation is the text ``<game>.option.<name>``. */
export interface OptionInfo {
  name: string;
  values: string[];
  kind?: "choice" | "file" | "list";
}

/** Something the server says. */
export interface Outgoing {
}

/** The table after a number of events, as the viewer may see it. */
export interface PastPosition {
  number: number;
  board: Board;
  position: string;
  turn: number | null;
  scores: number[];
}

/** Where pieces lie: a kind of place, which one of several, and whose. */
export interface PiecePlace {
  kind: string;
  which?: number | string | null;
  seat?: number | null;
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
  takeback?: "agrees" | "asks" | null;
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

/** It is written down: this many events the viewer has seen with it. */
export interface Receipt {
  table: string;
  number: number;
}

/** How far the report of a finished game is. */
export interface ReportState {
  status: "cancelled" | "failed" | "ready" | "running" | "waiting";
  setting: "deep" | "fast";
  done?: number;
  ahead?: number;
  report?: Record<string, unknown> | null;
}

/** A new table with the deal of one that is over, for the same or for other players; it is marked as known. */
export interface SameDeal {
  seats: SeatRequest[];
  settings?: TableSettings;
  lang?: "en" | "ru";
}

/** Something to say to those who sit at the table: a text without links, or an emote. */
export interface Say {
  text?: string | null;
  emote?: "good_game" | "good_luck" | "hello" | "nice" | "oops" | "thanks" | null;
  seat?: number | null;
}

/** One step of the story of a scoring; its text is ``<game>.scoring.<kind>``. */
export interface ScoringStep {
  kind: string;
  seat: number;
  points: number;
  total: number;
  where?: ([number, number])[];
  said?: Sentence | null;
  transfers?: MovedPieces[];
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

/** How the table stands for a viewer after the last event that they have seen. */
export interface Situation {
  after: number;
  number: number;
  turn: number | null;
  scores: number[];
  legal?: LegalMove[];
  suggested?: string | null;
  undo?: number;
  clocks?: Clocks | null;
  result?: GameResult | null;
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
  known_deal?: boolean;
  position?: boolean;
  helpers?: "advice" | "none" | "previews";
  talk?: "all" | "emotes" | "off";
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
  talk?: "all" | "emotes" | "off" | null;
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
  talk?: TalkLine[];
}

/** Moves to take back. */
export interface TakeBack {
  after: number;
  count?: number;
  seat?: number | null;
}

/** What was said last at the table; lines with numbers that one knows come again. */
export interface Talk {
  type: "talk";
  lines: TalkLine[];
}

/** What somebody at the table has said: in their own words, or one of those that everybody knows how to say. */
export interface TalkLine {
  number: number;
  seat: number;
  at: number;
  text?: string | null;
  emote?: "good_game" | "good_luck" | "hello" | "nice" | "oops" | "thanks" | null;
}

/** What has happened since event number ``after``, and how the table stands now.
 *
 * Sent once for every finished turn; everybody who may see the same gets the same bytes. The mover also gets the
 * legal moves. */
export interface Update {
  type: "update";
  after: number;
  number: number;
  turn: number | null;
  scores: number[];
  legal?: LegalMove[];
  suggested?: string | null;
  undo?: number;
  clocks?: Clocks | null;
  result?: GameResult | null;
  table: string;
  events: EventLine[];
  board: Board;
  position: string;
}
