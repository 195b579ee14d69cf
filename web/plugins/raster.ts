/** Makes PNG pictures of our sign: a few polygons, filled with four samples by four for each point, and zlib. */

import { crc32, deflateSync } from "node:zlib";
import { GROUND, SHAPES, SIDE } from "../src/art/logo.ts";

type Point = [number, number];
type Colour = [number, number, number];

const SAMPLES = 4;
const CURVE_STEPS = 16;

/** A PNG of so many points a side; `inset` leaves the ground free all round, for icons that are cut to a shape. */
export function png(size: number, { rounded, inset }: { rounded: boolean; inset: number }): Buffer {
  const pixels = Buffer.alloc(size * (size * 4 + 1));
  const scale = (size * (1 - 2 * inset)) / SIDE;
  const shapes = SHAPES.map(({ path, fill, turn }) => ({ fill: colour(fill), points: place(flatten(path), turn, scale, size) }));
  const radius = rounded ? (13 / SIDE) * size : 0;
  for (let y = 0; y < size; y++) {
    const rows = Array.from({ length: SAMPLES }, (_, sample) => y + (sample + 0.5) / SAMPLES);
    const crossings = rows.map((row) => shapes.map(({ points }) => crossed(points, row)));
    for (let x = 0; x < size; x++) {
      let [red, green, blue, hits] = [0, 0, 0, 0];
      for (const [index, row] of rows.entries()) {
        for (let sample = 0; sample < SAMPLES; sample++) {
          const column = x + (sample + 0.5) / SAMPLES;
          if (!inside(column, row, size, radius)) continue;
          let found = colour(GROUND);
          shapes.forEach((shape, number) => {
            if (odd(crossings[index]?.[number] ?? [], column)) found = shape.fill;
          });
          red += found[0];
          green += found[1];
          blue += found[2];
          hits += 1;
        }
      }
      const at = y * (size * 4 + 1) + 1 + x * 4;
      pixels[at] = hits ? red / hits : 0;
      pixels[at + 1] = hits ? green / hits : 0;
      pixels[at + 2] = hits ? blue / hits : 0;
      pixels[at + 3] = (255 * hits) / SAMPLES ** 2;
    }
  }
  return file(size, pixels);
}

function colour(hex: string): Colour {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Colour;
}

/** The corners of a path, its curves as short lines. */
function flatten(path: string): Point[] {
  const points: Point[] = [];
  for (const [, command, rest = ""] of path.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === "M" || command === "L") points.push([numbers[0] ?? 0, numbers[1] ?? 0]);
    if (command === "C") points.push(...curve(points.at(-1) ?? [0, 0], numbers));
  }
  return points;
}

function curve([x0, y0]: Point, [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0]: number[]): Point[] {
  return Array.from({ length: CURVE_STEPS }, (_, step) => {
    const t = (step + 1) / CURVE_STEPS;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    return [a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3];
  });
}

function place(points: Point[], turn: number, scale: number, size: number): Point[] {
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  return points.map(([x, y]) => [size / 2 + scale * (x * cos - y * sin), size / 2 + scale * (x * sin + y * cos)]);
}

/** Where a row crosses the edge of a polygon. */
function crossed(points: Point[], row: number): number[] {
  const found: number[] = [];
  points.forEach(([x1, y1], index) => {
    const [x2, y2] = points[(index + 1) % points.length] ?? [0, 0];
    if (y1 <= row !== y2 <= row) found.push(x1 + ((row - y1) * (x2 - x1)) / (y2 - y1));
  });
  return found;
}

function odd(crossings: number[], column: number): boolean {
  return crossings.filter((crossing) => crossing <= column).length % 2 === 1;
}

/** Whether a point is inside a square with round corners. */
function inside(x: number, y: number, size: number, radius: number): boolean {
  const [dx, dy] = [Math.max(radius - x, x - (size - radius), 0), Math.max(radius - y, y - (size - radius), 0)];
  return dx * dx + dy * dy <= radius * radius || !(dx && dy);
}

function file(size: number, pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8); // eight bits of red, green, blue and opacity
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
