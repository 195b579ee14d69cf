/** What is marked on the board besides the player's own choice. */

import type { Advice } from "../advice/advice.svelte";
import type { EventLine } from "../api/types";
import type { Moves } from "../boards/moves";
import type { Mark } from "../boards/props";
import { moveOf, seatOf } from "./names";
import type { TableStore } from "./table.svelte";

const HINTS = 3;

/** Moves of one seat as marks, ranked in their order. */
export function marksOf(kind: Mark["kind"], moves: readonly string[], seat: number, known: Moves): Mark[] {
  return moves.flatMap((move, index) => {
    const parts = known.parts(move);
    return parts ? [{ kind, parts, seat, rank: index + 1 }] : [];
  });
}

/** The moves of the last turn: those at the end by the same seat. */
export function lastTurn(events: readonly EventLine[], known: Moves): Mark[] {
  const moves: string[] = [];
  let whose: number | null = null;
  for (const line of events.toReversed()) {
    const [move, seat] = [moveOf(line), seatOf(line)];
    if ("undo" in line.event) break;
    if (move === null || seat === null) {
      if (moves.length) break;
      continue;
    }
    if (whose !== null && seat !== whose) break;
    whose = seat;
    moves.unshift(move);
  }
  return marksOf("last", moves, whose ?? 0, known);
}

/** The marks of the position that is shown: the last turn and the engine's hints, or the line of its that is pointed at. */
export function tableMarks(table: TableStore, advice: Advice, hinted: boolean): Mark[] {
  const { game, shown } = table;
  if (!game || !shown) return [];
  const seat = shown.turn ?? 0;
  if (advice.pointed) return marksOf("line", advice.pointed.line, seat, game.moves);
  const hints = hinted ? advice.candidates.slice(0, HINTS).map(({ move }) => move) : [];
  return [...lastTurn(table.events.slice(0, shown.number), game.moves), ...marksOf("hint", hints, seat, game.moves)];
}
