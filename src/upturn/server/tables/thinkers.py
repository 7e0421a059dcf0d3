"""Threads in which bots think and hints are worked out, parallel to the event loop.

Compiled code releases the GIL. A bot gets a view of a copy of the game, so nothing hidden reaches
it and nothing that happens meanwhile disturbs it. The more of them wait, the less time each has.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

from upturn.bots import Player, make_bot
from upturn.bots.advising import Advice, advise
from upturn.errors import Refusal

if TYPE_CHECKING:
    from upturn.wire.facts import Facts

SECONDS = 1.0
"""Seconds that a bot may think when nobody else waits."""
SHORTEST = 0.05
HINT_SECONDS = 2.0
THREADS = 2
UNHURRIED = 4
"""How many may wait before each gets less time."""

Answer = TypeVar("Answer")


class Thinkers:
    """The threads, and how many wait for them."""

    def __init__(self, most_waiting: int = 200) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinking")
        self.waiting = 0
        self._most_waiting = most_waiting

    def check_free(self) -> None:
        """Raise Refusal if too many wait already."""
        if self.waiting >= self._most_waiting:
            raise Refusal("bots-busy")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def choose(self, level: str, game: str, seed: str, view: Callable[[], Facts]) -> str:
        """Return the move that a bot of this level makes."""
        seconds = max(SHORTEST, SECONDS / max(1, self.waiting / UNHURRIED))
        whims = seed_of_bots(seed)
        return await self._run(partial(choose, level, game, whims, seconds, view))

    async def advise(self, seed: str, view: Callable[[], Facts]) -> Advice:
        """Return what to play, and why."""
        return await self._run(lambda: advise(view(), seed_of_bots(seed), HINT_SECONDS))

    async def _run(self, work: Callable[[], Answer]) -> Answer:
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self.waiting -= 1


@lru_cache(64)
def bot_of(level: str, game: str, seed: str, seconds: float) -> Player:
    return make_bot(level, game, seed, seconds)


def choose(level: str, game: str, seed: str, seconds: float, view: Callable[[], Facts]) -> str:
    return bot_of(level, game, seed, round(seconds, 2)).choose(view())


def seed_of_bots(seed: str) -> str:
    """Return a seed for the bots' choices that does not reveal the deals."""
    return hashlib.sha256(f"bots {seed}".encode()).hexdigest()[:16]
