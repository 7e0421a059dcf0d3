"""Makes a puzzle from a difficulty and a seed, the same one on every machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import exp, log

from upturn.errors import InvalidSetup, quoted
from upturn.games.rng import Rng, below, seeded
from upturn.games.setup import check_seed, is_int
from upturn.games.team_up.notation import NEUTRAL_TEXTS
from upturn.puzzles.climbing import any_order, climb, shuffled_rest
from upturn.puzzles.counting import Table, named
from upturn.puzzles.puzzle import DIFFICULTIES, Puzzle, Rating, check_edition
from upturn.puzzles.rating import bot_scores, rated
from upturn.puzzles.solving import solution_of

PRECISELY = 1 << 20
GOALS = {1: (1.0, 1.0), 2: (0.13, 0.5), 3: (0.03, 0.12), 4: (0.008, 0.025), 5: (0.003, 0.012)}
"""By difficulty: the range of the share of pallets that a climb aims for, on a logarithmic scale.
The rating decides whether the puzzle found has this difficulty."""
GLANCE = 2_000
"""The number of pallets asked for a first estimate."""


@dataclass(frozen=True)
class Progress:
    """The progress of a search for a puzzle."""

    attempt: int
    share: float  # of the perfect pallets that admit the order


Watch = Callable[[Progress], None]


def make_puzzle(difficulty: int, seed: int | str, watch: Watch | None = None) -> Puzzle:
    """Make a puzzle of this difficulty that is proven solvable. `watch` gets the progress."""
    return make_rated(difficulty, seed, watch)[0]


def make_rated(
    difficulty: int, seed: int | str, watch: Watch | None = None, neutral: int | None = None
) -> tuple[Puzzle, Rating]:
    """Make a puzzle and return it with its rating. `neutral` may set the neutral box's place."""
    check_edition()
    goals = GOALS[check_difficulty(difficulty)]
    rng = seeded("puzzle", difficulty, check_seed(seed))
    drawn = below(rng, len(NEUTRAL_TEXTS))
    place = drawn if neutral is None else neutral
    table = Table(place)
    for attempt in count(1):
        tell = None if watch is None else _teller(watch, attempt)
        table.mix(rng)
        cards = climb(table, any_order(rng), _between(goals, rng), rng, tell)
        puzzle = Puzzle(NEUTRAL_TEXTS[place], named(shuffled_rest(cards, rng)))
        scores = bot_scores(puzzle)
        asked = min(GLANCE, len(table.queue))
        perhaps = max(1, table.may_admit(cards, asked, asked))
        if rated(perhaps, asked, scores).difficulty != difficulty:
            continue  # skip the slow count for most orders
        counted = table.count(cards)
        if counted.undecided or not counted.admitting:
            continue
        rating = rated(counted.admitting, len(table.pallets), scores)
        if rating.difficulty == difficulty:
            solution_of(puzzle)  # raises if there is none
            return puzzle, rating
    raise AssertionError("counting never ends")


def check_difficulty(difficulty: object) -> int:
    if not is_int(difficulty) or difficulty not in DIFFICULTIES:
        raise InvalidSetup(
            f"a difficulty must be a number from {DIFFICULTIES[0]} to {DIFFICULTIES[-1]}, "
            f"not {quoted(difficulty)}"
        )
    return int(difficulty)


def _teller(watch: Watch, attempt: int) -> Callable[[float], None]:
    return lambda share: watch(Progress(attempt, share))


def _between(goals: tuple[float, float], rng: Rng) -> float:
    smallest, largest = goals
    return smallest * exp(log(largest / smallest) * below(rng, PRECISELY) / PRECISELY)
