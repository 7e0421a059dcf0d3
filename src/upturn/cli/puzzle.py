"""`upturn puzzle`: Team UP with a known order of cards that allows a perfect pallet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

import upturn
from upturn.cli import saves
from upturn.cli.play import Loop, fresh_or_saved, say_goodbye, unfinished
from upturn.cli.puzzle_scores import best_scores, next_unsolved, page_played
from upturn.cli.ready import get_ready
from upturn.cli.saves import Sitting
from upturn.cli.seating import read_seed, record_in, sit_down
from upturn.cli.talking import agree, be_lenient, say, width
from upturn.cli.terminal import command, console, messages
from upturn.errors import InvalidSetup, UpturnError, quoted
from upturn.puzzles import book
from upturn.puzzles import rate as rating_of
from upturn.puzzles.puzzle import (
    DIFFICULTIES,
    GAME,
    PERFECT,
    PLAYERS,
    Puzzle,
    Rating,
    check_edition,
    puzzle_of,
    written,
)

if TYPE_CHECKING:
    from upturn.puzzles.making import Progress

app = typer.Typer(no_args_is_help=True, help="Team UP puzzles: you know every card beforehand.")

COLUMNS = 4
"""Columns in which the order of the cards is printed."""
Which = Annotated[
    str, typer.Argument(metavar="NUMBER|FILE", help="A puzzle in the book, or a file.")
]
Difficulty = Annotated[int, typer.Option(help="From 1 (easy) to 5 (fiendish).")]
Seed = Annotated[str, typer.Option(help="The same seed gives the same puzzle.")]


def stars(difficulty: int) -> str:
    return "★" * difficulty + "☆" * (len(DIFFICULTIES) - difficulty)


# --- The book --------------------------------------------------------------------------------


@app.command("list")
def list_puzzles() -> None:
    """List the puzzles in the book, from easy to hard, with your best scores."""
    check_edition()
    best = best_scores()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="bold")
    for name in ("puzzle", "difficulty", "neutral", "packings", "1 in", "best bot", "you"):
        left = name in ("difficulty", "neutral")
        table.add_column(name, justify="left" if left else "right", no_wrap=True)
    for page in book.pages():
        rating, own = page.rating, best.get(page.puzzle.id)
        table.add_row(
            str(page.number),
            stars(rating.difficulty),
            page.puzzle.neutral,
            f"{rating.packings:,}",
            f"{rating.pallets / rating.packings:,.1f}",
            str(rating.best),
            "" if own is None else f"{own} ✓" if own == PERFECT else f"{own}  ",
        )
    console.print(table, width=width())
    say(
        "Packings are the perfect pallets that can be built in the order of the cards; 1 in says "
        f"how rare they are among all of them. A perfect pallet scores {PERFECT}."
    )
    following = next_unsolved()
    if following is None:
        say("You have solved every puzzle in the book.", "green")
    else:
        say(f"To play: {command()} puzzle play {following}")


@app.command()
def solution(
    number: Annotated[int, typer.Argument(help="A puzzle in the book.")],
    yes: Annotated[bool, typer.Option("--yes", help="Show it without asking first.")] = False,
) -> None:
    """Show a solution to a puzzle in the book, after asking."""
    check_edition()
    page = book.page(number)
    try:
        if not yes and not agree(f"Show a solution to puzzle {number}?"):
            return
    except (EOFError, KeyboardInterrupt):
        return
    say(f"Puzzle {number}, the neutral box at {page.puzzle.neutral}:")
    placed = [move for move in book.solution(number) if move.startswith("place ")]
    for at, (card, move) in enumerate(zip(page.puzzle.cards, placed, strict=False), 1):
        console.print(Text(f" {at:>2} {card:<12} {move}"), soft_wrap=True)


# --- Making and rating -----------------------------------------------------------------------


@app.command()
def make(
    difficulty: Difficulty,
    seed: Seed,
    out: Annotated[Path | None, typer.Option(help="Save the puzzle in this file.")] = None,
) -> None:
    """Make a puzzle that is proven to be solvable. A hard one can take a few minutes."""
    puzzle, rating = made(difficulty, seed)
    tell(puzzle, rating)
    if out is None:
        say(f"To play: {command()} puzzle play --difficulty {difficulty} --seed {seed}")
        return
    try:
        out.write_text(written(puzzle, rating), encoding="utf-8")
    except OSError as problem:
        raise UpturnError(f"cannot write {out}: {problem.strerror}") from problem
    say(f"To play: {command()} puzzle play {out}")


@app.command()
def rate(which: Which) -> None:
    """Count a puzzle's packings, let the bots try it, and say how hard it is."""
    get_ready()
    check_edition()
    puzzle = found(which, [])
    with messages.status("Counting packings …"):
        rating = rating_of(puzzle)
    say(told(puzzle, rating))
    say(
        f"Difficulty {rating.points:.2f}. Bots that know the order score {rating.bots:.2f} on "
        f"average and {rating.best} at best."
    )


