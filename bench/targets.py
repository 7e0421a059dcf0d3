"""What we want to be true of our figures."""

from __future__ import annotations

from bench import deals, ours, packing, starting, thinking
from bench.tables import Outcome
from bench.wanted import GAMES, AtLeast, AtLeastTimes, AtMost, Target, own
from upturn.games.pieces import module_of
from upturn.games.team_up.components import PERFECT

ALMOST_ALL = 0.8
"""What we expect of each further core, since cores share memory and clock speed."""


def common(game: str) -> list[Target]:
    """What we want of every game."""
    return [
        AtLeastTimes(own(game, ours.ALL_CORES), ALMOST_ALL * ours.CORES, own(game, ours.COMPILED)),
        AtLeast(own(game, ours.TEXTS), 60_000),
        AtMost(own(game, ours.COPY), 200),
        AtMost(starting.first_call(game), 1),
    ]


def of_game(game: str) -> list[Target]:
    """What we want of a game: its own targets, then those of every game."""
    alone = module_of(game, "bench.games")
    return [*(alone.TARGETS if alone else []), *common(game)]


TARGETS: list[Target] = [
    AtMost(starting.IMPORT, 0.3),
    *(target for game in GAMES for target in of_game(game)),
    AtLeastTimes(thinking.OURS, 2, thinking.EUCHRE),
    AtLeastTimes(thinking.OURS, 2, thinking.HEARTS),
    AtLeast(thinking.iterations(thinking.OURS), 20_000),
    AtLeastTimes(packing.OURS, 20, packing.CP_SAT),
    AtLeastTimes(deals.NAME, 20, packing.CP_SAT_MANY),
]

MEDIAN, WORST = 0.02, 2.0
"""Seconds for a deal of Team UP, warm, on one core."""


def deals_outcomes(solved: deals.Deals) -> list[Outcome]:
    """What we want of the solver, deal by deal."""
    of_them = f"of {solved.count:,} fixed random deals of Team UP"
    decided = solved.perfect + solved.less
    return [
        Outcome(
            solved.open == 0,
            f"all {of_them} are solved to {PERFECT} or proven to allow less",
            f"{decided:,}",
        ),
        Outcome(
            solved.median <= MEDIAN,
            f"the median {of_them} takes at most {1000 * MEDIAN:g} ms",
            f"{1000 * solved.median:.2f} ms",
        ),
        Outcome(
            solved.worst <= WORST,
            f"the worst {of_them} takes at most {WORST:g} s",
            f"{1000 * solved.worst:.1f} ms",
        ),
    ]
