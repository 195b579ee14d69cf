/** Changing one payment into another: only among those that the server has listed. */

import type { Payment } from "./types";

/** How many of a piece are in a payment. */
export function countOf(pieces: readonly string[], piece: string): number {
  return pieces.filter((one) => one === piece).length;
}

/** How many pieces two payments share. */
function shared(one: readonly string[], other: readonly string[]): number {
  return [...new Set(one)].reduce((sum, piece) => sum + Math.min(countOf(one, piece), countOf(other, piece)), 0);
}

/** The payment nearest to `now` with more (or fewer) of a piece; the cheapest of those that are equally near. */
function nearest(payments: readonly Payment[], now: number, fits: (pieces: string[]) => boolean): number | null {
  const pieces = payments[now]?.pieces ?? [];
  let best: number | null = null;
  payments.forEach((payment, index) => {
    if (index === now || !fits(payment.pieces)) return;
    if (best === null || shared(pieces, payment.pieces) > shared(pieces, payments[best]?.pieces ?? [])) best = index;
  });
  return best;
}

/** The payment to change to so that it has one more of a piece, and one less of another if that is said. */
export function withMore(payments: readonly Payment[], now: number, piece: string, less?: string): number | null {
  const pieces = payments[now]?.pieces ?? [];
  return nearest(
    payments,
    now,
    (other) =>
      countOf(other, piece) > countOf(pieces, piece) &&
      (less === undefined || countOf(other, less) < countOf(pieces, less)),
  );
}

/** The payment to change to so that it has less of a piece. */
export function withLess(payments: readonly Payment[], now: number, piece: string): number | null {
  const pieces = payments[now]?.pieces ?? [];
  return nearest(payments, now, (other) => countOf(other, piece) < countOf(pieces, piece));
}

/** What could be paid instead of a piece. */
export function instead(payments: readonly Payment[], now: number, piece: string): string[] {
  const all = new Set(payments.flatMap(({ pieces }) => pieces));
  return [...all].filter((other) => other !== piece && withMore(payments, now, other, piece) !== null);
}
