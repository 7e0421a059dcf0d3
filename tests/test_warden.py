"""What happens at a table because time passes. The clock is told, and stands still otherwise."""

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
from tests.sitting import ADA, BOB, CYD, NONCE, NOON, SEED, state
from upturn.cli.admin import end_table
from upturn.errors import Refusal
from upturn.server import hall as halls
from upturn.server import room as rooms
from upturn.server import turns
from upturn.server import warden as wardens
from upturn.server.hall import Hall
from upturn.server.metrics import Metrics
from upturn.server.room import Room
from upturn.server.warden import IDLE, Warden
from upturn.store import open_store
from upturn.table import Person, log, opening
from upturn.wire import commands as c
from upturn.wire.facts import Clock
from upturn.wire.requests import NewTable

GRACE = 60
DAY = 86400


class Socket(Line):
    """Somebody's device, which has heard `heard`."""

    pings = 0

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
        for module in (halls, rooms, turns, wardens):
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


# --- Absence -----------------------------------------------------------------------------------


def test_who_is_gone_for_the_grace_time_is_away_and_the_others_are_asked(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        ada, bob = await tonight.come(room, ADA), await tonight.come(room, BOB)
        room.leave(bob)
        await tonight.wait(GRACE - 1)
        assert not away(room, 2)
        await tonight.wait(1)
        assert away(room, 2)
        told = ada.heard[-1]
        assert told["told"][0]["what"] == "away"
        assert told["table"]["ballots"] == [
            {"ballot": 1, "about": "seat", "by": None, "voters": [1], "votes": {}, "seat": 2}
        ]

    spend(story)


def test_a_table_has_its_own_grace_time(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, grace=300)
        await tonight.come(room, ADA)
        await tonight.wait(0)  # from now on Bob is missed
        await tonight.wait(299)
        assert not away(room, 2)
        await tonight.wait(1)
        assert away(room, 2)

    spend(story)


def test_who_is_back_has_the_seat_and_nobody_is_asked_any_more(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.come(room, ADA)
        await tonight.wait(0)
        await tonight.wait(GRACE)
        assert room.table.ballots
        await tonight.come(room, BOB)
        assert not away(room, 2)
        assert not room.table.ballots
        assert isinstance(await last_of(room), log.Back)

    spend(story)


def test_a_bot_plays_for_who_is_away_until_they_are_back(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        absent, there = (ADA, BOB) if room.table.to_act == 1 else (BOB, ADA)
        gone, here = room.table.seats_of(absent.id)[0], room.table.seats_of(there.id)[0]
        await tonight.come(room, there)
        await tonight.wait(0)
        await tonight.wait(GRACE)
        await tonight.do(room, there, c.Vote, seat=here, ballot=1, choice="bot")
        assert room.table.to_act == here
        moved = [entry for entry in await log_of(room) if isinstance(entry, log.Moved)]
        assert {(entry.seat, entry.by) for entry in moved} == {(gone, "bot")}
        version = room.table.version
        for _ in range(5):
            await tonight.wait(GRACE)  # nobody is asked about this seat again
        assert room.table.version == version
        await tonight.come(room, absent)
        assert room.table.chairs[gone - 1].bot is None
        await tonight.do(room, there, c.Say, text="hello again")

    spend(story)


def test_to_wait_is_asked_again_after_another_grace_time(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.come(room, ADA)
        await tonight.wait(0)
        await tonight.wait(GRACE)
        await tonight.do(room, ADA, c.Vote, seat=1, ballot=1, choice="wait")
        await tonight.wait(GRACE - 1)
        assert not room.table.ballots
        await tonight.wait(1)
        assert [ballot.number for ballot in room.table.ballots] == [2]

    spend(story)


def test_the_others_can_end_it(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.come(room, ADA)
        await tonight.wait(0)
        await tonight.wait(GRACE)
        await tonight.do(room, ADA, c.Vote, seat=1, ballot=1, choice="end")
        assert room.table.state == "ended"
        version = room.table.version
        await tonight.wait(GRACE)
        assert room.table.version == version

    spend(story)


def test_who_answers_by_rest_is_there(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.come(room, ADA)
        for _ in range(5):
            await tonight.wait(GRACE - 1)
            room.came(room.seats_of(BOB))
        assert not away(room, 2)

    spend(story)


def test_one_device_of_two_is_enough_to_be_there(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.come(room, ADA)
        phone, _ = await tonight.come(room, BOB), await tonight.come(room, BOB)
        room.leave(phone)
        await tonight.wait(5 * GRACE)
        assert room.present() == [1, 2]
        assert not away(room, 2)

    spend(story)


def test_where_nobody_is_nobody_is_missed(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        room.leave(await tonight.come(room, ADA))
        version = room.table.version
        for _ in range(4):
            await tonight.wait(GRACE)
        assert room.table.version == version

    spend(story)


def test_before_the_game_nobody_is_missed(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        wish = NewTable(game="dnup", players=2)
        room = await tonight.hall.add(opening.open_table(wish, ADA, SEED, NONCE))
        await tonight.come(room, None)
        await tonight.wait(5 * GRACE)
        assert room.table.version == 1

    spend(story)


def test_in_a_game_over_days_nobody_need_be_there(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, clock=Clock(DAY, 0))
        await tonight.come(room, ADA)
        version = room.table.version
        for _ in range(5):
            await tonight.wait(DAY / 6)
        assert room.table.version == version

    spend(story)


# --- Clocks ------------------------------------------------------------------------------------


def test_when_the_time_is_up_a_bot_makes_this_one_move(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, CYD, clock=Clock(30, 10))
        for person in (ADA, BOB, CYD):
            await tonight.come(room, person)
        seat, version = room.table.to_act, room.table.version
        await tonight.wait(39.9)
        assert room.table.version == version
        await tonight.wait(0.1)
        entry = await last_of(room)
        assert isinstance(entry, log.Moved)
        assert (entry.seat, entry.by, entry.person) == (seat, "clock", None)
        assert room.table.version == version + 1
        await tonight.wait(29)
        assert room.table.version == version + 1
        assert all(chair.bot is None for chair in room.table.chairs)

    spend(story)


def test_a_clock_of_a_day_runs_out_too_also_when_nobody_looks(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, clock=Clock(DAY, 0))
        version = room.table.version
        await tonight.wait(DAY - 1)
        key = room.table.id
        again = await tonight.hall.room(key)  # it had been forgotten meanwhile
        assert again is not room
        assert again.table.version == version
        await tonight.wait(1)
        assert again.table.version == version + 1

    spend(story)


def test_who_moves_while_the_stand_in_thinks_has_moved(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, CYD, clock=Clock(5, 0))
        person = mover(room, ADA, BOB, CYD)
        seat, version = room.table.to_act, room.table.version
        decided = asyncio.Event()
        tonight.thinking = decided.wait
        await tonight.wait(5)
        move = room.table.views([seat or 0])[0]["legal"][-1]
        await tonight.do(room, person, c.MakeMove, seat=seat, move=move)
        assert room.table.to_act != seat
        tonight.at += 5000  # now the next one's time is up as well
        decided.set()
        await tonight.settle()
        entry = await last_of(room)
        assert room.table.version == version + 1
        assert isinstance(entry, log.Moved)
        assert (entry.seat, entry.by) == (seat, "person")
        await tonight.wait(0)
        assert room.table.version == version + 2

    spend(story)


# --- Memory ------------------------------------------------------------------------------------


def test_a_table_that_nobody_is_at_is_forgotten_and_folds_again(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        ada = await tonight.come(room, ADA)
        await tonight.do(room, mover(room, ADA, BOB), c.Say, text="see you")
        before = state(room.table)
        await tonight.wait(IDLE / 1000 + 1)
        assert tonight.hall.rooms == {room.table.id: room}
        room.leave(ada)
        await tonight.wait(IDLE / 1000 + 1)
        assert tonight.hall.rooms == {}
        again = await tonight.hall.room(room.table.id)
        assert again is not room
        assert state(again.table) == before | {"facts": state(again.table)["facts"]}

    spend(story)


def test_a_table_that_somebody_waits_at_is_kept(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        room.polls.add(asyncio.Event())
        await tonight.wait(IDLE / 1000 + 1)
        assert tonight.hall.rooms == {room.table.id: room}

    spend(story)


def test_everybody_is_asked_whether_they_are_there(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        sockets = [await tonight.come(room, person) for person in (ADA, BOB, None)]
        tonight.warden.look_round()
        assert [socket.pings for socket in sockets] == [0, 0, 0]
        tonight.warden.look_round(ping=True)
        assert [socket.pings for socket in sockets] == [1, 1, 1]

    spend(story)


def test_one_table_that_makes_trouble_does_not_keep_the_warden_from_the_others(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        bad, good = await tonight.table(ADA, BOB), await tonight.table(CYD, BOB)
        await tonight.come(bad, ADA)
        await tonight.come(good, CYD)

        def trouble(self: Room) -> list[int]:
            if self is bad:
                raise Refusal("trouble", "for the test")
            return [1]

        monkeypatch.setattr(Room, "present", trouble)
        await tonight.wait(0)
        await tonight.wait(GRACE)
        assert not away(bad, 2)
        assert away(good, 2)

    spend(story)


def test_a_table_that_was_ended_from_outside_is_noticed_and_told(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room, other = await tonight.table(ADA, BOB), await tonight.table(CYD, BOB)
        ada = await tonight.come(room, ADA)
        await end_table(tonight.hall.store, room.table.code, "cleaned-up")
        await tonight.warden.read_register()
        await tonight.settle()
        told = ada.heard[-1]["told"]
        assert [(entry["what"], entry.get("reason")) for entry in told] == [("ended", "cleaned-up")]
        assert (room.table.state, other.table.state) == ("ended", "playing")

    spend(story)
