/** The board of classic Azul. */

import type { BoardComponents } from "../props";
import Common from "./Common.svelte";
import Piece from "./Piece.svelte";
import type { Azul } from "./pieces";
import Player from "./Player.svelte";
import Supply from "./Supply.svelte";
import Text from "./Text.svelte";

const components: BoardComponents<Azul> = { Common, Player, Lookup: Supply, Text, Piece };
export default components as unknown as BoardComponents;
