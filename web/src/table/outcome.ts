/** How a game ended, in one line: for the header, the title of the page and the card. */

import type { GameResult, PlayerInfo } from "../api/types";
import { say } from "../texts/index.svelte";
import { nameOf } from "./names";

/** Whether the rules' tie-break has chosen the winner among those with equal points. */
export function tied({ winners, scores, reason }: GameResult): boolean {
  const most = scores[winners[0] ?? 0];
  return reason === "rules" && winners.length === 1 && scores.filter((score) => score === most).length > 1;
}

/** Who has won, with the points, or by what if it was not by points. */
export function outcome(result: GameResult, players: PlayerInfo[], held: number[]): string {
  const { winners, scores, reason } = result;
  const names = winners.map((seat) => nameOf(players, seat)).join(", ");
  const yours = held.length === 1 && winners.length === 1 && held[0] === winners[0];
  const shared = winners.length > 1;
  if (reason !== "rules") {
    const why = say(`web.finished.reason.${reason}`);
    if (yours) return say("web.finished.you_won_by", { why });
    return say(shared ? "web.finished.shared_by" : "web.finished.won_by", { names, why });
  }
  const others = scores.filter((_, seat) => !winners.includes(seat)).toSorted((one, other) => other - one);
  const most = String(scores[winners[0] ?? 0] ?? 0);
  const points = others.length ? say("web.finished.points", { most, others: others.join(", ") }) : most;
  if (yours) return say("web.finished.you_won", { points });
  return say(shared ? "web.finished.shared" : "web.finished.won", { names, points });
}
