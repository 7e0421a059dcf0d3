"""What was counted while people played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

SEATS = 4


@dataclass
class Tally:
    """What happened at all tables."""

    sent: int = 0
    acknowledged: int = 0
    received: int = 0
    """States that came to a seat in their order."""
    skipped: int = 0
    """States that did not."""
    finished: int = 0
    """Tables whose game came to its end."""
    delays: list[float] = field(default_factory=list)
    """Seconds from when a move was due to its acknowledgement, in order."""

    @property
    def complete(self) -> bool:
        """Every move was acknowledged, and every seat was told of it once."""
        states = SEATS * self.acknowledged
        return self.sent == self.acknowledged and self.received == states and not self.skipped


@dataclass(frozen=True)
class Counted:
    """The moves acknowledged within a span of time."""

    seconds: float
    delays: list[float]
    """Rising."""

    @property
    def rate(self) -> float:
        return len(self.delays) / self.seconds

    def delay(self, part: float) -> float:
        """So many of all moves were acknowledged within this many seconds."""
        return self.delays[min(int(part * len(self.delays)), len(self.delays) - 1)]


def joined(parts: Sequence[Counted]) -> Counted:
    """What several processes counted at the same time."""
    seconds = sum(part.seconds for part in parts) / len(parts)
    return Counted(seconds, sorted(delay for part in parts for delay in part.delays))
