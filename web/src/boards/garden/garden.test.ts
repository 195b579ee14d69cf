/** The pure functions of the board: outlines, payments, and a proposal that is typed over. */

import { describe, expect, it, vi } from "vitest";
import { Choice } from "../choice.svelte";
import { Moves } from "../moves";
import { boxOf, middle, outline, PLATE } from "./layout";
import { instead, withLess, withMore } from "./payment";
import type { Garden } from "./pieces";
import type { Payment } from "./types";

const lines = (path: string) => path.split("Z").filter(Boolean);
const corners = (path: string) => path.split(/[ML]/).filter(Boolean).length;

describe("an outline", () => {
  it("goes once round hexagons that touch", () => {
    const pair = outline([middle([0, 0]), middle([1, 0])]);
    expect(lines(pair)).toHaveLength(1);
    expect(corners(pair)).toBe(10);
    expect(corners(outline(PLATE.map(middle)))).toBe(18);
  });
  it("goes round a hole as well", () => {
    expect(lines(outline(PLATE.slice(1).map(middle)))).toHaveLength(2);
  });
  it("goes round each of two that do not touch", () => {
    expect(lines(outline([middle([0, 0]), middle([3, 0])]))).toHaveLength(2);
  });
  it("drawn inside lies inside", () => {
    const numbers = (outline([middle([0, 0])], 3).match(/-?\d+\.\d+/g) ?? []).map(Number);
    expect(Math.max(...numbers.map(Math.abs))).toBeCloseTo(20 - 3 / 0.866, 1);
  });
  it("of seven hexagons fits into their box", () => {
    expect(boxOf(PLATE.map(middle))).toMatchObject({ x: -51.96, y: -50, width: 103.92, height: 100 });
  });
});

describe("a payment", () => {
  const listed = ["b3 p3", "b3 m3", "b3 j", "g1 g2", "j j"].map(
    (text): Payment => ({ pieces: text.split(" "), moves: text.split(" ").map((piece) => `d${piece}`) }),
  );
  it("has a piece swapped for another and stays as it is otherwise", () => {
    expect(instead(listed, 0, "p3").toSorted()).toEqual(["g1", "g2", "j", "m3"]);
    expect(withMore(listed, 0, "m3", "p3")).toBe(1);
    expect(withMore(listed, 0, "j", "p3")).toBe(2);
  });
  it("changes as a whole where nothing nearer is listed", () => {
    expect(withMore(listed, 0, "g1")).toBe(3);
  });
  it("lets go of a piece for the nearest that does without, the cheapest of those", () => {
    expect(withLess(listed, 0, "p3")).toBe(1);
    expect(withLess(listed, 4, "j")).toBe(2);
  });
  it("that is the only one cannot be changed", () => {
    expect(instead(listed.slice(0, 1), 0, "b3")).toEqual([]);
    expect(withLess(listed.slice(0, 1), 0, "b3")).toBeNull();
  });
});

describe("a payment that is proposed", () => {
  const made = () => {
    const send = vi.fn(() => Promise.resolve(true));
    const choice = new Choice<Garden>({ send, why: () => undefined, asks: () => false });
    choice.moves = new Moves<Garden["parts"]>([
      { text: "db3", parts: { kind: "give", hex: "b3", expansion: false } },
      { text: "dj", parts: { kind: "give", hex: null, expansion: false } },
    ]);
    choice.offer(["db3", "dj"].map((move) => ({ move, said: { key: "" }, effect: {}, ends_turn: true })));
    return { choice, send };
  };
  it("waits for a confirmation even where moves are sent at once", () => {
    const { choice, send } = made();
    choice.hold("db3", "dp3");
    expect(send).not.toHaveBeenCalled();
    expect(choice.enter()).toBe(true);
    expect(send).toHaveBeenCalledWith(["db3", "dp3"]);
  });
  it("makes way for another one that is typed", async () => {
    const { choice, send } = made();
    choice.hold("db3", "dp3");
    expect(choice.type("d")).toBe(true);
    expect(choice.held).toEqual([]);
    choice.type("j");
    await Promise.resolve();
    await Promise.resolve();
    expect(send).toHaveBeenCalledWith(["dj"]);
  });
});
