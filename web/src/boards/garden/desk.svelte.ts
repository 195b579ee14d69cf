/** What the parts of this board share while somebody chooses: a hex of the display, a payment, a plan. */

import type { Choice } from "../choice.svelte";
import type { Garden } from "./pieces";
import type { Board, HexId, PlaceId, SetId, SpaceId } from "./types";

/** What every move says that takes hexes. */
const TAKE = { kind: "take" } as const;

/** Which payment is asked for: the same as long as the same pieces can pay for the same hex. */
export function askedFor({ piece, space, owed, round, turn, payments }: Board): string {
  return [piece, space, owed, round, turn, payments.map(({ pieces }) => pieces.join("+"))].join();
}

interface DisplayHex {
  place: PlaceId;
  hex: HexId;
}

export class Desk {
  /** The hex of the display that was clicked last. */
  #hex: DisplayHex | null = $state.raw(null);
  /** The hex that is pointed at, to show both its sets. */
  over: HexId | null = $state(null);
  /** The colour or pattern that is pointed at. */
  set: SetId | null = $state(null);
  /** The payment chosen among those of a board. */
  #payment: { asked: string; index: number } | null = $state.raw(null);
  /** Whether the player draws a plan instead of choosing a move. */
  planning = $state(false);
  /** The hex that is put into the plan next. */
  planned: HexId | null = $state(null);
  /** The plan: hexes by space. It is a note of one's own, and nobody checks it. */
  plan: Record<SpaceId, HexId> = $state({});

  /** The hex of the display that is picked: it can be taken with its colour or with its pattern. */
  pickedHex(choice: Choice<Garden>): DisplayHex | null {
    return choice.is(TAKE) ? this.#hex : null;
  }

  /** Pick a hex of the display; picking it again lets go. */
  pickHex(choice: Choice<Garden>, place: PlaceId, hex: HexId): void {
    const before = this.pickedHex(choice);
    choice.cancel();
    this.#hex = null;
    if (before?.place === place && before.hex === hex) return;
    choice.pick(TAKE);
    this.#hex = { place, hex };
  }

  /** Which payment is chosen: the cheapest, unless another was. */
  payment(board: Board): number {
    return this.#payment?.asked === askedFor(board) ? this.#payment.index : 0;
  }

  pay(board: Board, index: number): void {
    this.#payment = { asked: askedFor(board), index };
  }

  /** Put the hex in hand on a space of the plan, or take away what is there. */
  sketch(space: SpaceId): void {
    if (this.plan[space] && (this.plan[space] === this.planned || !this.planned)) delete this.plan[space];
    else if (this.planned) this.plan[space] = this.planned;
  }
}

const desks = new WeakMap<Choice<Garden>, Desk>();

/** The desk of a table: its parts share one, as they share the choice. */
export function deskOf(choice: Choice<Garden>): Desk {
  let desk = desks.get(choice);
  if (!desk) desks.set(choice, (desk = new Desk()));
  return desk;
}
