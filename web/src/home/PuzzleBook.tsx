/** The puzzles by difficulty, and which of them are done here. */

import { useEffect, useState } from "preact/hooks";
import { FACES } from "../games";
import type { Puzzling } from "../games/face";
import { perhaps } from "../net/api";
import { Icon } from "../ui/icons";
import { Button } from "../ui/parts";
import { Link } from "../ui/router";
import type { PuzzleLine, Results } from "../wire";
import { numeral, t, tn } from "../words/i18n";
import { noteTried, playPuzzle, tried, type Tried } from "./play";
import { who } from "./who";

export interface Book extends Puzzling {
  game: string;
}

/** The puzzles of the game that has some. */
export const BOOK: Book | undefined = Object.entries(FACES)
  .flatMap(([game, { puzzles }]) => (puzzles ? [{ game, ...puzzles }] : []))
  .at(0);

export type State = "new" | "tried" | "solved";

export function stateOf(one: Tried | undefined, solved: number): State {
  if (one?.best === undefined) return "new";
  return one.best >= solved ? "solved" : "tried";
}

/** What was tried, by number: on this device, and by this person as far as the server knows. */
export function useTried(game: string, puzzles: readonly PuzzleLine[]): Record<number, Tried> {
  const [all, setAll] = useState(tried);
  const name = who.value?.name;
  useEffect(() => {
    if (!name) return;
    const asked = `/api/results?game=${game}&person=${encodeURIComponent(name)}&limit=200`;
    void perhaps<Results>(asked).then((told) => {
      for (const { mode, deal, scores } of told?.results ?? []) {
        // A puzzle is named by how its deal begins.
        const puzzle = mode === "puzzle" && puzzles.find((one) => deal.startsWith(one.id));
        const best = puzzle && Math.max(tried()[puzzle.number]?.best ?? -Infinity, ...scores);
        if (puzzle && Number.isFinite(best)) noteTried(puzzle.number, { best: Number(best) });
      }
      setAll(tried());
    });
  }, [name]);
  return all;
}

export function difficulties(puzzles: readonly PuzzleLine[]): [number, PuzzleLine[]][] {
  const found = new Map<number, PuzzleLine[]>();
  for (const one of puzzles) found.set(one.difficulty, [...(found.get(one.difficulty) ?? []), one]);
  return [...found].sort(([one], [other]) => one - other);
}

export function difficultyName(difficulty: number): string {
  switch (difficulty) {
    case 1:
      return t("Easy");
    case 2:
      return t("Medium");
    case 3:
      return t("Tricky");
    case 4:
      return t("Hard");
    default:
      return t("Fiendish");
  }
}

interface Props {
  book: Book;
  puzzles: readonly PuzzleLine[];
}

/** The book on the landing page: the next puzzle of every difficulty. */
export function PuzzleShelf({ book, puzzles }: Props) {
  const all = useTried(book.game, puzzles);
  const isSolved = (one: PuzzleLine): boolean => stateOf(all[one.number], book.solved) === "solved";
  const solved = puzzles.filter(isSolved).length;
  return (
    <section class="home-part" aria-labelledby="home-puzzles">
      <h2 id="home-puzzles">{t("Puzzles")}</h2>
      <p class="home-about">{book.line()}</p>
      <ul class="plain home-shelf">
        {difficulties(puzzles).map(([difficulty, list]) => {
          const next = list.find((one) => !isSolved(one)) ?? list[0]!;
          return (
            <li key={difficulty}>
              <Button
                class="home-book"
                onClick={() => void playPuzzle(book.game, next.number)}
              >
                <span class="unseen">
                  {t("{difficulty}: puzzle {number}", {
                    difficulty: difficultyName(difficulty),
                    number: next.number,
                  })}
                </span>
                <span class="home-book-number" aria-hidden="true">
                  {next.number}
                </span>
                <span aria-hidden="true">{difficultyName(difficulty)}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <p>
        <Link to="/puzzles">{tn("All {n} puzzle", "All {n} puzzles", puzzles.length)}</Link>
        {solved > 0 && <span class="faint"> {t("{n} solved so far", { n: solved })}</span>}
      </p>
    </section>
  );
}

function buttonLabel(number: number, state: State, one: Tried | undefined): string {
  if (state === "solved") return t("Puzzle {number}, solved", { number });
  if (state === "tried") return t("Puzzle {number}, best score so far: {best}", { number, best: one?.best });
  return t("Puzzle {number}", { number });
}

/** All of them. */
export function PuzzleGrid({ book, puzzles }: Props) {
  const all = useTried(book.game, puzzles);
  return (
    <>
      {difficulties(puzzles).map(([difficulty, list]) => (
        <section key={difficulty} class="home-puzzles">
          <h2>{difficultyName(difficulty)}</h2>
          <ul class="plain home-grid">
            {list.map(({ number }) => {
              const one = all[number];
              const state = stateOf(one, book.solved);
              return (
                <li key={number}>
                  <Button
                    class={`home-puzzle home-puzzle-${state}`}
                    onClick={() => void playPuzzle(book.game, number)}
                  >
                    <span class="unseen">{buttonLabel(number, state, one)}</span>
                    <span class="home-book-number" aria-hidden="true">
                      {number}
                    </span>
                    <small aria-hidden="true">
                      {state === "solved" && <Icon name="check" size={16} />}
                      {state === "tried" && numeral(one!.best!)}
                    </small>
                  </Button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </>
  );
}
