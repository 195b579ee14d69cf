import { describe, expect, it } from "vitest";
import type { DuelBoard, EventLine } from "../../api/types";
import type { Mark } from "../props";
import { legsOf } from "./flights";
import { markAt, markRank, spotOf } from "./spots";

describe("spots", () => {
  it("tells the moves of the notation apart", () => {
    const texts = ["3b", "lb", "mb", "p2", "d", "c1", "cbr", "cb", "4", "-", "5n", "24", "skyr", "k2", "u12", ".", "pass"];
    expect(texts.map(spotOf)).toEqual([
      "sun-3-b",
      "sun-l-b",
      "moon-b",
      "display-2",
      "pile",
      "chip-1",
      "store-br",
      "store-b",
      "line-4",
      "broken",
      "space-5",
      "cell-2-4",
      "stack",
      "drawn-2",
      "drawn-12",
      null,
      null,
    ]);
  });

  it("finds marks on the right board, hints before the last turn", () => {
    const last: Mark = { kind: "last", move: "4", seat: 1, rank: 2 };
    const hint: Mark = { kind: "hint", move: "4", seat: 0, rank: 3 };
    const took: Mark = { kind: "last", move: "3b", seat: 1, rank: 1 };
    const marks = [took, last, hint];
    expect(markAt(marks, "line-4", 1)).toBe(last);
    expect(markAt(marks, "line-4", 0)).toBe(hint);
    expect(markAt(marks, "line-5", 0)).toBeUndefined();
    expect(markAt(marks, "sun-3")).toBe(took);
    expect([markRank(last), markRank(hint)]).toEqual([null, 3]);
  });
});

describe("flights", () => {
  const board = {
    picked: null,
    placing: null,
    stacking: null,
    display: [{ name: "YKTS" }, null, null],
    factories: [
      { id: "l", sun: ["B", "B", "Y"], moon: ["T"], chip: null },
      { id: "1", sun: [], moon: ["B", "T"], chip: "?" },
    ],
    players: [{ lines: [{ colour: "R" }] }, { lines: [] }],
  } as unknown as DuelBoard;
  const turn = (seat: number, ...moves: string[]) =>
    moves.map((move, number): EventLine => ({ number, at: 0, event: { seat, move } }));

  it("takes what was picked straight to its line when a whole turn is told", () => {
    const legs = legsOf(board, turn(1, "lb", "3"));
    expect(legs.filter(({ to }) => to === "line-1-3")).toHaveLength(2);
    expect(legs.filter(({ to }) => to === "moon-l-Y")).toHaveLength(1);
  });

  it("takes the tops of all moons", () => {
    expect(legsOf(board, turn(0, "mt")).map(({ from, to }) => [from[0], to])).toEqual([
      ["moon-l-T", "hand"],
      ["moon-1-T", "hand"],
    ]);
  });

  it("moves plates, and tiles that are scored", () => {
    expect(legsOf(board, turn(0, "p1", "5n"))).toEqual([{ kind: "plate", what: "YKTS", from: ["display-1"], to: "space-0-5" }]);
    const steps = [{ kind: "tile", seat: 0, points: 1, total: 6, where: [[0, 2]] as [number, number][] }];
    expect(legsOf(board, [{ number: 0, at: 0, event: { seat: 0, move: "." }, steps }])).toEqual([
      { kind: "tile", what: "R", from: ["line-0-1"], to: "cell-0-1-3" },
    ]);
  });
});
