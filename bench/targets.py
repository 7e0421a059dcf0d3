"""What we want to be true of our figures."""

from __future__ import annotations

from dataclasses import dataclass

from bench import ours, peers, starting
from bench.measuring import Results


@dataclass(frozen=True)
class Outcome:
    met: bool
    target: str
    measured: str


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


def targets(game: str, players: int) -> list[Target]:
    def own(what: str) -> str:
        return ours.name_of(game, players, what)

    return [
        AtLeastTimes(own(ours.COMPILED), 10, peers.CRAZY_EIGHTS),
        AtLeastTimes(own(ours.ALL_CORES), ALMOST_ALL * ours.CORES, own(ours.COMPILED)),
        AtLeastTimes(own(ours.NUMBERS), 1, peers.CRAZY_EIGHTS),
        AtLeastTimes(own(ours.TEXTS), 1, peers.UNO),
        AtLeast(own(ours.TEXTS), 60_000),
        AtMost(own(ours.COPY), 200),
        AtMost(starting.IMPORT, 0.3),
        AtMost(starting.first_call(game), 1),
    ]
