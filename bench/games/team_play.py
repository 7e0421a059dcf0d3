"""What we measure and want of Team Play alone."""

from __future__ import annotations

from bench import crowded, ours, peers
from bench.wanted import AtLeastTimes, AtMost, Target, own

CONTENDERS = [crowded.contender]
TARGETS: list[Target] = [
    AtLeastTimes(own("team-play", ours.COMPILED), 5, peers.HEARTS),
    AtMost(crowded.NAME, 100),
    AtMost(own("team-play", ours.REDEAL), 500),
]
