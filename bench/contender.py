"""Something whose speed is measured: a name, and a function that works for so many seconds.

A new contender is one more `Contender` in a list; nothing else needs to know of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from time import perf_counter


@dataclass(frozen=True)
class Slice:
    """What was done, and in which time."""

    count: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.count / self.seconds


Run = Callable[[float], Slice]
"""Work for about so many seconds."""


class Unit(Enum):
    """What a contender counts, and how its figure is written."""

    MOVES = "moves/s"
    SEQUENCES = "sequences/s"
    PLACEMENTS = "placements/s"
    PACKINGS = "packings/s"
    DEALS = "deals/s"
    ITERATIONS = "iterations/s"
    NANOSECONDS = "ns each"
    MICROSECONDS = "µs each"
    SECONDS = "s each"

    @property
    def per_second(self) -> bool:
        return self.value.endswith("/s")

    def figure(self, rate: float) -> float:
        """A rate in this unit."""
        scale = {"ns each": 1e9, "µs each": 1e6, "s each": 1.0}
        return rate if self.per_second else scale[self.value] / rate

    def write(self, rate: float) -> str:
        figure = self.figure(rate)
        digits = 0 if figure >= 100 else 1 if figure >= 10 else 3
        return f"{figure:,.{digits}f} {self.value.removesuffix(' each')}"


@dataclass(frozen=True)
class Contender:
    name: str
    how: str
    """How it is driven, for the reader of the report."""
    run: Run
    unit: Unit = Unit.MOVES


def repeat(work: Callable[[], int]) -> Run:
    """Do this piece of work, which says how much it was, until the time is up."""

    def run(seconds: float) -> Slice:
        count, spent, begin = 0, 0.0, perf_counter()
        while not count or spent < seconds:
            count += work()
            spent = perf_counter() - begin
        return Slice(count, spent)

    return run


def repeat_timed(work: Callable[[], Slice]) -> Run:
    """The same for work with a clock of its own, which stands still during what must not count."""

    def run(seconds: float) -> Slice:
        count, spent, begin = 0, 0.0, perf_counter()
        while not count or perf_counter() - begin < seconds:
            done = work()
            count += done.count
            spent += done.seconds
        return Slice(count, spent)

    return run
