"""Entries are written in groups, by one writer each, and are there when they are acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import count

import pytest

from tests.support.databases import PostgresServer, run
from tests.support.servers import started
from upturn.errors import StoreUnavailable
from upturn.store import open_store
from upturn.store.committing import LARGEST_BATCH, PATIENCE, Committer
from upturn.store.driver import NewEntry


class Slow:
    """Writes batches when told to, and keeps them."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.go = asyncio.Semaphore(0)
        self.lost: set[tuple[str, int]] = set()
        self.failure: Exception | None = None

    async def insert(self, entries: Sequence[NewEntry]) -> set[tuple[str, int]]:
        self.batches.append([entry.n for entry in entries])
        await self.go.acquire()
        if self.failure is not None:
            raise self.failure
        return {entry.key for entry in entries} - self.lost


def entry(n: int, table: str = "t") -> NewEntry:
    return NewEntry(table, n, 0, "{}")


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_entries_gather_while_others_are_written() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert)
        tasks = [asyncio.create_task(committer.append(entry(1)))]
        await settle()
        tasks += [asyncio.create_task(committer.append(entry(n))) for n in (2, 3, 4)]
        await settle()
        assert slow.batches == [[1]]
        slow.go.release()
        await settle()
        assert slow.batches == [[1], [2, 3, 4]]
        assert [task.done() for task in tasks] == [True, False, False, False]
        slow.lost = {("t", 3)}
        slow.go.release()
        assert await asyncio.gather(*tasks) == [True, True, False, True]

    run(test())


def test_entries_that_come_close_together_share_a_batch() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert, spacing=0.05)
        slow.go = asyncio.Semaphore(100)
        await asyncio.gather(*(committer.append(entry(n)) for n in (1, 2)))
        tasks = []
        for n in (3, 4, 5):  # each would be written alone, if nobody waited
            tasks.append(asyncio.create_task(committer.append(entry(n))))
            await settle()
        assert slow.batches == [[1, 2]]
        assert await asyncio.gather(*tasks) == [True] * 3
        assert slow.batches == [[1, 2], [3, 4, 5]]

    run(test())


def test_an_entry_that_comes_alone_is_written_at_once() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert, spacing=1000)
        slow.go = asyncio.Semaphore(100)
        for n in (1, 2, 3):
            assert await committer.append(entry(n))
        assert slow.batches == [[1], [2], [3]]

    run(test())


def test_after_some_waits_in_which_nobody_came_entries_are_written_at_once() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert, spacing=0.01)
        slow.go = asyncio.Semaphore(100)
        await asyncio.gather(*(committer.append(entry(n)) for n in (1, 2)))
        numbers = count(3)
        for _ in range(PATIENCE):
            alone = asyncio.create_task(committer.append(entry(next(numbers))))
            await settle()
            assert not alone.done()
            assert await alone
        for _ in range(2):
            alone = asyncio.create_task(committer.append(entry(next(numbers))))
            await settle()
            assert alone.done()

    run(test())


def test_entries_that_wait_for_others_are_told_when_the_work_is_stopped() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert, spacing=1000)
        slow.go = asyncio.Semaphore(100)
        await asyncio.gather(*(committer.append(entry(n)) for n in (1, 2)))
        waiting = asyncio.create_task(committer.append(entry(3)))
        await settle()
        (work,) = (task for task in asyncio.all_tasks() if task.get_name() == "group commit")
        work.cancel()
        with pytest.raises(StoreUnavailable):
            await waiting

    run(test())


def test_of_two_entries_with_one_number_the_later_waits_and_loses() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert)
        tasks = [asyncio.create_task(committer.append(entry(n))) for n in (1, 1, 2)]
        await settle()
        assert slow.batches == [[1, 2]]
        slow.go.release()
        await settle()
        slow.lost = {("t", 1)}
        slow.go.release()
        assert await asyncio.gather(*tasks) == [True, False, True]
        assert slow.batches == [[1, 2], [1]]

    run(test())


def test_a_failure_is_everybodys_of_that_batch_and_nobody_elses() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert)
        tasks = [asyncio.create_task(committer.append(entry(n))) for n in (1, 2)]
        await settle()
        later = asyncio.create_task(committer.append(entry(3)))
        await settle()
        slow.failure = StoreUnavailable("the disk is full")
        slow.go.release()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [str(error) for error in told] == ["the disk is full"] * 2
        assert told[0] is not told[1]
        slow.failure = None
        slow.go.release()
        assert await later

    run(test())


def test_who_waits_is_told_when_the_work_is_stopped() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert)
        waiting = asyncio.create_task(committer.append(entry(1)))
        await settle()
        (work,) = (task for task in asyncio.all_tasks() if task.get_name() == "group commit")
        work.cancel()
        with pytest.raises(StoreUnavailable):
            await waiting
        again = asyncio.create_task(committer.append(entry(1)))
        slow.go.release()
        assert await again

    run(test())


