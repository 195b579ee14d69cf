/** What the parts of this board share while somebody chooses: a hex of the display, a payment, a plan. */

import type { GardenBoard } from "../../api/types";
import type { Choice } from "../choice.svelte";

/** What every move begins with that takes hexes. */
const TAKE = "t";

/** Which payment is asked for: the same as long as the same pieces can pay for the same hex. */
export function askedFor({ piece, space, owed, round, turn, payments }: GardenBoard): string {
  return [piece, space, owed, round, turn, payments.map(({ pieces }) => pieces.join("+"))].join();
}

export class Desk {
  /** The hex of the display that was clicked last. */
  #hex: { place: string; hex: string } | null = $state.raw(null);
  /** The hex that is pointed at, to show both its sets. */
  over: string | null = $state(null);
  /** The colour or pattern that is pointed at. */
  set: string | null = $state(null);
  /** The payment chosen among those of a board. */
  #payment: { asked: string; index: number } | null = $state.raw(null);
  /** Whether the player draws a plan instead of choosing a move. */
  planning = $state(false);
  /** The hex that is put into the plan next. */
  planned: string | null = $state(null);
  /** The plan: hexes by space. It is a note of one's own, and nobody checks it. */
  plan: Record<string, string> = $state({});

  /** The hex of the display that is picked: it can be taken with its colour or with its pattern. */
  pickedHex(choice: Choice): { place: string; hex: string } | null {
    return choice.picked === TAKE ? this.#hex : null;
  }

  /** Pick a hex of the display; picking it again lets go. */
  pickHex(choice: Choice, place: string, hex: string): void {
    const before = this.pickedHex(choice);
    choice.cancel();
    this.#hex = null;
    if (before?.place === place && before.hex === hex) return;
    choice.pick(TAKE);
    this.#hex = { place, hex };
  }

  /** Which payment is chosen: the cheapest, unless another was. */
  payment(board: GardenBoard): number {
    return this.#payment?.asked === askedFor(board) ? this.#payment.index : 0;
  }

  pay(board: GardenBoard, index: number): void {
    this.#payment = { asked: askedFor(board), index };
  }

  /** Put the hex in hand on a space of the plan, or take away what is there. */
  sketch(space: string): void {
    if (this.plan[space] && (this.plan[space] === this.planned || !this.planned)) delete this.plan[space];
    else if (this.planned) this.plan[space] = this.planned;
  }
}

const desks = new WeakMap<Choice, Desk>();

/** The desk of a table: its parts share one, as they share the choice. */
export function deskOf(choice: Choice): Desk {
  let desk = desks.get(choice);
  if (!desk) desks.set(choice, (desk = new Desk()));
  return desk;
}
