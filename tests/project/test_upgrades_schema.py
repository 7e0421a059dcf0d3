"""Bringing a database of the first schema up to date: all of it or nothing, and a way back."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import run
from tests.support.old_tables import DATABASES, FIRST, bring_back, restore
from tests.support.servers import started
from upturn import __version__
from upturn.errors import StoreError
from upturn.store import migrating, open_store, sqlite, statements
from upturn.store.driver import Step
from upturn.table import Table
from upturn.wire.text import key_of, look_of

FILES = migrating._files()


@pytest.fixture(params=DATABASES)
def old_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with the first schema, of each kind."""
    return restore(FIRST, request.param, tmp_path, request)


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """The same as a file."""
    path = tmp_path / "table.db"
    bring_back(FIRST, path)
    return path


def know_only(monkeypatch: pytest.MonkeyPatch, *files: str) -> None:
    """Be a program that has this schema."""
    monkeypatch.setattr(migrating, "_files", lambda: files)


async def opened(url: str) -> str | None:
    """Open a database and close it; what was said of it."""
    store = await open_store(url)
    await store.close()
    return store.upgraded


async def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in a database, opened as the program is now."""
    store = await open_store(url)
    schema = "".join(migrating._files())
    known = [name for name in statements.TABLES_OF_ROWS if f"CREATE TABLE {name} (" in schema]
    found = {
        name: sorted(await store._driver.rows(f"SELECT * FROM {name}"), key=str)  # noqa: S608
        for name in ("meta", *known)
    }
    await store.close()
    return found


def copies(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("*.before-*"))


# --- Bringing it up to date ----------------------------------------------------------------------


def test_it_is_said_once_that_a_database_was_brought_up_to_date(old_url: str) -> None:
    said = run(opened(old_url))
    assert said is not None
    assert said.startswith(f"The database was brought up to date for Upturn {__version__}.")
    assert run(opened(old_url)) is None


def test_the_register_learns_from_the_logs_why_tables_ended(old_url: str) -> None:
    async def look() -> None:
        store = await open_store(old_url)
        for row in await store.newest_tables(1000):
            table = Table.fold(row.id, row.code, await store.entries(row.id))
            assert (row.state, row.ended_by) == (table.state, table.ended_by)
        await store.close()

    run(look())


def test_every_device_gets_an_id_of_its_own_that_tells_nothing(old_url: str) -> None:
    async def look() -> None:
        store = await open_store(old_url)
        devices = await store._driver.rows(
            "SELECT id, hash, seen, created, browser, system FROM credentials"
        )
        await store.close()
        assert len({device[0] for device in devices}) == len(devices) > 1
        for id, hashed, seen, created, *kind in devices:  # noqa: A001
            assert len(id) == 12
            assert id not in bytes(hashed).hex()
            assert seen == created
            assert kind == [None, None]

    run(look())


def test_everybody_who_had_a_seat_in_a_game_has_seen_its_deal(old_url: str) -> None:
    async def look() -> None:
        store = await open_store(old_url)
        seats, seen = 0, 0
        for (person,) in await store._driver.rows("SELECT id FROM persons"):
            seatings = await store.seatings(person)
            began = {row.table.deal for row in seatings if row.table.state != "gathering"}
            assert set(await store.seen_deals(person)) == began
            seats, seen = seats + len(seatings), seen + len(began)
        assert seats > seen > 0
        await store.close()

    run(look())


def test_names_are_compared_anew_and_nobody_is_renamed(
    old_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of names that were different and look alike now, all stay, and no new one joins them."""
    look_alikes = {"a": "Olaf", "b": "ОIаf", "c": "0laf", "d": "Оlаf", "e": "Mina"}
    know_only(monkeypatch, *FILES[:1])

    async def before() -> None:
        store = await open_store(old_url)
        for created, (person, name) in enumerate(look_alikes.items(), 1):
            old = f"key of {person}"
            await store._driver.change(Step(OLD_PERSON, (person, name, old, created)))
        await store.close()

    async def after() -> None:
        store = await open_store(old_url)
        for person, name in look_alikes.items():
            row = await store.person(person)
            assert row is not None
            assert row.name == name
            found = await store.person_by_name(key_of(name), name)
            assert found is not None
            assert found.id == person
        for name in [*look_alikes.values(), "olaf", "OLAF", "OIaf", "Мinа"]:
            again = (f"new {name}", name, key_of(name), 9, name.encode())
            assert not await store.add_person(*again, look=look_of(name)), name
        assert await store.add_person("f", "Olof", key_of("Olof"), 9, b"f", look=look_of("Olof"))
        found = await store.person_by_name(key_of("olaf"), "olaf")
        assert found is not None
        assert found.id == "a", "the first of them"
        for person, name in look_alikes.items():  # and whoever likes may write it anew
            if person in ("a", "e"):
                assert await store.rename_person(person, name, name, key_of(name), look_of(name))
        await store.close()

    run(before())
    know_only(monkeypatch, *FILES)
    run(after())


OLD_PERSON = "INSERT INTO persons (id, name, name_key, created, seen) VALUES ($1, $2, $3, $4, $4)"


