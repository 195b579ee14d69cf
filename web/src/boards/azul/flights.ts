/** What flies when the position changes: tiles from a factory to a line, from a line to the wall, from the bag to the factories. */

import type { AzulBoard, EventLine } from "../../api/types";
import type { Flight } from "../travel";
import { outcomeOf, piles, takeOf, type Colour } from "./pieces";

type Sample = (piece: Colour | "*") => Element | null;

/** The flights of some events, between the board as it was and as it is. */
export function flights(before: AzulBoard, board: AzulBoard, news: EventLine[], sample: Sample): Flight[] {
  const found: Flight[] = [];
  const fly = (piece: Colour | "*", from: string, to: string, times = 1) => {
    const copy = sample(piece);
    for (let time = 0; copy && time < times; time++) found.push({ from, to, piece: copy });
  };
  for (const { event, said, steps = [] } of news) {
    const move = typeof event["move"] === "string" ? event["move"] : "";
    const take = takeOf(move);
    const outcome = outcomeOf(move, said);
    if (take && outcome) {
      const seat = Number(event["seat"]);
      const from = take.source === "c" ? "centre" : `factory-${take.source}`;
      if (outcome.marker) fly("*", "marker", `floor-${seat}`);
      fly(take.colour, `${from}-${take.colour}`, `line-${seat}-${take.to}`, outcome.taken - outcome.fallen);
      fly(take.colour, `${from}-${take.colour}`, `floor-${seat}`, outcome.fallen);
      const left = before.factories.find(({ id }) => id === take.source)?.tiles ?? {};
      for (const { colour, count } of piles(left)) {
        if (colour !== take.colour) fly(colour, `${from}-${colour}`, `centre-${colour}`, count);
      }
    }
    for (const step of steps) {
      const cell = step.kind === "tile" ? step.where?.[0] : undefined;
      const colour = cell && board.players[step.seat]?.wall[cell[0]]?.[cell[1]];
      if (cell && colour) fly(colour, `line-${step.seat}-${cell[0] + 1}`, `wall-${step.seat}-${cell[0]}-${cell[1]}`);
    }
    if ("draw" in event) {
      for (const { id, tiles } of board.factories) {
        for (const { colour, count } of piles(tiles)) fly(colour, "bag", `factory-${id}-${colour}`, count);
      }
    }
  }
  return found;
}
