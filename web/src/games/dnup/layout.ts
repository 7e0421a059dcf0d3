/**
 * Where the cards of a hand lie: in as few rows as leave every card large enough to read and to
 * touch, a little apart where the value changes, overlapping a little where it does not.
 */

export interface Spot {
  x: number;
  y: number;
  /** Degrees. */
  lean: number;
  row: number;
}

export interface Laid {
  /** The width of a card. */
  width: number;
  height: number;
  spots: Spot[];
}

/** A card's height by its width. */
export const TALL = 1.4;
/** So much of a card the next one of its value may cover: both numbers stay in sight. */
const COVERED = 0.24;
const TOUCH = 44;
/** The smallest cards for one row, two, …; beyond that cards only get smaller. */
const SMALLEST = [46, 44, 44];

interface Room {
  width: number;
  /** Cards are never larger than that. */
  largest: number;
}

export function laid(sizes: readonly number[], room: Room): Laid {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const rowsAtMost = SMALLEST.length;
  for (let rows = 1; rows <= rowsAtMost; rows++) {
    const split = intoRows(sizes, rows);
    const least = rows === rowsAtMost ? 24 : SMALLEST[rows - 1]!;
    for (let width = room.largest; width >= Math.min(least, room.largest); width--) {
      if (split.every((row) => extent(row, width) <= room.width)) return spread(split, width, room.width, count);
    }
  }
  return spread(intoRows(sizes, rowsAtMost), 24, room.width, count);
}

const gap = (width: number): number => Math.max(3, Math.round(width * 0.1));
const step = (width: number): number => Math.max(width * (1 - COVERED), Math.min(width + 2, TOUCH));

function extent(row: readonly number[], width: number): number {
  if (row.length === 0) return 0;
  const others = row.reduce((sum, size) => sum + size - 1, 0);
  return row.length * width + others * step(width) + (row.length - 1) * gap(width);
}

/** Rows of about the same length, broken between two values where that is near enough. */
function intoRows(sizes: readonly number[], rows: number): number[][] {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const result: number[][] = [];
  const edges = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));
  const breaks = Array.from({ length: rows - 1 }, (_, row) => {
    const wish = (count * (row + 1)) / rows;
    const nearest = edges.reduce((best, edge) => (Math.abs(edge - wish) < Math.abs(best - wish) ? edge : best), 0);
    return Math.abs(nearest - wish) <= 1 ? nearest : Math.round(wish);
  });
  let from = 0;
  for (const to of [...breaks, count]) {
    const row = sizes
      .map((size, at) => Math.min(to, edges[at]! + size) - Math.max(from, edges[at]!))
      .filter((size) => size > 0);
    result.push(row);
    from = to;
  }
  return result.filter((row) => row.length > 0);
}

function spread(rows: readonly number[][], width: number, whole: number, count: number): Laid {
  const tall = Math.round(width * TALL);
  const spots: Spot[] = [];
  // A single row is fanned: it leans and sinks towards its ends.
  const fanned = rows.length === 1 && count > 2;
  const lean = fanned ? Math.min(0.9, 9 / count) : 0;
  rows.forEach((row, at) => {
    let x = (whole - extent(row, width)) / 2;
    for (const size of row) {
      for (let nth = 0; nth < size; nth++) {
        const off = spots.length - (count - 1) / 2;
        const sink = fanned ? off * off * lean * lean * width * 0.012 : 0;
        spots.push({ x, y: at * (tall + 6) + sink, lean: off * lean, row: at });
        x += nth === size - 1 ? width + gap(width) : step(width);
      }
    }
  });
  const lowest = Math.max(0, ...spots.map((spot) => spot.y));
  return { width, height: lowest + tall, spots };
}
