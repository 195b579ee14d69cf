/** A tree of variations: moves and draws from one position on, with comments. What they lead to, the server says. */

import type { Sentence } from "../api/types";

/** What happens: a move of the seat to move, or a draw. */
export type Happening = { move: string; seat?: number } | { draw: unknown };

export interface Node {
  readonly parent: Node | null;
  /** Nothing at the root. Whose move it is, the server says. */
  event: Happening | null;
  /** What there is to say of it; known once the server has been asked. */
  said: Sentence | null;
  comment: string;
  /** What can follow; the first one is the main line. */
  children: Node[];
}

export interface Tree {
  game: string;
  /** The text of the position where it begins. */
  position: string;
  players: string[];
  root: Node;
}

/** A tree as a file has it. */
export interface TreeFile {
  azulejo: "analysis";
  format: 1;
  game: string;
  position: string;
  players?: string[];
  comment?: string;
  then?: Branch[];
}

interface Branch {
  move?: string;
  draw?: unknown;
  comment?: string;
  then?: Branch[];
}

const MOST_NODES = 5_000;

function nodeAfter(parent: Node | null, event: Happening | null, comment = ""): Node {
  return { parent, event, said: null, comment, children: [] };
}

export function newTree(game: string, position: string, players: string[] = []): Tree {
  return { game, position, players, root: nodeAfter(null, null) };
}

/** What follows a node with this event: what is there already, or a new variation. */
export function grown(parent: Node, event: Happening): Node {
  const wanted = written(event);
  const known = parent.children.find((child) => child.event && written(child.event) === wanted);
  if (known) return known;
  const node = nodeAfter(parent, event);
  parent.children.push(node);
  return node;
}

function written(event: Happening): string {
  return JSON.stringify("move" in event ? event.move : [event.draw]);
}

/** The nodes from the first after the root to this one. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

/** The last node of the main line from here on. */
export function lastOf(node: Node): Node {
  let last = node;
  while (last.children[0]) last = last.children[0];
  return last;
}

/** Make what leads to a node the main line. */
export function promote(node: Node): void {
  for (let at: Node = node; at.parent; at = at.parent) {
    const others = at.parent.children.filter((child) => child !== at);
    at.parent.children = [at, ...others];
  }
}

/** Take a node and all that follows out of the tree; returns where one is then. */
export function removed(node: Node): Node {
  if (!node.parent) return node;
  node.parent.children = node.parent.children.filter((child) => child !== node);
  return node.parent;
}

// ---------------------------------------------------------------- files

export function fileOf({ game, position, players, root }: Tree): TreeFile {
  return {
    azulejo: "analysis",
    format: 1,
    game,
    position,
    ...(players.length && { players }),
    ...(root.comment && { comment: root.comment }),
    ...(root.children.length && { then: root.children.map(branchOf) }),
  };
}

function branchOf({ event, comment, children }: Node): Branch {
  return {
    ...(event && "move" in event ? { move: event.move } : { draw: event?.draw }),
    ...(comment && { comment }),
    ...(children.length && { then: children.map(branchOf) }),
  };
}

/** Whether a file says that it is such a tree. */
export function isTreeFile(found: Record<string, unknown>): boolean {
  return found["azulejo"] === "analysis";
}

/** The tree of a file; null if it is none. Whether its moves can be played, the server says when one goes there. */
export function treeOf(found: unknown): Tree | null {
  const file = found as Partial<TreeFile> | null;
  if (typeof file !== "object" || !file || file.azulejo !== "analysis" || file.format !== 1) return null;
  if (typeof file.game !== "string" || typeof file.position !== "string") return null;
  const players = Array.isArray(file.players) && file.players.every((name) => typeof name === "string") ? file.players : [];
  const tree = newTree(file.game, file.position, players);
  tree.root.comment = textOf(file.comment);
  let count = 0;
  /** Add what follows; false if anything of it is no move and no draw. */
  const add = (parent: Node, branches: unknown): boolean => {
    if (branches === undefined) return true;
    if (!Array.isArray(branches)) return false;
    return branches.every((one: Branch | null) => {
      count += 1;
      if (typeof one !== "object" || !one || count > MOST_NODES) return false;
      if (typeof one.move !== "string" && one.draw == null) return false;
      const node = grown(parent, typeof one.move === "string" ? { move: one.move } : { draw: one.draw });
      node.comment = textOf(one.comment);
      return add(node, one.then);
    });
  };
  return add(tree.root, file.then) ? tree : null;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

// ---------------------------------------------------------------- addresses

/** A browser sends no longer address in good order. */
const LONGEST = 6_000;

/** The address of a node: its position, as the one where the tree begins and what leads on from there. */
export function addressOf(tree: Tree, node: Node, position: string | null): string {
  const line = pathTo(node).map(({ event }) => (event && "move" in event ? event.move : [event?.draw]));
  const parts = new URLSearchParams({ position: tree.position });
  if (line.length) parts.set("line", JSON.stringify(line));
  const address = `/analysis?${parts}`;
  return address.length <= LONGEST || position === null ? address : `/analysis?${new URLSearchParams({ position })}`;
}

/** What an address says: a position, and what is to happen there; null if it says none. */
export function addressed(search: string): { position: string; line: Happening[] } | null {
  const parts = new URLSearchParams(search);
  const position = parts.get("position");
  if (!position) return null;
  try {
    const line = JSON.parse(parts.get("line") ?? "[]") as unknown;
    if (!Array.isArray(line)) return { position, line: [] };
    return { position, line: line.map((one: unknown) => (Array.isArray(one) ? { draw: one[0] as unknown } : { move: String(one) })) };
  } catch {
    return { position, line: [] };
  }
}

/** The line to a node as a record, which every program of ours can read. */
export function recordOf(tree: Tree, node: Node, seats: number): Record<string, unknown> {
  const path = pathTo(node);
  const comments = Object.fromEntries(path.flatMap(({ comment }, at) => (comment ? [[String(at), comment]] : [])));
  return {
    format: 1,
    game: tree.game,
    seats,
    ...(tree.players.length === seats && { players: tree.players }),
    position: tree.position,
    events: path.map(({ event }) => event),
    ...(Object.keys(comments).length && { comments }),
  };
}

/** How many of the happenings of a record's line there are after so many of its events: what was taken back counts no more. */
export function countAfter(events: readonly Record<string, unknown>[], number: number): number {
  const line: boolean[] = [];
  for (const event of events.slice(0, number)) {
    if (typeof event["undo"] === "number") {
      for (let left = event["undo"]; left && line.length; ) left -= line.pop() ? 1 : 0;
    } else if ("move" in event || "draw" in event) line.push("move" in event);
  }
  return line.length;
}
