/** What has changed on a board, as the server tells it. */

import { describe, expect, it } from "vitest";
import { changed } from "./changes";

describe("a change", () => {
  const before = { turn: 0, floor: ["R", "K"], tiles: { B: 1, Y: 2 }, players: [{ score: 3, wall: [null, "B"] }, { score: 4, wall: [] }] };

  it("leads inside by keys and indices, and shares what it does not touch", () => {
    const after = changed(before, { turn: 1, players: { "0": { score: 5, wall: { "0": "W" } } } });
    expect(after).toEqual({ ...before, turn: 1, players: [{ score: 5, wall: ["W", "B"] }, before.players[1]] });
    expect(after.players[1]).toBe(before.players[1]);
    expect(before.players[0]!.wall).toEqual([null, "B"]);
  });

  it("takes away and adds keys, and replaces whole values", () => {
    expect(changed(before, { tiles: { B: [], R: 4 }, floor: [[]], players: { "1": [{ score: 0, wall: [] }] } })).toEqual({
      ...before,
      tiles: { Y: 2, R: 4 },
      floor: [],
      players: [before.players[0], { score: 0, wall: [] }],
    });
  });

  it("lets entries of a list make room for others", () => {
    expect(changed(before, { floor: [1, 1, "W", ["Y"]] }).floor).toEqual(["R", "W", ["Y"]]);
    expect(changed(before, { floor: [0, 1] }).floor).toEqual(["K"]);
    expect(changed(before, { floor: [2, 0, null] }).floor).toEqual(["R", "K", null]);
  });
});
