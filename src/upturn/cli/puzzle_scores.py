"""The person's best score at each puzzle of the book, kept next to the saved games.

    {"puzzles": 1, "best": {"3fa85c": 25, …}}

A score counts however the deal was set up, as long as it was played by the rules of the book.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from upturn.cli import saves
from upturn.cli.talking import complain, say
from upturn.cli.terminal import command
from upturn.folders import replace_file
from upturn.games.editions import STANDARD
from upturn.puzzles import book
from upturn.puzzles.puzzle import GAME, PERFECT

if TYPE_CHECKING:
    from upturn.games.game import Game

FORMAT = 1
KIND = "-puzzles"


def scores_file() -> Path:
    return saves.save_file(GAME, KIND)


def best_scores() -> dict[str, int]:
    """Return the best scores by puzzle id. A file that cannot be read counts as empty."""
    try:
        data = json.loads(scores_file().read_bytes())
        best = data["best"] if data["puzzles"] == FORMAT else {}
        return {id_: score for id_, score in best.items() if type(score) is int}
    except (OSError, ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return {}


def keep(id_: str, score: int) -> None:
    """Save a score if it is the best yet. Raise OSError."""
    best = best_scores()
    if id_ in best and best[id_] >= score:
        return
    path = scores_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not best:  # it cannot be read, but can perhaps be repaired
        with suppress(OSError):
            path.replace(path.with_name(f"{path.name}.damaged"))
    data = {"puzzles": FORMAT, "best": best | {id_: score}}
    replace_file(path, json.dumps(data, indent=1))


def page_played(game: Game) -> book.Page | None:
    """Return the puzzle of the book that this game plays, if it is one."""
    standard = game.rules.edition == STANDARD and not game.options
    if game.name != GAME or not standard:
        return None
    return book.page_of(game.moves[:2])


def congratulate(game: Game) -> None:
    """After a puzzle of the book, keep its score and say what comes next."""
    page = page_played(game)
    if page is None or not game.over:
        return
    score, before = game.scores[0], best_scores().get(page.puzzle.id)
    try:
        keep(page.puzzle.id, score)
    except OSError as problem:
        complain(f"Your score could not be saved: {problem}.")
    if score == PERFECT:
        say(f"Puzzle {page.number} solved. Congratulations!", "green")
    elif before is None or before < score:
        say(f"Puzzle {page.number}: {score}, your best so far; {PERFECT} is possible.")
    else:
        say(f"Puzzle {page.number}: {score}; your best is {before}, and {PERFECT} is possible.")
    following = page.number if score < PERFECT else next_unsolved(page.number)
    if following is None:
        say("You have solved every puzzle in the book.", "green")
        return
    wish = "Try again" if following == page.number else "Next puzzle"
    say(f"{wish}? {command()} puzzle play {following}")


def next_unsolved(after: int = 0) -> int | None:
    """Return the number of the first puzzle not solved yet, of those behind this one first."""
    best = best_scores()
    unsolved = [page.number for page in book.pages() if best.get(page.puzzle.id) != PERFECT]
    behind = [number for number in unsolved if number > after]
    return next(iter(behind or unsolved), None)
