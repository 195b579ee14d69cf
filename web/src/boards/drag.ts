/**
 * Dragging as an extra to clicking: a piece with `use:draggable={{ choice, parts }}` can be dragged onto any element with
 * `data-put`, which says what the move goes on with. It is picked when it is lifted.
 */

import type { Choice } from "./choice.svelte";
import type { Some } from "./moves";
import type { Game } from "./props";

export interface Dragged<G extends Game> {
  choice: Choice<G>;
  /** What picking the piece says; null if it is in the hand already. */
  parts: Some<G["parts"]> | null;
}

const FAR_ENOUGH = 8;

/** What `data-put` says at a place where pieces can be dropped. */
export function putting(parts: object): string {
  return JSON.stringify(parts);
}

export function draggable<G extends Game>(node: HTMLElement, given: Dragged<G>) {
  let start: { x: number; y: number } | null = null;
  let copy: HTMLElement | null = null;
  let listening: AbortController | null = null;

  const stop = () => {
    copy?.remove();
    listening?.abort();
    start = copy = listening = null;
  };
  const down = (event: PointerEvent) => {
    const { choice, parts } = given;
    const possible = parts ? choice.can(parts) : choice.active;
    if (event.button !== 0 || event.pointerType === "touch" || !possible) return;
    start = { x: event.clientX, y: event.clientY };
    listening = new AbortController();
    const { signal } = listening;
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", up, { signal });
    addEventListener("pointercancel", stop, { signal });
  };
  const move = (event: PointerEvent) => {
    if (!start) return;
    if (!copy && Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR_ENOUGH) {
      copy = copyOf(node);
      const { choice, parts } = given;
      if (parts && !choice.is(parts)) choice.pick(parts);
    }
    if (copy) {
      event.preventDefault();
      copy.style.translate = `${event.clientX - start.x}px ${event.clientY - start.y}px`;
    }
  };
  const up = (event: PointerEvent) => {
    if (copy) {
      const { choice } = given;
      copy.remove();
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-put]");
      if (under) choice.put(JSON.parse(under.dataset["put"] ?? "{}") as Some<G["parts"]>);
      else if (choice.begun) choice.cancel();
      // The click that follows a drag is not one more choice.
      const over = new AbortController();
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, signal: over.signal });
      setTimeout(() => over.abort());
    }
    stop();
  };
  node.addEventListener("pointerdown", down);
  return {
    update(next: Dragged<G>) {
      given = next;
    },
    destroy() {
      node.removeEventListener("pointerdown", down);
      // A piece that was taken is not there any more, but it is still being carried.
      if (!copy) stop();
    },
  };
}

function copyOf(node: HTMLElement): HTMLElement {
  const box = node.getBoundingClientRect();
  const copy = node.cloneNode(true) as HTMLElement;
  Object.assign(copy.style, {
    position: "fixed",
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: "0",
    opacity: "0.9",
    zIndex: "55",
    pointerEvents: "none",
  });
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  document.body.append(copy);
  return copy;
}
