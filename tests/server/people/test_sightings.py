"""Noting who has seen a deal: written together, once, and later if the database is away."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from tests.support.databases import run
from tests.support.sitting import ADA, ID, gathered, seated
from upturn.errors import StoreUnavailable
from upturn.server.clock import now
from upturn.server.people import sightings
from upturn.server.people.sightings import KEPT_FOR, Sightings
from upturn.server.tasks import Tasks
from upturn.store import SightingRow
from upturn.table import Table


class Rows:
    """A store that may be away."""

    def __init__(self) -> None:
        self.away = False
        self.written: list[list[SightingRow]] = []
        self.dropped: list[int] = []

    async def add_sightings(self, rows: list[SightingRow]) -> None:
        await asyncio.sleep(0)
        if self.away:
            raise StoreUnavailable("away")
        self.written.append(rows)

    async def had_seen(self, table: str, before: int) -> bool:
        return True

    async def drop_sightings(self, before: int) -> None:
        self.dropped.append(before)


def noting() -> tuple[Sightings, Rows, Tasks]:
    store, tasks = Rows(), Tasks()
    return Sightings(cast(Any, store), tasks), store, tasks


@pytest.fixture
def table() -> Table:
    return seated("team-up", 1).table


def test_what_is_noted_at_once_is_written_together_and_once(table: Table) -> None:
    async def test() -> None:
        noted, store, tasks = noting()
        for browser in ("b1", "b2", "b1"):
            noted.note(table, ADA.id, browser)
        await noted.written()
        noted.note(table, ADA.id, "b1")
        await noted.written()
        ((first, second),) = store.written
        assert first[:4] == (ADA.id, "b1", ID, table.setup.deal)
        assert second[:4] == (ADA.id, "b2", ID, table.setup.deal)
        await tasks.close()

    run(test())


def test_before_the_game_and_for_nobody_there_is_nothing_to_note(table: Table) -> None:
    async def test() -> None:
        noted, store, tasks = noting()
        noted.note(gathered("team-up", 1).table, ADA.id, "b1")
        noted.note(table, "", "")
        await noted.written()
        assert store.written == []
        await tasks.close()

    run(test())


def test_while_the_database_is_away_nobody_waits_long_and_nothing_is_lost(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sightings, "PATIENCE", 0.01)
    monkeypatch.setattr(sightings, "PAUSE", 0.02)

    async def test() -> None:
        noted, store, tasks = noting()
        store.away = True
        noted.note(table, ADA.id)
        await noted.written()
        assert store.written == []
        store.away = False
        while not store.written:
            await noted.written()
        assert [row.person for row in store.written[0]] == [ADA.id]
        await tasks.close()

    run(test())


def test_while_the_database_is_away_only_so_many_wait_and_the_oldest_are_dropped(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sightings, "PATIENCE", 0.01)
    monkeypatch.setattr(sightings, "PAUSE", 0.02)
    monkeypatch.setattr(sightings, "MOST_UNWRITTEN", 3)

    async def test() -> None:
        noted, store, tasks = noting()
        store.away = True
        for number in range(6):
            noted.note(table, "", f"b{number}")
            await noted.written()
        store.away = False
        while not store.written:
            await noted.written()
        assert [row.browser for row in store.written[0]] == ["b3", "b4", "b5"]
        noted.note(table, "", "b0")  # it was dropped, so it is noted again
        await noted.written()
        assert [row.browser for row in store.written[1]] == ["b0"]
        await tasks.close()

    run(test())


def test_nobody_can_know_a_deal_that_was_drawn_for_their_table(table: Table) -> None:
    async def test() -> None:
        noted, _, _ = noting()
        assert not await noted.had_seen(table, now())

    run(test())


def test_old_sightings_are_dropped_after_a_year() -> None:
    async def test() -> None:
        noted, store, _ = noting()
        before = now()
        await noted.drop_old()
        assert KEPT_FOR == 365 * 86_400_000
        assert before - KEPT_FOR <= store.dropped[0] <= now() - KEPT_FOR

    run(test())
