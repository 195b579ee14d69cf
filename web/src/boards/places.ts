/** Where pieces lie: the names of places on the page. */

import type { Place } from "../api/types";

/** What `data-place` says at a place; with a piece, where exactly that one lies there. */
export function placeName({ kind, which, seat }: Place, piece?: string): string {
  return [kind, seat, which, piece].filter((part) => part !== null && part !== undefined).join("-");
}
