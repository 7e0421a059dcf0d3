"""Opening a database: addresses, schemas of other versions, several workers at once."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import stat
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import run
from upturn.errors import StoreError, StoreUnavailable
from upturn.store import addresses, migrating, open_store
from upturn.store.driver import Driver, Step

LATER = """
-- What a later version may do.
ALTER TABLE tables ADD COLUMN colour TEXT;

CREATE TABLE colours (name TEXT PRIMARY KEY);
"""


async def open_and_close(url: str) -> None:
    await (await open_store(url)).close()


# --- addresses


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///upturn.db", "upturn.db"),
        ("sqlite:////var/lib/upturn.db", "/var/lib/upturn.db"),
        ("SQLite:///a b.db", "a b.db"),
        ("/var/lib/upturn.db", "/var/lib/upturn.db"),
        ("upturn.db", "upturn.db"),
    ],
)
def test_a_sqlite_database_is_a_file(url: str, path: str) -> None:
    assert addresses.sqlite_path(url) == Path(path)
    assert addresses.shown(url) == f"sqlite:///{path}"


@pytest.mark.parametrize(
    "url", ["mysql://ann:s3cret@host/db", "", "sqlite://", "sqlite:///:memory:"]
)
def test_what_is_no_database_of_ours_is_refused(url: str) -> None:
    with pytest.raises(StoreError) as refused:
        run(open_store(url))
    assert "sqlite:///FILE" in str(refused.value)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://host/db", "postgresql://host/db"),
        ("postgres://ann@host:5432/db", "postgresql://host:5432/db"),
        ("postgresql://ann:s3cret@host/db?sslmode=require", "postgresql://host/db"),
        ("postgresql://ann:s3cret@[::1]:5432/db", "postgresql://[::1]:5432/db"),
        ("postgresql://ann:s3@cret@host/db", "postgresql://host/db"),
        ("postgresql:///db?host=/run/pg&password=s3cret", "postgresql:///db"),
        ("postgresql:///db?host=/run/pg&password=s3@cret", "postgresql://…"),
        ("postgresql://ann:s3/cret@host/db", "postgresql://host/db"),
        ("postgresql://ann:s3?cret@host/db", "postgresql://…"),
        ("postgresql://ann:s3#cret@host/db", "postgresql://…"),
        ("postgresql://ann:s3@cret?@host/db", "postgresql://…"),
        ("postgresql://ann:s3cret", "postgresql://…"),
        ("postgresql://ann:s3cret/db", "postgresql://…"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str) -> None:
    assert addresses.shown(url) == shown


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s3cret@127.0.0.1:1/db",
        "postgresql:///db?host=/nowhere&password=s3cret",
        "postgresql://ann:s3cret",
        "postgresql://ann:5#s3cret@host/db",
        "postgresql://ann:s3cret@host:port/db",
        "postgresql://ann:s3cret@127.0.0.1:1/db?sslmode=s3cret",
    ],
)
def test_no_error_and_no_log_tells_a_password(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(StoreError) as failure:
        run(open_store(url))
    told = "".join(traceback.format_exception(failure.value)) + caplog.text
    assert addresses.shown(url) in told
    assert "s3cret" not in told


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no folder"):
        run(open_store(str(tmp_path / "nowhere" / "upturn.db")))


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "upturn.db"
    path.write_text("Dear diary, today I went to the shop and bought some bread." * 9)
    with pytest.raises(StoreUnavailable, match=r"not a database \(choose another with --database"):
        run(open_store(str(path)))
    assert path.read_text().startswith("Dear diary")


def test_a_damaged_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "upturn.db"
    run(open_and_close(str(path)))
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    with pytest.raises(StoreUnavailable, match="the file is damaged; use a backup instead"):
        run(open_store(str(path)))


READ_ONLY = """
import asyncio, os, sys
from upturn.errors import StoreUnavailable
from upturn.store import open_store, sqlite  # both while it may still read everything

if os.geteuid() == 0:
    os.setuid(65534)  # nobody: root may write everything
try:
    asyncio.run(open_store(sys.argv[1]))
except StoreUnavailable as error:
    print(error)
