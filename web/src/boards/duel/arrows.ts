/** Arrow keys walk among the buttons of a group: to the nearest one in that direction. */

const AXES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function arrows(node: HTMLElement) {
  const pressed = (event: KeyboardEvent) => {
    const axis = AXES[event.key];
    const from = document.activeElement;
    if (!axis || !from || event.ctrlKey || event.altKey || event.metaKey || !node.contains(from)) return;
    const buttons = [...node.querySelectorAll<HTMLElement>("button:not(:disabled, [tabindex='-1'])")];
    if (!buttons.includes(from as HTMLElement)) return;
    // The page's own arrow keys walk through the game: not from here.
    event.preventDefault();
    event.stopPropagation();
    nearest(from, buttons, axis)?.focus();
  };
  node.addEventListener("keydown", pressed);
  return { destroy: () => node.removeEventListener("keydown", pressed) };
}

function nearest(from: Element, buttons: HTMLElement[], [across, down]: readonly [number, number]): HTMLElement | undefined {
  const [x, y] = middle(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const button of buttons) {
    if (button === from) continue;
    const [bx, by] = middle(button);
    const ahead = (bx - x) * across + (by - y) * down;
    const aside = Math.abs((bx - x) * down) + Math.abs((by - y) * across);
    if (ahead > 1 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = button;
    }
  }
  return best;
}

function middle(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
