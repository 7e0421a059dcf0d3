"""Keeps a search within its time: how many steps it can afford, by what steps took so far."""

from __future__ import annotations

from time import monotonic

SHORTEST = 1e-9


class Clock:
    """Time since it was started, against so many seconds."""

    def __init__(self, seconds: float):
        self.end = monotonic() + seconds
        self.each: dict[str, float] = {}  # by kind of step, seconds

    def is_out(self) -> bool:
        return monotonic() > self.end

    def afford(self, kind: str, steps: int) -> int:
        """So many steps of a kind, or as many as there is time for."""
        each = self.each.get(kind, SHORTEST)
        return max(1, int(min(steps, (self.end - monotonic()) / each)))

    def learn(self, kind: str, steps: int, began: float) -> None:
        """So many steps were taken since then."""
        self.each[kind] = max((monotonic() - began) / steps, SHORTEST)
