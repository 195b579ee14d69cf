/** Where pieces lie: the names of places on the page. */

import type { PiecePlace } from "../api/types";

/** What `data-place` says at a place; with a piece, where exactly that one lies there. */
export function placeName({ kind, which, seat }: PiecePlace, piece?: string): string {
  return [kind, seat, which, piece].filter((part) => part !== null && part !== undefined).join("-");
}
