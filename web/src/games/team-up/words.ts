/** Team UP in words: boxes, cells, cards, moves, what happened, how it ended. */

import type { Line, TeamUpEvent, TeamUpView } from "../../wire";
import { and, capital, or, t, tn, type Values } from "../../words/i18n";
import type { Setting } from "../face";
import { boxesLeft, cellName, cellOf, colourOf, componentsOf, covered, kindOf, placeOf, sizeOf, type Cell, type Components, type Size } from "./geometry";

/** What stands on a lid. */
export function letter(colour: string): string {
  const letters: Record<string, () => string> = {
    red: () => t("R"),
    blue: () => t("B"),
    white: () => t("W"),
    neutral: () => t("N"),
  };
  return letters[colour]?.() ?? colour.charAt(0).toUpperCase();
}

const COLOURS: Record<string, () => string> = {
  red: () => t("red"),
  blue: () => t("blue"),
  white: () => t("white"),
  neutral: () => t("neutral"),
};

const SHAPES: Record<string, () => string> = {
  square: () => t("square"),
  wide: () => t("wide"),
  bar: () => t("bar"),
};

/** Boxes as labels, and after “a”. */
const BOXES: Record<string, readonly [() => string, () => string]> = {
  "red square": [() => t("red square"), () => t("a red square")],
  "red wide": [() => t("red wide box"), () => t("a red wide box")],
  "red bar": [() => t("red bar"), () => t("a red bar")],
  "blue square": [() => t("blue square"), () => t("a blue square")],
  "blue wide": [() => t("blue wide box"), () => t("a blue wide box")],
  "blue bar": [() => t("blue bar"), () => t("a blue bar")],
  "white square": [() => t("white square"), () => t("a white square")],
  "white wide": [() => t("white wide box"), () => t("a white wide box")],
  "white bar": [() => t("white bar"), () => t("a white bar")],
  "neutral bar": [() => t("neutral bar"), () => t("the neutral bar")],
};

export const colourName = (colour: string): string => COLOURS[colour]?.() ?? colour;
export const shapeName = (shape: string): string => SHAPES[shape]?.() ?? shape;

/** `red wide2`, `red wide`, `neutral`: its colour and shape as a key. */
function plain(box: string): string {
  if (box === "neutral") return "neutral bar";
  return `${colourOf(box)} ${kindOf(box).replace(/\d+$/, "")}`;
}

/** “red wide box”. */
export const boxName = (box: string): string => BOXES[plain(box)]?.[0]() ?? box;

/** “a red wide box”. */
const aBox = (box: string): string => BOXES[plain(box)]?.[1]() ?? box;

/** “3×1 on top, 2 high”. */
export function measures(parts: Components, kind: string): string {
  const facts = parts.boxes[kind];
  if (!facts) return "";
  return t("{wide}×{deep} on top, {height} high", { wide: facts.top[0], deep: facts.top[1], height: facts.height });
}

/** “c1 to e1”: the first and the last cell that are covered. */
export function cellsName(at: Cell, size: Size): string {
  const cells = covered(at, size);
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last || cells.length === 1) return cellName(at);
  return t("{first} to {last}", { first: cellName(first), last: cellName(last) });
}

/** What a card asks for: “a red box”, “a square or a bar”. */
export function asked(card: string): string {
  const cards: Record<string, () => string> = {
    red: () => t("a red box"),
    blue: () => t("a blue box"),
    white: () => t("a white box"),
    square: () => t("a square"),
    wide: () => t("a wide box"),
    bar: () => t("a bar"),
  };
  return or(card.split("|").map((one) => cards[one]?.() ?? one));
}

/** A card as it is called: “red”, “square or bar”. */
export function cardName(card: string): string {
  return or(card.split("|").map((one) => COLOURS[one]?.() ?? SHAPES[one]?.() ?? one));
}

export function asks(view: TeamUpView): string {
  if (view.over) return "";
  if (!view.card) return view.deck ? t("Draw a card or stop here.") : t("No cards left.");
  if (view.legal.includes("penalty")) return t("No box can be placed for this card: take the penalty.");
  return t("Place {box}.", { box: asked(view.card) });
}

