import type { Problem, Sentence } from "./types";

/** A request that was not granted, in the server's words; or no answer at all. */
export class Refusal extends Error {
  constructor(
    /** The HTTP status; 0 if the server cannot be reached. */
    readonly status: number,
    readonly said: Sentence,
    /** How many events there are now, where the request came too late. */
    readonly number: number | null = null,
  ) {
    super(said.key);
    this.name = "Refusal";
  }

  static of(problem: Problem): Refusal {
    return new Refusal(problem.status, problem.error, problem.number ?? null);
  }

  static readonly unreachable = (): Refusal => new Refusal(0, { key: "web.connection.unreachable" });
}
