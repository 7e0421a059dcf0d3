"""What the store promises of logs and tables, on both databases."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.stored import TABLE, using
from upturn.store import EntryRow, PersonRow, Store, TableRow, open_store

# --- the log


def test_a_log_is_read_in_the_order_of_its_numbers(store_url: str) -> None:
    async def test(store: Store) -> None:
        for n in range(1, 13):
            assert await store.append("t", n, 50 + n, f'{{"n": {n}}}')
        await store.append("another", 1, 0, "{}")
        expected = [EntryRow(n, 50 + n, f'{{"n": {n}}}') for n in range(1, 13)]
        assert await store.entries("t") == expected
        assert await store.entries("t", after=9) == expected[9:]
        assert await store.entries("t", after=12) == []
        assert await store.entries("nobody's") == []

    using(store_url, test)


def test_an_entry_that_exists_is_neither_written_again_nor_changed(store_url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append("t", 1, 5, "first")
        assert not await store.append("t", 1, 6, "second")
        assert await store.entries("t") == [EntryRow(1, 5, "first")]

    using(store_url, test)


@pytest.mark.parametrize(
    "body",
    ["", "{}", '{"chat": "„Über“ 🂡 \\"quoted\\" \\u0000 \\\\ \\n"}', "a\nb\tc'd\"e\\f", "123"],
)
def test_a_body_comes_back_as_it_was(store_url: str, body: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append("007", 1, 2**50, body)
        assert await store.entries("007") == [EntryRow(1, 2**50, body)]

    using(store_url, test)


@pytest.mark.parametrize("body", ["a\0b", "\ud800"])
def test_a_text_no_database_can_hold_harms_nobody_else(store_url: str, body: str) -> None:
    async def test(store: Store) -> None:
        refused, written = await asyncio.gather(
            store.append("t", 1, 0, body), store.append("u", 1, 0, "{}"), return_exceptions=True
        )
        assert isinstance(refused, ValueError)
        assert written is True
        assert await store.entries("t") == []

    using(store_url, test)


# --- tables


def test_a_table_comes_with_its_first_entry(store_url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.add_table(TABLE, "opened")
        assert await store.table("t1") == TABLE
        assert await store.table_by_code("ABCDEF") == TABLE
        assert await store.entries("t1") == [EntryRow(1, 1_000, "opened")]
        assert await store.table("t2") is None
        assert await store.table_by_code("GHJKLM") is None

    using(store_url, test)


@pytest.mark.parametrize("other", [TABLE._replace(id="t2"), TABLE._replace(code="GHJKLM")])
def test_a_table_whose_id_or_code_is_taken_is_not_added(store_url: str, other: TableRow) -> None:
    async def test(store: Store) -> None:
        await store.add_table(TABLE, "opened")
        assert not await store.add_table(other, "other")
        assert await store.table("t2") is None
        assert await store.entries("t2") == []
        assert await store.entries("t1") == [EntryRow(1, 1_000, "opened")]

    using(store_url, test)


def test_tables_are_open_while_they_gather_or_play(store_url: str) -> None:
    async def test(store: Store) -> None:
        states = ["gathering", "playing", "over", "ended"]
        for i, state in enumerate(states):
            await store.add_table(TABLE._replace(id=f"t{i}", code=f"C{i}", created=i), "{}")
            await store.set_state(f"t{i}", state, 100 + i)
        assert [row.id for row in await store.open_tables()] == ["t0", "t1"]
        row = await store.table("t2")
        assert row is not None
        assert (row.state, row.changed) == ("over", 102)

    using(store_url, test)


def test_the_lobby_shows_open_public_tables_newest_first(store_url: str) -> None:
    async def test(store: Store) -> None:
        games = ["dnup", "team-up", "dnup", "dnup", "dnup"]
        for i, game in enumerate(games):
            row = TABLE._replace(id=f"t{i}", code=f"C{i}", game=game, created=i, public=i != 3)
            await store.add_table(row, "{}")
        await store.set_state("t4", "ended", 9)

        async def shown(game: str | None, limit: int) -> list[str]:
            return [row.id for row in await store.public_tables(game, limit)]

        assert await shown(None, 9) == ["t2", "t1", "t0"]
        assert await shown("dnup", 9) == ["t2", "t0"]
        assert await shown("dnup", 1) == ["t2"]
        assert await shown("team-play", 9) == []

    using(store_url, test)


def test_a_summary_can_be_told_anew(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_table(TABLE, "{}")
        await store.set_summary("t1", '{"seats": 3}', 1_500)
        assert await store.table("t1") == TABLE._replace(summary='{"seats": 3}', changed=1_500)

    using(store_url, test)


# --- the server's own


def test_a_secret_is_made_once_for_all_workers(store_url: str) -> None:
    async def test(store: Store) -> None:
        other = await open_store(store_url)
        both = await asyncio.gather(
            *(each.server_secret("cookies") for each in (store, other) for _ in range(3))
        )
        assert len(set(both)) == 1
        assert len(both[0]) == 32
        assert await other.server_secret("deals") != both[0]
        await other.close()

    using(store_url, test)
    using(store_url, lambda store: store.check())


def test_a_secret_that_there_is_can_be_read_while_nobody_can_write(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        made = await store.server_secret("cookies")
        with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await store.server_secret("cookies") == made

    using(f"sqlite:///{tmp_path / 'table.db'}", test)


def test_figures_count_rows(store_url: str) -> None:
    async def test(store: Store) -> None:
        before = await store.figures()
        await store.add_table(TABLE, "{}")
        await store.append("t1", 2, 5, "{}")
        await store.check()
        figures = await store.figures()
        assert {name for name in figures if figures[name] != before[name]} <= {
            "tables",
            "entries",
            "bytes",
        }
        assert (figures["tables"], figures["entries"]) == (1, 2)
        assert figures["bytes"] > 0

    using(store_url, test)


def test_everything_is_there_when_the_store_is_opened_again(store_url: str) -> None:
    async def write(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        await store.add_table(TABLE, "{}")
        appends = [asyncio.create_task(store.append("t1", n, 5, "{}")) for n in range(2, 40)]
        await asyncio.sleep(0)
        await store.close()  # waits for what is being appended
        assert all(await asyncio.gather(*appends))

    async def read(store: Store) -> None:
        assert [row.n for row in await store.entries("t1")] == [*range(1, 40)]
        assert await store.table("t1") == TABLE
        assert await store.person("ann") == PersonRow("ann", "Ann", 10)

    using(store_url, write)
    using(store_url, read)


@pytest.mark.parametrize("text", ["a\0b", "\udfff"])
def test_a_text_no_database_can_hold_is_refused_and_never_found(store_url: str, text: str) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(ValueError, match=r"byte|surrogate"):
            await store.add_person("ann", text, "ann", 10, b"a")
        assert await store.table_by_code(text) is None
        assert await store.entries(text) == []
        assert await store.results(game=text, limit=9) == []
        assert await store.person("ann") is None

    using(store_url, test)
