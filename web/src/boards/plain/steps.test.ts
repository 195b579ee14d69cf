import { describe, expect, it } from "vitest";
import type { Legal } from "../choice.svelte";
import { waysOn } from "./steps";

const legal = (move: string, parts: { kind: string } & Record<string, unknown>): Legal => ({
  move,
  parts,
  effect: {},
  said: { key: move },
});
const ways = (...moves: Legal[]) => waysOn(moves).map(({ label, adds, moves: left }) => [label, adds, left.map(({ move }) => move)]);

describe("the ways to go on", () => {
  const takes = [legal("t1", { count: 1, kind: "take" }), legal("t2", { count: 2, kind: "take" })];
  const card = legal("c4", { value: 4, kind: "card" });
  it("are the kinds first", () => {
    expect(ways(...takes, card)).toEqual([
      ["take", { kind: "take" }, ["t1", "t2"]],
      ["card", { kind: "card" }, ["c4"]],
    ]);
  });
  it("are the values of the first part in which the moves differ", () => {
    expect(ways(...takes)).toEqual([
      ["1", { count: 1 }, ["t1"]],
      ["2", { count: 2 }, ["t2"]],
    ]);
  });
  it("are one move, if it is the only one", () => {
    expect(ways(card)).toEqual([["card", { kind: "card" }, ["c4"]]]);
    expect(ways()).toEqual([]);
  });
  it("tell lists and nothing apart", () => {
    expect(ways(legal("a", { kind: "x", at: null }), legal("b", { kind: "x", at: ["K", "Y"] }))).toEqual([
      ["–", { at: null }, ["a"]],
      ["K Y", { at: ["K", "Y"] }, ["b"]],
    ]);
  });
});
