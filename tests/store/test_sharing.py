"""What leaves a database: word of new entries to other workers, and backups."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.databases import PostgresServer, run
from tests.support.stored import RESULT, TABLE
from upturn.errors import StoreError
from upturn.store import EntryRow, Store, open_store
from upturn.workers import WorkerGroup


class Ear:
    """Keeps what is heard."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    def __call__(self, table: str, n: int) -> None:
        self.heard.put_nowait((table, n))

    async def next(self, count: int) -> list[tuple[str, int]]:
        return [await self.heard.get() for _ in range(count)]


def test_every_worker_hears_of_an_entry_once_it_is_written(postgres_url: str) -> None:
    async def test() -> None:
        ours, theirs = await open_store(postgres_url), await open_store(postgres_url)
        ears = [Ear(), Ear()]
        await ours.listen(ears[0])
        await theirs.listen(ears[1])
        assert await ours.append("t", 1, 0, '{"hidden": "card"}')
        assert not await theirs.append("t", 1, 0, "{}")  # lost: nobody hears of it
        await asyncio.gather(*(theirs.append("u", n, 0, "{}") for n in (1, 2)))
        for ear in ears:
            assert await ear.next(3) == [("t", 1), ("u", 1), ("u", 2)]
        assert ours.shared
        await ours.close()
        await theirs.close()
        assert [ear.heard.qsize() for ear in ears] == [0, 0]

    run(test())


