/** The report of a game, asked for until it is there. */

import { api } from "../api/calls";
import { Refusal } from "../api/problem";
import type { GameReport } from "../api/report";
import type { ReportState, Sentence } from "../api/types";

const EVERY = 1_500;

export class Report {
  state: ReportState | null = $state.raw(null);
  problem: Sentence | null = $state.raw(null);
  #ended = false;

  constructor(
    readonly id: string,
    private readonly tokens: () => string[],
  ) {
    void this.#ask();
  }

  get found(): GameReport | null {
    return (this.state?.report as GameReport | null | undefined) ?? null;
  }

  get busy(): boolean {
    return this.state?.status === "waiting" || this.state?.status === "running";
  }

  end(): void {
    this.#ended = true;
  }

  /** Have it made again, or more carefully. */
  async make(setting: "fast" | "deep"): Promise<void> {
    try {
      this.state = await api.makeReport(this.id, { setting }, this.tokens());
      void this.#ask();
    } catch (error) {
      if (error instanceof Refusal) this.problem = error.said;
    }
  }

  async cancel(): Promise<void> {
    try {
      await api.cancelReport(this.id, this.tokens());
      this.state = await api.report(this.id, this.tokens());
    } catch (error) {
      if (error instanceof Refusal) this.problem = error.said;
    }
  }

  async #ask(): Promise<void> {
    while (!this.#ended) {
      try {
        this.state = await api.report(this.id, this.tokens());
        this.problem = null;
        if (!this.busy) return;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // What will pass is asked again without a word.
        if (error.status && error.status !== 429 && error.status !== 503) {
          this.problem = error.said;
          return;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
  }
}
