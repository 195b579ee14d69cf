/** The engine's opinion of a position: better and better as long as it is asked. Used by the table and wherever one steps through a game. */

import { api } from "../api/calls";
import { Refusal } from "../api/problem";
import type { Analyse, AnalysisResult, CandidateMove, Sentence } from "../api/types";
import { toasts } from "../design/toasts.svelte";
import { imperative, say } from "../texts/index.svelte";

/** Whoever steps through a game is at one position so long, in milliseconds, before the engine is asked about it. */
const STILL = 120;
/** After a refusal that will pass, or with the engine taken by others, it is asked again after so long, and later after twice that. */
const AGAIN = 500;
const AGAIN_AT_MOST = 8_000;
/** Where the search was cut short because others wait, it goes on after so long. */
const OTHERS = 4_000;
const MOST_KNOWN = 500;
/** What will be the same however often one asks. */
const FOR_GOOD = [400, 403, 404, 413];

/** What has been found about positions, by what was asked; and how long the engine has had for it at most. */
const known = new Map<string, { found: AnalysisResult; seconds: number }>();

/** A name for a page, which the server tells its analyses apart by. */
function pageName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

export class Advice {
  found: AnalysisResult | null = $state.raw(null);
  running = $state(false);
  /** Why there will be no opinion of this position. */
  refused: Sentence | null = $state.raw(null);
  /** The line that is pointed at, to be drawn on the board. */
  pointed: CandidateMove | null = $state.raw(null);
  #stop: AbortController | null = null;
  /** The server has one search for it, which moves along. */
  readonly #page = pageName();

  get candidates(): CandidateMove[] {
    return this.found?.candidates ?? [];
  }

  /** Ask about a position; what was asked before is forgotten. Returns the last answer, if it came that far. */
  async ask(asked: Analyse, tokens: string[]): Promise<AnalysisResult | null> {
    const stop = this.#begin();
    this.found = null;
    this.running = true;
    try {
      for await (const found of this.#answers(asked, tokens, stop)) this.found = found;
    } catch (error) {
      if (error instanceof Refusal) toasts.say(say(error.said), "problem");
      else if (!stop.signal.aborted) throw error;
    } finally {
      if (this.#stop === stop) this.running = false;
    }
    return this.#stop === stop ? this.found : null;
  }

  /**
   * Look at another position: what is known of it is there at once, and the engine goes on as soon as one stands still. What
   * goes wrong on the way is tried again without a word.
   */
  follow(asked: Analyse, seconds: number, tokens: string[]): void {
    const stop = this.#begin();
    const key = JSON.stringify(asked);
    const before = known.get(key);
    this.found = before?.found ?? null;
    this.pointed = null;
    if (before?.found.final && before.seconds >= seconds) return;
    this.running = true;
    void this.#search(key, { ...asked, limits: { seconds } }, seconds, tokens, stop).finally(() => {
      if (this.#stop === stop) this.running = false;
    });
  }

  stop(): void {
    this.#stop?.abort();
    this.running = false;
  }

  forget(): void {
    this.stop();
    this.found = null;
    this.refused = null;
    this.pointed = null;
  }

  #begin(): AbortController {
    this.stop();
    this.refused = null;
    this.#stop = new AbortController();
    return this.#stop;
  }

  #answers(asked: Analyse, tokens: string[], stop: AbortController): AsyncGenerator<AnalysisResult> {
    return api.analyse({ ...asked, page: this.#page }, tokens, stop.signal);
  }

  async #search(key: string, asked: Analyse, seconds: number, tokens: string[], stop: AbortController): Promise<void> {
    let wait = STILL;
    let again = AGAIN;
    for (;;) {
      await pause(wait);
      if (stop.signal.aborted) return;
      try {
        let last: AnalysisResult | null = null;
        for await (const found of this.#answers(asked, tokens, stop)) {
          if (stop.signal.aborted) return;
          last = found;
          again = AGAIN;
          this.found = remember(key, found, seconds);
        }
        if (last?.final && !last.cut && !last.cancelled) return;
        wait = OTHERS;
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof Refusal && FOR_GOOD.includes(error.status)) {
          this.refused = error.said;
          return;
        }
        wait = again;
        again = Math.min(2 * again, AGAIN_AT_MOST);
      }
    }
  }
}

/** Keep what was found about a position, unless more was known of it before; returns what is known now. */
function remember(key: string, found: AnalysisResult, seconds: number): AnalysisResult {
  const before = known.get(key);
  const final = (found.final ?? false) && !found.cut && !found.cancelled;
  known.delete(key);
  const best = before && before.found.nodes > found.nodes ? before.found : found;
  known.set(key, { found: { ...best, final }, seconds });
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return best;
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
