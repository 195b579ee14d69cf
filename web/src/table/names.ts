/** How the people at a table are called. */

import type { EventLine, PlayerInfo, ScoringStep, Sentence } from "../api/types";
import { signed } from "../boards/signed";
import { say } from "../texts/index.svelte";

/** A player's name; what the seat is if nobody sits there. */
export function nameOf(players: PlayerInfo[], seat: number): string {
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

/** What an event is, with the names of those at the table; a move without its player. */
export function words({ said }: EventLine, players: PlayerInfo[]): string {
  if (!said) return "";
  if (said.key === "play.event.start") return say("web.log.starts", { name: numbered(said, players) });
  const values = Object.entries(said.values ?? {}).map(([name, value]) => [name, isPlayer(value) ? numbered(value, players) : value]);
  return say({ key: said.key, values: Object.fromEntries(values) as Record<string, unknown> });
}

function isPlayer(value: unknown): value is Sentence {
  return typeof value === "object" && value !== null && "key" in value && value.key === "play.player";
}

/** The name of the player whose number a text gives, from 1. */
function numbered({ values }: Sentence, players: PlayerInfo[]): string {
  return nameOf(players, Number(values?.["seat"]) - 1);
}

/** An event in one sentence, as the log and the screen reader tell it. */
export function sentence(line: EventLine, players: PlayerInfo[]): string {
  if (!line.said) return "";
  const seat = seatOf(line);
  const text = words(line, players);
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

/** Whether one of these seats has moved since anything was drawn: then others may be asked to take that back. */
export function movedSinceDraw(events: EventLine[], held: number[]): boolean {
  const line: EventLine[] = [];
  for (const event of events) {
    const undone = event.event["undo"];
    if (typeof undone !== "number") line.push(event);
    else for (let left = undone; left > 0 && line.length; ) left -= moveOf(line.pop() as EventLine) === null ? 0 : 1;
  }
  const since = line.slice(line.findLastIndex((one) => moveOf(one) === null) + 1);
  return since.some((one) => held.includes(seatOf(one) ?? -1));
}

/** What a scoring brought everybody, such as "Anna +7, Boris −2". */
export function sums(steps: ScoringStep[], players: PlayerInfo[]): string {
  const points = new Map<number, number>();
  for (const step of steps) points.set(step.seat, (points.get(step.seat) ?? 0) + step.points);
  return [...points].map(([seat, sum]) => `${nameOf(players, seat)} ${signed(sum)}`).join(", ");
}
