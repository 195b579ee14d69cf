/** What a person is about to do that no move says yet; all parts of the board share it. */

import type { Choice } from "../choice.svelte";
import type { Duel } from "./words";
import type { Board, Turn } from "./types";

const TURNS: readonly Turn[] = ["n", "e", "s", "w"];

class Hand {
  /** How the plate that is being placed is turned. */
  turn: Turn = $state("n");

  /** Turn the plate by quarters to the right. */
  rotate(quarters: number): void {
    this.turn = TURNS[(TURNS.indexOf(this.turn) + quarters + 4) % 4] ?? "n";
  }
}

/** The one hand of whoever sits at this screen. */
export const hand = new Hand();

/** Whether something is to be taken from the table: what cannot be taken fades then. */
export function fades(board: Board, choice: Choice<Duel>): boolean {
  return choice.active && !choice.held.length && ["choose", "action"].includes(board.phase);
}
