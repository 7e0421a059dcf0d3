"""`upturn admin`, on both databases, while a server has them open too."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.at_terminal import Run, command
from tests.support.databases import run
from upturn.store import TableRow, open_store
from upturn.table import Person, Table
from upturn.table.opening import open_table
from upturn.wire.requests import NewTable

ADA = Person("p1", "Ada")
TABLES = {"k5k5k5k5k5k5k5k5": "ABCDEF", "m7m7m7m7m7m7m7m7": "GHJKLM"}
AT = 1_794_750_000_000


def admin(url: str, *arguments: str) -> Run:
    return command("admin", *arguments, "--database", url)


def admin_beside(url: str, *arguments: str) -> Run:
    """The same as a process of its own, beside a server."""
    typed = [sys.executable, "-m", "upturn", "admin", *arguments, "--database", url]
    return subprocess.run(typed, capture_output=True, text=True, check=False)


async def open_tables(url: str) -> None:
    """Two tables of Ada's: she waits at the first, the second has ended."""
    store = await open_store(url)
    for table, code in TABLES.items():
        opened = open_table(NewTable(game="dnup", players=2), ADA, "5eed", "0nce")
        begun, change = Table.open(table, code, opened, AT)
        row = TableRow(
            *(table, code, "dnup", 2, False, begun.state, opened.deal, None, AT, AT, "{}")
        )
        assert await store.add_table(row, change.body)
    await store.set_state("m7m7m7m7m7m7m7m7", "ended", AT)
    await store.close()


@pytest.fixture
def url(store_url: str) -> str:
    run(open_tables(store_url))
    return store_url


def test_open_tables_are_listed_and_with_all_the_others_too(url: str) -> None:
    listed = admin(url, "tables")
    assert listed.returncode == 0
    assert "ABCDEF  k5k5k5k5k5k5k5k5  dnup  2        gathering  20" in listed.stdout
    assert "GHJKLM" not in listed.stdout
    every = json.loads(admin(url, "tables", "--all", "--json").stdout)
    assert {row["code"]: row["state"] for row in every} == {
        "ABCDEF": "gathering",
        "GHJKLM": "ended",
    }
    assert every[0]["created"] == AT


def test_the_storage_is_told_in_rows_and_bytes(url: str) -> None:
    told = admin(url, "storage")
    assert told.returncode == 0
    assert "2  tables" in told.stdout
    assert "on disk" in told.stdout
    figures = json.loads(admin(url, "storage", "--json").stdout)
    assert (figures["tables"], figures["entries"]) == (2, 2)
    assert figures["bytes"] > 1000


def test_a_table_is_ended_by_an_entry_of_its_log(url: str) -> None:
    for name in (
        "abcdef",
        "k5k5k5k5k5k5k5k5",
    ):  # a code as it is typed; then there is no more to end
        answer = admin(url, "end", name, "--reason", "too-late")
        if name == "abcdef":
            assert (answer.returncode, answer.stderr) == (0, "")
            assert "Table ABCDEF (dnup) is ended: see entry 2 of its log." in answer.stdout
        else:
            assert answer.returncode == 1
            assert "This table is closed" in answer.stderr

    async def look() -> tuple[Table, str, str | None]:
        store = await open_store(url)
        row = await store.table("k5k5k5k5k5k5k5k5")
        entries = await store.entries("k5k5k5k5k5k5k5k5")
        await store.close()
        assert row is not None
        return Table.fold(row.id, row.code, entries), row.state, row.ended_by

    table, *told = run(look())
    assert (table.version, table.state, table.ended_by) == (2, "ended", "too-late")
    assert told == ["ended", "too-late"]


def test_a_worker_that_has_the_table_in_memory_finds_out_with_its_next_entry(url: str) -> None:
    async def play() -> bool:
        store = await open_store(url)  # the server's
        entries = await store.entries("k5k5k5k5k5k5k5k5")
        table = Table.fold("k5k5k5k5k5k5k5k5", "ABCDEF", entries)
        assert admin_beside(url, "end", "ABCDEF").returncode == 0
        change = table.end("other", AT)
        won = await store.append(table.id, change.n, change.at, change.body)
        await store.close()
        return won

    assert run(play()) is False


def test_a_backup_is_a_file_that_can_be_served(url: str, tmp_path: Path) -> None:
    async def back_up() -> Run:
        store = await open_store(url)  # a server that runs meanwhile
        answer = admin_beside(url, "backup", str(tmp_path / "copy.db"))
        await store.close()
        return answer

    answer = run(back_up())
    assert (answer.returncode, answer.stderr) == (0, "")
    copied = json.loads(admin(str(tmp_path / "copy.db"), "tables", "--all", "--json").stdout)
    assert {row["id"] for row in copied} == set(TABLES)
    again = admin(url, "backup", str(tmp_path / "copy.db"))
    assert again.returncode == 1
    assert "already exists" in again.stderr


def test_what_cannot_be_is_explained(sqlite_url: str, tmp_path: Path) -> None:
    run(open_tables(sqlite_url))
    missing = tmp_path / "none.db"
    for answer, words in [
        (admin(sqlite_url, "end", "ZZZZZZ"), "There is no table ‘ZZZZZZ’"),
        (admin(sqlite_url, "end", "ABCDEF", "--reason", "Too late!"), "A reason is one word"),
        (admin(str(missing), "tables"), f"There is no database {missing}"),
        (admin("mysql://x", "tables"), "--database: must be a file"),
        (admin(sqlite_url, "backup", str(tmp_path / "no" / "x.db")), "no"),
    ]:
        assert answer.returncode == 1
        assert words in answer.stderr
        assert "Traceback" not in answer.stderr
    assert not missing.exists()


def test_an_empty_house_is_told(sqlite_url: str) -> None:
    async def make() -> None:
        await (await open_store(sqlite_url)).close()

    run(make())
    assert admin(sqlite_url, "tables").stdout == "No tables are open.\n"
    assert admin(sqlite_url, "tables", "--all").stdout == "There are no tables.\n"
    assert admin(sqlite_url, "tables", "--json").stdout == "[]\n"
