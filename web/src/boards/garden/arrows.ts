/** Arrow keys inside a group of buttons: the nearest one in that direction gets the focus. */

const WAYS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

export function arrows(node: HTMLElement): { destroy(): void } {
  const pressed = (event: KeyboardEvent) => {
    const way = WAYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLButtonElement)) return;
    const here = middleOf(event.target);
    let best: HTMLButtonElement | null = null;
    let least = Infinity;
    for (const button of node.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")) {
      const there = middleOf(button);
      const [x, y] = [there.x - here.x, there.y - here.y];
      const along = x * way[0] + y * way[1];
      const aside = Math.abs(x * way[1] - y * way[0]);
      if (button === event.target || along < 4 || aside > along * 2) continue;
      if (along + aside * 2 < least) [best, least] = [button, along + aside * 2];
    }
    if (best) {
      best.focus();
      event.preventDefault();
      event.stopPropagation();
    }
  };
  node.addEventListener("keydown", pressed);
  return { destroy: () => node.removeEventListener("keydown", pressed) };
}

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
