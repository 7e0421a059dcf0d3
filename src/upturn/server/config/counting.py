"""What was asked for and what is open, counted in memory that all workers of a machine share.

Nothing is locked. Workers that spend from the same allowance at the same moment may lose one of
their updates, and then somebody is allowed one request too many. What is open is counted exactly:
each worker writes only its own numbers, which begin at zero when it is replaced.

All tables have a fixed size. A key has some neighbouring places where it may stand, found by a hash
that nobody outside can compute, or one could choose addresses that push somebody else out.
"""

from __future__ import annotations

import os
from collections import Counter
from ctypes import addressof, memset, sizeof
from dataclasses import dataclass
from hashlib import blake2b
from time import monotonic
from typing import Any

PLACES = 8
"""Where a key may stand."""
ALLOWANCES = 65_536
"""Allowances that are remembered; of those with the same places the longest idle goes first."""
OPEN = 16_384
"""Addresses of which a worker tells the others how much they have open."""
KINDS = ("sockets", "connections")
"""What is counted as open."""


@dataclass(frozen=True)
class SharedCounts:
    """The memory. It is inherited by workers that are forked, and sent to those that are not."""

    workers: int
    secret: bytes
    keys: Any
    left: Any
    at: Any
    """Of allowances: whose each is, what is left of it, and since when."""
    open_keys: Any
    open_counts: Any
    """Of each worker in turn: of which address how many are open."""
    totals: Any
    """How many are open in all, by kind, of each worker in turn."""

    @classmethod
    def create(cls, workers: int) -> SharedCounts:
        from multiprocessing import RawArray  # a thirtieth of a second that few need

        return cls(
            workers=workers,
            secret=os.urandom(16),
            keys=RawArray("Q", ALLOWANCES),
            left=RawArray("d", ALLOWANCES),
            at=RawArray("d", ALLOWANCES),
            open_keys=RawArray("Q", OPEN * workers),
            open_counts=RawArray("I", OPEN * workers),
            totals=RawArray("Q", len(KINDS) * workers),
        )

    def spend(self, kind: str, who: str, burst: float, per_second: float) -> float:
        """Count one request. Return what was left of the allowance: from 1 on it is allowed."""
        key = self.key(kind, who)
        first = key % (ALLOWANCES // PLACES) * PLACES
        keys, now = self.keys[first : first + PLACES], monotonic()
        if key in keys:
            place = first + keys.index(key)
            passed = max(0.0, now - self.at[place])  # another worker may have looked just now
            left: float = min(burst, self.left[place] + passed * per_second)
        else:
            times = self.at[first : first + PLACES]
            place = first + times.index(min(times))
            left = burst
        self.at[place], self.left[place] = now, left - 1 if left >= 1 else left
        self.keys[place] = key  # last, so that nobody reads the numbers of another
        return left

    def begin(self, number: int) -> None:
        """Forget what the worker of this number had open: it is a new one."""
        for numbers, each in (
            (self.open_keys, OPEN),
            (self.open_counts, OPEN),
            (self.totals, len(KINDS)),
        ):
            size = sizeof(numbers._type_)
            memset(addressof(numbers) + number * each * size, 0, each * size)

    def tell(self, number: int, kind: str, address: str, count: int, total: int) -> None:
        """Let the others know how much a worker has open: of an address, and in all."""
        self.totals[number * len(KINDS) + KINDS.index(kind)] = total
        key = self.key(kind, address)
        first = self._first(number, key)
        keys = self.open_keys[first : first + PLACES]
        wanted = key if key in keys else 0
        if wanted in keys:  # else its places are all taken, and only this worker counts it
            place = first + keys.index(wanted)
            self.open_counts[place] = count
            self.open_keys[place] = key if count else 0

    def elsewhere(self, number: int, kind: str, address: str) -> int:
        """Return how many of an address are open at other workers."""
        key, found = self.key(kind, address), 0
        for other in range(self.workers):
            if other != number:
                first = self._first(other, key)
                keys = self.open_keys[first : first + PLACES]
                if key in keys:
                    found += self.open_counts[first + keys.index(key)]
        return found

    def total_elsewhere(self, number: int, kind: str) -> int:
        totals: list[int] = self.totals[KINDS.index(kind) :: len(KINDS)]
        return sum(totals) - totals[number]

    def key(self, kind: str, who: str) -> int:
        hashed = blake2b(f"{kind} {who}".encode(), digest_size=8, key=self.secret).digest()
        return int.from_bytes(hashed) or 1  # 0 is a free place

    def _first(self, number: int, key: int) -> int:
        return number * OPEN + key % (OPEN // PLACES) * PLACES


class OpenCount:
    """How many of a kind are open at all workers, by address and in all."""

    def __init__(self, kind: str, shared: SharedCounts | None = None, number: int = 0):
        self._kind, self._shared, self._number = kind, shared, number
        self._here: Counter[str] = Counter()
        self._total = 0

    def add(self, address: str) -> None:
        self._change(address, 1)

    def remove(self, address: str) -> None:
        self._change(address, -1)
        if not self._here[address]:
            del self._here[address]

    def of(self, address: str) -> int:
        count = self._here[address]
        if self._shared is not None:
            count += self._shared.elsewhere(self._number, self._kind, address)
        return count

    def total(self) -> int:
        if self._shared is None:
            return self._total
        return self._total + self._shared.total_elsewhere(self._number, self._kind)

    def _change(self, address: str, by: int) -> None:
        self._here[address] += by
        self._total += by
        if self._shared is not None:
            here, total = self._here[address], self._total
            self._shared.tell(self._number, self._kind, address, here, total)
