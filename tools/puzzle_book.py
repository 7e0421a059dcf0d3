"""Writes the book of puzzles, its solutions and the table in docs/puzzles.md.

`python -m tools.puzzle_book` makes all puzzles again on all cores, which takes about twenty
minutes. The same version always makes the same puzzles. `--page` only writes the table, from the
book. `--agreement` writes nothing and prints how well the two halves of the points agree over the
book.
"""

from __future__ import annotations

import argparse
import json
import re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from math import log2
from pathlib import Path
from statistics import correlation
from time import perf_counter

import upturn
from upturn.games.team_up.notation import NEUTRAL_TEXTS
from upturn.puzzles import Puzzle, Rating, solution_of
from upturn.puzzles.book import BOOK, SOLUTIONS, Page, pages
from upturn.puzzles.making import make_rated
from upturn.puzzles.puzzle import DIFFICULTIES

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "src" / "upturn" / "puzzles"
DOCS = ROOT / "docs" / "puzzles.md"
COMMAND = "python -m tools.puzzle_book"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
HEAD = (
    "| puzzle | id | difficulty | neutral | packings | of pallets | 1 in | bots | best | points |\n"
    "|--:|---|---|---|--:|--:|--:|--:|--:|--:|\n"
)


def make_book() -> list[tuple[Puzzle, Rating]]:
    """Return one puzzle for each difficulty and place of the neutral box, from easy to hard."""
    places = range(len(NEUTRAL_TEXTS))
    wanted = [(difficulty, place) for difficulty in DIFFICULTIES for place in places]
    with ProcessPoolExecutor() as cores:
        found = list(cores.map(made, *zip(*reversed(wanted), strict=True)))
    return sorted(found, key=lambda made: made[1].points)


def made(difficulty: int, neutral: int) -> tuple[Puzzle, Rating]:
    """Return a puzzle with the neutral box in this place, and print how long it took."""
    begun = perf_counter()
    puzzle, rating = make_rated(difficulty, f"book {neutral}", neutral=neutral)
    print(f"{perf_counter() - begun:.1f} s: {entry(0, puzzle, rating)}", flush=True)
    return puzzle, rating


def entry(number: int, puzzle: Puzzle, rating: Rating) -> str:
    """Return a puzzle as a line of the book."""
    facts = {
        "number": number,
        "id": puzzle.id,
        "difficulty": rating.difficulty,
        "neutral": puzzle.neutral,
        "cards": " ".join(puzzle.cards),
    }
    return json.dumps(facts | asdict(rating))


def listing(name: str, lines: list[str], opened: str, closed: str) -> str:
    """Return a file with one entry per line, which says where it comes from."""
    head = {"written_by": COMMAND, "version": upturn.__version__}
    about = json.dumps(head)[1:-1]
    return f'{{{about}, "{name}": {opened}\n ' + ",\n ".join(lines) + f"\n{closed}}}\n"


def solved(puzzle: Puzzle) -> str:
    """Return the solution of a puzzle on one line: a card drawn, a box placed, and so on."""
    moves = solution_of(puzzle)
    turns = [", ".join(moves[at : at + 2]) for at in range(0, len(moves), 2)]
    return f"{json.dumps(puzzle.id)}: {json.dumps(turns)}"


def row(page: Page) -> str:
    puzzle, rating = page.puzzle, page.rating
    return (
        f"| {page.number} | `{puzzle.id}` | {'★' * rating.difficulty} | {puzzle.neutral} |"
        f" {rating.packings:,} | {rating.pallets:,} | {rating.pallets / rating.packings:,.1f} |"
        f" {rating.bots:.2f} | {rating.best} | {rating.points:.2f} |\n"
    )


def write_page() -> None:
    table = HEAD + "".join(row(page) for page in pages())
    text = DOCS.read_text(encoding="utf-8")
    figures = f"{BEGIN}\n\n{table}\n{END}"
    text = re.sub(f"{BEGIN}.*{END}", lambda _: figures, text, flags=re.DOTALL)
    DOCS.write_text(text, encoding="utf-8")


def agreement() -> float:
    """Return the correlation between how rare solutions are and what the bots score."""
    ratings = [page.rating for page in pages()]
    rareness = [log2(rating.pallets / rating.packings) for rating in ratings]
    return correlation(rareness, [rating.bots for rating in ratings])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", action="store_true", help="write the table alone")
    parser.add_argument("--agreement", action="store_true", help="only print a correlation")
    wishes = parser.parse_args()
    if wishes.agreement:
        print(f"Rareness and the bots' scores correlate by {agreement():.2f}")
        return
    if not wishes.page:
        book = make_book()
        lines = [entry(number, *made) for number, made in enumerate(book, 1)]
        (FOLDER / BOOK).write_text(listing("puzzles", lines, "[", "]"), encoding="utf-8")
        answers = [solved(puzzle) for puzzle, _ in book]
        (FOLDER / SOLUTIONS).write_text(listing("solutions", answers, "{", "}"), encoding="utf-8")
    write_page()


if __name__ == "__main__":
    main()
