/**
 * What a game offers to the page: its board, its words and its colours. A game is a folder here, named as
 * the server names it, whose `index.tsx` exports its `face`, and whose `Picture.tsx` is its picture on the
 * landing page. What it leaves out is `plain/`.
 *
 * A board draws a view and lets the seat to act pick one of `view.legal`. It is used for live play,
 * for looking back (`acting` is false there), and for lessons; it never asks the server itself.
 */

import type { ComponentType } from "preact";
import type { Paint, Pen } from "../ui/canvas";
import type { Sound } from "../ui/sound";
import type { GameFacts, Line, Reason, Seat } from "../wire";
import type { Values } from "../words/i18n";

/** What the views of all games have in common. */
export interface View {
  game: string;
  players: number;
  /** Whose view it is; null: a spectator's. */
  seat: Seat | null;
  to_act: Seat | null;
  over: boolean;
  /** By seat. */
  scores: number[];
  /** What the seat may do now; empty unless it is to act. */
  legal: string[];
}

/** The table as a board sees it. */
export interface Setting {
  game: GameFacts;
  /** What a seat is called. */
  name(seat: Seat): string;
  /** Seats of whoever looks. */
  mine: readonly Seat[];
  seats: number;
}

export interface BoardProps<Its extends View = View> {
  view: Its;
  at: Setting;
  /** Whether a move may be made here now: `view.legal` is what is possible. */
  acting: boolean;
  /** A move of ours is on its way to the server. */
  busy: boolean;
  /** Make a move of `view.legal`. */
  make(move: string): void;
  /** Show teammates a move one thinks of; null: no longer. Does nothing where that is not allowed. */
  point(move: string | null): void;
  /** What teammates think of, by seat. */
  pointed: Readonly<Record<Seat, string>>;
  /** The move a hint proposes. */
  advised: string | null;
  /** Ask why these moves are not possible; the answers come in `reasons`. */
  why(moves: string[]): void;
  /** By move: why not; null: it is possible; absent: not known (yet). */
  reasons: Readonly<Record<string, Reason | null>>;
  /** What has just happened, to be shown as motion. A new array each time something happened. */
  news: readonly Line[];
  /** A lesson points at this: a move, or a part of the board by name. */
  highlight?: string | null;
}

export interface Face<Its extends View = View> {
  // --- On the landing page
  /** The game as it is called, in every language. */
  name: string;
  /** One line about it. */
  line(): string;
  /** Where it stands there: the smallest number comes first. */
  shelf: number;
  /** Whether there is a lesson: `public/lessons/<game>.json`. */
  lesson: boolean;
  /** Whom one plays a deal of the day with or against, if bots of a level sit there. */
  company(bots: number, level: string): string;
  /** Its options at a new table, by name. */
  options: Readonly<Record<string, OptionWords>>;
  /** Words about its puzzles; null: it has none. */
  puzzles: Puzzling | null;

  // --- At the table
  Board: ComponentType<BoardProps<Its>>;
  /** Whether its board is the list of moves that stands beside every other board. */
  plain: boolean;
  /** Everybody sees the same: no curtain when one device is passed around. */
  open: boolean;
  /** How events sound, by their names; all else sounds like a card. */
  sounds: Readonly<Record<string, Sound>>;
  /** Draws how it ended around the middle of the picture of a result; it is loaded when it is wanted. */
  drawing(): Promise<Drawing<Its>>;

  // --- In words
  /** What the seat to act is asked to do: "Draw a card." */
  asks(view: Its, at: Setting): string;
  /** A move in words, as on a button or in a hint: "Take Ada’s set". */
  move(move: string, at: Setting, view?: Its): string;
  /** By the first word of a move: what moves that begin so are called. */
  verbs: Readonly<Record<string, () => string>>;
  /** What happened, a sentence each. */
  tell(line: Line, at: Setting): string[];
  /** How it ended, for whoever looks, in a sentence or two. */
  result(view: Its, at: Setting): string;
  /** A score in words: 27 points, 3 tokens. */
  score(score: number, players: number): string;
  /** What the best one has: the most points. */
  most(players: number): string;
  /**
   * Values of a reason in words: a card, a box, a mission, a seat. `details` has them all: where the server
   * has put one into English words, they are made anew from the others.
   */
  value(name: string, value: unknown, at: Setting, details: Values): unknown;
  /** Where a reason's sentence comes in several forms: which one is meant. The first is 0. */
  form(details: Values): number;
}

/** As much of a face as puts a reason into words. */
export type Voice = Pick<Face, "move" | "value" | "form">;

/** What a game must say of itself; the rest it may. */
export type Offer<Its extends View = View> = Pick<Face<Its>, "name" | "line"> & Partial<Omit<Face<Its>, "plain">>;

export interface OptionWords {
  name(): string;
  choices: Readonly<Record<string, () => string>>;
}

export interface Puzzling {
  /** One line about them. */
  line(): string;
  /** What they are, above all of them. */
  lead(): string;
  /** The score of a puzzle that is solved. */
  solved: number;
}

/** Draws within about 250 pixels around the origin. */
export type Drawing<Its extends View = View> = (pen: Pen, paint: Paint, view: Its) => void;
