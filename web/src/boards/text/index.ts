/** The board of a game that has no picture here: the drawing of its rulebook. */

import type { BoardParts } from "../props";
import Drawing from "./Drawing.svelte";
import Nothing from "./Nothing.svelte";

const parts: BoardParts = { Common: Drawing, Player: Nothing, Text: Drawing };
export default parts;
