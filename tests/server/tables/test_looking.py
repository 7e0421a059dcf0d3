"""A device that is passed around is sent no hand but that of the seat that looks.

Two tables that differ only in what one seat cannot see, the hands of all other seats of the same
person among it, give the device the same bytes until one of those others looks.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.databases import run
from tests.support.evenings import set_clock
from tests.support.hidden import TRIED, rewritten, with_other_secrets
from tests.support.random_games import PRIVATE, and_others
from tests.support.shaky import Line
from tests.support.sitting import ADA, BOB, CODE, ID, NOON, At, gathered
from tests.support.stored_table import write
from upturn.bots.advising import Advice
from upturn.server.monitoring.metrics import Metrics
from upturn.server.tables.registry import TableRegistry
from upturn.server.tables.room import Room
from upturn.store import Store, open_store
from upturn.table import Person, Table, log
from upturn.wire import commands as c

SINCE = 3


def passed_around(game: str, players: int, **wish: Any) -> At:
    """Ada and her friends have all seats, on one device; the game has begun."""
    at = gathered(game, players, **wish)
    for seat in range(2, players + 1):
        at.do(ADA, c.Sit, seat=seat)
    at.start()
    return at


class Passing:
    """A device that is passed around, at a table of a server."""

    def __init__(self, room: Room, store: Store):
        self.room, self.store = room, store
        self.numbers = count(1)
        self.device = Line(ADA)

    @property
    def heard(self) -> list[Any]:
        return [msgspec.json.decode(message) for message in self.device.down]

    def seen(self) -> list[list[int | None]]:
        """Whose views were sent, message by message."""
        return [[view["seat"] for view in one["views"]] for one in self.heard if one.get("views")]

    async def connect(self, since: int = 0, person: Person | None = ADA) -> None:
        self.device = Line(person)
        self.room.join(self.device, since)
        while not self.device.down:
            await asyncio.sleep(0.001)
        await self.settle()

    async def ask(self, kind: type, **fields: Any) -> None:
        command = kind(id=f"q{next(self.numbers)}", version=self.room.table.version, **fields)
        self.room.hear(command, self.device)
        await self.settle()

    async def settle(self) -> None:
        for _ in range(3):
            await self.room.queue.read(lambda table: table)
            for _ in range(20):
                await asyncio.sleep(0)

    async def another_worker_writes(self, kind: type, seat: int) -> None:
        """Somebody leaves a seat, or comes back to it, by another worker."""
        theirs = Table.fold(ID, CODE, await self.store.entries(ID))
        command = kind(id=f"w{next(self.numbers)}", version=theirs.version, seat=seat)
        change = theirs.do(command, ADA, theirs.changed)
        assert await self.store.append(ID, change.n, change.at, change.body)
        self.room.heard_of(change.n)
        while self.room.table.version < change.n:
            await asyncio.sleep(0.001)
        await self.settle()


@asynccontextmanager
async def table_of(
    folder: Path, rows: list[log.Row], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Passing]:
    folder.mkdir()
    await write(folder, rows)
    set_clock(monkeypatch, lambda: NOON + 10_000_000)
    store = await open_store(str(folder / "table.db"))
    registry = TableRegistry(store, Metrics(), bot_pace=0.0, grace=60.0)
    try:
        yield Passing(await registry.room(ID), store)
    finally:
        await registry.close()
        await store.close()


async def pass_it_on(
    folder: Path, rows: list[log.Row], monkeypatch: pytest.MonkeyPatch
) -> tuple[list[bytes], bytes]:
    """All that a device hears while nobody but the seat to act looks, moves included where those
    bring no new cards; and what it hears when the next one looks."""
    async with table_of(folder, rows, monkeypatch) as at:
        table = at.room.table
        seat = table.to_act or 1
        other = seat % len(table.chairs) + 1
        await at.connect()
        await at.another_worker_writes(c.Stand, other)
        await at.ask(c.Say, text="hm")
        await at.ask(c.Vote, seat=seat, ballot=1, choice="yes")
        assert {eye for eyes in at.seen() for eye in eyes} == {None}
        await at.ask(c.Look, seat=seat)
        await at.ask(c.Why, seat=seat, moves=TRIED[:100])
        await at.another_worker_writes(c.Sit, other)
        await at.ask(c.Look)
        await at.ask(c.Look, seat=seat)
        assert at.seen()[-4:] == [[seat], [seat], [None], [seat]]
        while table.setup.game == "dnup" and at.room.table.to_act == seat:
            await at.ask(c.MakeMove, seat=seat, move=at.heard[-1]["views"][0]["legal"][-1])
        if table.setup.game == "dnup":
            assert at.seen()[-1] == [None], "it is the turn of the next one"
        await at.ask(c.TakeBack, seat=seat)
        heard = at.device.down
        at.room.leave(at.device)
        await at.connect(SINCE)
        assert at.seen() == [[None]], "whoever is back has to say so again"
        heard += at.device.down
        await at.ask(c.Look, seat=other)
        assert at.seen()[-1] == [other]
        return heard, at.device.down[-1]


@pytest.mark.parametrize(
    ("name", "players"),
    and_others([("dnup", 2), ("dnup", 3), ("team-play", 3), ("team-play", 4)], games=PRIVATE),
)
def test_nothing_of_the_next_hand_is_sent_before_its_person_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, players: int
) -> None:
    at = passed_around(name, players)
    seat = at.table.to_act
    assert seat is not None
    others = rewritten(at.rows, with_other_secrets(at.table.expect_game(), seat, 1).moves)
    assert others != at.rows
    (ours, mine), (theirs, other) = (
        run(pass_it_on(tmp_path / str(n), rows, monkeypatch))
        for n, rows in enumerate((at.rows, others))
    )
    assert ours == theirs
    assert mine != other, "the swap is one"


def test_where_all_see_the_same_every_seat_is_sent_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        rows = passed_around("team-up", 2).rows
        async with table_of(tmp_path / "one", rows, monkeypatch) as at:
            await at.connect()
            await at.ask(c.MakeMove, seat=1, move="draw")
            await at.ask(c.Look, seat=2)
            assert at.seen() == [[1, 2]] * 3

    run(story())


@pytest.mark.parametrize("ends", ["by a vote", "at another worker"])
def test_when_the_game_ends_nothing_is_hidden_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    async def story() -> None:
        rows = passed_around("dnup", 2).rows
        async with table_of(tmp_path / "one", rows, monkeypatch) as at:
            await at.connect()
            assert at.seen() == [[None]]
            if ends == "by a vote":
                await at.ask(c.ProposeEnd, seat=1)
            else:
                theirs = Table.fold(ID, CODE, await at.store.entries(ID))
                change = theirs.end("cleaning", theirs.changed)
                await at.store.append(ID, change.n, change.at, change.body)
                at.room.heard_of(change.n)
                await at.settle()
            assert at.room.table.state == "ended"
            assert at.seen() == [[None], [1, 2]]

    run(story())


def test_a_seat_of_somebody_else_is_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        table = gathered("dnup", 3)
        table.do(ADA, c.Sit, seat=2)
        table.do(BOB, c.Sit, seat=3)
        table.start()
        async with table_of(tmp_path / "one", table.rows, monkeypatch) as at:
            await at.connect()
            await at.ask(c.Look, seat=3)
            refused = at.heard[-1]
            assert (refused["say"], refused["code"]) == ("refused", "not-your-seat")
            await at.connect(person=None)
            await at.ask(c.Look, seat=1)
            assert at.heard[-1]["code"] == "not-your-seat"
            assert at.seen() == [[None]]

    run(story())


def test_each_device_has_a_curtain_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with table_of(tmp_path / "one", passed_around("dnup", 2).rows, monkeypatch) as at:
            await at.connect()
            first = at.device
            await at.connect()
            await at.ask(c.Look, seat=2)
            assert at.seen() == [[None], [2]]
            at.device = first
            assert at.seen() == [[None]]

    run(story())


@pytest.mark.parametrize("meanwhile", ["nothing", "another one looks", "the line breaks"])
def test_advice_is_for_the_one_who_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    """A bot takes its time; what it says of a hand must not come when another one looks."""

    async def story() -> None:
        rows = passed_around("dnup", 2).rows
        async with table_of(tmp_path / "one", rows, monkeypatch) as at:
            thought = asyncio.Event()

            async def advise(person: str, table: str, seed: str, view: Any) -> Advice:
                await thought.wait()
                return Advice("flip", "it is best", "best", {})

            monkeypatch.setattr(at.room.context.thinkers, "advise", advise)
            seat = at.room.table.to_act or 1
            await at.connect()
            await at.ask(c.Look, seat=seat)
            await at.ask(c.Hint, seat=seat)
            first = at.device
            if meanwhile == "another one looks":
                await at.ask(c.Look, seat=3 - seat)
            elif meanwhile == "the line breaks":
                at.room.leave(at.device)
                await at.connect()
                at.room.hear(c.Hint("q2", SINCE, seat), at.device)  # as clients do
            thought.set()
            await at.settle()
            said = [one["say"] for one in at.heard]
            assert ("advice" in said) == (meanwhile == "nothing")
            if meanwhile == "the line breaks":
                assert "done" in said
                assert b"advice" in b"".join(first.down), "nobody reads there any more"

    run(story())
