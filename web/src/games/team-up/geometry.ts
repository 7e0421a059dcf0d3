/**
 * The pallet in numbers: moves as text, cells, boxes as volumes, and where a box could go. Pure.
 *
 * Columns run along x (a–f), rows along y (1–4), layers up; a place is the lowest column and row
 * that a box covers. Nothing here knows a rule: whether a place is legal is told by the view.
 */

import type { GameFacts, TeamUpBox, TeamUpView } from "../../wire";

export interface Kind {
  shape: string;
  /** The painted side, the longer edge first. */
  top: [number, number];
  height: number;
  per_colour: number;
}

export interface Components {
  pallet: { columns: number; rows: number; layers: number };
  colours: string[];
  boxes: Record<string, Kind>;
  cards: Record<string, number>;
}

export type Axis = "x" | "y";
export type Size = readonly [number, number, number];

export interface Cell {
  x: number;
  y: number;
}

/** A box in space: its lowest corner, and how far it goes along x, y and up. */
export interface Volume extends Cell {
  level: number;
  size: Size;
}

/** A move that places a box, taken apart. */
export interface Place extends Cell {
  colour: string;
  kind: string;
  axis: Axis | null;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export function componentsOf(game: GameFacts): Components {
  return game.components as unknown as Components;
}

export const cellName = ({ x, y }: Cell): string => `${LETTERS[x] ?? "?"}${y + 1}`;

export function cellOf(name: string): Cell {
  return { x: LETTERS.indexOf(name.charAt(0)), y: Number(name.slice(1)) - 1 };
}

/** `place red wide2 c1 x`, also with the little words: `place red wide2 at c1 along x`. */
export function placeOf(move: string): Place | null {
  const [verb, colour, kind, at, axis] = move.split(" ").filter((word) => word !== "at" && word !== "along");
  if (verb !== "place" || !colour || !kind || !at) return null;
  return { colour, kind, ...cellOf(at), axis: axis === "x" || axis === "y" ? axis : null };
}

export function moveOf({ colour, kind, axis, ...cell }: Place): string {
  return `place ${colour} ${kind} ${cellName(cell)}${axis ? ` ${axis}` : ""}`;
}

/** The ways a kind can be turned; a square top has one, without a name. */
export function axesOf(kind: Kind): readonly (Axis | null)[] {
  return kind.top[0] === kind.top[1] ? [null] : ["x", "y"];
}

export function sizeOf(kind: Kind, axis: Axis | null): Size {
  const [long, short] = kind.top;
  return axis === "y" ? [short, long, kind.height] : [long, short, kind.height];
}

/** Every place inside the pallet for a box turned like this, legal or not. */
export function placesOf(parts: Components, colour: string, kind: string, axis: Axis | null): Place[] {
  const facts = parts.boxes[kind];
  if (!facts) return [];
  const [wide, deep] = sizeOf(facts, axis);
  const places: Place[] = [];
  for (let y = 0; y + deep <= parts.pallet.rows; y++) {
    for (let x = 0; x + wide <= parts.pallet.columns; x++) places.push({ colour, kind, x, y, axis });
  }
  return places;
}

/** All moves that would place this box somewhere, whichever way it is turned. */
export function movesWith(parts: Components, colour: string, kind: string): string[] {
  const facts = parts.boxes[kind];
  if (!facts) return [];
  return axesOf(facts).flatMap((axis) => placesOf(parts, colour, kind, axis).map(moveOf));
}

const within = (wish: number, most: number): number => Math.max(0, Math.min(most, wish));

/** Where a box of this size goes when a cell is meant: around it, and never over the edge. */
export function around(parts: Components, size: Size, cell: Cell): Cell {
  const { columns, rows } = parts.pallet;
  return {
    x: within(cell.x - Math.floor((size[0] - 1) / 2), columns - size[0]),
    y: within(cell.y - Math.floor((size[1] - 1) / 2), rows - size[1]),
  };
}

/** The same for a point somewhere in a cell: `x` 2.5 is the middle of column c. */
export function under(parts: Components, size: Size, point: Cell): Cell {
  const { columns, rows } = parts.pallet;
  return {
    x: within(Math.round(point.x - size[0] / 2), columns - size[0]),
    y: within(Math.round(point.y - size[1] / 2), rows - size[1]),
  };
}

/** The nearest of some places whose middle is hardly a cell away from a point. */
export function nearest<At extends Cell>(places: readonly At[], size: Size, point: Cell, reach = 0.85): At | null {
  let best: At | null = null;
  let least = reach;
  for (const place of places) {
    const far = Math.hypot(place.x + size[0] / 2 - point.x, place.y + size[1] / 2 - point.y);
    if (far <= least) [best, least] = [place, far];
  }
  return best;
}

export function covered({ x, y }: Cell, size: Size): Cell[] {
  const cells: Cell[] = [];
  for (let row = y; row < y + size[1]; row++) {
    for (let column = x; column < x + size[0]; column++) cells.push({ x: column, y: row });
  }
  return cells;
}

/** The volume a placed box would take: on the highest of what lies under it. */
export function volumeOf(parts: Components, heights: readonly (readonly number[])[], place: Place): Volume | null {
  const kind = parts.boxes[place.kind];
  if (!kind) return null;
  const size = sizeOf(kind, place.axis);
  const below = covered(place, size).map(({ x, y }) => heights[y]?.[x] ?? 0);
  return { x: place.x, y: place.y, level: Math.max(0, ...below), size };
}

export function standing(box: TeamUpBox): Volume {
  return { ...cellOf(box.at), level: box.level, size: box.size };
}

export const colourOf = (box: string): string => box.split(" ")[0] ?? box;
export const kindOf = (box: string): string => box.split(" ")[1] ?? "";

/** By row and column, the box on top; null where the pallet is bare. */
export function tops(view: TeamUpView): (TeamUpBox | null)[][] {
  const map: (TeamUpBox | null)[][] = view.heights.map((row) => row.map(() => null));
  for (const box of view.boxes) {
    for (const { x, y } of covered(cellOf(box.at), box.size)) {
      const row = map[y];
      const there = row?.[x];
      if (row && (!there || box.level >= there.level)) row[x] = box;
    }
  }
  return map;
}

/** By row and column, the box that fills a layer there; layers are counted from 0. */
export function slice(view: TeamUpView, level: number): (TeamUpBox | null)[][] {
  const map: (TeamUpBox | null)[][] = view.heights.map((row) => row.map(() => null));
  for (const box of view.boxes) {
    if (box.level > level || level >= box.level + box.size[2]) continue;
    for (const { x, y } of covered(cellOf(box.at), box.size)) {
      const row = map[y];
      if (row) row[x] = box;
    }
  }
  return map;
}

export const filledIn = (map: readonly (readonly (TeamUpBox | null)[])[]): number =>
  map.flat().filter(Boolean).length;

/** The cells a layer still lacks. */
export function missing(view: TeamUpView, level: number): Cell[] {
  return slice(view, level).flatMap((row, y) => row.flatMap((box, x) => (box ? [] : [{ x, y }])));
}

export function boxesLeft(view: TeamUpView): number {
  return Object.values(view.left).flatMap((kinds) => Object.values(kinds)).reduce((sum, n) => sum + n, 0);
}

/** The legal moves by box: `red wide2` and all its places. */
export function legalByBox(legal: readonly string[]): Map<string, Place[]> {
  const boxes = new Map<string, Place[]>();
  for (const move of legal) {
    const place = placeOf(move);
    if (!place) continue;
    const box = `${place.colour} ${place.kind}`;
    boxes.set(box, [...(boxes.get(box) ?? []), place]);
  }
  return boxes;
}
