"""How something is wanted of a figure: so much, or so many times as much as of another."""

from __future__ import annotations

from dataclasses import dataclass

from bench import ours
from bench.measuring import Results
from bench.tables import Outcome
from upturn.games import names, rules_of

PLAYERS = 4
GAMES = {
    name: min(rules_of(name).player_counts, key=lambda count: abs(count - PLAYERS))
    for name in names()
}
"""Our games, and with how many players each is measured."""


def own(game: str, what: str) -> str:
    """What a figure of one of our games is called."""
    return ours.name_of(game, GAMES[game], what)


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
