/** The live connection to a table: says hello, asks, is answered, and comes back by itself when it was lost. */

import { settings } from "../settings/settings.svelte";
import { Refusal } from "./problem";
import type { FromServer, Hello, LiveMoves, LiveResign, LiveUndo, LiveWhy, Sentence } from "./types";

/** What can be asked for over the connection; the id that brings the answer back is added here. */
type Asked = Omit<LiveMoves, "id"> | Omit<LiveUndo, "id"> | Omit<LiveResign, "id"> | Omit<LiveWhy, "id">;

export interface Listener {
  message(message: FromServer): void;
  /** `waiting` after the first attempt has failed: then there is something to tell the player. */
  connection(state: "connecting" | "open" | "waiting" | "closed"): void;
  /** The server does not let one in, and asking again would not help. */
  refused(why: Sentence): void;
  /** Secrets may have lost their worth, because a seat was given back: let go of those that have; were there any? */
  sift(): Promise<boolean>;
  /** What the viewer has seen already, to be told the rest only. */
  after(): number | null;
}

interface Waiting {
  resolve(answer: FromServer): void;
  reject(reason: Refusal): void;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;
/** Codes of a connection that is refused for good: no hello, a table that is not known, a table removed. */
const FOR_GOOD = [4400, 4404, 4410];
/** A token that is not good, or that has lost its worth because the seat was given back. */
const BAD_TOKEN = 4403;
const SEATS_CHANGED = 4409;
const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;

export class Live {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #id = 0;
  #attempts = 0;
  #timers: { again?: number; ping?: number; pong?: number } = {};
  #ended = false;
  /** Whether one waits to hear which secrets are still good. */
  #sifting = false;
  /** Whether the table has come over this connection. */
  #told = false;
  /** Why the server has not let us in. */
  #refusal: Sentence | null = null;

  constructor(
    private readonly table: string,
    private readonly tokens: () => string[],
    private readonly listener: Listener,
  ) {
    this.#open();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  /** Ask for something, and wait for the answer: a change of the table is stored then. */
  ask(asked: Asked): Promise<FromServer> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(Refusal.unreachable());
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...asked, id }));
    });
  }

  /** Connect anew, with other tokens. */
  restart(): void {
    this.#socket?.close();
    this.#drop();
    this.#open();
  }

  end(): void {
    this.#ended = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#stop();
    this.#socket?.close();
    this.listener.connection("closed");
  }

  #open(): void {
    if (this.#ended) return;
    this.#told = false;
    this.#refusal = null;
    this.listener.connection(this.#attempts ? "waiting" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(this.table)}/live`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      const hello: Hello = { type: "hello", tokens: this.tokens(), after: this.listener.after(), lang: settings.lang, changes: 2 };
      socket.send(JSON.stringify(hello));
      this.#ping();
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#heard(JSON.parse(String(event.data)) as FromServer);
    });
    socket.addEventListener("close", (event) => this.#lost(socket, event.code));
  }

  #heard(message: FromServer): void {
    clearTimeout(this.#timers.pong);
    if (!this.#told && message.type === "refused" && message.id == null) {
      this.#refusal = message.problem.error;
      return;
    }
    if (message.type === "state") {
      this.#told = true;
      this.#attempts = 0;
      this.listener.connection("open");
    }
    if (message.type === "refused" && message.id != null) {
      this.#settle(message.id)?.reject(Refusal.of(message.problem));
    } else if (message.type === "done" || message.type === "why") {
      this.#settle(message.id)?.resolve(message);
    } else if (message.type !== "pong") {
      if (message.type === "closed") this.#ended = true;
      this.listener.message(message);
    }
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** Forget the connection there was; whoever waits for an answer is told. */
  #drop(): void {
    this.#stop();
    this.#socket = null;
    for (const waiting of this.#waiting.values()) waiting.reject(Refusal.unreachable());
    this.#waiting.clear();
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    this.#drop();
    if (this.#ended) {
      this.listener.connection("closed");
      return;
    }
    if (code === BAD_TOKEN || code === SEATS_CHANGED) {
      void this.#sift(code);
      return;
    }
    if (FOR_GOOD.includes(code)) {
      this.#refuse(code);
      return;
    }
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempts) * (0.75 + 0.5 * Math.random());
    this.#attempts += 1;
    this.listener.connection("waiting");
    this.#timers.again = window.setTimeout(() => this.#open(), delay);
  }

  /** Let go of secrets that are not good, and come back with the others. Whoever sat here until now may watch without any. */
  async #sift(code: number): Promise<void> {
    this.#sifting = true;
    this.listener.connection("connecting");
    const dropped = await this.listener.sift();
    this.#sifting = false;
    if (this.#ended || this.#socket) return;
    if (code === SEATS_CHANGED || (dropped && this.tokens().length)) this.#open();
    else this.#refuse(code);
  }

  #refuse(code: number): void {
    this.#ended = true;
    this.listener.refused(this.#refusal ?? { key: "web.connection.broken", values: { status: code - 4000 } });
    this.listener.connection("closed");
  }

  /** Do not wait any longer when the network or the page comes back. */
  #hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.#sifting) return;
    if (!this.#socket && !this.#ended) {
      this.#stop();
      this.#attempts = 0;
      this.#open();
    } else {
      this.#ping();
    }
  };

  #ping(): void {
    this.#stop();
    this.#timers.ping = window.setTimeout(() => this.#ping(), PING_EVERY);
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: "ping", id: 0 }));
    this.#timers.pong = window.setTimeout(() => this.#socket?.close(), PONG_WITHIN);
  }

  #stop(): void {
    clearTimeout(this.#timers.again);
    clearTimeout(this.#timers.ping);
    clearTimeout(this.#timers.pong);
  }
}
