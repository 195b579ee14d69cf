/** The ways of pieces between places, as transfers tell them. */

import { describe, expect, it } from "vitest";
import type { PiecePlace, MovedPieces } from "../src/api/types";
import { placeName } from "../src/boards/places";
import { legsOf } from "../src/boards/travel";

const sun: PiecePlace = { kind: "sun", which: "l" };
const hand: PiecePlace = { kind: "hand", seat: 1 };
const line: PiecePlace = { kind: "line", which: 3, seat: 1 };
const tower: PiecePlace = { kind: "tower" };

const flown = (transfers: MovedPieces[], ...unseen: PiecePlace[]) =>
  legsOf(transfers, (place) => !unseen.includes(place)).map(
    ({ piece, origin, target }) => `${piece}: ${placeName(origin)} > ${placeName(target)}`,
  );

describe("a place", () => {
  it("is named by its kind, whose and which it is, and the piece that lies there", () => {
    expect(placeName({ kind: "bag" })).toBe("bag");
    expect(placeName(sun, "B")).toBe("sun-l-B");
    expect(placeName({ kind: "wall", which: 0, seat: 0 })).toBe("wall-0-0");
    expect(placeName({ kind: "marker", which: null, seat: null })).toBe("marker");
  });
});

describe("pieces", () => {
  it("fly one by one from where they lay to where they are", () => {
    expect(flown([{ piece: "B", count: 2, origin: sun, target: line }])).toEqual(["B: sun-l > line-1-3", "B: sun-l > line-1-3"]);
  });
  it("stop where they can be seen", () => {
    const taken = { piece: "B", count: 1, origin: sun, target: hand };
    const put = { piece: "B", count: 1, origin: hand, target: line };
    expect(flown([taken, put])).toEqual(["B: sun-l > hand-1", "B: hand-1 > line-1-3"]);
  });
  it("fly on from where nobody sees them", () => {
    const taken = { piece: "B", count: 2, origin: sun, target: hand };
    const put = { piece: "B", count: 1, origin: hand, target: line };
    const broken = { piece: "B", count: 1, origin: hand, target: tower };
    expect(flown([taken, put, broken], hand)).toEqual(["B: sun-l > line-1-3", "B: sun-l > tower"]);
    expect(flown([taken, put, broken], hand, tower)).toEqual(["B: sun-l > line-1-3"]);
  });
  it("look as they lay, though they were turned over on the way", () => {
    const pile: PiecePlace = { kind: "pile" };
    const space: PiecePlace = { kind: "space", which: 5, seat: 1 };
    const drawn = { piece: "joker", count: 1, origin: pile, target: hand };
    const placed = { piece: "TRBJ", count: 1, origin: hand, target: space };
    expect(flown([drawn, placed], hand)).toEqual(["joker: pile > space-1-5"]);
    expect(flown([drawn, { ...placed, target: pile }], hand)).toEqual([]);
  });
});
