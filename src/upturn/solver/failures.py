"""Remembers the failed states of a search, each identified exactly by two numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from upturn.games.compiling import compiled
from upturn.solver.packing import Numbers

SLOTS = 1 << 17
PROBES = 8
LARGE_PRIMES = (2147483647, 2147483629)
FACTORS = (1103515245, 1000000007)


class Failures(NamedTuple):
    """The failed states of one question at a time."""

    stamps: Numbers  # by slot: the question it was filled for
    masks: Numbers
    rests: Numbers
    question: Numbers  # of length 1: the number of the present question


def make_failures(slots: int = SLOTS) -> Failures:
    stamps, masks, rests = np.zeros((3, slots), np.int64)
    return Failures(stamps, masks, rests, np.zeros(1, np.int64))


@compiled
def slot_of(failures: Failures, mask: int, rest: int) -> int:
    """Return the slot of this state or a free slot for it, or -1 if there is none."""
    size = len(failures.masks)
    hashed = mask % LARGE_PRIMES[0] * FACTORS[0] ^ rest % LARGE_PRIMES[1] * FACTORS[1]
    slot = (hashed ^ hashed >> 29) & (size - 1)
    for probe in range(PROBES):
        at = (slot + probe) & (size - 1)
        if failures.stamps[at] != failures.question[0]:
            return at
        if failures.masks[at] == mask and failures.rests[at] == rest:
            return at
    return -1


@compiled
def has_failed(failures: Failures, mask: int, rest: int) -> bool:
    slot = slot_of(failures, mask, rest)
    return slot >= 0 and failures.stamps[slot] == failures.question[0]


@compiled
def remember(failures: Failures, mask: int, rest: int) -> None:
    slot = slot_of(failures, mask, rest)
    if slot >= 0:
        failures.stamps[slot] = failures.question[0]
        failures.masks[slot] = mask
        failures.rests[slot] = rest
