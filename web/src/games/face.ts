/**
 * What a game offers to the page: its board, and its words. Three games, three equal folders; a
 * fourth one is a folder and a line in `games/index.ts`.
 *
 * A board draws a view and lets the seat to act pick one of `view.legal`. It is used for live play,
 * for looking back (`acting` is false there), and for lessons; it never asks the server itself.
 */

import type { ComponentType } from "preact";
import type { AnyView, GameFacts, Line, Reason, Seat } from "../wire";

/** The table as a board sees it. */
export interface Setting {
  game: GameFacts;
  /** What a seat is called. */
  name(seat: Seat): string;
  /** Seats of whoever looks. */
  mine: readonly Seat[];
  seats: number;
}

export interface BoardProps<View extends AnyView = AnyView> {
  view: View;
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

export interface Face<View extends AnyView = AnyView> {
  /** The game as it is called, in every language. */
  name: string;
  /** One line about it. */
  line(): string;
  /** Its picture on the landing page. */
  Picture: ComponentType;
  Board: ComponentType<BoardProps<View>>;
  /** Everybody sees the same: no curtain when one device is passed around. */
  open: boolean;
  /** What the seat to act is asked to do: "Draw a card." */
  asks(view: View, at: Setting): string;
  /** A move in words, as on a button or in a hint: "take the set of Ada". */
  move(move: string, at: Setting, view?: View): string;
  /** What happened, a sentence each. */
  tell(line: Line, at: Setting): string[];
  /** How it ended, for whoever looks, in a sentence or two. */
  result(view: View, at: Setting): string;
  /** A score in words: 27 points, 3 tokens. */
  score(score: number, players: number): string;
  /** What the best one has: the most points. */
  most(players: number): string;
  /** Values of a reason in words: a card, a box, a mission, a seat. */
  value(name: string, value: unknown, at: Setting): unknown;
}
