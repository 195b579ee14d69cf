/** On a narrow screen the middle and the boards stand one below the other: what is asked now comes into view by itself. */

import { duration } from "../../settings/settings.svelte";

const NARROW = "(max-width: 56rem)";

/** Bring a part of the board into view, if the screen is narrow and it cannot be seen. */
export function show(part: Element | null | undefined): void {
  if (!part || !matchMedia(NARROW).matches) return;
  const { top, bottom } = part.getBoundingClientRect();
  if (top >= 48 && bottom <= innerHeight * 0.85) return;
  part.scrollIntoView({ block: bottom - top < innerHeight * 0.6 ? "center" : "start", behavior: duration(300) ? "smooth" : "auto" });
}
