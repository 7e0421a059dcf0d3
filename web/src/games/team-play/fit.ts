/**
 * Cards of a hand laid on the drawing of a mission, as many as go: what a player does with the eyes.
 * Whether a mission is fulfilled is never decided here; the server's legal moves say that.
 */

import { allTiles, isPlain, NUMBERS, type Drawing, type Tile } from "./missions";

/** A place of the drawing: the card that goes there, or the number that would go with the others. */
export interface Place {
  card: string | null;
  number: number | null;
  /** All of one colour: the one that the others have. */
  paint?: "r" | "b";
}
export type Fit = Place[];

const MOST_SYMBOLS = 3;

function* meanings(symbols: readonly string[], from: readonly number[]): Generator<Map<string, number>> {
  const [first, ...rest] = symbols;
  if (first === undefined) {
    yield new Map();
    return;
  }
  for (const number of from) {
    for (const others of meanings(rest, from.filter((other) => other !== number))) {
      yield others.set(first, number);
    }
  }
}

/** Null: the drawing cannot be filled tile by tile, as with sums. */
export function fitOf(drawing: Drawing, hand: readonly string[]): Fit | null {
  const tiles = allTiles(drawing);
  if (!isPlain(drawing) || !tiles.length) return null;
  const symbols = [...new Set(tiles.filter((tile) => tile.means === "symbol").map((tile) => tile.mark))];
  if (symbols.length > MOST_SYMBOLS) return null;
  const pools = drawing.pools.length ? drawing.pools : [NUMBERS];
  const colours = tiles.some((tile) => tile.paint === "one") ? (["r", "b"] as const) : [null];
  let best: Fit = tiles.map((tile) => ({ card: null, number: Number(tile.mark) || null }));
  let highest = 0;
  for (const pool of pools) {
    for (const colour of colours) {
      for (const meaning of meanings(symbols, pool)) {
        const fit = laid(tiles, hand, pool, colour, meaning);
        const rank = fit ? rankOf(fit) : 0;
        if (fit && rank > highest) [best, highest] = [fit, rank];
      }
    }
  }
  return best;
}

/** The more cards the better; then those that lie farther in front. */
function rankOf(fit: Fit): number {
  return fit.reduce((rank, { card }, at) => rank + (card ? 100 - at : 0), 0);
}

/** Null: there are no such numbers, as after the last one. */
function laid(
  tiles: readonly Tile[],
  hand: readonly string[],
  pool: readonly number[],
  colour: "r" | "b" | null,
  meaning: ReadonlyMap<string, number>,
): Fit | null {
  const left = [...hand];
  const fit = tiles.map((tile): Place => {
    const paint = tile.paint === "one" ? colour : tile.paint;
    const wanted =
      tile.means === "any"
        ? pool
        : [(meaning.get(tile.mark) ?? Number(tile.mark)) + tile.step];
    const at = left.findIndex(
      (card) => (paint === "any" || card[0] === paint) && wanted.includes(Number(card.slice(1))),
    );
    const card = at < 0 ? null : left.splice(at, 1)[0]!;
    return { card, number: wanted.length === 1 ? wanted[0]! : null };
  });
  if (fit.some(({ number }) => number !== null && !NUMBERS.includes(number))) return null;
  // A number is only told where a card of the same symbol speaks for it.
  return fit.map((place, at) => {
    const { mark, means } = tiles[at]!;
    const spoken = means === "number" || fit.some(({ card }, other) => card && tiles[other]!.mark === mark);
    const told = spoken ? place : { ...place, number: null };
    return colour && tiles[at]!.paint === "one" ? { ...told, paint: colour } : told;
  });
}

export const missing = (fit: Fit): number => fit.filter(({ card }) => card === null).length;
export const cardsIn = (fit: Fit): string[] => fit.flatMap(({ card }) => (card ? [card] : []));
