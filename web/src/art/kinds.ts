/** The pieces that have a picture, by the letters of the game's texts; their names stand in the catalogue. */

/** A tile of classic Azul or Duel: blue, yellow, red, black, white, turquoise, special; `J` a joker space. */
export type TileKind = "B" | "Y" | "R" | "K" | "W" | "T" | "S" | "J";

export type HexColour = "b" | "g" | "l" | "y" | "p" | "m";
export type HexPattern = "1" | "2" | "3" | "4" | "5" | "6";

const TILE_NAMES: Record<TileKind, string> = {
  B: "colour.blue",
  Y: "colour.yellow",
  R: "colour.red",
  K: "colour.black",
  W: "colour.white",
  T: "colour.turquoise",
  S: "type.special",
  J: "type.joker",
};

const COLOUR_NAMES: Record<HexColour, string> = {
  b: "light_blue",
  g: "dark_green",
  l: "light_green",
  y: "yellow",
  p: "dark_purple",
  m: "light_purple",
};

const PATTERN_NAMES: Record<HexPattern, string> = {
  "1": "tree",
  "2": "bird",
  "3": "butterflies",
  "4": "flower",
  "5": "plant",
  "6": "bellflowers",
};

/** The key of a tile's colour in the catalogue. */
export function tileName(kind: TileKind, game: "azul" | "duel"): string {
  return `${game}.${TILE_NAMES[kind]}`;
}

/** The key of a hex such as `b3` in the catalogue. */
export function hexName(hex: string): string {
  return `garden.hex.${COLOUR_NAMES[hex[0] as HexColour]}.${PATTERN_NAMES[hex[1] as HexPattern]}`;
}

/** The key of a colour or a pattern of Queen's Garden. */
export function setName(id: string): string {
  return id in COLOUR_NAMES
    ? `garden.colour.${COLOUR_NAMES[id as HexColour]}`
    : `garden.pattern.${PATTERN_NAMES[id as HexPattern]}`;
}

export const TILE_KINDS = Object.keys(TILE_NAMES) as TileKind[];
export const HEX_COLOURS = Object.keys(COLOUR_NAMES) as HexColour[];
export const HEX_PATTERNS = Object.keys(PATTERN_NAMES) as HexPattern[];
