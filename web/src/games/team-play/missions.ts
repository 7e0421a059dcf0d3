/**
 * Missions as the server describes them: what they ask for in words, their points, and a drawing
 * in symbols (`r▲r▲ b■b■`, `? ? ?  6–8`), read here into tiles that can be drawn as small cards.
 */

import type { GameFacts } from "../../wire";

export interface MissionFacts {
  points: number;
  /** In English, as in "this mission asks for …". */
  words: string;
  symbols: string;
}

/** Red, blue, either but all the same, or any. */
export type Paint = "r" | "b" | "one" | "any";

export interface Tile {
  paint: Paint;
  /** A number as printed, `?` for any, or a symbol: equal symbols are equal numbers. */
  mark: string;
  /** So much more than its symbol: the steps of a run. */
  step: number;
}

/** Tiles that belong together, or a sign between them. */
export type Piece = { tiles: Tile[]; times: number } | { sign: string };

export interface Drawing {
  pieces: Piece[];
  /** The numbers to choose from: `6–8`, `1·3·5·7`; one of several where a slash parts them. */
  pools: string[];
  /** Whether its steps rise one by one. */
  run: boolean;
}

export function factsOf(game: GameFacts, mission: string): MissionFacts {
  const all = game.components["missions"] as Record<string, MissionFacts> | undefined;
  return all?.[mission] ?? { points: 0, words: mission.replaceAll("_", " "), symbols: "" };
}

const SIGNS: ReadonlySet<string> = new Set(["+", "=", "…", "Σ"]);
const TILE = /([rb]?)([▲■●◆★♥♣♠?]|\d+)(?:\+(\d+))?/gu;

function tilesOf(text: string, one: boolean): Tile[] {
  return [...text.matchAll(TILE)].map(([, colour, mark = "?", step]) => ({
    paint: colour ? (colour as Paint) : one ? "one" : "any",
    mark,
    step: Number(step ?? 0),
  }));
}

const drawings = new Map<string, Drawing>();

export function drawingOf(symbols: string): Drawing {
  const known = drawings.get(symbols);
  if (known) return known;
  const [cards = "", ...conditions] = symbols.split("  ");
  const one = conditions.includes("r / b");
  const pieces: Piece[] = [];
  let total = false;
  for (const word of cards.split(" ").filter(Boolean)) {
    const counted = /^(\d+)×(.+)$/u.exec(word);
    if (SIGNS.has(word) || (total && /^\d+$/.test(word))) pieces.push({ sign: word });
    else if (counted) pieces.push({ tiles: tilesOf(counted[2]!, one), times: Number(counted[1]) });
    else pieces.push({ tiles: tilesOf(word, one), times: 1 });
    total = word === "=";
  }
  const drawing: Drawing = {
    pieces,
    pools: conditions.filter((text) => text !== "r / b").flatMap((text) => text.split(" / ")),
    run: pieces.some((piece) => "tiles" in piece && piece.tiles.some((tile) => tile.step > 0)),
  };
  drawings.set(symbols, drawing);
  return drawing;
}

/** Whether it is drawn tile by tile, so that cards can be laid on the drawing. */
export function isPlain(drawing: Drawing): boolean {
  return drawing.pieces.every((piece) => "tiles" in piece && piece.times === 1);
}

export const allTiles = (drawing: Drawing): Tile[] =>
  drawing.pieces.flatMap((piece) => ("tiles" in piece ? piece.tiles : []));
