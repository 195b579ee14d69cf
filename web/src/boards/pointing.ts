/** For a piece or a place: pointing at it, or coming there by the keyboard, shows its move on the board. */

import type { Choice } from "./choice.svelte";
import { agrees, type Parts, type Some } from "./moves";
import type { Game } from "./props";

export interface Pointing<G extends Game> {
  choice: Choice<G>;
  /** What its move says; null if it stands for none now. */
  parts: Some<G["parts"]> | null;
}

export function pointing<G extends Game>(node: HTMLElement, given: Pointing<G>) {
  let at: Some<G["parts"]> | null = null;
  const enter = (event: Event) => {
    // A finger that touches does not point.
    if ((event as PointerEvent).pointerType === "touch" || !given.parts) return;
    at = given.parts;
    given.choice.point(at);
  };
  const leave = () => {
    const [left, { choice }] = [at, given];
    // A button that goes away under the pointer says so while the page is being drawn: nothing may change then.
    if (left) queueMicrotask(() => choice.unpoint(left));
    at = null;
  };
  const events = { pointerenter: enter, focus: enter, pointerleave: leave, blur: leave };
  for (const [name, listen] of Object.entries(events)) node.addEventListener(name, listen);
  return {
    update(next: Pointing<G>) {
      if (at && !(next.parts && same(at, next.parts))) leave();
      given = next;
    },
    destroy() {
      leave();
      for (const [name, listen] of Object.entries(events)) node.removeEventListener(name, listen);
    },
  };
}

function same<P extends Parts>(one: Some<P>, other: Some<P>): boolean {
  return agrees(one, other) && agrees(other, one);
}
