"""What we measure and want of Team UP alone."""

from __future__ import annotations

from bench import ours, peers, placements
from bench.wanted import AtLeast, AtLeastTimes, Target, own

CONTENDERS = [placements.contender]
TARGETS: list[Target] = [
    AtLeastTimes(own("team-up", ours.COMPILED), 1, peers.CRAZY_EIGHTS),
    AtLeast(placements.NAME, 3_000_000),
]
