/** The engine's opinion of a position: better and better as long as it is asked. Used by the table and the replay. */

import { api } from "../api/calls";
import { Refusal } from "../api/problem";
import type { Analyse, AnalysisResult, CandidateMove, Sentence } from "../api/types";
import { toasts } from "../design/toasts.svelte";
import { imperative, say } from "../texts/index.svelte";

export class Advice {
  found: AnalysisResult | null = $state.raw(null);
  running = $state(false);
  /** The line that is pointed at, to be drawn on the board. */
  pointed: CandidateMove | null = $state.raw(null);
  #stop: AbortController | null = null;

  get candidates(): CandidateMove[] {
    return this.found?.candidates ?? [];
  }

  /** Ask about a position; what was asked before is forgotten. Returns the last answer, if it came that far. */
  async ask(asked: Analyse, tokens: string[]): Promise<AnalysisResult | null> {
    this.stop();
    const stop = new AbortController();
    this.#stop = stop;
    this.found = null;
    this.running = true;
    try {
      for await (const found of api.analyse(asked, tokens, stop.signal)) this.found = found;
    } catch (error) {
      if (error instanceof Refusal) toasts.say(say(error.said), "problem");
      else if (!stop.signal.aborted) throw error;
    } finally {
      if (this.#stop === stop) this.running = false;
    }
    return this.#stop === stop ? this.found : null;
  }

  stop(): void {
    this.#stop?.abort();
    this.running = false;
  }

  forget(): void {
    this.stop();
    this.found = null;
    this.pointed = null;
  }
}

/** A loss of winning chances from which on a move is called a blunder. */
const BLUNDER = 0.2;

/** What is to be said against a move, by what the engine has found; nothing unless it is a blunder beyond doubt. */
export function blunder(candidates: CandidateMove[], move: string, seat: number): Sentence | null {
  const best = candidates[0];
  const chosen = candidates.find((candidate) => candidate.move === move);
  if (!best || !chosen) return null;
  const [most, least] = [best.win[seat] ?? 0, chosen.win[seat] ?? 0];
  const doubt = Math.hypot(standardError(most, best.visits), standardError(least, chosen.visits));
  const loss = most - least;
  if (loss < BLUNDER || loss < 2 * doubt) return null;
  return { key: "web.advice.blunder", values: { loss: Math.round(100 * loss), move: imperative(best.said) } };
}

function standardError(share: number, visits: number): number {
  return visits > 0 ? Math.sqrt((share * (1 - share)) / visits) : 1;
}
