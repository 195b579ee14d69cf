/** How the people at a table are called. */

import type { EventLine, Player } from "../api/types";
import { say } from "../texts/index.svelte";

/** A player's name; what the seat is if nobody sits there. */
export function nameOf(players: Player[], seat: number): string {
  const player = players[seat];
  if (!player || player.kind === "open") return say("web.table.seat_open");
  return player.name || say("play.player", { seat: seat + 1 });
}

/** The seat that an event belongs to, if it is somebody's. */
export function seatOf({ event }: EventLine): number | null {
  return typeof event["seat"] === "number" ? event["seat"] : null;
}

/** The text of the move that an event is; nothing if it is none. */
export function moveOf({ event }: EventLine): string | null {
  return typeof event["move"] === "string" ? event["move"] : null;
}

/** An event in one sentence, as the log and the screen reader tell it. */
export function sentence(line: EventLine, players: Player[]): string {
  if (!line.said) return "";
  const seat = seatOf(line);
  const text = say(line.said);
  return moveOf(line) !== null && seat !== null ? `${nameOf(players, seat)}: ${text}` : text;
}

/** How many moves must be taken back so that the last move of one of these seats is undone; 0 if there is none. */
export function movesToMine(events: EventLine[], held: number[]): number {
  const line: (number | null)[] = [];
  for (const event of events) {
    const undone = event.event["undo"];
    if (typeof undone === "number") line.splice(Math.max(0, line.length - undone));
    else if (moveOf(event) !== null) line.push(seatOf(event));
  }
  const mine = line.findLastIndex((seat) => seat !== null && held.includes(seat));
  return mine < 0 ? 0 : line.length - mine;
}
