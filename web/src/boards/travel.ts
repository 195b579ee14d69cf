/** Pieces that travel: copies of pictures fly over the page from one place to another, and nothing waits for them. */

import { duration } from "../settings/settings.svelte";

export interface Flight {
  /** The `data-place` where it starts. */
  from: string;
  /** The `data-place` where it lands. */
  to: string;
  /** What flies: a piece's element, remembered before the position changed. */
  piece: Element;
}

const USUAL = 280;
/** Pixels: no piece is larger, though the place that it leaves or comes to may be. */
const [LARGEST, LARGEST_ON_A_PHONE] = [56, 40];

/** Where every place of a board is now, so that pieces can start there after the board has changed. */
export function places(root: Element): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-place]")) {
    found.set(element.dataset["place"] ?? "", element.getBoundingClientRect());
  }
  return found;
}

/** Let pieces fly. `before` are the places as they were; where a piece lands is looked up on the board as it is. */
export function travel(root: Element, before: Map<string, DOMRect>, flights: Flight[]): void {
  const time = duration(USUAL);
  if (!time || document.hidden) return;
  const largest = innerWidth < 640 ? LARGEST_ON_A_PHONE : LARGEST;
  flights.forEach(({ from, to, piece }, index) => {
    const start = before.get(from);
    const end = root.querySelector(`[data-place="${CSS.escape(to)}"]`)?.getBoundingClientRect();
    if (!start || !end || !start.width || !end.width) return;
    const copy = piece.cloneNode(true) as HTMLElement;
    const size = Math.min(start.width, start.height, largest);
    Object.assign(copy.style, {
      position: "fixed",
      left: `${start.left + start.width / 2 - size / 2}px`,
      top: `${start.top + start.height / 2 - size / 2}px`,
      width: `${size}px`,
      height: `${size}px`,
      zIndex: "50",
      pointerEvents: "none",
      margin: "0",
    });
    copy.setAttribute("aria-hidden", "true");
    document.body.append(copy);
    const x = end.left + end.width / 2 - (start.left + start.width / 2);
    const y = end.top + end.height / 2 - (start.top + start.height / 2);
    const scale = Math.min(end.width, end.height, largest) / size;
    const flight = copy.animate(
      [
        { transform: "none" },
        { transform: `translate(${x / 2}px, ${y / 2 - 24}px) scale(${(1 + scale) / 2 + 0.08})`, offset: 0.5 },
        { transform: `translate(${x}px, ${y}px) scale(${scale})` },
      ],
      { duration: time, delay: index * time * 0.08, easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "both" },
    );
    flight.finished.finally(() => copy.remove()).catch(() => undefined);
  });
}
