/** The boards by game; each is fetched when its table is opened. */

import type { BoardParts } from "./props";

const FOUND = import.meta.glob<{ default: BoardParts }>("./{azul,duel,garden}/index.ts");

/** The parts of a game's board; those of any other game, or of one without a picture, are drawn with characters. */
export async function boardParts(game: string): Promise<BoardParts> {
  const load = FOUND[`./${game}/index.ts`];
  return (load ? await load() : await import("./text/index")).default;
}
