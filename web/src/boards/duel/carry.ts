/**
 * Dragging as an extra to clicking. In this game taking and putting are two moves, so a piece is taken when it is lifted, and
 * where it was dropped is remembered until the server asks for it.
 */

import type { Choice } from "../choice.svelte";
import { hand } from "./hand.svelte";

export interface Carried {
  choice: Choice;
  /** The move that takes the piece; null if it is in the hand already. */
  take: string | null;
}

const FAR_ENOUGH = 8;

export function carry(node: HTMLElement, given: Carried) {
  let { choice, take } = given;
  let start: { x: number; y: number } | null = null;
  let copy: HTMLElement | null = null;
  let listening: AbortController | null = null;

  const stop = () => {
    copy?.remove();
    listening?.abort();
    start = copy = listening = null;
  };
  const down = (event: PointerEvent) => {
    const possible = take === null ? choice.active : choice.active && choice.find(take);
    if (event.button !== 0 || event.pointerType === "touch" || !possible) return;
    start = { x: event.clientX, y: event.clientY };
    listening = new AbortController();
    addEventListener("pointermove", move, { signal: listening.signal });
    addEventListener("pointerup", up, { signal: listening.signal });
    addEventListener("pointercancel", stop, { signal: listening.signal });
  };
  const move = (event: PointerEvent) => {
    if (!start) return;
    if (!copy && Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR_ENOUGH) {
      copy = copyOf(node);
      if (take !== null) void choice.play(take);
    }
    if (copy) {
      event.preventDefault();
      copy.style.translate = `${event.clientX - start.x}px ${event.clientY - start.y}px`;
    }
  };
  const up = (event: PointerEvent) => {
    if (copy) {
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-put]");
      if (under) hand.wanted = under.dataset["put"] ?? null;
      // The click that follows a drag is not one more choice.
      const over = new AbortController();
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, signal: over.signal });
      setTimeout(() => over.abort());
    }
    stop();
  };
  node.addEventListener("pointerdown", down);
  return {
    update(next: Carried) {
      ({ choice, take } = next);
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
