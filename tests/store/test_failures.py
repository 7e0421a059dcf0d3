"""A database that fails: it is said, nothing is lost, and all is well when it is back."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.databases import PostgresServer, run
from upturn.errors import StoreUnavailable
from upturn.store import open_store, sqlite

FULL_DISK = """
import asyncio, resource, sys
from upturn.errors import StoreUnavailable
from upturn.store import open_store

async def main():
    store = await open_store(sys.argv[1])
    assert await store.append("t", 1, 0, "{}")
    no_limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, no_limit[1]))
    for work in (store.append("t", 2, 0, "x" * 100_000), store.check()):
        try:
            await work
        except StoreUnavailable as error:
            print(error)
    assert [row.n for row in await store.entries("t")] == [1]
    resource.setrlimit(resource.RLIMIT_FSIZE, no_limit)
    assert await store.append("t", 2, 0, "{}")
    await store.check()
    print([row.n for row in await store.entries("t")])
    await store.close()

asyncio.run(main())
"""


def test_a_full_disk_is_said_and_got_over(tmp_path: Path) -> None:
    path = tmp_path / "upturn.db"
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    *said, kept = done.stdout.splitlines()
    assert len(said) == 2
    assert all(str(path) in line for line in said)
    assert kept == "[1, 2]"


def test_another_process_that_keeps_the_file_to_itself_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "WRITER_TIMEOUT", 0.05)
    path = tmp_path / "upturn.db"

    async def test() -> None:
        store = await open_store(str(path))
        await store.append("t", 1, 0, "{}")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            await store.append("t", 2, 0, "{}")
        with pytest.raises(StoreUnavailable, match="locked"):
            await store.check()
        assert [row.n for row in await store.entries("t")] == [1]
        other.execute("ROLLBACK")
        assert await store.append("t", 2, 0, "{}")
        other.close()
        await store.close()

    run(test())


def test_a_closed_store_does_nothing(store_url: str) -> None:
    async def test() -> None:
        store = await open_store(store_url)
        await store.close()
        await store.close()
        for work in (
            store.append("t", 1, 0, "{}"),
            store.entries("t"),
            store.check(),
            store.touch_devices(["phone"], 1),
        ):
            with pytest.raises(StoreUnavailable):
                await work

    run(test())


@pytest.mark.postgres
def test_a_server_that_was_away_is_used_again() -> None:
    server = PostgresServer()
    try:
        run(_away_and_back(server, server.new_database()))
    finally:
        server.stop()


async def _away_and_back(server: PostgresServer, url: str) -> None:
    store = await open_store(url)
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    await store.listen(lambda table, n: heard.put_nowait((table, n)))
    assert await store.append("t", 1, 0, "{}")
    assert await heard.get() == ("t", 1)
    await asyncio.to_thread(server.pause)
    for work in (store.append("t", 2, 0, "{}"), store.entries("t"), store.check()):
        with pytest.raises(StoreUnavailable) as failure:
            await work
        assert str(failure.value).startswith(store.url_shown)
    await asyncio.to_thread(server.resume)
    assert await heard.get() == ("", 0)
    assert await store.append("t", 2, 0, "{}")
    assert await heard.get() == ("t", 2)
    assert [row.n for row in await store.entries("t")] == [1, 2]
    await store.close()
