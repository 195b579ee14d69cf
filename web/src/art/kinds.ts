/** The tiles that have a picture: blue, yellow, red, black, white, turquoise, special; `J` is a joker space. */
export const TILE_KINDS = ["B", "Y", "R", "K", "W", "T", "S", "J"] as const;
export type TileKind = (typeof TILE_KINDS)[number];