def made(difficulty: int, seed: str) -> tuple[Puzzle, Rating]:
    """Return a new puzzle and its rating. Show the progress meanwhile."""
    get_ready()
    from upturn.puzzles.making import make_rated

    with messages.status("Looking for an order …") as status:

        def watch(progress: Progress) -> None:
            share = f"1 pallet in {1 / progress.share:,.1f} " if progress.share else "no pallet "
            status.update(f"Attempt {progress.attempt}: {share}fits the order …")

        return make_rated(difficulty, read_seed(seed) or seed, watch)


def tell(puzzle: Puzzle, rating: Rating) -> None:
    """Print a puzzle so that it can be laid out on a table."""
    say(told(puzzle, rating))
    say(f"Neutral box: {puzzle.neutral}. Cards:")
    rows = -(-len(puzzle.cards) // COLUMNS)
    for row in range(rows):
        cells = [f"{at + 1:>3} {card:<13}" for at, card in list(enumerate(puzzle.cards))[row::rows]]
        console.print(Text(f" {''.join(cells)}".rstrip()), soft_wrap=True)


def told(puzzle: Puzzle, rating: Rating) -> str:
    """Return a puzzle in a sentence."""
    return (
        f"Puzzle {puzzle.id}, difficulty {stars(rating.difficulty)}: {rating.packings:,} of "
        f"{rating.pallets:,} perfect pallets can be built in this order."
    )


# --- Playing ---------------------------------------------------------------------------------


@app.command()
def play(
    which: Annotated[
        str | None,
        typer.Argument(
            metavar="[NUMBER|FILE]",
            help="A puzzle in the book, or a file.",
            show_default="the first unsolved one",
        ),
    ] = None,
    difficulty: Annotated[int | None, typer.Option(help="Make a new puzzle, 1 to 5.")] = None,
    seed: Annotated[str | None, typer.Option(help="The seed of the new puzzle.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Don't resume a saved game.")] = False,
) -> None:
    """Play a puzzle. Every move is saved, and so is your best score for each puzzle in the book."""
    check_edition()
    get_ready()
    be_lenient()
    notices: list[str] = []
    puzzle = wanted(which, difficulty, seed, notices)
    if puzzle is None:
        say(f"You have solved every puzzle in the book. To play again: {command()} puzzle play 1")
        return
    try:
        sitting = sitting_for(puzzle, new, notices)
    except (EOFError, KeyboardInterrupt):
        sitting = None
    if sitting is None:
        say_goodbye(GAME, saved=True)
        return
    page = page_played(sitting.game)
    if page is not None:
        say(f"Puzzle {page.number} of {len(book.pages())}, {stars(page.rating.difficulty)}")
    Loop(sitting, notices).run()


def wanted(
    which: str | None, difficulty: int | None, seed: str | None, notices: list[str]
) -> Puzzle | None:
    """Return the wanted puzzle, or None if it is the next one and all are solved."""
    if which is not None:
        if difficulty is not None or seed is not None:
            raise InvalidSetup(
                "--difficulty and --seed make a new puzzle: leave out the number or file"
            )
        return found(which, notices)
    if difficulty is not None or seed is not None:
        if difficulty is None or seed is None:
            raise InvalidSetup("a new puzzle needs both, as in --difficulty 3 --seed 7")
        return made(difficulty, seed)[0]
    saved = unfinished(GAME, notices)
    begun = page_played(saved.game) if saved else None
    number = begun.number if begun else next_unsolved()
    return None if number is None else book.page(number).puzzle


def found(which: str, notices: list[str]) -> Puzzle:
    """Return a puzzle by its number in the book, or in a file."""
    if which.isascii() and which.isdecimal() and len(which) < 6:
        return book.page(int(which)).puzzle
    path = Path(which)
    if not path.exists():
        last = len(book.pages())
        raise InvalidSetup(f"{quoted(which)} is neither a file nor a puzzle's number, 1 to {last}")
    try:
        return puzzle_of(record_in(path, notices))
    except InvalidSetup as problem:
        raise InvalidSetup(f"{which}: {problem}") from problem


def sitting_for(puzzle: Puzzle, new: bool, notices: list[str]) -> Sitting | None:
    """Return a new game of the puzzle, or the saved one. Return None if the person wants to keep
    another saved game."""
    game = upturn.new(GAME, players=PLAYERS, deal=puzzle.record(), mode="puzzle")
    fresh = sit_down(game, 1, None)
    if new:
        return fresh
    saved = unfinished(GAME, notices) if saves.saved_at(GAME) else None
    begun = saved is not None and saved.game.moves[:2] == puzzle.deals
    return fresh_or_saved(fresh, by_name=not begun, asked=False, notices=notices)
