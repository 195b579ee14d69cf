/** How a report is said. */

import type { Label, Sentences } from "../api/report";
import { language } from "../texts/index.svelte";

/** What a report says, in the language of the page if it speaks that. */
export function told(said: Sentences | null | undefined): string {
  return said?.[language()] ?? Object.values(said ?? {})[0] ?? "";
}

/** A part of a chance to win, such as +12 %. */
export function share(value: number): string {
  const percent = Math.round(100 * value);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)} %`;
}

/** The labels of turns that cost something, the worst first. */
export const MISTAKES: readonly Label[] = ["blunder", "mistake", "inaccuracy"];
export const LABELS: readonly Label[] = ["best", "good", "inaccuracy", "mistake", "blunder"];
