/** The board of a game that has no folder here: the picture of its rulebook, and its moves step by step. */

import type { BoardComponents } from "../props";
import Common from "./Common.svelte";
import Text from "./Text.svelte";

const components: BoardComponents = { Common, Text };
export default components;
