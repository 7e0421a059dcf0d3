"""Evenings at tables with a clock that moves only when the test says so.

async def story(tonight: Evening) -> None:
    room = await tonight.table(ADA, BOB)
    await tonight.wait(60)

spend(story)
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.databases import run
from tests.support.shaky import Line
from tests.support.sitting import NONCE, NOON, SEED
from upturn.errors import Refusal
from upturn.server.monitoring.metrics import Metrics
from upturn.server.tables.registry import TableRegistry
from upturn.server.tables.room import Room
from upturn.server.tables.timers import Timers
from upturn.store import open_store
from upturn.table import Person, log, opening
from upturn.wire import commands as c
from upturn.wire.requests import NewTable

GRACE = 60
DAY = 86400


def set_clock(monkeypatch: pytest.MonkeyPatch, clock: Callable[[], int]) -> None:
    """Let the whole server take its time from this clock."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith("upturn.server."):
            for kind in ("now", "wall_time"):
                if hasattr(module, kind):
                    monkeypatch.setattr(module, kind, clock)


class Socket(Line):
    """Somebody's device. `heard` is what it was told."""

    pings = 0
    closed: str | None = None

    def close(self, refusal: Refusal) -> None:
        self.closed = refusal.code

    def ping(self) -> None:
        self.pings += 1

    @property
    def heard(self) -> list[Any]:
        return [msgspec.json.decode(message) for message in self.down]


class Evening:
    """Tables with a clock that the test sets, bots that play the first legal move, and timers."""

    def __init__(self, registry: TableRegistry, monkeypatch: pytest.MonkeyPatch):
        self.registry = registry
        self.timers = Timers(registry)
        self.at = NOON
        self.commands = 0
        self.thinking: Callable[[], Any] | None = None
        self._clock: Callable[[], int] = lambda: self.at
        set_clock(monkeypatch, lambda: self._clock())
        monkeypatch.setattr(registry.context.thinkers, "choose", self._choose)

    def take_time_from(self, clock: Callable[[], int]) -> None:
        """Let another clock than `at` show the time."""
        self._clock = clock

    async def _choose(
        self, person: str, table: str, level: str, game: str, seed: str, view: Callable[[], Any]
    ) -> str:
        if self.thinking is not None:
            await self.thinking()
        move: str = view()["legal"][0]
        return move

    async def table(self, *people: Person, **wish: Any) -> Room:
        """Return a dnup table of these people, playing."""
        asked = NewTable(game="dnup", players=len(people), **wish)
        room = await self.registry.add(opening.open_table(asked, people[0], SEED, NONCE))
        for seat, person in enumerate(people[1:], 2):
            await self.do(room, person, c.Sit, seat=seat)
        await self.do(room, people[0], c.Start)
        return room

    async def do(self, room: Room, person: Person, kind: type, **fields: Any) -> None:
        """Send a command that must succeed."""
        self.commands += 1
        asker = Socket(person)
        version = room.table.version
        room.ask(kind(id=f"c{self.commands}", version=version, **fields), person, asker)
        await self.settle()
        assert [message["say"] for message in asker.heard] == ["done"], asker.heard

    async def come(self, room: Room, person: Person | None) -> Socket:
        socket = Socket(person)
        room.join(socket, room.table.version)
        await self.settle()
        assert socket.heard[0]["say"] == "welcome"
        return socket

    async def wait(self, seconds: float) -> None:
        """Let time pass, and run the timers."""
        self.at += int(seconds * 1000)
        self.timers.check_tables()
        await self.settle()

    async def settle(self) -> None:
        """Wait until everything is written and all bots have thought."""
        versions: list[list[int]] = [[], [], []]
        while not versions[-1] == versions[-2] == versions[-3] or not versions[-1]:
            if not self.registry.rooms:
                return
            rooms_now = tuple(self.registry.rooms.values())
            versions.append([await room.queue.read(lambda t: t.version) for room in rooms_now])
            for _ in range(20):
                await asyncio.sleep(0)


@asynccontextmanager
async def evening(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    store = await open_store(f"sqlite:///{folder / 'table.db'}")
    registry = TableRegistry(store, Metrics(), bot_pace=0.0, grace=GRACE)
    try:
        yield Evening(registry, monkeypatch)
    finally:
        await registry.close()
        await store.close()


async def log_of(room: Room) -> list[log.AnyEntry]:
    rows = await room.context.store.entries(room.table.id)
    return [log.decode(row.body) for row in rows]


async def last_of(room: Room) -> log.AnyEntry:
    return (await log_of(room))[-1]


def away(room: Room, seat: int) -> bool:
    return room.table.chairs[seat - 1].away


def mover(room: Room, *people: Person) -> Person:
    assert room.table.to_act is not None
    return people[room.table.to_act - 1]


@pytest.fixture
def spend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a test's coroutine with its own evening."""

    def spent(story: Callable[[Evening], Any]) -> None:
        async def whole() -> None:
            async with evening(tmp_path, monkeypatch) as tonight:
                await story(tonight)

        run(whole())

    return spent


Spend = Callable[[Callable[[Evening], Any]], None]
