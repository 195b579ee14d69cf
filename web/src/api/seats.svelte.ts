/** The seats that this browser holds: the secrets of each table, and what home says about it. Kept on this device only. */

import { api } from "./calls";
import { Refusal } from "./problem";
import type { Created } from "./types";

export interface KeptTable {
  id: string;
  game: string;
  /** Secret by seat. */
  tokens: Record<number, string>;
  /** The right to delete the table. */
  maker?: string | undefined;
  /** When it was last looked at. */
  seen: number;
  over?: boolean | undefined;
}

const PLACE = "azulejo.tables";
const MOST = 60;

/** How long the server may take to say whether a secret is good. */
const PATIENCE = 10_000;

function read(): KeptTable[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? (found as KeptTable[]) : [];
  } catch {
    return [];
  }
}

class Seats {
  tables: KeptTable[] = $state(read());
  /** Whether the browser keeps what is written. */
  #stored = true;

  constructor() {
    if (typeof addEventListener !== "undefined") {
      addEventListener("storage", (event) => {
        if (event.key === PLACE) this.tables = read();
      });
    }
  }

  find(id: string): KeptTable | undefined {
    return this.tables.find((kept) => kept.id === id);
  }

  tokens(id: string): string[] {
    return Object.values(this.find(id)?.tokens ?? {});
  }

  /** Remember what the server has given when a table was made or joined. */
  keep(created: Created, game: string): void {
    const old = this.find(created.table);
    const tokens = { ...old?.tokens };
    for (const { seat, token } of created.tokens ?? []) tokens[seat] = token;
    this.#put({ id: created.table, game, tokens, maker: created.maker ?? old?.maker, seen: Date.now() });
  }

  /** Remember a secret that came with a link; the server says later which seat it is for. */
  keepLink(id: string, token: string): void {
    const old = this.find(id);
    if (old && Object.values(old.tokens).includes(token)) return;
    const place = Math.min(0, ...Object.keys(old?.tokens ?? {}).map(Number)) - 1;
    const tokens = { ...old?.tokens, [place]: token };
    this.#put({ id, game: old?.game ?? "", maker: old?.maker, tokens, seen: Date.now() });
  }

  /** Note what is known about a table now. */
  note(id: string, about: { game: string; over: boolean }): void {
    const old = this.find(id);
    if (old) this.#put({ ...old, ...about, seen: Date.now() });
  }

  /** Let go of one secret: its seat was given back. */
  drop(id: string, token: string): void {
    const old = this.find(id);
    if (!old) return;
    const tokens = Object.fromEntries(Object.entries(old.tokens).filter(([, kept]) => kept !== token));
    if (Object.keys(tokens).length || old.maker) this.#put({ ...old, tokens });
    else this.forget(id);
  }

  /** Ask the server about every secret of a table, and let go of those that it does not take any more; were there any? */
  async sift(id: string): Promise<boolean> {
    let dropped = false;
    for (const token of this.tokens(id)) {
      try {
        await api.state(id, [token], AbortSignal.timeout(PATIENCE));
      } catch (error) {
        // Only the server itself may say so: a proxy between that refuses everything must not cost anybody a seat.
        if (!(error instanceof Refusal) || error.said.key !== "server.token.wrong") continue;
        this.drop(id, token);
        dropped = true;
      }
    }
    return dropped;
  }

  forget(id: string): void {
    this.tables = this.#newest().filter((kept) => kept.id !== id);
    this.#write();
  }

  /** What is kept, with what another tab may have written just now. */
  #newest(): KeptTable[] {
    return this.#stored ? read() : this.tables;
  }

  #put(table: KeptTable): void {
    const others = this.#newest().filter((kept) => kept.id !== table.id);
    this.tables = [table, ...others].slice(0, MOST);
    this.#write();
  }

  #write(): void {
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.tables));
      this.#stored = true;
    } catch {
      // A browser that keeps nothing: the seats last as long as the page.
      this.#stored = false;
    }
  }
}

export const seats = new Seats();

/** The address that lets somebody sit on a seat: its secret stands behind the `#` and is not sent with the request. */
export function seatLink(id: string, token?: string): string {
  return `${location.origin}/t/${id}${token ? `#${token}` : ""}`;
}
