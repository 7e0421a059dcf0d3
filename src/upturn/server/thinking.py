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
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from upturn.bots import Player, bot_names, make_bot, reasons
from upturn.errors import InvalidSetup, Refusal
from upturn.games.compiling import is_quick

if TYPE_CHECKING:
    from upturn.wire.facts import Facts

SECONDS = 1.0
"""How long a bot may think when nobody else waits."""
SHORTEST = 0.05
HINT_SECONDS = 2.0
THREADS = 2
UNHURRIED = 4
"""So many may wait without anybody being hurried."""

LEADS_TO = {
    "leads-to-best": "it leads to {score}; nothing better is possible",
    "leads-to": "it leads to {score}; nothing better was found",
}
"""Why the solver goes its way in Team UP, by code as `bots.reasons` has it."""

Answer = TypeVar("Answer")


class Found(NamedTuple):
    """A move to advise, and why."""

    move: str
    sentence: str
    code: str
    details: Facts


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

    async def advise(self, game: str, seed: str, view: Callable[[], Facts]) -> Found:
        """What the strongest level would play, and why."""
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


def advise(game: str, seed: str, view: Callable[[], Facts]) -> Found:
    seen = view()
    known = way(seen) if game == "team-up" else None
    if known is not None:
        return known
    move, why = make_bot(bot_names(game)[0], game, seed, HINT_SECONDS).decide(seen)
    details = {name: value for name, value in why.items() if name != "code"}
    return Found(move, reasons.sentence(game, why), why["code"], details)


def way(view: Facts) -> Found | None:
    """The way to the best score in Team UP, where the view shows enough cards to know it.

    Nobody waits for the solver to be compiled; the bot's advice comes at once.
    """
    if not is_quick("team-up solver"):
        return None
    from upturn.solver.knowing import solve_view

    try:
        found = solve_view(view, HINT_SECONDS)
    except InvalidSetup:  # more boxes than the solver is made for
        return None
    if found is None or not found.moves or (found.moves[0] == "stop" and not found.proven):
        return None
    code, details = "leads-to-best" if found.proven else "leads-to", {"score": found.score}
    return Found(found.moves[0], LEADS_TO[code].format(**details), code, details)


def seed_of_bots(seed: str) -> str:
    """A seed for the bots' whims that does not betray the deals."""
    return hashlib.sha256(f"bots {seed}".encode()).hexdigest()[:16]
