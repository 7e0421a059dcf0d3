"""Keeps a search within its time: says how many steps it can afford, by their time so far."""

from __future__ import annotations

from time import monotonic

SECONDS = 10.0
"""For a solution, unless the caller says otherwise."""
REVIEW_SECONDS = 3.0
"""For looking back at a game, unless the caller says otherwise."""
SHORTEST = 1e-9


class Clock:
    """A limit of seconds from now on, and what steps have taken so far."""

    def __init__(self, seconds: float):
        self.end = monotonic() + seconds
        self.each: dict[str, float] = {}  # by kind of step, seconds

    def is_out(self) -> bool:
        return monotonic() > self.end

    def afford(self, kind: str, steps: int) -> int:
        """Return `steps`, or fewer if there is no time for all of them; at least 1."""
        each = self.each.get(kind, SHORTEST)
        return max(1, int(min(steps, (self.end - monotonic()) / each)))

    def learn(self, kind: str, steps: int, began: float) -> None:
        """Note that this many steps of a kind were taken since `began`."""
        self.each[kind] = max((monotonic() - began) / steps, SHORTEST)
