/** What a client is told that keeps the board: the server says in short what has happened and what is different. */

import type { Board, Changes, EventLine, MovedPieces, PiecePlace, ScoringStep, Sentence, Update } from "../api/types";

/** An update; one that came in short has no position as text. */
export type KeptUpdate = Omit<Update, "position"> & { position?: string };

/**
 * How a value differs from the one before: an object says what is different behind its keys, `[value]` is there instead, `[]` says that a key
 * is gone, and `[at, count, ...values]` that so many entries of a list have made room for others; anything else is there instead.
 */
export type Change = string | number | boolean | null | unknown[] | { [key: string]: Change };

/** An update in full, from the board that was kept; null where that is not the one that the changes are about. */
export function lengthened(short: Changes, table: string, game: string, kept: Board | null): KeptUpdate | null {
  const board = short.board ?? (kept && changed(kept, (short.changes ?? {}) as Change));
  if (!board) return null;
  const events = short.events.map((line, at) => eventLine(line as ShortLine, short.after + at, game));
  return { ...short, type: "update", table, events, board };
}

/** The same value with what has changed; what that does not touch is shared with it. */
export function changed<T>(value: T, change: Change): T {
  return put(value, change) as T;
}

function put(value: unknown, change: Change): unknown {
  if (typeof change !== "object" || change === null) return change;
  if (Array.isArray(change)) return change.length === 1 ? change[0] : spliced(value as unknown[], change);
  const inside = Object.entries(change);
  if (!inside.length) return value;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const entries = copy as Record<string, unknown>;
  for (const [key, inner] of inside) {
    if (Array.isArray(inner) && inner.length === 0) delete entries[key];
    else entries[key] = put(entries[key], inner);
  }
  return copy;
}

function spliced(value: unknown[], [at, count, ...values]: unknown[]): unknown[] {
  return [...value.slice(0, at as number), ...values, ...value.slice((at as number) + (count as number))];
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
