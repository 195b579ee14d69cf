/**
 * Dragging as an extra to clicking: a piece with `use:draggable={{ choice, prefix }}` can be dragged onto any element with
 * `data-put`, which says what the move's text goes on with.
 */

import type { Choice } from "./choice.svelte";

export interface Dragged {
  choice: Pick<Choice, "can" | "is" | "pick" | "put" | "cancel">;
  /** What picking the piece says. */
  prefix: string;
}

const FAR_ENOUGH = 8;

export function draggable(node: HTMLElement | SVGElement, dragged: Dragged): { update(next: Dragged): void; destroy(): void } {
  let start: { x: number; y: number } | null = null;
  let copy: HTMLElement | null = null;

  const down = (event: Event) => {
    const { button, clientX, clientY, pointerType } = event as PointerEvent;
    if (button === 0 && pointerType !== "touch" && dragged.choice.can(dragged.prefix)) start = { x: clientX, y: clientY };
  };
  const move = (event: PointerEvent) => {
    if (!start) return;
    if (!copy && Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR_ENOUGH) {
      const box = node.getBoundingClientRect();
      copy = node.cloneNode(true) as HTMLElement;
      Object.assign(copy.style, {
        position: "fixed",
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
        opacity: "0.9",
        zIndex: "55",
        pointerEvents: "none",
      });
      copy.setAttribute("aria-hidden", "true");
      document.body.append(copy);
      if (!dragged.choice.is(dragged.prefix)) dragged.choice.pick(dragged.prefix);
    }
    if (copy) {
      event.preventDefault();
      copy.style.translate = `${event.clientX - start.x}px ${event.clientY - start.y}px`;
    }
  };
  const up = (event: PointerEvent) => {
    if (copy) {
      copy.remove();
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-put]");
      if (under) dragged.choice.put(under.dataset["put"] ?? "");
      else dragged.choice.cancel();
      // The click that follows a drag is not one more choice.
      const over = new AbortController();
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, signal: over.signal });
      setTimeout(() => over.abort());
    }
    start = copy = null;
  };
  node.addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  return {
    update(next) {
      dragged = next;
    },
    destroy() {
      node.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      copy?.remove();
    },
  };
}