def test_who_has_gone_before_the_turn_came_writes_nothing() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert)
        first = asyncio.create_task(committer.append(entry(1)))
        await settle()
        gone, stays = (asyncio.create_task(committer.append(entry(n))) for n in (2, 3))
        await settle()
        gone.cancel()
        await settle()
        slow.go.release()
        slow.go.release()
        assert await first
        assert await stays
        assert slow.batches == [[1], [3]]

    run(test())


def test_a_closing_store_writes_what_waits_and_takes_no_more() -> None:
    async def test() -> None:
        slow = Slow()
        committer = Committer(slow.insert)
        tasks = [asyncio.create_task(committer.append(entry(n))) for n in range(LARGEST_BATCH + 5)]
        await settle()
        closing = asyncio.create_task(committer.close())
        await settle()
        with pytest.raises(StoreUnavailable):
            await committer.append(entry(1, "late"))
        slow.go.release()
        slow.go.release()
        await closing
        assert all(task.done() for task in tasks)
        assert [len(batch) for batch in slow.batches] == [LARGEST_BATCH, 5]

    run(test())


def test_of_many_writers_one_wins_each_number(store_url: str) -> None:
    """Two workers fight over the same tables, every number of each."""

    async def test() -> None:
        stores = [await open_store(store_url) for _ in range(2)]
        tables = [f"t{i}" for i in range(10)]
        won: dict[tuple[str, int], list[str]] = {}

        async def fight(worker: int, table: str) -> None:
            for n in range(1, 31):
                body = f"{worker}/{random.random()}"
                if await stores[worker].append(table, n, n, body):
                    won.setdefault((table, n), []).append(body)

        await asyncio.gather(*(fight(w, t) for w in range(2) for t in tables for _ in range(2)))
        for table in tables:
            log = await stores[0].entries(table)
            assert [row.n for row in log] == [*range(1, 31)]
            assert [[row.body] for row in log] == [won[table, row.n] for row in log]
        for store in stores:
            await store.close()

    run(test())


@pytest.mark.parametrize("size", [2, LARGEST_BATCH])
def test_in_a_batch_only_those_lose_that_were_late(store_url: str, size: int) -> None:
    async def test() -> None:
        ours, theirs = await open_store(store_url), await open_store(store_url)
        late = {1, size // 2, size}
        for n in late:
            assert await theirs.append("t", n, 0, "theirs")
        numbers = range(1, size + 1)
        won = await asyncio.gather(*(ours.append("t", n, 0, "ours") for n in numbers))
        assert [n for n, ok in zip(numbers, won, strict=True) if not ok] == sorted(late)
        assert [row.body for row in await theirs.entries("t")] == [
            "theirs" if n in late else "ours" for n in numbers
        ]
        await ours.close()
        await theirs.close()

    run(test())


APPENDING = """
import asyncio, itertools, sys
from upturn.store import open_store

async def table(store, name):
    for n in itertools.count(1):
        assert await store.append(name, n, 0, "{}")
        print(name, n, flush=True)

async def main():
    store = await open_store(sys.argv[1])
    await asyncio.gather(*(table(store, f"t{i}") for i in range(8)))

asyncio.run(main())
"""


def test_what_was_acknowledged_survives_a_kill(store_url: str) -> None:
    told: dict[str, int] = {}
    command = [sys.executable, "-c", APPENDING, store_url]
    with started(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            name, n = line.split()
            told[name] = int(n)
            if sum(told.values()) == 400:
                process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert sum(told.values()) >= 400

    async def test() -> None:
        store = await open_store(store_url)
        for name, n in told.items():
            numbers = [row.n for row in await store.entries(name)]
            assert numbers == [*range(1, len(numbers) + 1)]
            # One more may have been written than there was time to tell of.
            assert len(numbers) in (n, n + 1)
        await store.close()

    run(test())


def test_a_store_outlives_connections_that_are_lost(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    """Whatever is told to be written is there, and what failed is unknown until it is read."""

    async def test() -> None:
        store = await open_store(postgres_url)
        told: list[int] = []
        failed = 0
        dropping: list[asyncio.Task[None]] = []

        async def written() -> list[int]:
            while True:
                with contextlib.suppress(StoreUnavailable):
                    return [row.n for row in await store.entries("t")]

        n = 1
        while failed < 3:
            if n % 40 == 0:
                dropping.append(asyncio.create_task(postgres_server.drop_connections()))
            try:
                assert await store.append("t", n, 0, "{}")
                told.append(n)
                n += 1
            except StoreUnavailable:
                failed += 1
                n = len(await written()) + 1
        await asyncio.gather(*dropping)
        numbers = await written()
        assert numbers == [*range(1, len(numbers) + 1)]
        assert set(told) <= set(numbers)
        await store.close()

    run(test())
