/** The board of classic Azul. */

import type { AzulBoard } from "../../api/types";
import type { BoardParts } from "../props";
import Common from "./Common.svelte";
import Player from "./Player.svelte";
import Text from "./Text.svelte";

const parts: BoardParts<AzulBoard> = { Common, Player, Text };
export default parts as unknown as BoardParts;
