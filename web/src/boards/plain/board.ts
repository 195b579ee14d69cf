/** The board of a game that has no folder here: the picture of its rulebook, and its moves step by step. It may have secrets. */

import type { BoardComponents } from "../props";
import Common from "./Common.svelte";
import Text from "./Text.svelte";

const components: BoardComponents = { Common, Text, secrets: true };
export default components;
