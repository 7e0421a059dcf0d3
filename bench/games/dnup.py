"""What we want of dnup alone."""

from __future__ import annotations

from bench import ours, peers
from bench.wanted import AtLeastTimes, Target, own

TARGETS: list[Target] = [
    AtLeastTimes(own("dnup", ours.COMPILED), 10, peers.CRAZY_EIGHTS),
    AtLeastTimes(own("dnup", ours.NUMBERS), 1, peers.CRAZY_EIGHTS),
    AtLeastTimes(own("dnup", ours.TEXTS), 1, peers.UNO),
]