def test_an_older_program_refuses_it_in_words(
    old_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(opened(old_url))
    before = run(rows_of(old_url))
    know_only(monkeypatch, *FILES[:1])
    with pytest.raises(StoreError, match="was written by a newer Upturn") as refused:
        run(opened(old_url))
    words = f"its schema is version {len(FILES)}, and this program knows versions up to 1"
    assert words in str(refused.value)
    know_only(monkeypatch, *FILES)
    assert run(rows_of(old_url)) == before


def test_an_upgrade_that_fails_in_the_middle_leaves_the_old_database(
    old_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_only(monkeypatch, *FILES[:1])
    before = run(rows_of(old_url))
    know_only(monkeypatch, *FILES, "CREATE TABLE more (a TEXT); NONSENSE")
    with pytest.raises(StoreError):
        run(opened(old_url))
    assert copies(tmp_path) == []
    know_only(monkeypatch, *FILES[:1])
    assert run(rows_of(old_url)) == before
    know_only(monkeypatch, *FILES)
    assert run(opened(old_url)) is not None


KILLED = """
import asyncio, sys, time
from upturn.store import migrating, open_store

steps = migrating.missing

def stop_behind_the_first(version, shown):
    yield steps(version, shown)[0]
    print("in the middle", flush=True)
    time.sleep(600)

migrating.missing = stop_behind_the_first
asyncio.run(open_store(sys.argv[1]))
"""


def test_an_upgrade_that_is_killed_in_the_middle_is_completed_by_the_next_start(
    old_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_only(monkeypatch, *FILES[:1])
    before = run(rows_of(old_url))
    command = [sys.executable, "-c", KILLED, old_url]
    with started(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "in the middle\n"
        process.kill()
        process.wait()
    assert run(rows_of(old_url)) == before
    know_only(monkeypatch, *FILES)
    assert run(opened(old_url)) is not None


OPENING = """
import asyncio, sys
from upturn.store import open_store

async def main():
    print("ready", flush=True)
    sys.stdin.readline()
    store = await open_store(sys.argv[1])
    print(store.upgraded is not None)
    await store.close()

asyncio.run(main())
"""


def test_of_several_workers_that_start_at_once_one_brings_it_up_to_date(
    old_url: str, tmp_path: Path
) -> None:
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    command = [sys.executable, "-c", OPENING, old_url]
    workers = [subprocess.Popen(command, text=True, **pipes) for _ in range(3)]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    told = [worker.communicate() for worker in workers]
    assert sorted(told) == [("False\n", ""), ("False\n", ""), ("True\n", "")]
    assert len(copies(tmp_path)) == old_url.startswith("sqlite")


# --- The copy of a SQLite file -------------------------------------------------------------------


def test_a_copy_of_the_file_is_kept_that_the_older_program_opens(
    old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_only(monkeypatch, *FILES[:1])
    before = run(rows_of(str(old_file)))
    know_only(monkeypatch, *FILES)
    said = run(opened(str(old_file)))
    copy = old_file.with_name(f"table.db.before-{__version__}")
    assert said is not None
    assert str(copy) in said
    assert copy.stat().st_mode & 0o777 == 0o600
    know_only(monkeypatch, *FILES[:1])
    assert run(rows_of(str(copy))) == before


def test_a_copy_that_is_there_already_stays(old_file: Path) -> None:
    first = old_file.with_name(f"table.db.before-{__version__}")
    first.write_text("somebody went back, and came again")
    run(opened(str(old_file)))
    assert copies(old_file.parent) == [first.name, f"{first.name}-2"]
    assert first.read_text() == "somebody went back, and came again"


def test_a_new_database_is_not_copied(tmp_path: Path) -> None:
    assert run(opened(str(tmp_path / "table.db"))) is None
    assert copies(tmp_path) == []


FULL_DISK = """
import asyncio, resource, sys
from upturn.errors import StoreError
from upturn.store import open_store

resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
try:
    asyncio.run(open_store(sys.argv[1]))
except StoreError as error:
    print(error)
"""


def test_without_room_for_a_copy_nothing_is_changed(
    old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_only(monkeypatch, *FILES[:1])
    before = run(rows_of(str(old_file)))
    command = [sys.executable, "-c", FULL_DISK, str(old_file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f"table.db.before-{__version__} cannot be written" in done.stdout
    assert "so nothing has been changed" in done.stdout
    assert done.stderr == ""
    assert [file.name for file in old_file.parent.iterdir() if "before" in file.name] == []
    assert run(rows_of(str(old_file))) == before


def test_a_disk_that_is_full_in_the_middle_is_said(
    old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite.connect

    def connect_without_room(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA max_page_count = 1")  # as many as there are
        return connection

    monkeypatch.setattr(sqlite, "connect", connect_without_room)
    know_only(monkeypatch, *FILES, "CREATE TABLE more (a TEXT)")
    with pytest.raises(StoreError, match=r"full \(make room on the disk, then try again\)"):
        run(opened(str(old_file)))
    assert copies(old_file.parent) == []


# --- At the terminal -----------------------------------------------------------------------------


def test_serve_and_admin_say_that_the_database_was_brought_up_to_date(old_file: Path) -> None:
    said = f"The database was brought up to date for Upturn {__version__}."
    database = ("--database", str(old_file))
    with socket.create_server(("127.0.0.1", 0)) as taken:  # so that it goes no further
        port = str(taken.getsockname()[1])
        served = upturn("serve", *database, "--port", port)
        again = upturn("serve", *database, "--port", port)
    assert said in served.stdout
    assert f"{old_file}.before-{__version__}" in served.stdout
    assert "something else is listening there" in served.stderr
    assert said not in again.stdout
    bring_back(FIRST, old_file)
    looked = upturn("admin", "storage", "--json", *database)
    assert said in looked.stderr
    assert looked.stdout.startswith("{")


def upturn(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "upturn", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)
