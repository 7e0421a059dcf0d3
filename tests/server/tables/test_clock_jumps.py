"""The machine's clock is set, forwards and back, while clocks of games run: nobody loses by it."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.evenings import DAY, Evening, Spend, last_of, mover, spend
from tests.support.sitting import ADA, BOB, CYD, NONCE, SEED
from upturn.server.clock import Clock as ServerClock
from upturn.server.tables.room import Room
from upturn.table import clocks, log, opening, playing
from upturn.wire import commands as c
from upturn.wire.facts import Clock
from upturn.wire.requests import NewTable

__all__ = ["spend"]

JUMPS = [DAY, 3600, 90, -90, -3600, -DAY]
RESERVE = 10


class Machine:
    """The machine of an evening: its clock can be set while it runs."""

    def __init__(self, tonight: Evening):
        self.tonight = tonight
        self.running, self.ahead = 0, 0
        noon = tonight.at
        clock = ServerClock(
            lambda: (noon + self.running + self.ahead) * 10**6, lambda: self.running * 10**6
        )
        tonight.take_time_from(clock)

    async def wait(self, seconds: float) -> None:
        for _ in range(int(seconds * 2)):
            self.running += 500
            self.tonight.timers.check_tables(clocks_only=True)
        self.tonight.timers.check_tables()
        await self.tonight.settle()

    def set_clock(self, seconds: float) -> None:
        self.ahead += int(seconds * 1000)


async def timed_table(tonight: Evening) -> Room:
    """Ada, Bob and Cyd are at a table with a clock."""
    room = await tonight.table(ADA, BOB, CYD, clock=Clock(30, RESERVE))
    for person in (ADA, BOB, CYD):
        await tonight.come(room, person)
    return room


async def move(tonight: Evening, room: Room) -> None:
    person, seat = mover(room, ADA, BOB, CYD), room.table.to_act
    legal = room.table.views([seat or 0])[0]["legal"]
    await tonight.do(room, person, c.MakeMove, seat=seat, move=legal[0])


async def times(room: Room) -> list[int]:
    return [row.at for row in await room.context.store.entries(room.table.id)]


@pytest.mark.parametrize("jump", JUMPS)
def test_nobody_runs_out_of_time_by_a_jump(spend: Spend, jump: int) -> None:
    async def story(tonight: Evening) -> None:
        machine = Machine(tonight)
        room = await timed_table(tonight)
        await machine.wait(10)
        machine.set_clock(jump)
        version = room.table.version
        await machine.wait(25)
        assert room.table.version == version, "there are 40 seconds for this move"
        await move(tonight, room)
        at = await times(room)
        assert at == sorted(at)
        assert at[-1] - at[-2] == pytest.approx(35_000, rel=0.06)
        spent = [RESERVE * 1000 - chair.reserve for chair in room.table.chairs]
        assert sum(spent) == pytest.approx(5_000, abs=2_000)

    spend(story)


@pytest.mark.parametrize("jump", JUMPS)
def test_who_does_not_move_runs_out_of_time_as_ever(spend: Spend, jump: int) -> None:
    async def story(tonight: Evening) -> None:
        machine = Machine(tonight)
        room = await timed_table(tonight)
        machine.set_clock(jump)
        await machine.wait(44)
        entry = await last_of(room)
        assert isinstance(entry, log.Moved)
        assert entry.by == "clock"

    spend(story)


@pytest.mark.parametrize("jump", JUMPS)
def test_nobody_is_taken_for_absent_by_a_jump(spend: Spend, jump: int) -> None:
    async def story(tonight: Evening) -> None:
        machine = Machine(tonight)
        room = await tonight.table(ADA, BOB)
        await tonight.come(room, ADA)
        bob = await tonight.come(room, BOB)
        room.leave(bob)
        await machine.wait(10)
        machine.set_clock(jump)
        await machine.wait(30)
        assert not room.table.chairs[1].away
        await machine.wait(35)
        assert room.table.chairs[1].away

    spend(story)


@pytest.mark.parametrize("back", [90, 3600, DAY])
def test_a_clock_that_was_set_back_before_a_restart_gives_nobody_a_day_to_move(
    spend: Spend, back: int
) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, CYD, clock=Clock(30, RESERVE))
        tonight.registry.forget(room.table.id)
        tonight.at -= back * 1000
        again = await tonight.registry.room(room.table.id)
        for person in (ADA, BOB, CYD):
            await tonight.come(again, person)
        await tonight.wait(35)
        version = again.table.version
        await move(tonight, again)
        at = await times(again)
        assert at == sorted(at)
        assert at[-1] - at[-2] == 35_000
        assert again.table.version == version + 1
        assert clocks.deadline(again.table) is not None
        await tonight.wait(45)
        entry = await last_of(again)
        assert isinstance(entry, log.Moved)
        assert entry.by == "clock"

    spend(story)


def test_a_bot_does_not_wait_until_a_clock_that_was_set_back_has_caught_up(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While people vote on the last move a bot waits, but only for a moment."""
    monkeypatch.setattr(playing, "BALLOT_WAIT", 50)

    async def story(tonight: Evening) -> None:
        wish = NewTable(game="team-up", players=3, bots={"3": "beginner"})
        room = await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE))
        await tonight.do(room, BOB, c.Sit, seat=2)
        tonight.thinking = asyncio.Event().wait  # the bot does not move yet
        await tonight.do(room, ADA, c.Start)
        while room.table.to_act != 3:
            await move(tonight, room)
        asks = room.table.take_back[0]
        await tonight.do(room, (ADA, BOB)[asks - 1], c.TakeBack, seat=asks)
        assert room.table.ballots

        tonight.registry.forget(room.table.id)
        tonight.thinking = None
        tonight.at -= DAY * 1000
        again = await tonight.registry.room(room.table.id)
        version = again.table.version
        await tonight.come(again, ADA)
        again.bots.wake()
        while again.table.version == version:
            tonight.at += 10
            await asyncio.sleep(0.01)

    spend(story)
