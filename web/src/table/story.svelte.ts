/** The story of a scoring: one step after the other is lit up on the board; it can be skipped at any time. */

import type { EventLine, ScoringStep } from "../api/types";
import { duration } from "../settings/settings.svelte";

const STEP = 900;
const SHORT = 350;

export class Story {
  steps: ScoringStep[] = $state.raw([]);
  /** How many steps have been told. */
  told = $state(0);
  #timer: number | undefined;

  /** The step that is lit now. */
  get lit(): ScoringStep | null {
    return this.running ? (this.steps[this.told] ?? null) : null;
  }

  get running(): boolean {
    return this.told < this.steps.length;
  }

  /** The points of every seat as far as they are told, where they were so many before. */
  points(seats: number): (number | null)[] {
    return Array.from({ length: seats }, (_, seat) => {
      const own = this.steps.map((step, index) => ({ ...step, index })).filter((step) => step.seat === seat);
      const last = own.findLast(({ index }) => index <= this.told);
      const first = own[0];
      return last?.total ?? (first ? first.total - first.points : null);
    });
  }

  /** Tell what the points of some events are made of. With reduced motion it is told at once. */
  tell(events: EventLine[]): void {
    const steps = events.flatMap((event) => event.steps ?? []);
    if (!steps.length) return;
    this.steps = steps;
    this.told = 0;
    this.#next();
  }

  skip(): void {
    clearTimeout(this.#timer);
    this.told = this.steps.length;
  }

  close(): void {
    this.skip();
    this.steps = [];
    this.told = 0;
  }

  #next(): void {
    clearTimeout(this.#timer);
    const time = duration(this.steps.length > 12 ? SHORT : STEP);
    if (!time) this.skip();
    else if (this.running) {
      this.#timer = window.setTimeout(() => {
        this.told += 1;
        this.#next();
      }, time);
    }
  }
}
