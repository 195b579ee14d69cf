/** Arrow keys inside a group: the focus goes to the nearest button in that direction. */

const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function middle(element: Element): [x: number, y: number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

export function arrows(root: HTMLElement): { destroy(): void } {
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const from = event.target instanceof Element ? event.target.closest("button") : null;
    if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    const [x, y] = middle(from);
    let best: { button: HTMLElement; far: number } | null = null;
    for (const button of root.querySelectorAll<HTMLElement>("button:enabled")) {
      const [otherX, otherY] = middle(button);
      const along = (otherX - x) * step[0] + (otherY - y) * step[1];
      const aside = Math.abs((otherX - x) * step[1]) + Math.abs((otherY - y) * step[0]);
      const far = along + 2 * aside;
      if (button !== from && along > 4 && (!best || far < best.far)) best = { button, far };
    }
    event.preventDefault();
    best?.button.focus();
  };
  root.addEventListener("keydown", walk);
  return { destroy: () => root.removeEventListener("keydown", walk) };
}
