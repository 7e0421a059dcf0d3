"""Evenings at a hall whose clock is told, and stands still otherwise, for tests.

async def story(tonight: Evening) -> None:
    room = await tonight.table(ADA, BOB)
    await tonight.wait(60)

spend(story)
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.databases import run
from tests.shaky import Line
from tests.sitting import NONCE, NOON, SEED
from upturn.server import hall as halls
from upturn.server import register, turns
from upturn.server import room as rooms
from upturn.server import warden as wardens
from upturn.server.hall import Hall
from upturn.server.metrics import Metrics
from upturn.server.room import Room
from upturn.server.warden import Warden
from upturn.store import open_store
from upturn.table import Person, log, opening
from upturn.wire import commands as c
from upturn.wire.requests import NewTable

GRACE = 60
DAY = 86400


class Socket(Line):
    """Somebody's device, which has heard `heard`."""

    pings = 0
    closed: str | None = None

    def close(self, code: str, sentence: str) -> None:
        self.closed = code

    def ping(self) -> None:
        self.pings += 1

    @property
    def heard(self) -> list[Any]:
        return [msgspec.json.decode(message) for message in self.down]


class Evening:
    """A hall whose clock is told, whose bots play the first move they see, and its warden."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch):
        self.hall = hall
        self.warden = Warden(hall)
        self.at = NOON
        self.commands = 0
        self.thinking: Callable[[], Any] | None = None
        for module in (halls, register, rooms, turns, wardens):
            monkeypatch.setattr(module, "now", lambda: self.at)
        monkeypatch.setattr(hall.thinkers, "choose", self._choose)

    async def _choose(self, level: str, game: str, seed: str, view: Callable[[], Any]) -> str:
        if self.thinking is not None:
            await self.thinking()
        move: str = view()["legal"][0]
        return move

    async def table(self, *people: Person, **wish: Any) -> Room:
        """A dnup table of these people, playing."""
        asked = NewTable(game="dnup", players=len(people), **wish)
        room = await self.hall.add(opening.open_table(asked, people[0], SEED, NONCE))
        for seat, person in enumerate(people[1:], 2):
            await self.do(room, person, c.Sit, seat=seat)
        await self.do(room, people[0], c.Start)
        return room

    async def do(self, room: Room, person: Person, kind: type, **fields: Any) -> None:
        """A command that is done."""
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
        """So much time passes, and the warden looks round."""
        self.at += int(seconds * 1000)
        self.warden.look_round()
        await self.settle()

    async def settle(self) -> None:
        """Until everything is written, and whoever has to think has thought."""
        versions: list[list[int]] = [[], [], []]
        while not versions[-1] == versions[-2] == versions[-3] or not versions[-1]:
            if not self.hall.rooms:
                return
            rooms_now = tuple(self.hall.rooms.values())
            versions.append([await room.ask_in_turn(lambda t: t.version) for room in rooms_now])
            for _ in range(20):
                await asyncio.sleep(0)


@asynccontextmanager
async def evening(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    store = await open_store(f"sqlite:///{folder / 'table.db'}")
    hall = Hall(store, Metrics(), bot_pace=0.0, grace=GRACE)
    try:
        yield Evening(hall, monkeypatch)
    finally:
        await hall.close()
        await store.close()


async def log_of(room: Room) -> list[log.AnyEntry]:
    rows = await room.hall.store.entries(room.table.id)
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
    """Runs a test's coroutine with an evening of its own."""

    def spent(story: Callable[[Evening], Any]) -> None:
        async def whole() -> None:
            async with evening(tmp_path, monkeypatch) as tonight:
                await story(tonight)

        run(whole())

    return spent


Spend = Callable[[Callable[[Evening], Any]], None]
