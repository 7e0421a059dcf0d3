/**
 * A lesson as `tools/lessons.py` writes it, and where somebody is in it. Pure, and without rules:
 * what follows a move, and what is said of another one, stands in the lesson.
 */

import type { AnyView, GameFacts, Line, Reason, Seat } from "../wire";

/** Lines as the learner witnesses them, and what is seen after them. */
export interface Beat {
  lines: Line[];
  view: AnyView;
}

export interface Step {
  text: string;
  /** A move, or a part of the board. */
  highlight: string | null;
  /** The table as it stands where a part of the lesson begins. */
  start?: AnyView;
  /** The moves that go on; without them one reads on. */
  moves?: string[];
  /** What is said of other possible moves. */
  other?: Record<string, string[]>;
  /** Why other moves are not possible; `place red bar3 *` is all that begin so. */
  reasons?: { reason: Reason; moves: string[] }[];
  /** What follows: by move, or under `READ_ON`. */
  after: Record<string, Beat[]>;
}

export interface Lesson {
  title: string;
  game: GameFacts;
  players: number;
  seat: Seat;
  names: string[];
  steps: Step[];
}

/** Where somebody is: before each step they came through, the view they had there. */
export interface Way {
  lesson: Lesson;
  /** The step, from 0; past the last one the lesson is over. */
  at: number;
  view: AnyView;
  news: readonly Line[];
  /** What still happens before the next step, and is shown one by one. */
  coming: readonly Beat[];
  /** The views at the steps so far, to go back to. */
  seen: readonly AnyView[];
  /** What was said of a move that goes another way. */
  answer: string | null;
}

const READ_ON = "";

export function begin(lesson: Lesson): Way {
  const view = lesson.steps[0]!.start!;
  return { lesson, at: 0, view, news: [], coming: [], seen: [view], answer: null };
}

export const stepAt = (way: Way): Step | null => way.lesson.steps[way.at] ?? null;
/** Which part of the lesson this is: another one has another table. */
export const partAt = (way: Way): number =>
  way.lesson.steps.slice(0, way.at + 1).filter((step) => step.start).length;
export const isOver = (way: Way): boolean => way.at >= way.lesson.steps.length;
/** Whether something still happens that the learner watches. */
export const watches = (way: Way): boolean => way.coming.length > 0;
/** Whether the learner is to make a move. */
export const asksMove = (way: Way): boolean => !watches(way) && Boolean(stepAt(way)?.moves);

/** Read on. */
export function readOn(way: Way): Way {
  return asksMove(way) || isOver(way) ? way : goOn(way, READ_ON);
}

/** A move is tried: it goes on, or it is answered. */
export function tryMove(way: Way, move: string): Way {
  const step = stepAt(way);
  if (!step || !asksMove(way)) return way;
  if (step.moves!.includes(move)) return goOn(way, move);
  const found = Object.entries(step.other ?? {}).find(([, moves]) => moves.includes(move));
  return { ...way, answer: found?.[0] ?? null };
}

function goOn(way: Way, key: string): Way {
  const coming = stepAt(way)?.after[key] ?? [];
  return next({ ...way, coming, answer: null, news: [] });
}

/** The next thing happens, or the next step begins. */
export function next(way: Way): Way {
  const [beat, ...coming] = way.coming;
  const shown = beat ? { ...way, view: beat.view, news: beat.lines, coming } : way;
  if (coming.length) return shown;
  const at = way.at + 1;
  const start = way.lesson.steps[at]?.start;
  const view = start ?? shown.view;
  const news = start ? [] : shown.news;
  return { ...shown, at, view, news, seen: [...way.seen.slice(0, at), view] };
}

/** Watch no longer: the next step at once. */
export function hurry(way: Way): Way {
  let now = way;
  while (watches(now)) now = next(now);
  return { ...now, news: [] };
}

/** One step back; from what one watches, back to the step it follows. */
export function back(way: Way): Way {
  const at = watches(way) ? way.at : Math.max(0, way.at - 1);
  return { ...way, at, view: way.seen[at]!, news: [], coming: [], answer: null };
}

/** Why these moves are not possible, as far as the lesson knows. */
export function reasonsFor(way: Way, moves: readonly string[]): Record<string, Reason | null> {
  const step = stepAt(way);
  const found: Record<string, Reason | null> = {};
  for (const move of moves) {
    const known = step?.reasons?.find((one) => one.moves.some((text) => fits(move, text)));
    if (known) found[move] = known.reason;
    else if (way.view.legal.includes(move)) found[move] = null;
  }
  return found;
}

const fits = (move: string, text: string): boolean =>
  text.endsWith("*") ? move.startsWith(text.slice(0, -1)) : move === text;
