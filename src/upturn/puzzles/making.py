"""Makes puzzles: a difficulty and a seed in, a puzzle out, the same one on every machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import exp, log

from upturn.errors import InvalidSetup, quoted
from upturn.games.rng import Rng, below, seeded
from upturn.games.setup import check_seed, is_int
from upturn.games.team_up.notation import NEUTRAL_TEXTS
from upturn.puzzles.climbing import any_order, blocks, climb, shuffled_rest
from upturn.puzzles.counting import Table, named
from upturn.puzzles.puzzle import DIFFICULTIES, Puzzle, Rating, check_edition
from upturn.puzzles.rating import bot_scores, rated
from upturn.puzzles.solving import solution_of
from upturn.solver.packing import Numbers

PRECISELY = 1 << 20


@dataclass(frozen=True)
class Recipe:
    """Where to look for puzzles of a difficulty; whether one is, its rating tells."""

    start: Callable[[Rng], Numbers]
    goals: tuple[float, float]
    """Shares of the pallets to climb to: one between these, small ones as often as large ones."""


RECIPES = {
    1: Recipe(any_order, (1.0, 1.0)),
    2: Recipe(any_order, (0.13, 0.5)),
    3: Recipe(any_order, (0.03, 0.12)),
    4: Recipe(any_order, (0.008, 0.025)),
    5: Recipe(blocks, (0.0005, 0.002)),
}
GLANCE = 2_000
"""Pallets that are asked for a first impression."""
HOPELESS = 0.006
"""A start for the hardest that more than such a share of them admits."""


@dataclass(frozen=True)
class Progress:
    """What a search for a puzzle has come to."""

    attempt: int
    share: float  # of the perfect pallets that admit the order


Watch = Callable[[Progress], None]


def make_puzzle(difficulty: int, seed: int | str, watch: Watch | None = None) -> Puzzle:
    """A puzzle of this difficulty, proven to be solvable; `watch` is told how far it is."""
    return make_rated(difficulty, seed, watch)[0]


def make_rated(
    difficulty: int, seed: int | str, watch: Watch | None = None, neutral: int | None = None
) -> tuple[Puzzle, Rating]:
    """The same with its rating; the neutral box may be asked for."""
    check_edition()
    recipe = RECIPES[check_difficulty(difficulty)]
    rng = seeded("puzzle", difficulty, check_seed(seed))
    drawn = below(rng, len(NEUTRAL_TEXTS))
    place = drawn if neutral is None else neutral
    table = Table(place)
    for attempt in count(1):
        tell = None if watch is None else _teller(watch, attempt)
        table.mix(rng)
        cards = _search(table, recipe, rng, tell)
        if cards is None:
            continue
        puzzle = Puzzle(NEUTRAL_TEXTS[place], named(shuffled_rest(cards, rng)))
        scores = bot_scores(puzzle)
        asked = min(GLANCE, len(table.queue))
        perhaps = max(1, table.may_admit(cards, asked, asked))
        if rated(perhaps, asked, scores).difficulty != difficulty:
            continue  # so that not every order need be counted
        counted = table.count(cards)
        if counted.undecided or not counted.admitting:
            continue
        rating = rated(counted.admitting, len(table.pallets), scores)
        if rating.difficulty == difficulty:
            solution_of(puzzle)  # found and played by the rules, or it is no puzzle
            return puzzle, rating
    raise AssertionError("counting never ends")


def check_difficulty(difficulty: object) -> int:
    if not is_int(difficulty) or difficulty not in DIFFICULTIES:
        raise InvalidSetup(
            f"a difficulty is a number from {DIFFICULTIES[0]} to {DIFFICULTIES[-1]}, "
            f"not {quoted(difficulty)}"
        )
    return int(difficulty)


def _teller(watch: Watch, attempt: int) -> Callable[[float], None]:
    return lambda share: watch(Progress(attempt, share))


def _search(
    table: Table, recipe: Recipe, rng: Rng, tell: Callable[[float], None] | None
) -> Numbers | None:
    """An order that may be what is looked for; None if the start is not worth a climb."""
    cards = recipe.start(rng)
    smallest, largest = recipe.goals
    goal = smallest * exp(log(largest / smallest) * below(rng, PRECISELY) / PRECISELY)
    if recipe.start is blocks:
        asked = min(GLANCE, len(table.queue))
        if table.may_admit(cards, asked, asked) > HOPELESS * asked:
            return None
    return climb(table, cards, goal, rng, tell) if goal < 1 else cards
