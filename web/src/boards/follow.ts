/**
 * What is asked for now comes into view by itself. Every board says what can be chosen: `data-asked="from"` is a piece to be
 * picked, `data-asked="to"` a place where it can go. Bars that stick to the edges of the screen hide nothing of it.
 */

import { duration } from "../settings/settings.svelte";

/** What may stick to an edge: the head of the page, the card of a lesson, the strip and the bar below. */
const BARS = "header:not(main *), [data-bar], main .bottom";
const MARGIN = 10;
/** How much of what lies around is shown, too, where there is room. */
const AROUND = 72;

/** How much of the screen pieces may fill that are all brought into view. */
const LARGE = 0.8;

/** The part of the screen that no bar covers, and where it begins once the page is scrolled. */
export interface Area {
  top: number;
  bottom: number;
  stuck: number;
}

/** How far to scroll so that what lies between `top` and `bottom` can be seen; nothing if it cannot be seen as a whole. */
export function distance({ top, bottom }: { top: number; bottom: number }, area: Area): number | null {
  if (top >= area.top && bottom <= area.bottom) return 0;
  if (bottom - top > area.bottom - area.stuck) return null;
  const room = area.bottom - area.stuck - (bottom - top);
  const around = Math.min(AROUND, room / 2);
  return top < area.top ? Math.min(0, top - area.stuck - around) : bottom - area.bottom + around;
}

/** The bars that stick to an edge of the screen. */
export function bars(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(BARS)].filter((bar) => getComputedStyle(bar).position === "sticky");
}

function free(): Area {
  const area: Area = { top: 0, bottom: innerHeight, stuck: 0 };
  for (const bar of bars()) {
    const { top, bottom, height } = bar.getBoundingClientRect();
    if (!height) continue;
    if (getComputedStyle(bar).top === "auto") area.bottom = Math.min(area.bottom, top);
    else {
      area.top = Math.max(area.top, bottom);
      area.stuck = Math.max(area.stuck, height);
    }
  }
  return area;
}

/** Scroll to what is asked for, unless it can be seen already. */
export function follow(): void {
  const root = document.documentElement;
  const area = free();
  // Whatever the browser scrolls to by itself, such as the focus, stays clear of the bars as well.
  root.style.scrollPaddingTop = `${area.stuck + MARGIN}px`;
  root.style.scrollPaddingBottom = `${innerHeight - area.bottom + MARGIN}px`;
  const to = document.querySelectorAll('[data-asked="to"]');
  const asked = [...(to.length ? to : document.querySelectorAll('[data-asked="from"]'))];
  const boxes = asked.map((element) => element.getBoundingClientRect()).filter(({ width }) => width);
  if (!boxes.length) return;
  const whole = { top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)) };
  const large = !to.length && whole.bottom - whole.top > LARGE * (area.bottom - area.stuck);
  let by = large ? null : distance(whole, area);
  if (by === null) {
    // Too much for one screen, or pieces all over the table: some of it is enough.
    const far = boxes.map((box) => distance(box, area)).filter((one) => one !== null);
    by = far.reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least), far[0] ?? 0);
  }
  if (by) scrollBy({ top: by, behavior: duration(300) ? "smooth" : "auto" });
}

/** Give the page back as it was. */
export function unfollow(): void {
  document.documentElement.style.removeProperty("scroll-padding-top");
  document.documentElement.style.removeProperty("scroll-padding-bottom");
}
