/** What several texts of the catalogue have in common. */

import type { Sentence } from "../api/types";

const OPEN = "…";
/** The end of a text's key that says what happens besides: `take_and` is `take` with more behind it. */
const BESIDES = "_and";

/** The text that all of them say, with dots for what is still open; null if they have nothing in common. */
export function agreed(texts: readonly Sentence[], known: (key: string) => boolean): Sentence | null {
  const [first, ...others] = texts;
  if (!first || !others.length) return first ?? null;
  const key = plain(first.key, known);
  if (others.some((other) => plain(other.key, known) !== key)) return null;
  const values = Object.entries(first.values ?? {}).map(([name, value]) => [
    name,
    others.reduce((kept, other) => alike(kept, other.values?.[name]), value),
  ]);
  if (values.length && values.every(([, value]) => isOpen(value))) return null;
  return { key, values: Object.fromEntries(values) as Record<string, unknown> };
}

function plain(key: string, known: (key: string) => boolean): string {
  const shorter = key.endsWith(BESIDES) ? key.slice(0, -BESIDES.length) : key;
  return known(shorter) ? shorter : key;
}

function alike(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other))
    return one.slice(0, other.length).map((value: unknown, index) => alike(value, other[index]));
  return JSON.stringify(one) === JSON.stringify(other) ? one : OPEN;
}

function isOpen(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isOpen) : value === OPEN;
}
