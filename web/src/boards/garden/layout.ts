/** Where hexagons lie and how a group of them is outlined: drawing only. A hexagon stands on its point and is 40 high. */

export interface Point {
  x: number;
  y: number;
}

export const HIGH = 40;
export const WIDE = 34.64;
const ROW = 30;

/** Where the middle of a hexagon lies, from its axial coordinates. */
export function middle([q, r]: readonly [number, number]): Point {
  return { x: (q + r / 2) * WIDE, y: r * ROW };
}

/** The corners of a hexagon, clockwise from the top. */
export function corners({ x, y }: Point, radius = HIGH / 2): Point[] {
  const side = (radius * WIDE) / HIGH;
  return [
    { x, y: y - radius },
    { x: x + side, y: y - radius / 2 },
    { x: x + side, y: y + radius / 2 },
    { x, y: y + radius },
    { x: x - side, y: y + radius / 2 },
    { x: x - side, y: y - radius / 2 },
  ];
}

/** The path of closed lines. */
export function path(loops: Point[][]): string {
  return loops.map((loop) => `M${loop.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Z`).join("");
}

export function hexagon(at: Point, radius = HIGH / 2): string {
  return path([corners(at, radius)]);
}

const key = ({ x, y }: Point): string => `${Math.round(x * 4)},${Math.round(y * 4)}`;

/** The lines round some hexagons: the edges that only one of them has, drawn inside by `inset`. */
export function outline(cells: Point[], inset = 0): string {
  const edges = new Map<string, [Point, Point]>();
  for (const cell of cells) {
    const around = corners(cell);
    around.forEach((from, index) => {
      const to = around[(index + 1) % 6] as Point;
      if (!edges.delete(`${key(to)}>${key(from)}`)) edges.set(`${key(from)}>${key(to)}`, [from, to]);
    });
  }
  // At most one edge of the line leaves each corner: three hexagons meet in a corner, and two edges of it are shared or none.
  const next = new Map([...edges.values()].map((edge) => [key(edge[0]), edge]));
  const loops: Point[][] = [];
  while (next.size) {
    const [first] = next.keys();
    const loop: Point[] = [];
    for (let edge = next.get(first as string); edge; edge = next.get(key(edge[1]))) {
      next.delete(key(edge[0]));
      loop.push(edge[0]);
    }
    loops.push(loop.map((point, index) => inside(loop.at(index - 1) as Point, point, loop[(index + 1) % loop.length] as Point, inset)));
  }
  return path(loops);
}

/** A corner moved to the right of both edges that meet there. */
function inside(before: Point, point: Point, after: Point, by: number): Point {
  const one = normal(before, point);
  const two = normal(point, after);
  const scale = by / (1 + one.x * two.x + one.y * two.y);
  return { x: point.x + (one.x + two.x) * scale, y: point.y + (one.y + two.y) * scale };
}

function normal(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest box round some hexagons, with a margin. */
export function boxOf(cells: Point[], margin = 0): Box {
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  const x = Math.min(...xs) - WIDE / 2 - margin;
  const y = Math.min(...ys) - HIGH / 2 - margin;
  return {
    x,
    y,
    width: Math.max(...xs) + WIDE / 2 + margin - x,
    height: Math.max(...ys) + HIGH / 2 + margin - y,
  };
}

/** Where a hexagon lies in a box, as a style for what is laid over the picture. */
export function over(box: Box, { x, y }: Point): string {
  const part = (value: number, whole: number) => `${((value / whole) * 100).toFixed(3)}%`;
  return (
    `left:${part(x - WIDE / 2 - box.x, box.width)};top:${part(y - HIGH / 2 - box.y, box.height)};` +
    `width:${part(WIDE, box.width)};height:${part(HIGH, box.height)}`
  );
}

/** The middle of some points. */
export function centre(points: Point[]): Point {
  const count = points.length || 1;
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / count,
    y: points.reduce((sum, { y }) => sum + y, 0) / count,
  };
}

/** The seven hexagons of an expansion: the middle, then those round it. */
export const PLATE: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];
