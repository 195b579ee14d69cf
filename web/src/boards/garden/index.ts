/** The board of Queen's Garden. Everything lies open: nobody has secrets. */

import type { GardenBoard } from "../../api/types";
import type { BoardParts } from "../props";
import "../tray.css";
import Common from "./Common.svelte";
import Player from "./Player.svelte";
import Text from "./Text.svelte";
import Tray from "./Tray.svelte";

const parts: BoardParts<GardenBoard> = { Common, Player, Tray, Text, opponent: "below-table" };
export default parts as BoardParts;
