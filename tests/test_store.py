"""What the store promises, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.databases import run
from upturn.store import (
    CredentialRow,
    EntryRow,
    PersonRow,
    ResultRow,
    ResultSeat,
    SeatingRow,
    Store,
    TableRow,
    open_store,
)

TABLE = TableRow(
    id="t1",
    code="ABCDEF",
    game="dnup",
    players=4,
    public=True,
    state="gathering",
    deal=None,
    host="ann",
    created=1_000,
    changed=1_000,
    summary='{"seats": 4}',
)
RESULT = ResultRow(
    table="t1",
    game="dnup",
    players=2,
    options="{}",
    mode="open",
    deal="d1",
    day="2026-11-16",
    finished=9_000,
    scores="[3, 5]",
    seats=(ResultSeat("ann", "Ann", None), ResultSeat(None, "Bo", "greedy")),
    flags="{}",
)


def using(url: str, test: Callable[[Store], Awaitable[Any]]) -> None:
    async def opened() -> None:
        store = await open_store(url)
        try:
            await test(store)
        finally:
            await store.close()

    run(opened())


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


# --- persons


def test_a_person_is_found_by_any_of_its_credentials(store_url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.add_person("ann", "Ann", "ann", 10, b"\x00phone")
        assert await store.add_credential("ann", b"\xfftablet", 20, "tablet")
        ann = PersonRow("ann", "Ann", 10, 10)
        assert await store.person("ann") == ann
        assert await store.person_by_credential(b"\x00phone") == ann
        assert await store.person_by_credential(b"\xfftablet") == ann
        assert await store.person_by_credential(b"else") is None
        assert await store.credentials("ann") == [
            CredentialRow(b"\x00phone", 10, ""),
            CredentialRow(b"\xfftablet", 20, "tablet"),
        ]
        assert await store.drop_credential(b"\x00phone")
        assert not await store.drop_credential(b"\x00phone")
        assert await store.person_by_credential(b"\x00phone") is None
        assert await store.person_by_credential(b"\xfftablet") == ann

    using(store_url, test)


def test_a_credential_belongs_to_one_person_who_exists(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        await store.add_person("ben", "Ben", "ben", 10, b"b")
        assert not await store.add_credential("ben", b"a", 20, "")
        assert not await store.add_credential("nobody", b"c", 20, "")
        assert not await store.add_person("cy", "Cy", "cy", 10, b"a")
        assert await store.person("cy") is None
        assert [row.hash for row in await store.credentials("ben")] == [b"b"]

    using(store_url, test)


def test_a_name_is_one_persons(store_url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.add_person("ann", "Ann", "ann", 10, b"a")
        assert not await store.add_person("other", "ANN", "ann", 10, b"b")
        assert await store.person_by_credential(b"b") is None
        assert await store.add_person("ben", "Ben", "ben", 10, b"b")
        assert not await store.rename_person("ben", "aNN", "ann")
        assert await store.rename_person("ann", "ANN", "ann")
        assert await store.rename_person("ben", "Bo", "bo")
        assert not await store.rename_person("nobody", "Cy", "cy")
        assert await store.add_person("new", "Ben", "ben", 10, b"n")
        names = [row.name for i in ("ann", "ben", "new") if (row := await store.person(i))]
        assert names == ["ANN", "Bo", "Ben"]

    using(store_url, test)


def test_when_a_person_was_seen_is_kept(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        await store.touch_person("ann", 99)
        assert await store.person("ann") == PersonRow("ann", "Ann", 10, 99)

    using(store_url, test)


def test_a_link_is_used_once_and_in_time(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        assert await store.add_link(b"one", "ann", 100)
        assert await store.add_link(b"late", "ann", 100)
        assert not await store.add_link(b"no", "nobody", 100)
        used = await asyncio.gather(*(store.use_link(b"one", 99) for _ in range(5)))
        assert sorted(used, key=str) == [None, None, None, None, "ann"]
        assert await store.use_link(b"late", 100) is None
        assert await store.use_link(b"late", 99) is None
        assert await store.use_link(b"unknown", 1) is None

    using(store_url, test)


def test_seats_of_a_person_come_with_their_tables_newest_first(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        other = TABLE._replace(id="t2", code="GHJKLM", public=False)
        await store.add_table(TABLE, "{}")
        await store.add_table(other, "{}")
        assert await store.add_seating("t1", 0, "ann", "Ann", 20)
        assert await store.add_seating("t1", 2, "ann", "Anton", 30)
        assert await store.add_seating("t2", 1, "ann", "Ann", 25)
        assert not await store.add_seating("t2", 1, "nobody", "X", 25)
        assert await store.seatings("ann") == [
            SeatingRow(TABLE, 2, "Anton", 30),
            SeatingRow(other, 1, "Ann", 25),
            SeatingRow(TABLE, 0, "Ann", 20),
        ]
        await store.add_seating("t1", 0, "ann", "Annie", 40)
        await store.drop_seating("t1", 2, "ann")
        assert [(s.name, s.at) for s in await store.seatings("ann")] == [("Annie", 40), ("Ann", 25)]
        assert await store.seatings("nobody") == []

    using(store_url, test)


# --- results


def test_a_table_has_one_result_and_is_over_with_it(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        await store.add_table(TABLE, "{}")
        assert await store.add_result(RESULT)
        assert not await store.add_result(RESULT._replace(scores="[0, 0]"))
        assert await store.results(limit=9) == [RESULT._replace(id=1)]
        assert await store.table("t1") == TABLE._replace(state="over", changed=9_000)

    using(store_url, test)


def test_results_are_numbered_without_gaps_and_found_by_what_they_are(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        bots = (ResultSeat(None, None, "expert"),)
        rows = [
            RESULT._replace(table="r1"),
            RESULT._replace(table="r2", game="team-up", deal="d2"),
            RESULT._replace(table="r3", day=None, deal=None),
            RESULT._replace(table="r4", seats=bots),
        ]
        for row in rows:
            assert await store.add_result(row)
            assert not await store.add_result(row)

        async def found(**asked: Any) -> list[int]:
            return [row.id for row in await store.results(**{"limit": 9, **asked})]

        assert await found() == [1, 2, 3, 4]
        assert await found(game="dnup") == [1, 3, 4]
        assert await found(deal="d1") == [1, 4]
        assert await found(day="2026-11-16") == [1, 2, 4]
        assert await found(person="ann") == [1, 2, 3]
        assert await found(person="ann", game="dnup", day="2026-11-16") == [1]
        assert await found(after=2) == [3, 4]
        assert await found(newest=True, limit=2) == [4, 3]
        assert await found(newest=True, limit=2, before=3) == [2, 1]
        assert await found(limit=2) == [1, 2]
        assert (await store.results(after=3, limit=1))[0].seats == bots

    using(store_url, test)


def test_a_deleted_person_leaves_numbers_and_nothing_else(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person("ann", "Ann", "ann", 10, b"a")
        await store.add_person("ben", "Ben", "ben", 10, b"b")
        await store.add_table(TABLE, "{}")
        await store.add_seating("t1", 0, "ann", "Ann", 20)
        await store.add_link(b"link", "ann", 10**9)
        seats = (*RESULT.seats, ResultSeat("ben", "Ben", None))
        await store.add_result(RESULT._replace(seats=seats))

        assert await store.delete_person("ann")
        assert not await store.delete_person("ann")

        assert await store.person("ann") is None
        assert await store.person_by_credential(b"a") is None
        assert await store.credentials("ann") == []
        assert await store.use_link(b"link", 1) is None
        assert await store.seatings("ann") == []
        assert await store.results(person="ann", limit=9) == []
        kept = (ResultSeat(None, None, None), *seats[1:])
        assert await store.results(limit=9) == [RESULT._replace(seats=kept, id=1)]
        table = await store.table("t1")
        assert table is not None
        assert table.host is None
        assert await store.add_person("ann2", "Ann", "ann", 10, b"a")
        assert await store.person("ben") is not None

    using(store_url, test)


def test_a_result_of_somebody_deleted_meanwhile_names_nobody(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_result(RESULT)
        (result,) = await store.results(limit=9)
        assert result.seats == (ResultSeat(None, None, None), ResultSeat(None, "Bo", "greedy"))

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
        assert await store.person("ann") == PersonRow("ann", "Ann", 10, 10)

    using(store_url, write)
    using(store_url, read)
