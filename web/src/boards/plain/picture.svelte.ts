/** A position as its rulebook draws it; the server does the drawing. */

import { getContext } from "svelte";
import { api } from "../../api/calls";
import { seats } from "../../api/seats.svelte";
import type { Board, TableInfo } from "../../api/types";
import { complain } from "../../design/complain";
import { language } from "../../texts/index.svelte";

/** A page whose position belongs to no table gives its text under this name. */
export const POSITION = "position";

export interface Wanted {
  board: Board;
  table: TableInfo;
  /** How many events of the game have led to the position. */
  number: number;
  form: "svg" | "text";
}

/** The drawing that is wanted now; the one before stays until it has come. */
export function picture(wanted: () => Wanted): { readonly content: string } {
  let content = $state.raw("");
  const shown = getContext<(() => string) | undefined>(POSITION);
  $effect(() => {
    const { board, table, number, form } = wanted();
    const lang = language();
    let late = false;
    void board; // another viewer sees another picture
    const position = shown?.();
    const drawing = position
      ? api.explore({ position, picture: form, lang }).then((found) => found.picture ?? "")
      : api.picture(table.id, number, form, lang, seats.tokens(table.id));
    drawing.then((drawn) => {
      if (!late) content = drawn;
    }, complain);
    return () => {
      late = true;
    };
  });
  return {
    get content() {
      return content;
    },
  };
}
