"""A server with very many tables: memory is given back, lists stay quick, and nothing is lost."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.amounts import amount
from tests.support.databases import run
from tests.support.evenings import Evening, Spend, evening, mover, spend
from tests.support.sitting import ADA, BOB, NONCE, SEED
from upturn.server.tables.room import Room
from upturn.server.tables.timers import IDLE
from upturn.store import Store
from upturn.store.sqlite import READERS, Sqlite
from upturn.table import Person, Table, opening
from upturn.wire import commands as c
from upturn.wire.requests import NewTable

__all__ = ["spend"]

TABLES, DEEP_TABLES = 200, 10_000
FEW = 60
"""More than any list shows."""
PLAYED_EVERY = 10
AT_ONCE = 50
LISTED = 50


def host(number: int) -> Person:
    return Person(f"host{number}", f"Host {number}")


async def open_tables(tonight: Evening, first: int, last: int) -> None:
    """Open tables from this number to that, each with a host of its own."""

    async def one(number: int) -> None:
        tonight.at += 1
        public = number % 2 == 0
        asked = NewTable(game="dnup", players=2, public=public)
        await tonight.registry.add(opening.open_table(asked, host(number), SEED, NONCE))

    for start in range(first, last, AT_ONCE):
        await asyncio.gather(*(one(n) for n in range(start, min(start + AT_ONCE, last))))


async def play(tonight: Evening, room: Room, moves: int = 2) -> None:
    first = Person(room.table.setup.host, "first")
    if room.table.state == "gathering":
        await tonight.do(room, BOB, c.Sit, seat=2)
        await tonight.do(room, first, c.Start)
    for _ in range(moves):
        person, seat = mover(room, first, BOB), room.table.to_act or 0
        legal = room.table.views([seat])[0]["legal"]
        await tonight.do(room, person, c.MakeMove, seat=seat, move=legal[0])


def in_memory(kind: type) -> int:
    gc.collect()
    return sum(type(one) is kind for one in gc.get_objects())


def test_tables_that_nobody_is_at_are_given_back_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = amount(TABLES, DEEP_TABLES)
    versions: dict[str, int] = {}

    async def first_evening() -> None:
        async with evening(tmp_path, monkeypatch) as tonight:
            before = in_memory(Table)
            await open_tables(tonight, 0, many)
            rooms = tonight.registry.rooms
            keys = [*rooms]
            assert len(keys) == many
            tonight.at += IDLE + 1000
            for key in keys[::PLAYED_EVERY]:
                await tonight.registry.room(key)
            tonight.timers.check_tables()
            assert rooms == {}
            for key in keys[::PLAYED_EVERY]:
                room = await tonight.registry.room(key)
                await play(tonight, room)
                versions[key] = room.table.version
                tonight.registry.forget(key)
            del room
            await tonight.registry.index.written()  # until then, it has the tables
            await asyncio.sleep(0)
            assert in_memory(Table) <= before + 1
            versions.update({key: 1 for key in keys if key not in versions})

    async def next_evening() -> None:
        async with evening(tmp_path, monkeypatch) as tonight:
            await tonight.registry.open()
            await tonight.registry.waking.looked()
            rooms = tonight.registry.rooms
            assert rooms == {}, "nobody asks, and no table has anything to do"
            for key in versions:
                await tonight.registry.room(key)
            assert {key: room.table.version for key, room in rooms.items()} == versions
            stays = await tonight.come(rooms[key := next(iter(versions))], ADA)
            await tonight.wait(IDLE / 1000 + 1)
            assert [*rooms] == [key]
            rooms[key].leave(stays)
            await tonight.wait(IDLE / 1000 + 1)
            assert rooms == {}
            for key in [*versions][:: PLAYED_EVERY * 10]:
                room = await tonight.registry.room(key)
                assert room.table.version == versions[key]
                await play(tonight, room)

    run(first_evening())
    assert max(versions.values()) > 3
    run(next_evening())


class Steps:
    """Counts what a SQLite database does for each question."""

    def __init__(self, store: Store):
        driver = store._driver
        assert isinstance(driver, Sqlite)
        self.done = 0
        readers = [driver._free.get() for _ in range(READERS)]
        for reader in readers:
            reader.set_progress_handler(self._step, 1)
            driver._free.put(reader)

    def _step(self) -> int:
        self.done += 1
        return 0

    async def of(self, question: Callable[[], Awaitable[Any]]) -> int:
        before = self.done
        await question()
        return self.done - before


def test_what_people_ask_for_takes_no_longer_with_many_tables(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        store = tonight.registry.store
        steps = Steps(store)
        await open_tables(tonight, 0, FEW)
        room = next(iter(tonight.registry.rooms.values()))
        await play(tonight, room)
        questions: dict[str, Callable[[], Awaitable[Any]]] = {
            "public": lambda: store.public_tables(None, LISTED // 2),
            "public of a game": lambda: store.public_tables("dnup", LISTED // 2),
            "hosted": lambda: store.hosted_tables(host(1).id),
            "seatings": lambda: store.seatings(host(1).id),
            "code": lambda: store.table_by_code(room.table.code),
            "log": lambda: store.entries(room.table.id),
            "ended": lambda: store.closed_tables(0),
            "deserted": lambda: store.deserted_tables(0),
            "deal": lambda: store.results(deal=room.table.setup.deal, limit=LISTED),
            "person's results": lambda: store.results(person=host(1).id, limit=LISTED),
        }
        few = {name: await steps.of(question) for name, question in questions.items()}
        await open_tables(tonight, FEW, amount(TABLES, DEEP_TABLES))
        many = {name: await steps.of(question) for name, question in questions.items()}
        slower = {name: (few[name], many[name]) for name in few if many[name] > 1.5 * few[name]}
        assert not slower

    spend(story)
