/** Choosing among moves of which nothing is known but what they say: one part after the other. */

import type { Legal } from "../choice.svelte";

/** A way to go on: a value of the part that is open, and the moves that have it. */
export interface Way {
  /** What choosing it adds to what was said. */
  adds: Record<string, unknown>;
  label: string;
  moves: Legal[];
}

/** The ways to go on from some moves: by their kind, then by the first part in which they differ. */
export function waysOn(moves: readonly Legal[]): Way[] {
  const [first] = moves;
  if (!first) return [];
  const parts = ["kind", ...Object.keys(first.parts).filter((part) => part !== "kind")];
  const open = parts.find((part) => new Set(moves.map((move) => written(move, part))).size > 1) ?? "kind";
  const ways = new Map<string, Way>();
  for (const move of moves) {
    const value = valueOf(move, open);
    const way = ways.get(written(move, open)) ?? { adds: { [open]: value }, label: label(value), moves: [] };
    ways.set(written(move, open), { ...way, moves: [...way.moves, move] });
  }
  return [...ways.values()];
}

function valueOf({ parts }: Legal, part: string): unknown {
  return (parts as unknown as Record<string, unknown>)[part];
}

function written(move: Legal, part: string): string {
  return JSON.stringify(valueOf(move, part) ?? null);
}

function label(value: unknown): string {
  return Array.isArray(value) ? value.map(label).join(" ") : String(value ?? "–");
}
