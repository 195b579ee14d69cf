/** Our sign: four petals that make a star, in a square of 64. The page draws it, and the icons are made from it. */

export interface Shape {
  fill: string;
  /** Absolute M, L, C and Z only, round the middle of the square. */
  path: string;
  /** Degrees, clockwise. */
  turn: number;
}

export const SIDE = 64;
export const GROUND = "#23549c";

const PETAL = "M0 0C9 -6 9.5 -16 0 -24C-9.5 -16 -9 -6 0 0Z";
const LEAF = "M4 -4C7 -11 13 -15.5 21 -16.5L21 -21L16.5 -21C15.5 -13 11 -7 4 -4Z";
const CORNER = "M-25.5 -25.5L-15 -25.5C-15 -19.7 -19.7 -15 -25.5 -15Z";
const DOT = circle(5);
const RING = circle(7);

function circle(radius: number): string {
  const bend = 0.5523 * radius;
  return (
    `M0 ${-radius}C${bend} ${-radius} ${radius} ${-bend} ${radius} 0C${radius} ${bend} ${bend} ${radius} 0 ${radius}` +
    `C${-bend} ${radius} ${-radius} ${bend} ${-radius} 0C${-radius} ${-bend} ${-bend} ${-radius} 0 ${-radius}Z`
  );
}

const QUARTERS = [0, 90, 180, 270];
const around = (path: string, fill: string): Shape[] => QUARTERS.map((turn) => ({ path, fill, turn }));

export const SHAPES: Shape[] = [
  ...around(CORNER, "#9fc3f5"),
  ...around(LEAF, "#eeb52f"),
  ...around(PETAL, "#eef4ff"),
  { path: RING, fill: "#eef4ff", turn: 0 },
  { path: DOT, fill: "#bb3b2e", turn: 0 },
];

/** The sign as a file. */
export function logoFile(): string {
  const shapes = SHAPES.map(({ path, fill, turn }) => `<path fill="${fill}" transform="rotate(${turn})" d="${path}"/>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">` +
    `<rect x="-32" y="-32" width="64" height="64" rx="13" fill="${GROUND}"/>${shapes.join("")}</svg>`
  );
}
