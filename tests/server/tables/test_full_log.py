"""A log as long as it may be: the game is played to its end, and nobody loses anything."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.support.evenings import GRACE, Evening, Socket, Spend, away, mover, spend
from tests.support.sitting import ADA, BOB, EVE
from upturn.server.tables.room import Room
from upturn.server.tables.updates import MOST_TOLD
from upturn.table import Person, log
from upturn.table.table import LONGEST, Table
from upturn.wire import commands as c

__all__ = ["spend"]


async def full_table(tonight: Evening) -> Room:
    """A table in the middle of a game where people took hints until the log was full."""
    room = await tonight.table(ADA, BOB)
    store, rows = tonight.registry.store, await tonight.registry.store.entries(room.table.id)
    tonight.registry.forget(room.table.id)
    table = Table.fold(room.table.id, room.table.code, rows)
    writing = []
    while table.version < LONGEST:
        seat = table.to_act or 1
        hint = c.Hint(id=f"h{table.version}", version=table.version, seat=seat)
        change = table.do(hint, (ADA, BOB)[seat - 1], tonight.at)
        writing.append(store.append(table.id, change.n, change.at, change.body))
    assert all(await asyncio.gather(*writing))
    return await tonight.registry.room(table.id)


async def ask(tonight: Evening, room: Room, who: Person, kind: type, **fields: Any) -> Any:
    """What somebody is answered."""
    asker = Socket(who)
    tonight.commands += 1
    command = kind(id=f"c{tonight.commands}", version=room.table.version, **fields)
    room.ask(command, who, asker)
    await tonight.settle()
    return asker.heard[-1]


async def play_out(tonight: Evening, room: Room) -> None:
    chance = random.Random(1)
    while room.table.state == "playing":
        person, seat = mover(room, ADA, BOB), room.table.to_act or 0
        legal = room.table.views([seat])[0]["legal"]
        await tonight.do(room, person, c.MakeMove, seat=seat, move=chance.choice(legal))


def test_a_game_with_a_full_log_is_played_to_its_end(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await full_table(tonight)
        ada, bob = await tonight.come(room, ADA), await tonight.come(room, BOB)
        await play_out(tonight, room)
        assert room.table.state == "over"
        assert room.table.version > LONGEST
        for device in (ada, bob):
            told = [entry["n"] for message in device.heard for entry in message.get("told", [])]
            assert told == [*range(LONGEST + 1, room.table.version + 1)]
        tonight.registry.forget(room.table.id)
        again = await tonight.registry.room(room.table.id)
        assert again.table.state == "over"
        assert again.table.version == room.table.version
        await tonight.registry.index.written()
        assert [row.state for row in await tonight.registry.store.newest_tables(1)] == ["over"]

    spend(story)


def test_people_come_back_to_a_table_with_a_full_log_and_are_told_its_end(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await full_table(tonight)
        await tonight.come(room, ADA)
        room.leave(await tonight.come(room, BOB))
        await tonight.wait(GRACE)
        assert away(room, 2)
        ballot = room.table.ballots[0].number
        await tonight.do(room, ADA, c.Vote, seat=1, ballot=ballot, choice="bot")
        back = Socket(BOB)
        room.join(back, 0)
        while not back.down:  # a long welcome is written in a thread
            await asyncio.sleep(0.01)
        await tonight.settle()
        assert not away(room, 2)
        assert room.table.chairs[1].bot is None
        told = [entry["n"] for message in back.heard for entry in message.get("told", [])]
        assert told == [*range(room.table.version - MOST_TOLD, room.table.version + 1)]
        await play_out(tonight, room)

    spend(story)


@pytest.mark.parametrize(
    ("who", "kind", "fields"),
    [
        (ADA, c.TakeBack, {"seat": 1}),
        (EVE, c.Claim, {"seat": 2}),
        (EVE, c.Sit, {"seat": 2}),
        (ADA, c.Hint, {"seat": 1}),
    ],
)
def test_what_does_not_finish_the_game_is_refused_in_words(
    spend: Spend, who: Person, kind: type, fields: dict[str, Any]
) -> None:
    async def story(tonight: Evening) -> None:
        room = await full_table(tonight)
        if kind is c.Hint:
            person = mover(room, ADA, BOB)
            answer = await ask(tonight, room, person, kind, seat=room.table.to_act)
        else:
            answer = await ask(tonight, room, who, kind, **fields)
        assert (answer["say"], answer["code"]) == ("refused", "log-full")
        assert len(answer["sentence"].split()) > 5
        assert room.table.version == LONGEST
        assert len(await tonight.registry.store.entries(room.table.id)) == LONGEST

    spend(story)


def test_the_others_can_still_end_a_game_with_a_full_log(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await full_table(tonight)
        await tonight.do(room, ADA, c.ProposeEnd, seat=1)
        ballot = room.table.ballots[0].number
        await tonight.do(room, BOB, c.Vote, seat=2, ballot=ballot, choice="yes")
        assert room.table.state == "ended"
        rows = await tonight.registry.store.entries(room.table.id)
        assert isinstance(log.decode(rows[-1].body), log.Voted)

    spend(story)
