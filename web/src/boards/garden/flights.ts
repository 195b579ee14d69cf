/** Which pieces travel between two positions: what left the display, the storages and the bag, and where it lies now. */

import type { GardenBoard, GardenPlayer } from "../../api/types";

export interface Route {
  from: string;
  to: string;
}

/** The pictures of all places, to be copied: a flying piece looks as it lay. */
export function piecesAt(root: Element): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-place]")) {
    const picture = element instanceof SVGElement ? element : element.querySelector("svg");
    if (picture) found.set(element.dataset["place"] ?? "", picture.cloneNode(true) as Element);
  }
  return found;
}

/** What is in `one` and not in `other`, counted. */
function without(one: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return one.filter((piece) => {
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const pieces = (player: GardenPlayer): string[] => [
  ...player.storage.map(({ piece }) => piece),
  ...Array.from({ length: player.jokers }, () => "j"),
];
const lying = (board: GardenBoard): { at: string; piece: string }[] =>
  board.display.flatMap(({ id, tiles, face }) => [
    ...tiles.map((hex) => ({ at: `${id}-${hex}`, piece: hex })),
    ...(face ? [{ at: `${id}-${face}`, piece: `e${face}` }] : []),
  ]);

/** The routes of all pieces that lie elsewhere now, as addresses of places. */
export function flightsBetween(before: GardenBoard, after: GardenBoard): Route[] {
  const routes: Route[] = [];
  const shown = lying(before);
  const now = lying(after);
  const gone = without(
    shown.map(({ at }) => at),
    now.map(({ at }) => at),
  );
  const leave = (piece: string): string | undefined => {
    const from = gone.find((at) => shown.some((one) => one.at === at && one.piece === piece));
    if (from) gone.splice(gone.indexOf(from), 1);
    return from;
  };
  after.players.forEach((player, seat) => {
    const last = before.players[seat];
    if (!last) return;
    for (const piece of without(pieces(player), pieces(last))) {
      const from = piece === "j" ? undefined : leave(piece);
      if (from) routes.push({ from, to: `store-${seat}-${piece}` });
    }
    const planted = player.hexes.filter(({ space }) => !last.hexes.some((one) => one.space === space));
    const given = without(pieces(last), pieces(player));
    for (const { space, hex, printed } of planted) {
      const piece = printed ? `e${hex}` : hex;
      const at = given.indexOf(piece);
      if (at >= 0) given.splice(at, 1);
      routes.push({ from: `store-${seat}-${piece}`, to: `garden-${seat}-${space}` });
    }
    routes.push(...given.map((piece) => ({ from: `store-${seat}-${piece}`, to: "tower" })));
    if (before.marker === null && after.marker === seat) routes.push({ from: "marker", to: `marker-${seat}` });
  });
  // The rest of the display: moved aside with their expansion, or new from the bag.
  for (const { at, piece } of now) {
    if (shown.some((one) => one.at === at) || piece.startsWith("e")) continue;
    const moved = leave(piece);
    routes.push({ from: moved ?? "bag", to: at });
  }
  return routes;
}
