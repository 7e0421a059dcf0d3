"""Group commit: all waiting entries are written as one batch, while the next batch gathers.

A batch costs a flush of the disk and a walk to another thread and back, whatever its size. While
entries come close together, batches begin some milliseconds apart, so that more entries share one.
Nobody notices the wait, and at a few hundred moves a second it saves many flushes. If nobody else
comes a few times in a row, entries are written at once again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from time import perf_counter

from upturn.errors import StoreUnavailable
from upturn.store.driver import NewEntry

SPACING = 0.005
"""Seconds from the beginning of a batch to the next one, while batches are shared."""
PATIENCE = 3
"""So many waits in a row may bring nobody else."""
LARGEST_BATCH = 500
"""Entries. Larger batches are hardly faster, and SQLite limits the size of a statement."""

Insert = Callable[[Sequence[NewEntry]], Awaitable[set[tuple[str, int]]]]
Watch = Callable[[int, float], None]
"""Called for each batch with the number of its entries and the seconds they took."""
_Waiting = tuple[NewEntry, "asyncio.Future[bool]"]


class Committer:
    """Writes the entries of many tasks to the database, one batch at a time."""

    def __init__(self, insert: Insert, spacing: float = SPACING):
        self._insert, self._spacing = insert, spacing
        self._next_begins = 0.0
        self._patience = 0
        self.watch: Watch | None = None
        self._waiting: list[_Waiting] = []
        self._working: asyncio.Task[None] | None = None
        self._closed = False

    def submit(self, entry: NewEntry) -> asyncio.Future[bool]:
        """Return a future: True once the entry is durable, False if its number is taken.

        If you cancel it, you do not learn whether the entry was written.
        """
        if self._closed:
            raise StoreUnavailable("the store is closed")
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, future))
        if self._working is None:
            self._working = asyncio.create_task(self._work(), name="group commit")
        return future

    async def append(self, entry: NewEntry) -> bool:
        """Submit an entry and wait for the outcome."""
        return await self.submit(entry)

    async def close(self) -> None:
        """Write the waiting entries and accept no more."""
        self._closed = True
        if self._working is not None:
            await self._working

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._wait_for_others()
                await self._commit(self._next_batch())
        except BaseException as error:
            _fail(self._waiting, error)
            raise
        finally:
            self._working = None

    async def _wait_for_others(self) -> None:
        pause = self._next_begins - perf_counter()
        if pause > 0 and not self._closed:
            await asyncio.sleep(pause)

    def _next_batch(self) -> dict[tuple[str, int], _Waiting]:
        """Take the first waiting entries. If two have the same key, the later waits for the next
        batch, where it fails if the first was written. Cancelled entries are dropped."""
        batch: dict[tuple[str, int], _Waiting] = {}
        later: list[_Waiting] = []
        for waiting in self._waiting:
            entry, future = waiting
            if future.done():
                continue
            if entry.key in batch or len(batch) == LARGEST_BATCH:
                later.append(waiting)
            else:
                batch[entry.key] = waiting
        self._waiting = later
        self._patience = PATIENCE if len(batch) > 1 else max(0, self._patience - 1)
        self._next_begins = perf_counter() + self._spacing if self._patience else 0.0
        return batch

    async def _commit(self, batch: dict[tuple[str, int], _Waiting]) -> None:
        begun = perf_counter()
        try:
            won = await self._insert([entry for entry, _ in batch.values()])
        except BaseException as error:
            _fail(batch.values(), error)
            if not isinstance(error, Exception):
                raise
        else:
            for key, (_, future) in batch.items():
                if not future.done():
                    future.set_result(key in won)
            if self.watch is not None:
                self.watch(len(batch), perf_counter() - begun)


def _fail(entries: Iterable[_Waiting], error: BaseException) -> None:
    for _, future in entries:
        if not future.done():
            future.set_exception(_own(error))


def _own(error: BaseException) -> Exception:
    """Return an exception for one caller. If two tasks raised the same exception, it would collect
    the tracebacks of both."""
    if isinstance(error, StoreUnavailable):
        return StoreUnavailable(*error.args)
    return error if isinstance(error, Exception) else StoreUnavailable("the store was stopped")
