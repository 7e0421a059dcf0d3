"""Bots and hints think here, in threads beside the event loop: compiled code leaves the GIL alone.

Who thinks gets a view made of a copy of the game, so nothing hidden can reach it and nothing that
happens meanwhile disturbs it. The more of them wait, the shorter each may think.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

from upturn.bots import Player, bot_names, make_bot, reasons
from upturn.errors import InvalidSetup, Refusal

if TYPE_CHECKING:
    from upturn.wire.facts import Facts

SECONDS = 1.0
"""How long a bot may think when nobody else waits."""
SHORTEST = 0.05
HINT_SECONDS = 2.0
THREADS = 2
UNHURRIED = 4
"""So many may wait without anybody being hurried."""

Answer = TypeVar("Answer")


class Thinkers:
    """The threads, and who waits for them."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinking")
        self.waiting = 0
        self.most_waiting = 200

    def expect_room(self) -> None:
        """Raises Refusal if so many wait already that nobody more should ask them to think."""
        if self.waiting >= self.most_waiting:
            raise Refusal(
                "bots-busy", "The bots have too much to think about; try again in a moment.",
                {"status": 503},
            )  # fmt: skip

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def choose(self, level: str, game: str, seed: str, view: Callable[[], Facts]) -> str:
        """The move that a bot of this level makes."""
        seconds = max(SHORTEST, SECONDS / max(1, self.waiting / UNHURRIED))
        whims = seed_of_bots(seed)
        return await self._run(partial(choose, level, game, whims, seconds, view))

    async def advise(self, game: str, seed: str, view: Callable[[], Facts]) -> tuple[str, str]:
        """What the strongest level would play, and why, in a sentence."""
        return await self._run(partial(advise, game, seed_of_bots(seed), view))

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


def advise(game: str, seed: str, view: Callable[[], Facts]) -> tuple[str, str]:
    seen = view()
    known = way(seen) if game == "team-up" else None
    if known is not None:
        return known
    move, why = make_bot(bot_names(game)[0], game, seed, HINT_SECONDS).decide(seen)
    return move, reasons.sentence(game, why)


def way(view: Facts) -> tuple[str, str] | None:
    """The way to the best score in Team UP, where the view shows enough cards to know it."""
    from upturn.solver.knowing import solve_view

    try:
        found = solve_view(view, HINT_SECONDS)
    except InvalidSetup:  # more boxes than the solver is made for
        return None
    if found is None or not found.moves or (found.moves[0] == "stop" and not found.proven):
        return None
    best = "nothing better is possible" if found.proven else "nothing better was found"
    return found.moves[0], f"it leads to {found.score}; {best}"


def seed_of_bots(seed: str) -> str:
    """A seed for the bots' whims that does not betray the deals."""
    return hashlib.sha256(f"bots {seed}".encode()).hexdigest()[:16]
