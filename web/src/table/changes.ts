/** A board that is kept: what has changed on it comes as paths into it. */

/** What is there now, behind the keys and indices that lead there. */
export type Change = unknown[];

/** The same value with changes; what they do not touch is shared with it. */
export function withChanges<T>(value: T, changes: Change[]): T {
  return changes.reduce<T>((before, change) => put(before, change.slice(0, -1), change.at(-1)) as T, value);
}

function put(value: unknown, path: Change, now: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return now;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const entries = copy as Record<string, unknown>;
  entries[String(first)] = put(entries[String(first)], rest, now);
  return copy;
}
