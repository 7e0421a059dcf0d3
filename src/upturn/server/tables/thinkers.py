"""Threads in which bots think and hints are worked out, parallel to the event loop.

A bot gets a view of a copy of the game. So nothing hidden reaches it, and nothing that happens
meanwhile disturbs it.

Nobody waits longer because somebody else asks for much. People take turns (`FairQueue`): a bot's
move counts for the host of its table, a hint for the person who asks. Bots come before hints, and
hints never occupy all threads. Each thought is shorter the more people wait, and the more its own
person asks for.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from upturn.bots import Player, make_bot
from upturn.bots.advising import Advice, advise
from upturn.errors import Refusal
from upturn.server.tables.fair_queue import FairQueue

if TYPE_CHECKING:
    from upturn.wire.facts import Facts

SECONDS = 1.0
"""Seconds that a bot may think when nobody else waits."""
SHORTEST = 0.05
HINT_SECONDS = 2.0
THREADS = 2
HINTS_AT_ONCE = 1
"""Threads that may think about hints. The others are always there for bots."""
BOTS_PER_HINT = 8
"""A hint gets its turn after so many bots, even if more of them wait."""
UNHURRIED = 4
"""How many thoughts may wait without making each other shorter."""


class Job(NamedTuple):
    """A thought that waits for a thread."""

    person: str
    work: Callable[[float], Any]
    """Takes the seconds it may think."""
    seconds: float
    """What it may take if nobody is in a hurry."""
    is_hint: bool
    answer: asyncio.Future[Any]


class Thinkers:
    """The threads, and whoever waits for them."""

    def __init__(self, most_waiting: int = 200, most_per_person: int = 20) -> None:
        self.waiting = 0
        """Thoughts that wait or are being thought."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinking")
        self._most_waiting, self._most_per_person = most_waiting, most_per_person
        self._bots, self._hints = FairQueue[Job](), FairQueue[Job]()
        self._by_person: Counter[str] = Counter()  # what counts as `waiting`
        self._busy = 0  # threads
        self._busy_with_hints = 0
        self._bots_since_hint = 0
        self._hint_of: dict[str, object] = {}  # by person: what they have asked a hint about
        self._closed = False

    def check_free(self, person: str) -> None:
        """Raise Refusal if too much waits for this person, or for everybody together. What one
        person asks for beyond their share does not count against others."""
        share = self._most_per_person
        load = sum(min(count, share) for count in self._by_person.values())
        if self._by_person[person] >= share or load >= self._most_waiting:
            raise Refusal("bots-busy")

    def close(self) -> None:
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    # --- One hint at a time --------------------------------------------------------------------

    def reserve_hint(self, person: str, about: object) -> None:
        """Let a person have a hint about one thing. Raise Refusal while they wait for another."""
        if self._hint_of.setdefault(person, about) != about:
            raise Refusal("hint-on-its-way")

    def release_hint(self, person: str, about: object) -> None:
        if self._hint_of.get(person) == about:
            del self._hint_of[person]

    # --- Thinking ------------------------------------------------------------------------------

    async def choose(
        self, person: str, table: str, level: str, game: str, seed: str, view: Callable[[], Facts]
    ) -> str:
        """Return the move that a bot of this level makes at a table of this person."""
        whims = seed_of_bots(seed)

        def work(seconds: float) -> str:
            return choose(level, game, whims, seconds, view)

        move: str = await self._think(self._bots, table, self._job(person, work, SECONDS, False))
        return move

    async def advise(self, person: str, table: str, seed: str, view: Callable[[], Facts]) -> Advice:
        """Return what this person should play, and why."""

        def work(seconds: float) -> Advice:
            return advise(view(), seed_of_bots(seed), seconds)

        job = self._job(person, work, HINT_SECONDS, True)
        advice: Advice = await self._think(self._hints, table, job)
        return advice

    def _job(self, person: str, work: Callable[[float], Any], seconds: float, is_hint: bool) -> Job:
        answer = asyncio.get_running_loop().create_future()
        return Job(person, work, seconds, is_hint, answer)

    async def _think(self, queue: FairQueue[Job], table: str, job: Job) -> Any:
        self.waiting += 1
        self._by_person[job.person] += 1
        queue.add(job.person, table, job)
        self._begin()
        try:
            return await job.answer
        finally:
            self.waiting -= 1
            self._by_person[job.person] -= 1
            if not self._by_person[job.person]:
                del self._by_person[job.person]

    def _begin(self) -> None:
        """Give every free thread something to think about."""
        while self._busy < THREADS and not self._closed:
            job = self._next()
            if job is None:
                return
            self._busy += 1
            self._busy_with_hints += job.is_hint
            self._bots_since_hint = 0 if job.is_hint else self._bots_since_hint + 1
            loop = asyncio.get_running_loop()
            thought = loop.run_in_executor(self._threads, job.work, self._seconds(job))
            thought.add_done_callback(partial(self._end, job))

    def _next(self) -> Job | None:
        hint_allowed = self._busy_with_hints < HINTS_AT_ONCE
        if hint_allowed and self._bots_since_hint >= BOTS_PER_HINT:
            return _take(self._hints) or _take(self._bots)
        return _take(self._bots) or (_take(self._hints) if hint_allowed else None)

    def _seconds(self, job: Job) -> float:
        """Return how long a thought may take, with so many people and thoughts waiting."""
        hurry = max(self._by_person[job.person], len(self._by_person)) / UNHURRIED
        return max(SHORTEST, job.seconds / max(1.0, hurry))

    def _end(self, job: Job, thought: asyncio.Future[Any]) -> None:
        self._busy -= 1
        self._busy_with_hints -= job.is_hint
        if not job.answer.done():  # else nobody waits for it any more
            if thought.cancelled():
                job.answer.cancel()
            elif (problem := thought.exception()) is not None:
                job.answer.set_exception(problem)
            else:
                job.answer.set_result(thought.result())
        self._begin()


def _take(queue: FairQueue[Job]) -> Job | None:
    """Return the next job that somebody still waits for."""
    while (job := queue.take()) is not None:
        if not job.answer.done():
            return job
    return None


@lru_cache(64)
def bot_of(level: str, game: str, seed: str, seconds: float) -> Player:
    return make_bot(level, game, seed, seconds)


def choose(level: str, game: str, seed: str, seconds: float, view: Callable[[], Facts]) -> str:
    return bot_of(level, game, seed, round(seconds, 2)).choose(view())


def seed_of_bots(seed: str) -> str:
    """Return a seed for the bots' choices that does not reveal the deals."""
    return hashlib.sha256(f"bots {seed}".encode()).hexdigest()[:16]