"""


def test_a_file_that_cannot_be_written_is_said() -> None:
    with tempfile.TemporaryDirectory() as name:  # not pytest's, where others may not look
        path = Path(name) / "upturn.db"
        run(open_and_close(str(path)))
        path.chmod(0o444)
        Path(name).chmod(0o555)
        command = [sys.executable, "-c", READ_ONLY, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        Path(name).chmod(0o755)
    assert (
        "the user who runs Upturn must be allowed to write the file and its folder" in done.stdout
    )
    assert str(path) in done.stdout
    assert done.stderr == ""


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    async def test() -> None:
        store = await open_store(str(tmp_path / "upturn.db"))
        await store.append("t", 1, 0, "{}")
        await store.backup(tmp_path / "copy.db")
        modes = {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        assert modes == {0o600}
        assert {file.name for file in tmp_path.iterdir()} > {"upturn.db", "upturn.db-wal"}
        await store.close()

    run(test())


# --- versions of the schema


def test_a_database_of_the_first_version_is_brought_up_to_date(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 1 as it was published, opened by a program that knows one more."""
    first = migrating._files()[:1]
    monkeypatch.setattr(migrating, "_files", lambda: first)

    async def at_first() -> None:
        store = await open_store(store_url)
        await store.append("t", 1, 5, "kept")
        await store.close()

    run(at_first())
    monkeypatch.setattr(migrating, "_files", lambda: (*first, LATER))

    async def later() -> None:
        for _ in range(2):
            store = await open_store(store_url)
            assert [row.body for row in await store.entries("t")] == ["kept"]
            driver: Driver = store._driver
            assert await driver.rows("SELECT colour FROM tables") == []
            assert await driver.rows("SELECT value FROM meta WHERE name = 'schema'") == [(2,)]
            await store.close()

    run(later())


def test_a_newer_schema_is_refused_and_left_alone(store_url: str) -> None:
    async def test() -> None:
        store = await open_store(store_url)
        newer = migrating.newest() + 1
        await store._driver.change(
            Step("UPDATE meta SET value = $1 WHERE name = 'schema'", (newer,))
        )
        with pytest.raises(StoreError, match="newer Upturn") as refused:
            await open_store(store_url)
        assert not isinstance(refused.value, StoreUnavailable)
        assert str(refused.value).startswith(store.url_shown)
        assert await store._driver.rows("SELECT value FROM meta WHERE name = 'schema'") == [
            (newer,)
        ]
        await store.close()

    run(test())


def test_a_migration_that_fails_leaves_nothing_behind(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = migrating._files()
    monkeypatch.setattr(migrating, "_files", lambda: (*files, "CREATE TABLE x (a TEXT); NONSENSE"))
    with pytest.raises(StoreError):
        run(open_store(store_url))
    monkeypatch.setattr(migrating, "_files", lambda: files)
    run(open_and_close(store_url))


def test_every_statement_of_the_schema_is_found() -> None:
    steps = migrating.missing(0, "")
    assert [step.sql.split()[0] for step in steps].count("CREATE") == sum(
        file.count("CREATE") for file in migrating._files()
    )
    assert all(";" not in step.sql and "--" not in step.sql for step in steps)


OPENING = """
import asyncio, sys
from upturn.store import open_store

async def main():
    sys.stdin.readline()
    store = await open_store(sys.argv[1])
    assert await store.append(sys.argv[2], 1, 0, "{}")
    print((await store.server_secret("all")).hex())
    await store.close()

asyncio.run(main())
"""


def test_workers_may_start_at_once_on_an_empty_database(store_url: str) -> None:
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    workers = [
        subprocess.Popen([sys.executable, "-c", OPENING, store_url, f"t{i}"], text=True, **pipes)
        for i in range(4)
    ]
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    told = [worker.communicate() for worker in workers]
    assert [errors for _, errors in told] == [""] * 4
    assert len({secret for secret, _ in told}) == 1

    async def test() -> None:
        store = await open_store(store_url)
        assert [len(await store.entries(f"t{i}")) for i in range(4)] == [1, 1, 1, 1]
        await store.close()

    run(test())


def test_one_process_may_open_a_new_database_many_times_at_once(store_url: str) -> None:
    async def test() -> None:
        await asyncio.gather(*(open_and_close(store_url) for _ in range(5)))

    run(test())


def test_sqlite_keeps_what_is_promised_of_it(tmp_path: Path) -> None:
    """The settings that make an append durable."""

    async def test() -> None:
        store = await open_store(str(tmp_path / "upturn.db"))
        writer: sqlite3.Connection = store._driver._writer  # type: ignore[attr-defined]
        assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert writer.execute("PRAGMA synchronous").fetchone() == (2,)
        await store.close()

    run(test())
