/** What is marked on the board besides the player's own choice. */

import type { EventLine } from "../api/types";
import type { Mark } from "../boards/props";
import { moveOf, seatOf } from "./names";

/** The moves of the last turn: those at the end by the same seat. */
export function lastTurn(events: EventLine[]): Mark[] {
  const marks: Mark[] = [];
  let whose: number | null = null;
  for (const line of events.toReversed()) {
    const [move, seat] = [moveOf(line), seatOf(line)];
    if ("undo" in line.event) break;
    if (move === null || seat === null) {
      if (marks.length) break;
      continue;
    }
    if (whose !== null && seat !== whose) break;
    whose = seat;
    marks.unshift({ kind: "last", move, seat, rank: 1 });
  }
  return marks.map((mark, index) => ({ ...mark, rank: index + 1 }));
}
