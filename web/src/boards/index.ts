/** The boards by game: each folder beside this file is one. Fetched, with what its moves say, when its table is opened. */

import type { Component } from "svelte";
import { api } from "../api/calls";
import { learn } from "../texts/index.svelte";
import { Moves, type GameMove } from "./moves";
import type { BoardComponents } from "./props";

/** A game as the client has it. */
export interface ClientGame {
  components: BoardComponents;
  moves: Moves;
  /** Whether the seats have secrets from each other, so that a shared device must be handed over blind. */
  secrets: boolean;
}

const FOUND = import.meta.glob<BoardComponents>("./*/index.ts", { import: "default" });
const FACES = import.meta.glob<Component>("./*/Face.svelte", { eager: true, import: "default" });
/** What the pieces of the games are drawn with, once for the whole page. */
export const SPRITES = Object.values(import.meta.glob<Component>("./*/Sprites.svelte", { eager: true, import: "default" }));

const games = new Map<string, Promise<ClientGame>>();

/** Fetch a game: its board, its moves and its words. One without a folder here is drawn by its rulebook. */
export function gameOf(name: string): Promise<ClientGame> {
  const known = games.get(name) ?? fetchGame(name);
  games.set(name, known);
  known.catch(() => games.delete(name));
  return known;
}

async function fetchGame(name: string): Promise<ClientGame> {
  const load = FOUND[`./${name}/index.ts`] ?? (() => import("./plain/board").then((plain) => plain.default));
  const [components, { moves }, info] = await Promise.all([load(), api.gameMoves(name), api.info(), learn(name)]);
  const secrets = info.games.find((game) => game.name === name)?.secrets ?? true;
  return { components, moves: new Moves(moves as unknown as GameMove[]), secrets };
}

/** A few pieces of a game, laid out as an ornament; nothing if it has none. */
export function faceOf(name: string): Component | undefined {
  return FACES[`./${name}/Face.svelte`];
}
