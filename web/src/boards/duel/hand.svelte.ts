/** What a person is about to do that no move's text says yet; all parts of the board share it. */

import type { DuelBoard } from "../../api/types";
import type { Choice } from "../choice.svelte";

const TURNS = ["n", "e", "s", "w"] as const;
export type Turn = (typeof TURNS)[number];

class Hand {
  /** How the plate that is being placed is turned. */
  turn: Turn = $state("n");
  /** Where a piece was dropped before the server could ask where it goes: how the text of that move begins. */
  wanted: string | null = $state(null);
  /** The move whose piece or destination is under the pointer. */
  over: string | null = $state(null);

  /** Turn the plate by quarters to the right. */
  rotate(quarters: number): void {
    this.turn = TURNS[(TURNS.indexOf(this.turn) + quarters + 4) % 4] ?? "n";
  }
}

/** The one hand of whoever sits at this screen. */
export const hand = new Hand();

/** The moves to show as if they were played: those that are held, or the one that is pointed at. */
export function shownMoves(choice: Choice): string[] {
  if (choice.held.length) return choice.held;
  const pointed = choice.pointed ?? (choice.active ? hand.over : null);
  return pointed ? [pointed] : [];
}

/** Whether something is to be taken from the table: what cannot be taken fades then. */
export function fades(board: DuelBoard, choice: Choice): boolean {
  return choice.active && !choice.held.length && ["choose", "action"].includes(board.phase);
}

/** For a piece or a destination: pointing at it shows its move. Nothing is shown for an empty text. */
export function pointing(node: HTMLElement, move: string) {
  const enter = () => (hand.over = move || null);
  const leave = () => {
    // A button that goes away under the pointer says so while the page is being drawn: nothing may change then.
    const left = move;
    queueMicrotask(() => {
      if (hand.over === left) hand.over = null;
    });
  };
  const events = [
    ["pointerenter", enter],
    ["focus", enter],
    ["pointerleave", leave],
    ["blur", leave],
  ] as const;
  for (const [name, listen] of events) node.addEventListener(name, listen);
  return {
    update(next: string) {
      if (next !== move) leave();
      move = next;
    },
    destroy() {
      leave();
      for (const [name, listen] of events) node.removeEventListener(name, listen);
    },
  };
}
