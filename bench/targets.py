"""What we want to be true of our figures."""

from __future__ import annotations

from dataclasses import dataclass

from bench import crowded, deals, ours, packing, peers, placements, starting, thinking
from bench.measuring import Results
from bench.tables import Outcome
from upturn.games.team_up.components import PERFECT


@dataclass(frozen=True)
class AtLeastTimes:
    """A contender is so many times as fast as another."""

    contender: str
    times: float
    other: str

    def check(self, results: Results) -> Outcome:
        ratio = results.ratio(self.contender, self.other)
        return Outcome(
            ratio.median >= self.times,
            f"{self.contender}: at least {self.times:g} × {self.other}",
            f"{ratio.median:.2f} × ({ratio.low:.2f}–{ratio.high:.2f})",
        )


@dataclass(frozen=True)
class AtLeast:
    """A contender does so much per second."""

    contender: str
    rate: float

    def check(self, results: Results) -> Outcome:
        median = results.median(self.contender)
        return Outcome(
            median >= self.rate,
            f"{self.contender}: at least {results.write(self.contender, self.rate)}",
            results.write(self.contender, median),
        )


@dataclass(frozen=True)
class AtMost:
    """A contender needs no more than this for one; the best of all rounds counts."""

    contender: str
    figure: float

    def check(self, results: Results) -> Outcome:
        unit = results.contenders[self.contender].unit
        best = results.best(self.contender)
        return Outcome(
            unit.figure(best) <= self.figure,
            f"{self.contender}: at most {self.figure:g} {unit.value.removesuffix(' each')}",
            unit.write(best),
        )


Target = AtLeastTimes | AtLeast | AtMost

ALMOST_ALL = 0.8
"""What we expect of each further core, since cores share memory and clock speed."""


GAMES = {"dnup": 4, "team-play": 4, "team-up": 4}
"""Our games, and with how many players each is measured."""


def own(game: str, what: str) -> str:
    return ours.name_of(game, GAMES[game], what)


def common(game: str) -> list[Target]:
    """What we want of every game."""
    return [
        AtLeastTimes(own(game, ours.ALL_CORES), ALMOST_ALL * ours.CORES, own(game, ours.COMPILED)),
        AtLeast(own(game, ours.TEXTS), 60_000),
        AtMost(own(game, ours.COPY), 200),
        AtMost(starting.first_call(game), 1),
    ]


TARGETS: list[Target] = [
    AtMost(starting.IMPORT, 0.3),
    AtLeastTimes(own("dnup", ours.COMPILED), 10, peers.CRAZY_EIGHTS),
    AtLeastTimes(own("dnup", ours.NUMBERS), 1, peers.CRAZY_EIGHTS),
    AtLeastTimes(own("dnup", ours.TEXTS), 1, peers.UNO),
    *common("dnup"),
    AtLeastTimes(own("team-play", ours.COMPILED), 5, peers.HEARTS),
    AtMost(crowded.NAME, 100),
    AtMost(own("team-play", ours.REDEAL), 500),
    *common("team-play"),
    AtLeastTimes(own("team-up", ours.COMPILED), 1, peers.CRAZY_EIGHTS),
    AtLeast(placements.NAME, 3_000_000),
    *common("team-up"),
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
            f"all {of_them} are solved to {PERFECT} or proven less",
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
