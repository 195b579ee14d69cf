/** Tell the player what the server has refused; whatever else went wrong is a mistake of ours and goes on. */

import { Refusal } from "../api/problem";
import { say } from "../texts/index.svelte";
import { toasts } from "./toasts.svelte";

export function complain(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  toasts.say(say(error.said), "problem");
}
