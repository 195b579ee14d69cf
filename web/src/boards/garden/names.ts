/** What the pieces are called, and which of them a text means. */

import { hexName, setName } from "../../art/kinds";
import type { GardenBoard } from "../../api/types";
import { say } from "../../texts/index.svelte";
import type { Mark } from "../props";

/** A hex such as `b3` in words. */
export function hexSaid(hex: string): string {
  return say(hexName(hex));
}

/** A colour or a pattern in words. */
export function setSaid(id: string): string {
  return say(setName(id));
}

/** Whether a piece such as `eb3` is an expansion. */
export function isExpansion(piece: string): boolean {
  return /^e..$/.test(piece);
}

/** The hex of a piece such as `b3` or `eb3`; null for a joker and a blank expansion. */
export function hexOf(piece: string): string | null {
  return /[bglypm][1-6]$/.exec(piece)?.[0] ?? null;
}

/** A stored piece in words: `b3`, `eb3`, `j`, `supply`. */
export function pieceSaid(piece: string): string {
  const hex = hexOf(piece);
  if (!hex) return say(piece === "supply" ? "garden.piece.supply" : "garden.piece.joker");
  const values = { hex: hexSaid(hex) };
  return isExpansion(piece) ? say("garden.piece.expansion", values) : say("garden.piece.tile", values);
}

/** A place of the display in words. */
export function placeSaid(board: GardenBoard, id: string): string {
  const place = board.display.find((one) => one.id === id);
  if (place?.top) return say("garden.place.top");
  const number = Number(id.slice(1));
  return place?.face ? say("garden.place.face", { number }) : say("garden.place.aside", { number });
}

/** The space that a step of a scoring lights up. */
export function litSpace([slot, direction]: readonly [number, number]): string {
  return `${slot}${direction}`;
}

/** The mark of a move, if it has one; hints come before the last move. */
export function markOf(marks: readonly Mark[], move: string, seat?: number): Mark | undefined {
  const found = marks.filter((mark) => mark.move === move && (seat === undefined || mark.seat === null || mark.seat === seat));
  return found.find(({ kind }) => kind !== "last") ?? found[0];
}
