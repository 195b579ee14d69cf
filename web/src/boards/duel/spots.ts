/**
 * Where a move's text points on the table, as a name: `3b` is `sun-3-b`, `4` is `line-4`. This is the notation of
 * docs/notation.md and no rule: whether a move is possible only the server knows.
 */

import type { Mark } from "../props";

const SPOTS: [RegExp, string][] = [
  [/^([l1-4])([byrkt])$/, "sun-$1-$2"],
  [/^m([byrkt])$/, "moon-$1"],
  [/^p([1-3])$/, "display-$1"],
  [/^d$/, "pile"],
  [/^c([1-4])$/, "chip-$1"],
  [/^c([byrkt]+)$/, "store-$1"],
  [/^([1-6])$/, "line-$1"],
  [/^-$/, "broken"],
  [/^([1-9])[nesw]$/, "space-$1"],
  [/^([1-6])([1-6])$/, "cell-$1-$2"],
  [/^s[byrkt]+$/, "stack"],
  [/^[ku](\d+)$/, "drawn-$1"],
];

/** The spot of a move; nothing for those that point nowhere, such as `pass`. */
export function spotOf(move: string): string | null {
  for (const [text, spot] of SPOTS) if (text.test(move)) return move.replace(text, spot);
  return null;
}

/** Whose board a spot is on: these are on every player's, all others in the middle. */
const OWN = /^(store|line|broken|space|cell)/;

/** The mark that a spot has, on the board of `seat` or in the middle; the player's own last turn comes last. */
export function markAt(marks: readonly Mark[], spot: string, seat: number | null = null): Mark | undefined {
  const found = marks.filter((mark) => {
    const there = spotOf(mark.move);
    return there !== null && (there === spot || there.startsWith(`${spot}-`)) && (!OWN.test(there) || mark.seat === seat);
  });
  return found.find(({ kind }) => kind !== "last") ?? found[0];
}

/** The class that draws a mark. */
export function markClass(mark: Mark | undefined): string {
  return mark ? `mark mark-${mark.kind}` : "";
}

/** The number to write at a mark: hints and lines are counted. */
export function markRank(mark: Mark | undefined): number | null {
  return mark && mark.kind !== "last" ? mark.rank : null;
}
