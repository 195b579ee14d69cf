import { describe, expect, it } from "vitest";

import type { Board, Changes } from "../src/api/types";
import { changed, lengthened } from "../src/table/changes";

const board = { round: 1, players: [{ score: 5, lines: [["B"], []] }, { score: 7, lines: [[], []] }] };

describe("a board with changes", () => {
  it("has what they say behind its keys and indices, and is another one", () => {
    const now = changed(board, { round: 2, players: { "0": { lines: { "1": [["R", "R"]] } } } });
    expect(now).toEqual({ round: 2, players: [{ score: 5, lines: [["B"], ["R", "R"]] }, board.players[1]] });
    expect(board.round).toBe(1);
    expect(board.players[0]?.lines[1]).toEqual([]);
  });

  it("shares what is the same", () => {
    const now = changed(board, { players: { "0": { score: 6 } } });
    expect(now.players[1]).toBe(board.players[1]);
    expect(now.players[0]?.lines).toBe(board.players[0]?.lines);
  });

  it("is the same without any", () => {
    expect(changed(board, {})).toBe(board);
  });

  it("has keys that are new, and not those that are gone", () => {
    const tiles: Record<string, unknown> = { B: 1, Y: 2 };
    expect(changed(tiles, { B: [], R: 4, K: [{ count: null }] })).toEqual({ Y: 2, R: 4, K: { count: null } });
    expect(changed(tiles, [{}])).toEqual({});
  });

  it("has other entries where some of a list made room", () => {
    const floor: unknown[] = ["R", "K"];
    expect(changed(floor, [1, 1, "W", ["Y"]])).toEqual(["R", "W", ["Y"]]);
    expect(changed(floor, [0, 1])).toEqual(["K"]);
    expect(changed(floor, [2, 0, null])).toEqual(["R", "K", null]);
  });
});

describe("what is told in short", () => {
  const kept = { game: "azul", viewer: null, turn: 0, round: 1 } as unknown as Board;
  const short: Changes = {
    type: "changes",
    after: 7,
    number: 9,
    turn: 1,
    scores: [0, 4],
    events: [
      [{ move: "2w1", seat: 0 }, 5.5, { $: "take", tiles: { $: "white", count: 2 }, rest: [{ $: "rest" }, "x"] }, [["W", 2, ["source", "2"], ["floor", null, 0]]]],
      [{ move: "3b1", seat: 1 }, 6, { $: "take" }, [], [["tile", 1, 4, 4, [[0, 1]], [], { line: 2 }]]],
    ],
    changes: { turn: 1 },
  };

  it("says the same at length", () => {
    const update = lengthened(short, "t", "azul", kept);
    expect(update?.board).toEqual({ ...kept, turn: 1 });
    expect(update?.events[0]).toEqual({
      number: 7,
      event: { move: "2w1", seat: 0 },
      at: 5.5,
      said: { key: "take", values: { tiles: { key: "white", values: { count: 2 } }, rest: [{ key: "rest", values: {} }, "x"] } },
      transfers: [{ piece: "W", count: 2, origin: { kind: "source", which: "2", seat: null }, target: { kind: "floor", which: null, seat: 0 } }],
      steps: [],
    });
    expect(update?.events[1]?.number).toBe(8);
    expect(update?.events[1]?.steps).toEqual([
      { kind: "tile", seat: 1, points: 4, total: 4, where: [[0, 1]], transfers: [], said: { key: "azul.scoring.tile", values: { line: 2 } } },
    ]);
  });

  it("is nothing without the board that it is about", () => {
    expect(lengthened(short, "t", "azul", null)).toBeNull();
    expect(lengthened({ ...short, board: kept }, "t", "azul", null)?.board).toBe(kept);
  });
});
