import { describe, expect, it } from "vitest";

import { withChanges } from "../src/table/changes";

const board = { round: 1, players: [{ score: 5, lines: [["B"], []] }, { score: 7, lines: [[], []] }] };

describe("a board with changes", () => {
  it("has what they say, and is another one", () => {
    const now = withChanges(board, [
      ["round", 2],
      ["players", 0, "lines", 1, ["R", "R"]],
    ]);
    expect(now).toEqual({ round: 2, players: [{ score: 5, lines: [["B"], ["R", "R"]] }, board.players[1]] });
    expect(board.round).toBe(1);
    expect(board.players[0]?.lines[1]).toEqual([]);
  });

  it("shares what is the same", () => {
    const now = withChanges(board, [["players", 0, "score", 6]]);
    expect(now.players[1]).toBe(board.players[1]);
    expect(now.players[0]?.lines).toBe(board.players[0]?.lines);
  });

  it("is the same without any", () => {
    expect(withChanges(board, [])).toBe(board);
  });
});
