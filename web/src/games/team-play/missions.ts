/**
 * Missions as the server describes them: their points, what they ask for in words, and the requirement as
 * data, which is drawn here as tiles: small cards and signs.
 */

import type { GameFacts } from "../../wire";

export type Colour = "any" | "red" | "blue" | "one";

interface Common {
  /** Of all cards; `one`: all red or all blue. */
  colour: Colour;
  /** The numbers to choose from: all cards are of one of these lists. */
  pools: readonly (readonly number[])[];
}

/** Which cards a mission asks for. */
export type Requirement = Common &
  (
    | { kind: "groups"; sizes: readonly number[]; colours: readonly Colour[] }
    | { kind: "run"; length: number }
    | { kind: "exact"; numbers: readonly number[] }
    | { kind: "from"; count: number }
    | { kind: "addition" }
    /** Without a count, any number of cards. */
    | { kind: "sum"; total: number; count: number | null }
  );

export interface MissionFacts {
  points: number;
  /** In English, as in "this mission asks for …". */
  words: string;
  /** Null: a mission that this server does not know. */
  requirement: Requirement | null;
}

/** Red, blue, either but all the same, or any. */
export type Paint = "r" | "b" | "one" | "any";

export interface Tile {
  paint: Paint;
  /** What is drawn on it: a number, `?` for any, or a symbol. */
  mark: string;
  /** A number as printed, any number, or a symbol: equal symbols are equal numbers. */
  means: "number" | "any" | "symbol";
  /** So much more than its symbol: the steps of a run. */
  step: number;
}

/** Tiles that belong together, or a sign between them. */
export type Piece = { tiles: Tile[]; times: number } | { sign: string };

export interface Drawing {
  pieces: Piece[];
  /** The numbers to choose from, one of these lists; none: all numbers. */
  pools: readonly (readonly number[])[];
  /** Whether its steps rise one by one. */
  run: boolean;
}

export const NUMBERS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];
const SYMBOLS = [..."▲■●◆★♥♣♠"];
/** More tiles than these are counted. */
const MOST_DRAWN = 5;
const PAINTS: Record<Colour, Paint> = { any: "any", red: "r", blue: "b", one: "one" };

export function factsOf(game: GameFacts, mission: string): MissionFacts {
  const all = game.components["missions"] as Record<string, MissionFacts> | undefined;
  return all?.[mission] ?? { points: 0, words: mission.replaceAll("_", " "), requirement: null };
}

const anyOf = (colour: Colour): Tile => ({ paint: PAINTS[colour], mark: "?", means: "any", step: 0 });

const symbolOf = (colour: Colour, at: number, step = 0): Tile => ({
  paint: PAINTS[colour],
  mark: SYMBOLS[at] ?? "?",
  means: "symbol",
  step,
});

const single = (tile: Tile): Piece => ({ tiles: [tile], times: 1 });

const alike = (tile: Tile, count: number): Piece =>
  count > MOST_DRAWN ? { tiles: [tile], times: count } : { tiles: Array<Tile>(count).fill(tile), times: 1 };

function piecesOf(asked: Requirement): Piece[] {
  const card = single(anyOf(asked.colour));
  switch (asked.kind) {
    case "groups":
      return asked.sizes.map((size, at) => alike(symbolOf(asked.colours[at] ?? asked.colour, at), size));
    case "run": {
      const cards = Array.from({ length: asked.length }, (_, step) => single(symbolOf(asked.colour, 0, step)));
      return cards.length > MOST_DRAWN ? [...cards.slice(0, 2), { sign: "…" }, ...cards.slice(-1)] : cards;
    }
    case "exact":
      return asked.numbers.map((number) =>
        single({ paint: PAINTS[asked.colour], mark: String(number), means: "number", step: 0 }),
      );
    case "from":
      return asked.count > MOST_DRAWN
        ? [alike(anyOf(asked.colour), asked.count)]
        : Array<Piece>(asked.count).fill(card);
    case "addition":
      return [card, { sign: "+" }, card, { sign: "=" }, card];
    case "sum": {
      const total: Piece[] = [{ sign: "=" }, { sign: String(asked.total) }];
      if (asked.count === null) return [card, { sign: "+" }, { sign: "…" }, ...total];
      if (asked.count > MOST_DRAWN) return [{ sign: "Σ" }, alike(anyOf(asked.colour), asked.count), ...total];
      const more = Array.from({ length: asked.count - 1 }, (): Piece[] => [{ sign: "+" }, card]);
      return [card, ...more.flat(), ...total];
    }
  }
}

const drawings = new WeakMap<Requirement, Drawing>();
const NOTHING: Drawing = { pieces: [], pools: [], run: false };

export function drawingOf(asked: Requirement | null): Drawing {
  if (!asked) return NOTHING;
  const known = drawings.get(asked);
  if (known) return known;
  const drawing: Drawing = {
    pieces: piecesOf(asked),
    pools: asked.pools.filter((pool) => pool.length < NUMBERS.length),
    run: asked.kind === "run",
  };
  drawings.set(asked, drawing);
  return drawing;
}

/** `6–8` for numbers in a row, else `1·3·5·7`. */
export function poolText(pool: readonly number[]): string {
  const inRow = pool.every((number, at) => number === pool[0]! + at);
  return inRow && pool.length > 1 ? `${pool[0]}–${pool.at(-1)}` : pool.join("·");
}

/** Whether it is drawn tile by tile, so that cards can be laid on the drawing. */
export function isPlain(drawing: Drawing): boolean {
  return drawing.pieces.every((piece) => "tiles" in piece && piece.times === 1);
}

export const allTiles = (drawing: Drawing): Tile[] =>
  drawing.pieces.flatMap((piece) => ("tiles" in piece ? piece.tiles : []));
