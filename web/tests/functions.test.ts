import { describe, expect, it } from "vitest";
import { lines } from "../src/api/calls";
import type { CandidateMove, EventLine } from "../src/api/types";
import { blunder } from "../src/advice/advice.svelte";
import { Moves } from "../src/boards/moves";
import { signed } from "../src/boards/signed";
import { firstRecord } from "../src/home/record";
import { pageOf } from "../src/router.svelte";
import { parseRules } from "../src/rules/parse";
import { lastTurn } from "../src/table/marks";
import { movesToMine } from "../src/table/names";
import { timeText } from "../src/table/time";

describe("an address", () => {
  it.each([
    ["/", { name: "home" }],
    ["/t/abc", { name: "table", id: "abc" }],
    ["/r/abc", { name: "replay", id: "abc", number: null }],
    ["/r/abc/17", { name: "replay", id: "abc", number: 17 }],
    ["/learn/duel", { name: "learn", game: "duel" }],
    ["/rules/azul", { name: "rules", game: "azul" }],
    ["/settings", { name: "settings" }],
    ["/r/abc/x", { name: "lost" }],
    ["/t", { name: "lost" }],
    ["/t/a/b/c", { name: "lost" }],
    ["/%", { name: "lost" }],
  ])("%s", (path, page) => expect(pageOf(path)).toEqual(page));
});

describe("points", () => {
  it.each([
    [3, "+3"],
    [0, "0"],
    [-2, "−2"],
  ])("%d", (points, text) => expect(signed(points)).toBe(text));
});

describe("a clock", () => {
  it.each([
    [0, "0:00.0"],
    [9.96, "0:09.9"],
    [65, "1:05"],
    [3600, "1:00:00"],
    [172_800, "2d 0h"],
  ])("%d seconds", (seconds, text) => expect(timeText(seconds)).toBe(text));
});

describe("a stream", () => {
  it("comes line by line, however it is cut", async () => {
    const text = '{"a":"ä"}\n\n{"b":2}\n{"c":3}';
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 3) controller.enqueue(bytes.slice(at, at + 3));
        controller.close();
      },
    });
    const found = [];
    for await (const line of lines(stream)) found.push(line);
    expect(found).toEqual(['{"a":"ä"}', '{"b":2}', '{"c":3}']);
  });
});

describe("a file with records", () => {
  it("gives its first game", () => {
    expect(firstRecord('{"game":"azul","events":[]}')).toEqual({ game: "azul", events: [] });
    expect(firstRecord('{"game":"duel","events":[]}\n{"game":"azul","events":[]}\n')).toEqual({ game: "duel", events: [] });
    expect(firstRecord("{\n \"game\": \"azul\",\n \"events\": []\n}")).toEqual({ game: "azul", events: [] });
    expect(firstRecord("no record")).toBeNull();
    expect(firstRecord("[1]")).toBeNull();
    expect(firstRecord("")).toBeNull();
  });
});

describe("the rules in short", () => {
  it("have headings, lists and tables by their indentation", () => {
    const { title, blocks } = parseRules(
      "A GAME\n\nGoal: win\nthe game.\n\nA ROUND\n1. Take. Either\n   - this, or\n   - that\n     too.\n   Then go on.\n2. Lay.\n\nTEXT\n3b  blue    4  line",
    );
    expect(title).toBe("A GAME");
    expect(blocks.map(({ kind }) => kind)).toEqual(["text", "heading", "list", "heading", "table"]);
    const list = blocks[2];
    if (list?.kind !== "list") throw new Error("no list");
    expect(list.items.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([["text", "list", "text"], ["text"]]);
    expect(blocks[0]).toEqual({ kind: "text", text: "Goal: win the game." });
  });

  it("may have headings as in Markdown", () => {
    expect(parseRules("# Pebbles\n\n## Goal\nTake most.")).toEqual({
      title: "Pebbles",
      blocks: [
        { kind: "heading", text: "Goal" },
        { kind: "text", text: "Take most." },
      ],
    });
  });

  const pages = import.meta.glob<string>("$games/*/texts/rules.*.md", { query: "?raw", import: "default", eager: true });
  it.each(Object.entries(pages))("of %s lose no word", (_, page) => {
    const said = JSON.stringify(parseRules(page));
    const words = page.match(/\p{L}{3,}/gu) ?? [];
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter((word) => !said.includes(word))).toEqual([]);
  });
});

const event = (number: number, event: Record<string, unknown>): EventLine => ({ number, at: 0, event });

describe("the last turn", () => {
  it("is all moves at the end by one seat, whatever was drawn after", () => {
    const events = [
      event(0, { move: "3b", seat: 0 }),
      event(1, { move: "4", seat: 0 }),
      event(2, { move: "lk", seat: 1 }),
      event(3, { move: "2", seat: 1 }),
      event(4, { draw: [] }),
    ];
    const known = new Moves(["3b", "4", "lk", "2"].map((text) => ({ text, parts: { kind: text } })));
    expect(lastTurn(events, known).map(({ parts, seat }) => [parts.kind, seat])).toEqual([
      ["lk", 1],
      ["2", 1],
    ]);
    expect(lastTurn(events.slice(0, 2), known).map(({ rank }) => rank)).toEqual([1, 2]);
    expect(lastTurn([], known)).toEqual([]);
    expect(lastTurn([...events, event(5, { undo: 1, seat: 1 })], known)).toEqual([]);
  });
});

describe("taking back", () => {
  it("goes back to one's own last move, over answers and over what was taken back already", () => {
    const events = [event(0, { move: "1b2", seat: 0 }), event(1, { move: "3k1", seat: 1 }), event(2, { draw: [] })];
    expect(movesToMine(events, [0])).toBe(2);
    expect(movesToMine(events, [1])).toBe(1);
    expect(movesToMine(events, [0, 1])).toBe(1);
    expect(movesToMine(events, [2])).toBe(0);
    expect(movesToMine([...events, event(3, { undo: 1, seat: 0 })], [0])).toBe(1);
    expect(movesToMine([...events, event(3, { undo: 2, seat: 0 })], [0])).toBe(0);
  });
});

describe("a blunder", () => {
  const candidate = (move: string, win: number, visits: number): CandidateMove => ({
    move,
    win: [win, 1 - win],
    visits,
    said: { key: move },
    margin: 0,
    error: 0,
    line: [move],
  });

  it("costs a fifth of the chances, beyond doubt", () => {
    const found = [candidate("3b4", 0.7, 1000), candidate("cw2", 0.4, 800), candidate("3b-", 0.3, 3), candidate("cw1", 0.6, 900)];
    expect(blunder(found, "cw2", 0)?.values).toEqual({ loss: 30, move: { key: "3b4" } });
    expect(blunder(found, "cw1", 0)).toBeNull();
    expect(blunder(found, "3b-", 0)).toBeNull();
    expect(blunder(found, "3b4", 0)).toBeNull();
    expect(blunder(found, "xx", 0)).toBeNull();
  });
});
