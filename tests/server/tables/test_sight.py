"""Today's deal is only for its players, also for people who came just before its game began, and
its seed is told by the calendar."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from tests.support.evenings import DAY, Evening, Socket, Spend, spend
from tests.support.sitting import ADA, EVE, NONCE, NOON, SEED
from upturn.errors import Refusal
from upturn.server.http.call import Asked
from upturn.server.http.calls.polling import since
from upturn.server.http.calls.tables import SinceQuery, standing
from upturn.server.people import results
from upturn.server.people.daily import day_of, on_terms
from upturn.server.tables.room import Room
from upturn.table import Person, opening
from upturn.wire import commands as c
from upturn.wire.requests import NewTable

__all__ = ["spend"]


async def gathering_today(tonight: Evening) -> Room:
    """Ada sits at a table of today's deal, whose game has not begun."""
    wish = on_terms(NewTable(game="team-up", players=1, daily=True))
    opened = opening.open_table(wish, ADA, SEED, NONCE, day=day_of(NOON))
    return await tonight.registry.add(opened)


async def playing_today(tonight: Evening) -> Room:
    room = await gathering_today(tonight)
    await tonight.do(room, ADA, c.Start)
    return room


def asked_by(person: Person | None) -> Asked:
    async def saw(table: object) -> None:
        pass

    return cast(Asked, SimpleNamespace(someone=person, browser="", saw=saw))


def test_spectators_who_are_not_welcomed_yet_are_sent_away_when_todays_game_begins(
    spend: Spend,
) -> None:
    async def story(tonight: Evening) -> None:
        room = await gathering_today(tonight)
        eve, nobody, ada = Socket(EVE), Socket(None), Socket(ADA)
        for socket in (eve, nobody, ada):
            room.attendance.add_arriving(socket)
        await tonight.do(room, ADA, c.Start)
        assert [eve.closed, nobody.closed, ada.closed] == ["secluded", "secluded", None]
        assert not room.attendance.is_arriving(eve)
        assert room.attendance.is_arriving(ada)

    spend(story)


@pytest.mark.parametrize("person", [EVE, None], ids=["named", "nameless"])
def test_a_socket_that_was_let_in_before_todays_game_began_sees_nothing_of_it(
    spend: Spend, person: Person | None
) -> None:
    async def story(tonight: Evening) -> None:
        room = await playing_today(tonight)
        late = Socket(person)
        room.attendance.add_arriving(late)
        await room.arrivals.welcome(late, 0)
        await tonight.settle()
        assert (late.heard, late.closed) == ([], "secluded")
        assert not room.attendance.is_arriving(late)
        await tonight.come(room, ADA)

    spend(story)


@pytest.mark.parametrize("person", [EVE, None], ids=["named", "nameless"])
def test_a_call_that_was_let_in_before_todays_game_began_sees_nothing_of_it(
    spend: Spend, person: Person | None
) -> None:
    async def story(tonight: Evening) -> None:
        room = await playing_today(tonight)
        with pytest.raises(Refusal) as refused:
            await since(asked_by(person), room, SinceQuery())
        assert refused.value.code == "secluded"
        with pytest.raises(Refusal) as refused:
            await standing(asked_by(person), room)
        assert refused.value.code == "secluded"
        assert (await since(asked_by(ADA), room, SinceQuery())).views
        assert (await standing(asked_by(ADA), room)).views

    spend(story)


# --- The seed --------------------------------------------------------------------------------


async def everything_told(tonight: Evening, room: Room) -> list[str]:
    """All that Ada is told about the shuffle."""
    ada = await tonight.come(room, ADA)
    room.broadcast.tell_facts()
    answers: list[Any] = [
        await since(asked_by(ADA), room, SinceQuery()),
        await standing(asked_by(ADA), room),
        results.record_of(room.table),
    ]
    told = [*ada.down, *map(msgspec.json.encode, answers)]
    found = [text.decode() for text in told if b'"commitment"' in text]
    assert len(found) == 5
    return found


@pytest.mark.parametrize("over", [False, True], ids=["today", "tomorrow"])
def test_the_calendar_says_when_the_seed_is_told_and_not_the_clock_of_the_tables(
    spend: Spend, monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    async def story(tonight: Evening) -> None:
        room = await playing_today(tonight)
        ada = await tonight.come(room, ADA)
        ahead, behind = NOON + DAY * 1000, NOON
        tonight.at = behind if over else ahead
        for name, module in tuple(sys.modules.items()):
            if name.startswith("upturn.server.") and hasattr(module, "wall_time"):
                monkeypatch.setattr(module, "wall_time", lambda: ahead if over else behind)
        room.queue.act(lambda table: table.end("enough", tonight.at))
        await tonight.settle()
        ended = json.dumps(ada.heard[-1])
        assert '"commitment"' in ended
        for text in (ended, *await everything_told(tonight, room)):
            assert (SEED in text) == over

    spend(story)
