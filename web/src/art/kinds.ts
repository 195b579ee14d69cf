/** The tiles that several games have: blue, yellow, red, black, white. */
export const TILE_KINDS = ["B", "Y", "R", "K", "W"] as const;
