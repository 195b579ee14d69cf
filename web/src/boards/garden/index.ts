/** The board of Queen's Garden. Everything lies open: nobody has secrets. */

import type { BoardComponents } from "../props";
import "../tray.css";
import Common from "./Common.svelte";
import Piece from "./Piece.svelte";
import type { Garden } from "./pieces";
import Player from "./Player.svelte";
import Text from "./Text.svelte";
import Tray from "./Tray.svelte";

const components: BoardComponents<Garden> = { Common, Player, Tray, Text, Piece, opponents: "beside" };
export default components as unknown as BoardComponents;
