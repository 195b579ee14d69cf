/** Choosing a move: picking and putting, typing, holding, confirming. */

import { beforeEach, describe, expect, it } from "vitest";
import type { LegalMove, Sentence } from "../src/api/types";
import { Choice } from "../src/boards/choice.svelte";

const legal = (...moves: string[]): LegalMove[] =>
  moves.map((text) => {
    const move = text.replace("!", "");
    return { move, said: { key: move }, ends_turn: text.endsWith("!") };
  });

let sent: string[][];
let asked: string[];
let asks: boolean;
let arrives: boolean;
let choice: Choice;

beforeEach(() => {
  sent = [];
  asked = [];
  asks = true;
  arrives = true;
  choice = new Choice({
    send: (moves) => {
      sent.push(moves);
      return Promise.resolve(arrives);
    },
    why: (move) => asked.push(move),
    asks: () => asks,
  });
  choice.offer(legal("3b1!", "3b4!", "3b-!", "cw2!"));
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("picking and putting", () => {
  it("offers the destinations of what is picked", () => {
    choice.pick("3b");
    expect(choice.candidates.map(({ move }) => move)).toEqual(["3b1", "3b4", "3b-"]);
    expect(choice.to("4")?.move).toBe("3b4");
    expect(choice.to("2")).toBeUndefined();
  });

  it("holds a move that ends the turn until it is confirmed", async () => {
    choice.pick("3b");
    choice.put("4");
    await settled();
    expect(choice.held).toEqual(["3b4"]);
    expect(sent).toEqual([]);
    await choice.confirm();
    expect(sent).toEqual([["3b4"]]);
    expect(choice.held).toEqual([]);
  });

  it("holds what did not get to the server, to be sent again", async () => {
    arrives = false;
    await choice.play("3b4");
    await choice.confirm();
    expect([choice.held, choice.active]).toEqual([["3b4"], true]);
    choice.offer(legal("3b1!", "3b4!", "3b-!", "cw2!"));
    arrives = true;
    await choice.confirm();
    expect(sent).toEqual([["3b4"], ["3b4"]]);
    expect(choice.held).toEqual([]);
  });

  it("sends at once what need not be confirmed", async () => {
    asks = false;
    choice.pick("3b");
    choice.put("-");
    await settled();
    expect(sent).toEqual([["3b-"]]);
  });

  it("sends a move inside a turn at once", async () => {
    choice.offer(legal("3b", "lb"));
    choice.pick("3b");
    await settled();
    expect(sent).toEqual([["3b"]]);
  });

  it("lets go when the same piece is picked again, and when it is cancelled", () => {
    choice.pick("3b");
    choice.pick("3b");
    expect(choice.picked).toBe("");
    choice.pick("3b");
    choice.cancel();
    expect(choice.picked).toBe("");
  });

  it("asks why a place cannot be chosen", async () => {
    choice.pick("3b");
    choice.put("5");
    await settled();
    expect(asked).toEqual(["3b5"]);
    expect(choice.held).toEqual([]);
    expect(choice.picked).toBe("3b");
  });

  it("keeps what is picked when the same moves are offered again, and not when others are", () => {
    choice.pick("3b");
    choice.offer(legal("3b1!", "3b4!", "3b-!", "cw2!"));
    expect(choice.picked).toBe("3b");
    choice.offer(legal("cw2!"));
    expect(choice.picked).toBe("");
  });
});

describe("typing", () => {
  it("chooses a move letter by letter", async () => {
    expect([choice.type("3"), choice.type("B"), choice.type("4")]).toEqual([true, true, true]);
    await settled();
    expect(choice.held).toEqual(["3b4"]);
    expect(choice.enter()).toBe(true);
    await settled();
    expect(sent).toEqual([["3b4"]]);
  });

  it("takes no letter that no move goes on with", () => {
    choice.type("3");
    expect(choice.type("w")).toBe(false);
    expect(choice.picked).toBe("3");
    expect(choice.back()).toBe(true);
    expect(choice.picked).toBe("");
    expect(choice.back()).toBe(false);
  });

  it("waits for Enter where a whole move could go on", async () => {
    choice.offer(legal("p", "pass!"));
    choice.type("p");
    await settled();
    expect(sent).toEqual([]);
    choice.enter();
    await settled();
    expect(sent).toEqual([["p"]]);
  });
});

describe("a warning", () => {
  const warned = { key: "web.advice.blunder", values: { loss: 30, move: "cw2" } };
  let found: (said: Sentence | null) => void;
  let careful: Choice;

  beforeEach(() => {
    careful = new Choice({
      send: (moves) => {
        sent.push(moves);
        return Promise.resolve(true);
      },
      why: () => undefined,
      asks: () => asks,
      warning: () => new Promise((resolve) => (found = resolve)),
    });
    careful.offer(legal("3b4!", "cw2!"));
  });

  it("holds a move even where none is asked for", async () => {
    asks = false;
    void careful.play("3b4");
    found(warned);
    await settled();
    expect(careful.held).toEqual(["3b4"]);
    expect(careful.warned).toEqual(warned);
    await careful.confirm();
    expect(sent).toEqual([["3b4"]]);
  });

  it("is waited for by somebody who confirms at once", async () => {
    void careful.play("3b4");
    await careful.confirm();
    expect([sent, careful.hasty]).toEqual([[], true]);
    found(warned);
    await settled();
    expect([sent, careful.hasty, careful.warned]).toEqual([[], false, warned]);
  });

  it("that is none lets a confirmed move go", async () => {
    void careful.play("3b4");
    await careful.confirm();
    found(null);
    await settled();
    expect(sent).toEqual([["3b4"]]);
  });

  it("comes too late for a move that was let go", async () => {
    void careful.play("3b4");
    careful.cancel();
    found(warned);
    await settled();
    expect([careful.held, careful.warned]).toEqual([[], null]);
  });
});
