/** The keys of a table: typing a move's text chooses it, in either keyboard layout. */

import { latinKeys } from "../texts/keys";
import type { TableStore } from "./table.svelte";

export interface Windows {
  rules(): void;
  keys(): void;
  view(): void;
}

export function handleKey(event: KeyboardEvent, table: TableStore, windows: Windows): void {
  const on = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || on?.closest("dialog[open]")) return;
  if (on?.closest("input:not([type=radio]):not([type=checkbox]), textarea, select")) return;
  if (act(event, on, table, windows)) event.preventDefault();
}

/** Do what a key stands for; false if it stands for nothing here. */
function act(event: KeyboardEvent, on: Element | null, table: TableStore, windows: Windows): boolean {
  const { choice } = table;
  switch (event.key) {
    case "Escape":
      if (choice.begun || choice.held.length) choice.cancel();
      else void table.look(null);
      return true;
    case "Enter":
      return !on?.closest(".bar, a") && choice.enter();
    case "Backspace":
      if (choice.back()) return true;
      if (!table.live || !table.now?.undo || choice.held.length) return false;
      void table.undo();
      return true;
    case "ArrowLeft":
    case "ArrowRight":
      if (on?.closest("[role=radiogroup], fieldset")) return false;
      void table.walk(event.key === "ArrowLeft" ? -1 : 1);
      return true;
    case "Home":
    case "End":
      void table.look(event.key === "Home" ? 0 : null);
      return true;
    case "F1":
      windows.keys();
      return true;
    case "F2":
      windows.view();
      return true;
    case "?":
      windows.rules();
      return true;
    default:
      return table.live && choice.type(latinKeys(event.key));
  }
}
