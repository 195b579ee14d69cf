/** Marks at a place of the board. */

import { agrees, type Some } from "./moves";
import type { Game, Mark } from "./props";

/** The marks of moves that say this, by a seat if it matters whose. */
export function marksAt<G extends Game>(marks: readonly Mark<G>[], parts: Some<G["parts"]>, seat?: number): Mark<G>[] {
  return marks.filter((mark) => agrees(mark.parts, parts) && (seat === undefined || mark.seat === seat));
}

/** The one mark to show there: hints come before the last turn. */
export function markAt<G extends Game>(marks: readonly Mark<G>[], parts: Some<G["parts"]>, seat?: number): Mark<G> | undefined {
  const found = marksAt(marks, parts, seat);
  return found.find(({ kind }) => kind !== "last") ?? found[0];
}
