/** The board of Azul Duel. */

import type { DuelBoard } from "../../api/types";
import type { BoardParts } from "../props";
import Common from "./Common.svelte";
import "../tray.css";
import "./duel.css";
import Player from "./Player.svelte";
import Text from "./Text.svelte";
import Tray from "./Tray.svelte";

const parts: BoardParts<DuelBoard> = { Common, Player, Tray, Text, secrets: true };
export default parts as unknown as BoardParts;
