/** Arrow keys inside a group: the focus goes to the nearest button in that direction. */

const STEPS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const BUTTONS = "button:not(:disabled, [tabindex='-1'])";
/** Pixels: a button that lies no further ahead than this stands beside the other, not before it. */
const AHEAD = 4;

export function arrows(group: HTMLElement): { destroy(): void } {
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const from = event.target instanceof Element ? event.target.closest("button") : null;
    if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    // The page's own arrow keys walk through the game: not from here.
    event.preventDefault();
    event.stopPropagation();
    nearest(from, group.querySelectorAll<HTMLElement>(BUTTONS), step)?.focus();
  };
  group.addEventListener("keydown", walk);
  return { destroy: () => group.removeEventListener("keydown", walk) };
}

function nearest(
  from: Element,
  buttons: Iterable<HTMLElement>,
  [across, down]: readonly [number, number],
): HTMLElement | undefined {
  const [x, y] = middle(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const button of buttons) {
    const [otherX, otherY] = middle(button);
    const ahead = (otherX - x) * across + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * across);
    const far = ahead + 2 * aside;
    if (button !== from && ahead > AHEAD && far < least) [best, least] = [button, far];
  }
  return best;
}

function middle(element: Element): [x: number, y: number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
