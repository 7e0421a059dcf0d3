"""Solving whole deals of Team UP: how many per second, and how long each of a thousand takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from statistics import median
from time import perf_counter

import upturn
from bench.contender import Contender, Run, Unit, repeat
from upturn.games.contract import Positions
from upturn.games.team_up.components import PERFECT
from upturn.solver.solver import position_of
from upturn.solver.solving import solve_position

NAME = "team-up, deals solved"
DEALS = 1_000
WARM = 50
"""Deals solved before the clock runs: by then the library is loaded."""


def deal(seed: int) -> Positions:
    return position_of(upturn.new("team-up", players=1, seed=seed))


def solving() -> Run:
    deals = cycle([deal(seed) for seed in range(WARM)])

    def solve_some() -> int:
        for _ in range(WARM):
            solve_position(next(deals))
        return WARM

    return repeat(solve_some)


def contender() -> Contender:
    return Contender(NAME, "`solve`, whole deals from the start", solving(), Unit.DEALS)


@dataclass(frozen=True)
class Deals:
    """How fixed random deals were solved, one after the other on one core."""

    perfect: int
    less: int  # proven
    open: int  # neither
    seconds: list[float]  # by deal

    @property
    def count(self) -> int:
        return len(self.seconds)

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def worst(self) -> float:
        return max(self.seconds)


def solve_all(count: int, advance: Callable[[], None]) -> Deals:
    """Solve the deals of the seeds 0, 1 and so on."""
    for seed in range(-WARM, 0):
        solve_position(deal(seed))
    seconds, perfect, less = [], 0, 0
    for seed in range(count):
        now = deal(seed)
        begin = perf_counter()
        solution = solve_position(now)
        seconds.append(perf_counter() - begin)
        perfect += solution.score == PERFECT
        less += solution.proven and solution.score < PERFECT
        advance()
    return Deals(perfect, less, count - perfect - less, seconds)
