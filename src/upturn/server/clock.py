"""The time, in milliseconds since 1970. Everything asks here, so that tests can set it.

`now` is for tables, where people play against the clock. It goes on evenly, also when the machine's
clock is set or the machine slept, and comes back to the machine's time by and by. `wall_time` is
the machine's, for the calendar.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic_ns, time_ns

SLEW = 20
"""The clock goes by one part in so many faster or slower than time passes."""
MILLISECOND = 1_000_000


class Clock:
    """Follows `wall` without a jump; `steady` says how much time has passed."""

    __slots__ = ("_seen", "_shown", "_steady", "_wall")

    def __init__(self, wall: Callable[[], int], steady: Callable[[], int]):
        self._wall, self._steady = wall, steady
        self._shown, self._seen = wall(), steady()

    def __call__(self) -> int:
        seen = self._steady()
        passed = seen - self._seen
        ahead = self._shown + passed - self._wall()
        most = passed // SLEW
        self._seen = seen
        self._shown += passed - max(-most, min(most, ahead))
        return self._shown // MILLISECOND


_clock = Clock(time_ns, monotonic_ns)


def now() -> int:
    return _clock()


def wall_time() -> int:
    return time_ns() // MILLISECOND
