/** Choosing a move: picking and putting, typing, holding, confirming. */

import { beforeEach, describe, expect, it } from "vitest";
import type { LegalMove, Sentence } from "../src/api/types";
import { Choice } from "../src/boards/choice.svelte";
import { Moves } from "../src/boards/moves";
import type { Game } from "../src/boards/props";

interface Take {
  kind: "take";
  source: string;
  colour: string;
  line: number | null;
}
interface Stack {
  kind: "stack";
  order: string[];
}
interface Pass {
  kind: "pass" | "p";
}
/** A game of tiles: `3b4` takes blue ones from 3 to line 4, `sky` stacks black and yellow. */
interface Tiles extends Game {
  parts: Take | Stack | Pass;
}
const LINES = [1, 2, 3, 4, 5, null];
const ORDERS = ["ky", "kr", "kyr", "kry", "yk"].map((text) => ({ text: `s${text}`, parts: { kind: "stack" as const, order: [...text] } }));
const MOVES = new Moves<Tiles["parts"]>([
  ...["3", "c"].flatMap((source) =>
    ["b", "w"].flatMap((colour) =>
      LINES.map((line) => ({ text: `${source}${colour}${line ?? "-"}`, parts: { kind: "take" as const, source, colour, line } })),
    ),
  ),
  ...ORDERS,
  { text: "p", parts: { kind: "p" } },
  { text: "pass", parts: { kind: "pass" } },
]);
const BLUE = { kind: "take", source: "3", colour: "b" } as const;

const legal = (...moves: string[]): LegalMove[] =>
  moves.map((text) => {
    const move = text.replace("!", "");
    return { move, said: { key: move }, effect: {}, ends_turn: text.endsWith("!") };
  });

let sent: string[][];
let asked: string[];
let asks: boolean;
let arrives: boolean;
let choice: Choice<Tiles>;

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
  choice.moves = MOVES;
  choice.offer(legal("3b1!", "3b4!", "3b-!", "cw2!"));
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("picking and putting", () => {
  it("offers the destinations of what is picked", () => {
    choice.pick(BLUE);
    expect(choice.candidates.map(({ move }) => move)).toEqual(["3b1", "3b4", "3b-"]);
    expect([choice.picked, choice.typed]).toEqual([BLUE, "3b"]);
    expect(choice.find({ ...BLUE, line: 4 })?.move).toBe("3b4");
    expect(choice.find({ ...BLUE, line: 2 })).toBeUndefined();
    expect(choice.find({ ...BLUE, line: null })?.move).toBe("3b-");
  });

  it("holds a move that ends the turn until it is confirmed", async () => {
    choice.pick(BLUE);
    choice.put({ line: 4 });
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
    choice.pick(BLUE);
    choice.put({ line: null });
    await settled();
    expect(sent).toEqual([["3b-"]]);
  });

  it("sends a move inside a turn at once, if what is picked says all of it", async () => {
    choice.offer(legal("p", "3b1"));
    choice.pick(BLUE);
    await settled();
    expect([sent, choice.begun]).toEqual([[], true]);
    choice.pick({ kind: "p" });
    await settled();
    expect(sent).toEqual([["p"]]);
  });

  it("says an order from its beginning on", () => {
    choice.offer(legal("skyr", "skry"));
    choice.pick({ kind: "stack", order: ["k"] });
    expect([choice.candidates.length, choice.typed]).toEqual([2, "sk"]);
    choice.pick({ kind: "stack", order: ["k", "r"] });
    expect(choice.candidates.map(({ move }) => move)).toEqual(["skry"]);
  });

  it("puts a piece that is on its way where it was dropped, as soon as that is asked", async () => {
    choice.offer(legal("p"));
    choice.pick({ kind: "p" });
    choice.put({ ...BLUE, line: 4 });
    await settled();
    choice.offer(legal("sky", "syk"));
    await settled();
    expect(choice.held).toEqual([]);
    choice.pick({ kind: "stack", order: ["k"] });
    await choice.play("sky");
    expect(sent).toEqual([["p"], ["sky"]]);
    choice.offer(legal("3b4!", "3b-!"));
    await settled();
    expect(choice.held).toEqual(["3b4"]);
  });

  it("forgets where a piece was dropped when the turn is over", async () => {
    choice.offer(legal("p"));
    choice.put({ ...BLUE, line: 4 });
    choice.offer([]);
    choice.offer(legal("3b4!", "3b-!"));
    await settled();
    expect(choice.held).toEqual([]);
  });

  it("shows what is pointed at, unless something is held", async () => {
    const line = { ...BLUE, line: 4 };
    choice.point(line);
    expect(choice.shown.map(({ move }) => move)).toEqual(["3b4"]);
    expect([choice.shows(BLUE), choice.shows({ ...BLUE, line: 1 })]).toEqual([true, false]);
    await choice.play("cw2");
    expect(choice.shown.map(({ move }) => move)).toEqual(["cw2"]);
    choice.cancel();
    choice.unpoint(line);
    expect(choice.shown).toEqual([]);
  });

  it("lets go when the same piece is picked again, and when it is cancelled", () => {
    choice.pick(BLUE);
    choice.pick(BLUE);
    expect(choice.begun).toBe(false);
    choice.pick(BLUE);
    choice.cancel();
    expect(choice.begun).toBe(false);
  });

  it("asks why a place cannot be chosen", async () => {
    choice.pick(BLUE);
    choice.put({ line: 5 });
    await settled();
    expect(asked).toEqual(["3b5"]);
    expect(choice.held).toEqual([]);
    expect(choice.picked).toEqual(BLUE);
  });

  it("keeps what is picked when the same moves are offered again, and not when others are", () => {
    choice.pick(BLUE);
    choice.offer(legal("3b1!", "3b4!", "3b-!", "cw2!"));
    expect(choice.picked).toEqual(BLUE);
    choice.offer(legal("cw2!"));
    expect(choice.picked).toBeNull();
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
    expect([choice.typed, choice.picked]).toEqual(["3", { kind: "take", source: "3" }]);
    expect(choice.back()).toBe(true);
    expect(choice.typed).toBe("");
    expect(choice.back()).toBe(false);
  });

  it("is the same as clicking", async () => {
    choice.type("3");
    choice.type("b");
    expect([choice.is(BLUE), choice.picked]).toEqual([true, BLUE]);
    choice.put({ line: 4 });
    await settled();
    expect(choice.held).toEqual(["3b4"]);
    choice.cancel();
    choice.pick(BLUE);
    expect(choice.type("-")).toBe(true);
    await settled();
    expect(choice.held).toEqual(["3b-"]);
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
  let careful: Choice<Tiles>;

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
    careful.moves = MOVES;
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
