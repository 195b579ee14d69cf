/**
 * The analysis board: a tree of variations, where one is in it, and what the server says of that position. For the boards it is a
 * table at which this browser holds all seats; what they ask of it is answered here.
 */

import { api } from "../api/calls";
import type { Listener } from "../api/live";
import { Refusal } from "../api/problem";
import type { EventLine, Exploration, Explore, FromServer, PlayerInfo, Sentence, TableInfo } from "../api/types";
import { TableStore, type Asking } from "../table/table.svelte";
import { say } from "../texts/index.svelte";
import { countAfter, grown, lastOf, newTree, pathTo, promote, removed, type Happening, type Node, type Tree } from "./tree";

const AGAIN = 500;
const AGAIN_AT_MOST = 8_000;
/** What will be the same however often one asks. */
const FOR_GOOD = [400, 403, 404, 413];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Ask the server for a position, again and again as long as that may help; raises Refusal. */
async function explored(asked: Explore, wanted: () => boolean): Promise<Exploration | null> {
  for (let wait = AGAIN; wanted(); wait = Math.min(2 * wait, AGAIN_AT_MOST)) {
    try {
      return await api.explore(asked);
    } catch (error) {
      if (!(error instanceof Refusal) || FOR_GOOD.includes(error.status)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return null;
}

export class Analysis {
  tree: Tree | null = $state.raw(null);
  /** Where one is. */
  at: Node | null = $state.raw(null);
  /** What is known of the position there. */
  now: Exploration | null = $state.raw(null);
  /** Why one could not go where one wanted to. */
  problem: Sentence | null = $state.raw(null);
  /** Goes up whenever the tree grows or changes. */
  version = $state(0);
  #told: ((message: FromServer) => void) | null = null;
  #known = new Map<Node, Exploration>();
  #lines = new Map<Node, EventLine>();
  /** The child that was visited last, to go on to. */
  #visited = new Map<Node, Node>();
  #visit = 0;
  #viewer = 0;
  /** What the boards draw; made when all that it asks for is there. */
  readonly table = new TableStore("", { tokens: () => [], live: (listener) => this.#connect(listener) });

  get seats(): number {
    return this.now?.scores?.length ?? 0;
  }

  /** The nodes that lead to where one is. */
  get path(): Node[] {
    void this.version;
    return this.at ? pathTo(this.at) : [];
  }

  // ------------------------------------------------------------ where it begins

  /** Begin with a position, a new game, or a record; raises Refusal. */
  async begin(asked: Explore, { players = [], number, comments = {} }: Beginning = {}): Promise<void> {
    const found = await api.explore(asked);
    if (found.wrong?.length) throw new Refusal(400, { key: "errors.position_status", values: { problems: found.wrong } });
    const tree = newTree(found.game, found.root, players);
    let node = tree.root;
    const line: Node[] = [node];
    for (const { event, said } of found.events ?? []) {
      node = grown(node, event as unknown as Happening);
      node.said = said ?? null;
      line.push(node);
    }
    for (const [at, text] of Object.entries(comments)) {
      const noted = line[Number(at) + 1];
      if (noted) noted.comment = text;
    }
    const events = (asked.record?.["events"] ?? []) as Record<string, unknown>[];
    const count = number == null ? line.length - 1 : countAfter(events, number);
    await this.show(tree, line[Math.min(count, line.length - 1)]);
  }

  /** Show a tree, where somebody was in it. */
  async show(tree: Tree, at: Node = tree.root): Promise<void> {
    this.#known.clear();
    this.#lines.clear();
    this.#visited.clear();
    this.tree = tree;
    this.at = this.now = this.problem = null;
    this.table.state = this.table.now = this.table.game = null;
    this.version += 1;
    await this.go(at);
    // Where a saved line cannot be played, there is still its beginning.
    if (!this.now && at !== tree.root) await this.go(tree.root);
  }

  // ------------------------------------------------------------ walking and playing

  /** Go to a node; what is known of it is there at once. */
  async go(node: Node): Promise<boolean> {
    const visit = ++this.#visit;
    let found = this.#known.get(node);
    try {
      found ??= (await this.#ask(node, () => visit === this.#visit)) ?? undefined;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (visit === this.#visit) this.problem = error.said;
      return false;
    }
    if (visit !== this.#visit || !found) return false;
    const played = node.parent !== null && node.parent === this.at;
    this.problem = null;
    this.at = node;
    this.now = found;
    if (node.parent) this.#visited.set(node.parent, node);
    this.#tell(played);
    return true;
  }

  async #ask(node: Node, wanted: () => boolean): Promise<Exploration | null> {
    if (!this.tree) return null;
    const path = pathTo(node);
    const from = path.findLastIndex((one) => one !== node && this.#known.has(one));
    const before = from < 0 ? null : this.#known.get(path[from] as Node);
    const rest = path.slice(from + 1);
    const events = rest.map(({ event }) => (event && "move" in event ? { move: event.move } : { draw: event?.draw }));
    const found = await explored({ position: before?.position ?? this.tree.position, events }, wanted);
    if (!found) return null;
    if (found.wrong?.length) throw new Refusal(400, { key: "errors.position_status", values: { problems: found.wrong } });
    (found.events ?? []).forEach((line, index) => {
      const one = rest[index];
      if (!one) return;
      one.said = line.said ?? null;
      one.event = line.event as unknown as Happening;
      this.#lines.set(one, line);
    });
    this.#known.set(node, found);
    this.version += 1;
    return found;
  }

  /** Let something happen where one is: what is in the tree already, or a new variation. False if it cannot. */
  async play(event: Happening): Promise<boolean> {
    if (!this.at) return false;
    const before = this.at.children.length;
    const node = grown(this.at, event);
    const arrived = await this.go(node);
    const isNew = node.parent !== null && node.parent.children.length > before;
    if (!arrived && isNew && !this.#known.has(node)) removed(node);
    this.version += 1;
    return arrived;
  }

  back(): void {
    if (this.at?.parent) void this.go(this.at.parent);
  }

  forward(): void {
    const next = this.at && (this.#visited.get(this.at) ?? this.at.children[0]);
    if (next && this.at?.children.includes(next)) void this.go(next);
    else if (this.at?.children[0]) void this.go(this.at.children[0]);
  }

  /** Another variation from the same position. */
  aside(steps: 1 | -1): void {
    const siblings = this.at?.parent?.children ?? [];
    const other = siblings[siblings.indexOf(this.at as Node) + steps];
    if (other) void this.go(other);
  }

  first(): void {
    if (this.tree) void this.go(this.tree.root);
  }

  last(): void {
    if (this.at) void this.go(lastOf(this.at));
  }

  comment(text: string): void {
    if (this.at) this.at.comment = text;
    this.version += 1;
  }

  promote(): void {
    if (this.at) promote(this.at);
    this.version += 1;
  }

  remove(): void {
    if (!this.at?.parent) return;
    const parent = removed(this.at);
    this.version += 1;
    void this.go(parent);
  }

  // ------------------------------------------------------------ what the boards ask

  #connect(listener: Listener): Asking {
    this.#told = (message) => listener.message(message);
    return {
      ask: async (asked) => {
        if (asked.type === "moves") for (const move of asked.moves) await this.play({ move });
        if (asked.type === "undo") await this.go(this.#beforeLastMove());
        if (asked.type === "why") return { type: "why", id: 0, reason: await this.#why(asked.move) };
        return { type: "done", id: 0, number: asked.type === "moves" || asked.type === "undo" ? asked.after : 0 };
      },
      end: () => undefined,
      restart: () => undefined,
    };
  }

  #beforeLastMove(): Node {
    const path = pathTo(this.at as Node);
    return path.findLast(({ event }) => event && "move" in event)?.parent ?? (this.tree as Tree).root;
  }

  async #why(move: string): Promise<{ move: string; legal: boolean; reason: Sentence | null }> {
    try {
      await api.explore({ position: this.now?.position ?? "", events: [{ move }] });
      return { move, legal: true, reason: null };
    } catch (error) {
      return { move, legal: false, reason: error instanceof Refusal ? error.said : null };
    }
  }

  /** Tell the boards how things stand; pieces travel only where something was just played. */
  #tell(played: boolean): void {
    const { at, now, tree } = this;
    if (!at || !now?.board || !tree) return;
    const path = pathTo(at);
    const events = path.map((node, number): EventLine => {
      const line = this.#lines.get(node);
      const event = { ...node.event } as Record<string, unknown>;
      return line ? { ...line, number } : { number, event, at: 0, said: node.said };
    });
    const turn = now.turn ?? null;
    if (turn !== null) this.#viewer = turn;
    if (!played) this.table.now = null;
    this.#told?.({
      type: "state",
      table: this.#about(tree, now),
      viewer: this.#viewer,
      held: (now.scores ?? []).map((_, seat) => seat),
      server_time: Date.now() / 1000,
      now: {
        type: "update",
        table: "",
        after: 0,
        number: events.length,
        turn,
        scores: now.scores ?? [],
        legal: now.legal ?? [],
        suggested: now.suggested ?? null,
        undo: path.filter(({ event }) => event && "move" in event).length,
        events,
        board: { ...now.board, viewer: this.#viewer },
        position: now.position ?? "",
      },
    });
  }

  #about(tree: Tree, now: Exploration): TableInfo {
    const players = (now.scores ?? []).map(
      (_, seat): PlayerInfo => ({ kind: "person", name: tree.players[seat] || capital(say("play.player", { seat: seat + 1 })) }),
    );
    return {
      id: "",
      game: tree.game,
      seats: players.length,
      options: {},
      settings: { confirm: false, undo: "free" },
      status: "archived",
      players,
      commitment: "",
      created: 0,
      position: true,
    };
  }
}

interface Beginning {
  players?: string[];
  /** After how many events of a record one is. */
  number?: number | null;
  /** Remarks of a record, by the number of the happening. */
  comments?: Record<string, string>;
}
