/** The board of Azul Duel. */

import type { BoardComponents } from "../props";
import Common from "./Common.svelte";
import "../tray.css";
import "./duel.css";
import Lookup from "./Lookup.svelte";
import Piece from "./Piece.svelte";
import Player from "./Player.svelte";
import Text from "./Text.svelte";
import Tray from "./Tray.svelte";
import type { Duel } from "./words";

const components: BoardComponents<Duel> = { Common, Player, Tray, Lookup, Text, Piece };
export default components as unknown as BoardComponents;
