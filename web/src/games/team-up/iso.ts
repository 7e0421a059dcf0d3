/** Boxes seen from a corner: columns to the lower right, rows to the upper right. Flat and pure. */

import type { Size } from "./geometry";

const ACROSS = Math.sqrt(3) / 2;
export type Point = readonly [number, number];

/** Where a point of space lies on paper; one unit to a cell. */
export const projected = (x: number, y: number, z: number): Point => [(x + y) * ACROSS, (x - y) / 2 - z];

export interface Faces {
  top: Point[];
  front: Point[];
  side: Point[];
}

/** The three faces one sees of a box at a place. */
export function faces([x, y, z]: readonly [number, number, number], [w, d, h]: Size): Faces {
  const at = (dx: number, dy: number, dz: number): Point => projected(x + dx * w, y + dy * d, z + dz * h);
  return {
    top: [at(0, 0, 1), at(0, 1, 1), at(1, 1, 1), at(1, 0, 1)],
    front: [at(0, 0, 1), at(1, 0, 1), at(1, 0, 0), at(0, 0, 0)],
    side: [at(1, 0, 1), at(1, 1, 1), at(1, 1, 0), at(1, 0, 0)],
  };
}

export const outline = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");

/** A transform that lays what is drawn flat, `cell` to a cell, on the top of a box. */
export function lying([x, y, z]: readonly [number, number, number], [, d, h]: Size, cell: number): string {
  const [left, top] = projected(x, y + d, z + h);
  const matrix = [ACROSS / cell, 0.5 / cell, -ACROSS / cell, 0.5 / cell, left, top];
  return `matrix(${matrix.map((n) => n.toFixed(4)).join(" ")})`;
}

/** The paper a box needs: left, top, width, height. */
export function frame([w, d, h]: Size): readonly [number, number, number, number] {
  return [0, -d / 2 - h, (w + d) * ACROSS, (w + d) / 2 + h];
}
