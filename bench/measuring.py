"""Lets the contenders take turns, and sums up.

Other programs on the machine slow all contenders down, but not at the same moment. So there are
many short rounds, every contender has a slice of each, and two contenders are compared within a
round: a ratio is the median of the rounds' ratios.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

from bench.contender import Contender


@dataclass(frozen=True)
class Plan:
    rounds: int
    seconds: float
    """How long a slice is."""


FULL = Plan(rounds=11, seconds=0.5)
QUICK = Plan(rounds=2, seconds=0.05)


@dataclass(frozen=True)
class Ratio:
    median: float
    low: float
    high: float


class Results:
    """The rate of every contender in every round."""

    def __init__(self, contenders: Sequence[Contender]):
        self.contenders = {contender.name: contender for contender in contenders}
        self._rates: dict[str, list[float]] = {contender.name: [] for contender in contenders}

    def add(self, name: str, rate: float) -> None:
        self._rates[name].append(rate)

    def median(self, name: str) -> float:
        return median(self._rates[name])

    def best(self, name: str) -> float:
        return max(self._rates[name])

    def ratio(self, name: str, against: str) -> Ratio:
        pairs = zip(self._rates[name], self._rates[against], strict=True)
        ratios = [own / other for own, other in pairs]
        return Ratio(median(ratios), min(ratios), max(ratios))

    def write(self, name: str, rate: float) -> str:
        return self.contenders[name].unit.write(rate)


def measure(contenders: Sequence[Contender], plan: Plan, advance: Callable[[str], None]) -> Results:
    """Measure all; `advance` is told what comes next, once per slice."""
    results = Results(contenders)
    for contender in contenders:
        advance(f"{contender.name}, warming up")
        contender.run(0)
    for number in range(plan.rounds):
        for contender in Random(number).sample(contenders, len(contenders)):
            advance(contender.name)
            results.add(contender.name, contender.run(plan.seconds).rate)
    return results
