/** Pieces that travel: they fly over the page from place to place as the server's transfers say, and nothing waits for them. */

import { mount, tick, unmount, type Component } from "svelte";
import type { EventLine, PiecePlace, MovedPieces } from "../api/types";
import { duration } from "../settings/settings.svelte";
import { placeName } from "./places";
import type { PieceProps } from "./props";

/** The way of one piece: what it looks like, and what it is called where it lands. */
export interface Leg {
  piece: string;
  origin: PiecePlace;
  target: PiecePlace;
  lands: string;
}

type Spots = ReadonlyMap<string, DOMRect>;

const USUAL = 280;
/** Pixels: no piece is larger, though the place that it leaves or comes to may be. */
const [LARGEST, LARGEST_ON_A_PHONE] = [56, 40];

/** Let the pieces of some events fly. Called before the board changes: they start where they lie now. */
export function travel(events: readonly EventLine[], Piece: Component<PieceProps>): void {
  const transfers = events.flatMap(({ transfers = [], steps = [] }) => [
    ...transfers,
    ...steps.flatMap((step) => step.transfers ?? []),
  ]);
  const time = duration(USUAL);
  if (!time || document.hidden || !transfers.length) return;
  const before = spots();
  void tick().then(() => {
    const after = spots();
    let index = 0;
    for (const { piece, origin, target, lands } of legsOf(transfers, (place, name) => Boolean(spot(after, place, name)))) {
      const [start, end] = [spot(before, origin, piece), spot(after, target, lands)];
      if (start && end) fly(start, end, time, index++ * time * 0.08, (target) => mount(Piece, { target, props: { name: piece, origin } }));
    }
  });
}

/** The ways of all pieces. One that goes out of sight comes into view again where it is moved on from there. */
export function legsOf(transfers: readonly MovedPieces[], seen: (place: PiecePlace, piece: string) => boolean): Leg[] {
  const legs: Leg[] = [];
  let unseen: Leg[] = [];
  for (const { piece, count, origin, target } of transfers) {
    for (let number = 0; number < count; number++) {
      const there = unseen.filter((leg) => placeName(leg.target) === placeName(origin));
      // What was turned over in between is called otherwise, but it is the same.
      const before = there.find(({ lands }) => lands === piece) ?? there[0];
      unseen = unseen.filter((leg) => leg !== before);
      const leg = { piece, origin, ...before, target, lands: piece };
      if (!seen(target, piece)) unseen.push(leg);
      else if (placeName(leg.origin) !== placeName(target)) legs.push(leg);
    }
  }
  return legs;
}

/** Where every place of the page is now. */
function spots(): Spots {
  const found = new Map<string, DOMRect>();
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>("main [data-place]")) {
    const box = element.getBoundingClientRect();
    if (box.width) found.set(element.dataset["place"] ?? "", box);
  }
  return found;
}

function spot(found: Spots, place: PiecePlace, piece: string): DOMRect | undefined {
  return found.get(placeName(place, piece)) ?? found.get(placeName(place));
}

function fly(start: DOMRect, end: DOMRect, time: number, delay: number, draw: (target: Element) => object): void {
  const largest = innerWidth < 640 ? LARGEST_ON_A_PHONE : LARGEST;
  const size = Math.min(start.width, start.height, largest);
  const flying = document.createElement("div");
  Object.assign(flying.style, {
    position: "fixed",
    left: `${start.left + start.width / 2 - size / 2}px`,
    top: `${start.top + start.height / 2 - size / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
    zIndex: "50",
    pointerEvents: "none",
  });
  flying.setAttribute("aria-hidden", "true");
  const drawn = draw(flying);
  document.body.append(flying);
  const x = end.left + end.width / 2 - (start.left + start.width / 2);
  const y = end.top + end.height / 2 - (start.top + start.height / 2);
  const scale = Math.min(end.width, end.height, largest) / size;
  const flight = flying.animate(
    [
      { transform: "none" },
      { transform: `translate(${x / 2}px, ${y / 2 - 24}px) scale(${(1 + scale) / 2 + 0.08})`, offset: 0.5 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})` },
    ],
    { duration: time, delay, easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "both" },
  );
  const over = () => {
    void unmount(drawn);
    flying.remove();
  };
  flight.finished.then(over, over);
}
