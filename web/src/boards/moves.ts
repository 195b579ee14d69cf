/** What the moves of a game say. Everywhere else a move is a short text: its parts are looked up here. */

/** What a move says: its kind, and a value for each of its parts. */
export interface Parts {
  kind: string;
}

/** Some parts of a move: what was picked so far. A list is said from its beginning on. */
export type Some<P extends Parts> = P extends unknown ? Partial<P> : never;

export interface GameMove<P extends Parts = Parts> {
  text: string;
  parts: P;
}

/** Whether a move says all of this. */
export function agrees(parts: object, wanted: object): boolean {
  return Object.entries(wanted).every(([part, value]) => begins((parts as Record<string, unknown>)[part], value));
}

function begins(whole: unknown, wanted: unknown): boolean {
  if (!Array.isArray(wanted)) return whole === wanted;
  return Array.isArray(whole) && wanted.every((one, index) => whole[index] === one);
}

/** What all of these moves say alike. */
export function common(moves: readonly object[]): object {
  const [first = {}, ...others] = moves as Record<string, unknown>[];
  const shared = Object.entries(first).map(([part, value]) => [part, others.reduce((kept, other) => alike(kept, other[part]), value)]);
  return Object.fromEntries(shared.filter(([, value]) => value !== undefined)) as object;
}

function alike(one: unknown, other: unknown): unknown {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other ? one : undefined;
  const until = one.findIndex((value, index) => other[index] !== value);
  return until < 0 ? one : one.slice(0, until);
}

/** All moves of a game. */
export class Moves<P extends Parts = Parts> {
  readonly #byText: ReadonlyMap<string, P>;

  constructor(readonly all: readonly GameMove<P>[]) {
    this.#byText = new Map(all.map(({ text, parts }) => [text, parts]));
  }

  /** What the move with this text says. */
  parts(text: string): P | undefined {
    return this.#byText.get(text);
  }

  /** The text of the only move that says this; nothing where it is several, or none. */
  text(said: Some<P>): string | undefined {
    const [only, ...others] = this.all.filter(({ parts }) => agrees(parts, said));
    return others.length ? undefined : only?.text;
  }

  /** How the texts of all moves begin that say this. */
  beginning(said: Some<P>): string {
    const [first = "", ...others] = this.all.filter(({ parts }) => agrees(parts, said)).map(({ text }) => text);
    let end = first.length;
    for (const other of others) while (!other.startsWith(first.slice(0, end))) end -= 1;
    return first.slice(0, end);
  }
}
