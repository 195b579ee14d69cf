/** What a client is told that keeps the board: the server says in short what has happened and what is different. */

import type { Board, Changes, EventLine, MovedPieces, PiecePlace, ScoringStep, Sentence, Update } from "../api/types";

/** An update; one that came in short has no position as text. */
export type KeptUpdate = Omit<Update, "position"> & { position?: string };

/** What is there now, behind the keys and indices that lead there. */
export type Change = unknown[];

/** An update in full, from the board that was kept; null where that is not the one that the changes are about. */
export function lengthened(short: Changes, table: string, game: string, kept: Board | null): KeptUpdate | null {
  const board = short.board ?? (kept && withChanges(kept, short.changes ?? []));
  if (!board) return null;
  const events = short.events.map((line, at) => eventLine(line as ShortLine, short.after + at, game));
  return { ...short, type: "update", table, events, board };
}

/** The same value with changes; what they do not touch is shared with it. */
export function withChanges<T>(value: T, changes: Change[]): T {
  return changes.reduce<T>((before, change) => put(before, change.slice(0, -1), change.at(-1)) as T, value);
}

function put(value: unknown, path: Change, now: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return now;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const entries = copy as Record<string, unknown>;
  entries[String(first)] = put(entries[String(first)], rest, now);
  return copy;
}

type ShortPlace = [kind: string, which?: number | string | null, seat?: number | null];
type ShortTransfer = [piece: string, count: number, origin: ShortPlace, target: ShortPlace];
type ShortSentence = { $: string } & Record<string, unknown>;
type ShortStep = [
  kind: string,
  seat: number,
  points: number,
  total: number,
  where?: [number, number][],
  transfers?: ShortTransfer[],
  values?: Record<string, unknown>,
];
type ShortLine = [
  event: Record<string, unknown>,
  at: number,
  said?: ShortSentence | null,
  transfers?: ShortTransfer[],
  steps?: ShortStep[],
];

function eventLine([event, at, said, transfers = [], steps = []]: ShortLine, number: number, game: string): EventLine {
  return {
    number,
    event,
    at,
    said: said ? sentence(said) : null,
    transfers: transfers.map(movedPieces),
    steps: steps.map((step) => scoringStep(step, game)),
  };
}

function scoringStep([kind, seat, points, total, where = [], transfers = [], values = {}]: ShortStep, game: string): ScoringStep {
  const said = sentence({ ...values, $: `${game}.scoring.${kind}` });
  return { kind, seat, points, total, where, transfers: transfers.map(movedPieces), said };
}

function movedPieces([piece, count, origin, target]: ShortTransfer): MovedPieces {
  return { piece, count, origin: piecePlace(origin), target: piecePlace(target) };
}

function piecePlace([kind, which = null, seat = null]: ShortPlace): PiecePlace {
  return { kind, which, seat };
}

function sentence({ $: key, ...values }: ShortSentence): Sentence {
  return { key, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, long(value)])) };
}

/** A value of a sentence: whatever is neither a number, a string nor a list is a sentence again. */
function long(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(long);
  return typeof value === "object" && value !== null ? sentence(value as ShortSentence) : value;
}