def test_who_may_have_missed_something_is_told(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    async def test() -> None:
        store = await open_store(postgres_url)
        ear = Ear()
        await store.listen(ear)
        await postgres_server.drop_connections()
        assert await ear.next(1) == [("", 0)]
        assert await store.append("t", 1, 0, "{}")
        assert await ear.next(1) == [("t", 1)]
        await store.close()

    run(test())


def test_workers_on_sqlite_hear_of_each_others_entries(sqlite_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        with closing(WorkerGroup.create(tmp_path, 2)) as group:
            ours = await open_store(sqlite_url, group)
            theirs = await open_store(sqlite_url, replace(group, number=1))
            ears = [Ear(), Ear()]
            words: asyncio.Queue[str] = asyncio.Queue()
            await ours.listen(ears[0])
            await theirs.listen(ears[1], words.put_nowait)
            for ear in ears:  # somebody has just come: something may have been missed
                assert await ear.next(1) == [("", 0)]
            assert await ours.append("t", 1, 0, '{"hidden": "card"}')
            assert not await theirs.append("t", 1, 0, "{}")
            await asyncio.gather(*(theirs.append("u", n, 0, "{}") for n in (1, 2)))
            assert await ears[1].next(1) == [("t", 1)]
            assert set(await ears[0].next(2)) == {("u", 1), ("u", 2)}
            await ours.announce(["a word", "another"])
            assert [await words.get(), await words.get()] == ["a word", "another"]
            assert ours.shared
            await ours.close()
            await theirs.close()
            assert [ear.heard.qsize() for ear in ears] == [0, 0]

    run(test())


def test_others_hear_of_a_change_with_the_change_itself(store_url: str, tmp_path: Path) -> None:
    """On PostgreSQL in its transaction: no worker can die between the two."""

    async def test() -> None:
        with closing(WorkerGroup.create(tmp_path, 2)) as group:
            ours = await open_store(store_url, group)
            theirs = await open_store(store_url, replace(group, number=1))
            words: asyncio.Queue[str] = asyncio.Queue()
            await theirs.listen(Ear(), words.put_nowait)
            await ours.listen(Ear())
            await ours.add_person("ann", "Ann", "ann", 10, b"a")
            (device,) = await ours.credentials("ann")

            async def unheard(words: list[str]) -> None:
                raise AssertionError("nothing is announced by itself")

            if store_url.startswith("postgres"):
                ours._driver.announce = unheard  # type: ignore[assignment, method-assign]
            await ours.drop_credential("ann", device.id, ["a device"])
            assert await words.get() == "a device"
            assert await theirs.credentials("ann") == []
            await ours.delete_person("ann", ["a person"])
            assert await words.get() == "a person"
            assert await theirs.person("ann") is None
            await ours.close()
            await theirs.close()

    run(test())


def test_a_worker_on_sqlite_that_is_told_too_much_looks_at_everything(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def test() -> None:
        with closing(WorkerGroup.create(tmp_path, 2)) as group:
            store = await open_store(sqlite_url, group)
            await store.listen(Ear())
            for n in range(2000):  # nobody reads them
                await store.announce([f"{n} {'x' * 1000}"])
            other = await open_store(sqlite_url, replace(group, number=1))
            ear = Ear()
            words: list[str] = []
            await other.listen(ear, words.append)
            assert await ear.next(2) == [("", 0)] * 2  # the first from when the other came
            assert len(words) < 2000
            assert await store.append("t", 1, 0, "{}")
            assert await ear.next(1) == [("t", 1)]
            await store.close()
            await other.close()

    run(test())


def test_many_who_write_one_file_at_once_all_get_their_turn(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def read() -> None:
        store = await open_store(sqlite_url)
        for name in ("all", *(f"own {number}" for number in range(4))):
            assert [row.n for row in await store.entries(name)] == list(range(1, 101))
        await store.close()

    with closing(WorkerGroup.create(tmp_path, 4)) as group:
        context = multiprocessing.get_context("spawn")
        writers = [
            context.Process(target=write, args=(sqlite_url, replace(group, number=number)))
            for number in range(4)
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
            assert writer.exitcode == 0
    run(read())


def write(url: str, group: WorkerGroup) -> None:
    """Write a log of one's own, and one that others write too."""

    async def work() -> None:
        store = await open_store(url, group)
        for n in range(1, 101):
            own = store.append(f"own {group.number}", n, 0, "{}")
            won, _ = await asyncio.gather(own, store.append("all", n, group.number, "{}"))
            assert won
        await store.close()

    run(work())


def test_alone_at_sqlite_there_is_nobody_to_hear(sqlite_url: str) -> None:
    async def test() -> None:
        store = await open_store(sqlite_url)
        ear = Ear()
        await store.listen(ear)
        await store.append("t", 1, 0, "{}")
        await store.close()
        assert not store.shared
        assert ear.heard.empty()

    run(test())


async def fill(store: Store) -> None:
    await store.add_person("ann", "Ann", "ann", 10, b"\x00a", "phone")
    await store.add_link(b"l", "ann", 99)
    await store.add_table(TABLE, "opened")
    await store.add_seating("t1", 0, "ann", "Ann", 20)
    for n in range(2, 1_300):
        await asyncio.gather(*(store.append(f"t{i}", n, n, f'{{"ü": {n}}}') for i in (1, 2)))
    await store.add_result(RESULT)


def test_a_backup_can_be_served(store_url: str, tmp_path: Path) -> None:
    """Whatever the database it was made of."""

    async def test() -> None:
        store = await open_store(store_url)
        await fill(store)
        secret = await store.server_secret("cookies")
        path = tmp_path / "copy.db"
        await store.backup(path)
        await store.append("t1", 1_300, 0, "after the backup")
        assert sorted(file.name for file in tmp_path.glob("copy*")) == ["copy.db"]

        copy = await open_store(str(path))
        kept = await store.figures()
        assert {**await copy.figures(), "bytes": 0} == {
            **kept,
            "bytes": 0,
            "entries": kept["entries"] - 1,
        }
        for table in ("t1", "t2"):
            assert await copy.entries(table) == (await store.entries(table))[:1_299]
        assert await copy.table("t1") == await store.table("t1")
        device = await copy.device_by_credential(b"\x00a")
        assert device == await store.device_by_credential(b"\x00a")
        assert device is not None
        assert await copy.credentials("ann") == await store.credentials("ann")
        assert await copy.seatings("ann") == await store.seatings("ann")
        assert await copy.results(limit=9) == await store.results(limit=9)
        assert await copy.server_secret("cookies") == secret
        assert await copy.use_link(b"l", 50, b"b") == "ann"
        assert await copy.append("t1", 1_300, 0, "goes on")
        assert await copy.add_result(RESULT._replace(table="t2"))
        assert [row.id for row in await copy.results(limit=9)] == [1, 2]
        for each in (copy, store):
            await each.close()

    run(test())


def test_a_backup_is_of_one_moment_while_others_write(store_url: str, tmp_path: Path) -> None:
    """Each round writes to both tables in turn: a copy never has more of the second."""

    async def test() -> None:
        store, other = await open_store(store_url), await open_store(store_url)
        going = True

        async def write() -> None:
            n = 0
            while going:
                n += 1
                assert await store.append("first", n, 0, "x" * 500)
                assert await store.append("second", n, 0, "x" * 500)

        writing = asyncio.create_task(write())
        for i in range(3):
            while len(await other.entries("second")) < 100 * (i + 1):
                await asyncio.sleep(0.01)
            path = tmp_path / f"copy{i}.db"
            await other.backup(path)
            connection = sqlite3.connect(path)
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.close()
            copy = await open_store(str(path))
            first, second = [[row.n for row in await copy.entries(t)] for t in ("first", "second")]
            await copy.close()
            assert first == [*range(1, len(first) + 1)]
            assert second == [*range(1, len(second) + 1)]
            assert len(first) - len(second) in (0, 1)
            assert len(second) >= 100 * (i + 1)
        going = False
        await writing
        for each in (store, other):
            await each.close()

    run(test())


def test_a_backup_overwrites_nothing_and_leaves_nothing_half_done(
    store_url: str, tmp_path: Path
) -> None:
    async def test() -> None:
        store = await open_store(store_url)
        await store.append("t", 1, 0, "{}")
        there = tmp_path / "there.db"
        there.write_text("mine")
        for path, why in [(there, "exists"), (tmp_path / "nowhere" / "copy.db", "No such file")]:
            with pytest.raises(StoreError, match=why):
                await store.backup(path)
        assert there.read_text() == "mine"
        assert not [file for file in tmp_path.rglob("*") if file.name.endswith(".part")]
        assert await store.entries("t") == [EntryRow(1, 0, "{}")]
        await store.close()

    run(test())
