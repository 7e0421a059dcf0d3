"""While the disk fails, a table tries what it does by itself again, but not all the time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.evenings import GRACE, Evening, Spend, away, last_of, spend
from tests.support.sitting import ADA, BOB, NONCE, SEED
from upturn.errors import StoreUnavailable
from upturn.server.tables import retries
from upturn.server.tables.queue import FIRST_PAUSE, LONGEST_PAUSE
from upturn.server.tables.room import Room
from upturn.table import log, opening
from upturn.wire import commands as c
from upturn.wire.requests import NewTable

__all__ = ["spend"]

PAUSES = [FIRST_PAUSE * 2**n for n in range(6)] + [LONGEST_PAUSE] * 3


class Disk:
    """A disk that may fail. It counts how often it was asked then, and the pauses in between."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch):
        self._store, self._patch = room.context.store, monkeypatch
        self.tries = 0
        self.pauses: list[float] = []
        self._over: asyncio.Queue[None] = asyncio.Queue()
        monkeypatch.setattr(retries, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await self._over.get()

    @contextmanager
    def failing(self) -> Iterator[None]:
        def fail(*entry: Any) -> asyncio.Future[bool]:
            self.tries += 1
            future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            future.set_exception(StoreUnavailable("the disk is full"))
            return future

        self.tries, self.pauses = 0, []
        with self._patch.context() as broken:
            broken.setattr(self._store, "submit", fail)
            yield

    def end_pause(self) -> None:
        self._over.put_nowait(None)


async def table_with_bot(tonight: Evening) -> Room:
    wish = NewTable(game="dnup", players=2, bots={"2": "beginner"})
    room = await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE))
    await tonight.come(room, ADA)
    return room


async def try_often(tonight: Evening, disk: Disk) -> None:
    """Nothing is tried without a pause, and pauses grow up to the longest."""
    for count in range(1, len(PAUSES) + 1):
        while len(disk.pauses) < count:
            await asyncio.sleep(0.001)
        await tonight.settle()
        assert disk.tries == count
        if count < len(PAUSES):
            disk.end_pause()
    assert disk.pauses == PAUSES


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


def test_a_bot_moves_by_itself_when_the_disk_works_again(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        room = await table_with_bot(tonight)
        disk = Disk(room, monkeypatch)
        tonight.thinking = (go := asyncio.Event()).wait
        await tonight.do(room, ADA, c.Start)
        while room.table.to_act == 1:
            legal = room.table.views([1])[0]["legal"]
            await tonight.do(room, ADA, c.MakeMove, seat=1, move=legal[0])
        version = room.table.version
        with disk.failing():
            go.set()
            await try_often(tonight, disk)
            assert room.table.version == version
        disk.end_pause()
        await until(lambda: room.table.version > version)
        await tonight.settle()
        moved = (await room.context.store.entries(room.table.id))[version]
        assert isinstance(log.decode(moved.body), log.Moved)

    spend(story)


def test_somebody_who_came_back_has_the_seat_when_the_disk_works_again(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        disk = Disk(room, monkeypatch)
        await tonight.come(room, ADA)
        for _ in range(2):  # what was stored meanwhile makes pauses short again
            room.leave(await tonight.come(room, BOB))
            await tonight.wait(GRACE)
            assert away(room, 2)
            with disk.failing():
                bob = await tonight.come(room, BOB)
                await try_often(tonight, disk)
                assert away(room, 2)
            disk.end_pause()
            await until(lambda: not away(room, 2))
            await tonight.settle()
            assert isinstance(await last_of(room), log.Back)
            room.leave(bob)

    spend(story)


def test_people_can_do_what_they_want_as_soon_as_the_disk_works(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that waits to try again keeps nobody waiting."""

    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        disk = Disk(room, monkeypatch)
        await tonight.come(room, ADA)
        room.leave(await tonight.come(room, BOB))
        await tonight.wait(GRACE)
        with disk.failing():
            await tonight.come(room, BOB)
            await until(lambda: disk.pauses != [])
        await tonight.do(room, BOB, c.Say, seat=2, text="I am back.")
        assert away(room, 2)
        disk.end_pause()
        await until(lambda: not away(room, 2))

    spend(story)


def test_lists_are_read_while_who_sits_where_cannot_be_written(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        registry = tonight.registry
        wish = NewTable(game="dnup", players=3)
        room = await registry.add(opening.open_table(wish, ADA, SEED, NONCE))
        deal = room.table.setup.deal
        assert await registry.index.written()
        with monkeypatch.context() as broken:
            broken.setattr(registry.store, "set_summary", fail_to_change)
            await tonight.do(room, BOB, c.Sit, seat=2)
            assert not await registry.index.written()
            with pytest.raises(StoreUnavailable):  # Bob may sit at this deal somewhere already
                await registry.table_of_deal(BOB, deal)
        while not await registry.index.written():
            await asyncio.sleep(0.01)
        await registry.table_of_deal(BOB, deal)

    spend(story)


async def fail_to_change(*row: Any) -> None:
    raise StoreUnavailable("the disk is full")