function where(parts: Components, box: string, at: string, axis: string | null): string {
  const kind = parts.boxes[kindOf(box)];
  if (!kind) return at;
  return cellsName(cellOf(at), sizeOf(kind, axis === "x" || axis === "y" ? axis : null));
}

/** The neutral box has the measures of this one. */
const NEUTRAL = "neutral bar1";

/** A move on a button or in a hint. */
export function moveName(move: string, at: Setting): string {
  if (move === "draw") return t("draw a card");
  if (move === "stop") return t("stop here");
  if (move === "penalty") return t("take the penalty");
  const place = placeOf(move);
  if (!place) return move;
  const parts = componentsOf(at.game);
  const box = `${place.colour} ${place.kind}`;
  return t("{box} ({measures}) on {cells}", {
    box: boxName(box),
    measures: measures(parts, place.kind),
    cells: where(parts, box, cellName(place), place.axis),
  });
}

export function tell(line: Line, at: Setting): string[] {
  return (line.events as TeamUpEvent[]).flatMap((event) => told(event, at));
}

function told(event: TeamUpEvent, at: Setting): string[] {
  switch (event.event) {
    case "placed": {
      if (event.seat === null) {
        return event.axis === "z"
          ? [t("The neutral box stands upright on {cell}.", { cell: event.at })]
          : [t("The neutral box lies on {cells}.", { cells: where(componentsOf(at.game), NEUTRAL, event.at, event.axis) })];
      }
      const cells = where(componentsOf(at.game), event.box, event.at, event.axis);
      const values = { name: at.name(event.seat), box: aBox(event.box), cells, layer: event.level + 1 };
      return [t("{name} places {box} on {cells}, layer {layer}.", values)];
    }
    case "shuffled":
      return [tn("{n} card is shuffled.", "{n} cards are shuffled.", event.cards)];
    case "drawn":
      return [t("{name} draws a card: {card}.", { name: at.name(event.seat), card: asked(event.card) })];
    case "layer":
      return [t("Layer {layer} is full!", { layer: event.layer })];
    case "penalty":
      return [t("No box can be placed for {name}’s card: that’s a penalty.", { name: at.name(event.seat) })];
    case "game_over":
      return [ended(event.why)];
  }
}

function ended(why: "cards" | "stacked" | "stopped"): string {
  if (why === "stacked") return t("All boxes are stacked.");
  return why === "cards" ? t("That was the last card.") : t("The team stops.");
}

export function result(view: TeamUpView, at: Setting): string {
  const score = view.scores[0] ?? 0;
  const sentences = [view.end ? ended(view.end) : ""];
  const perfect = view.layers === componentsOf(at.game).pallet.layers && !boxesLeft(view) && !view.penalties;
  sentences.push(
    perfect
      ? t("A perfect pallet: {score} points!", { score })
      : tn("{parts}: {n} point.", "{parts}: {n} points.", score, { parts: capital(and(parts(view))) }),
  );
  if (view.to_beat !== null) sentences.push(compared(score, view.to_beat));
  return sentences.filter(Boolean).join(" ");
}

/** What a score is made of. */
function parts(view: TeamUpView): string[] {
  return [
    tn("{n} full layer", "{n} full layers", view.layers),
    tn("{n} box left over", "{n} boxes left over", boxesLeft(view)),
    tn("{n} penalty", "{n} penalties", view.penalties),
  ];
}

function compared(score: number, other: number): string {
  if (score > other) return t("That beats {other}!", { other });
  if (score === other) return t("That matches {other}.", { other });
  return tn("{n} point short of {other}.", "{n} points short of {other}.", other - score, { other });
}

/** Values of the server's reasons: boxes, cards and moves in our words, the rest as it is. */
export function value(name: string, given: unknown, at: Setting, details: Values): unknown {
  if (typeof given !== "string") return given;
  if (name === "box") return boxName(given);
  if (name === "card") return cardName(given);
  if (name === "asks") return asked(String(details.card));
  if (name === "move") return moveName(given, at);
  return given;
}

/** A sentence about a box that stands upright, or that lies along x or y. */
export function form({ axis }: Values): number {
  return axis === "z" ? 0 : 1;
}
