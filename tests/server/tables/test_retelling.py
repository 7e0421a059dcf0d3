"""People who come to a table are told what happened before: each their own, from one reading."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tests.support.evenings import Evening, Socket, Spend, spend
from tests.support.sitting import ADA, BOB, CYD, EVE
from upturn.server.tables import retelling
from upturn.server.tables.room import Room
from upturn.server.tables.updates import MOST_TOLD
from upturn.table import Person, showing
from upturn.wire import commands as c

__all__ = ["spend"]

PEOPLE = (ADA, BOB, CYD)
COMERS: tuple[Person | None, ...] = (*PEOPLE, EVE, None)


async def played(tonight: Evening, moves: int = 9) -> Room:
    room = await tonight.table(*PEOPLE)
    for _ in range(moves):
        await move(tonight, room)
    return room


async def move(tonight: Evening, room: Room) -> None:
    game, seat = room.table.expect_game(), room.table.to_act
    assert seat is not None
    await tonight.do(room, PEOPLE[seat - 1], c.MakeMove, seat=seat, move=game.legal_moves()[0])


async def come_together(room: Room, since: int) -> list[Any]:
    """All come at once, knowing the table up to a version; what each is told of the rest."""
    sockets = [Socket(person) for person in COMERS]
    for socket in sockets:
        room.join(socket, since)
    while not all(socket.down for socket in sockets):
        await asyncio.sleep(0.001)
    return [socket.heard[0] for socket in sockets]


async def told_alone(room: Room, since: int, seat: int | None) -> Any:
    rows = await room.queue.all_rows()
    told = showing.retell(room.table.id, room.table.code, rows, since, seat)
    return msgspec.to_builtins(told)


class Counted:
    """Counts how often the log is read, and how often it is played again."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch):
        self.read = self.played = 0
        rows_after, retell_each = room.queue.rows_after, showing.retell_each

        async def read(queue: object, since: int) -> Any:
            self.read += 1
            return await rows_after(since)

        def play(*arguments: Any) -> Any:
            self.played += 1
            return retell_each(*arguments)

        monkeypatch.setattr(type(room.queue), "rows_after", read)
        monkeypatch.setattr(showing, "retell_each", play)


@pytest.mark.parametrize("since", [0, 1, 4, 8])
def test_all_who_come_are_told_their_own_from_one_reading_of_the_log(
    spend: Spend, monkeypatch: pytest.MonkeyPatch, since: int
) -> None:
    async def story(tonight: Evening) -> None:
        room = await played(tonight)
        alone = [await told_alone(room, since, seat) for seat in (1, 2, 3, None, None)]
        counted = Counted(room, monkeypatch)
        welcomes = await come_together(room, since)
        assert [welcome["told"] for welcome in welcomes] == alone
        assert [welcome["first"] if since else 1 for welcome in welcomes] == [since + 1] * 5
        assert (counted.read, counted.played) == (1, 1)

    spend(story)


def test_a_hand_is_told_to_its_own_seat_only(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await played(tonight)
        welcomes = await come_together(room, 0)
        deals = []
        for welcome in welcomes:
            started = next(entry for entry in welcome["told"] if entry["what"] == "started")
            deals.append(started["lines"][0]["move"].removeprefix("deal ").split(" | "))
        shown = [[hand != "?" for hand in deal] for deal in deals]
        own = [[seat == other for other in range(3)] for seat in range(3)]
        assert shown == [*own, [False] * 3, [False] * 3]

    spend(story)


def test_what_happens_meanwhile_is_told_too(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await played(tonight)
        await come_together(room, 3)
        await move(tonight, room)
        welcomes = await come_together(room, 3)
        alone = [await told_alone(room, 3, seat) for seat in (1, 2, 3, None, None)]
        assert [welcome["told"] for welcome in welcomes] == alone
        assert alone[0][-1]["n"] == room.table.version

    spend(story)


def test_whoever_knows_more_than_the_one_before_is_told_less(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        room = await played(tonight)
        counted = Counted(room, monkeypatch)
        for since in (2, 7, room.table.version, 5):
            (welcome, *_) = await come_together(room, since)
            assert [entry["n"] for entry in welcome["told"]] == [
                *range(since + 1, room.table.version + 1)
            ]
        assert (counted.read, counted.played) == (1, 1)
        (welcome, *_) = await come_together(room, 0)
        assert len(welcome["told"]) == room.table.version < MOST_TOLD
        assert (counted.read, counted.played) == (2, 2)

    spend(story)


def test_a_log_that_was_amended_is_read_anew(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await played(tonight)
        await tonight.do(room, ADA, c.Say, text="my secret")
        (before, *_) = await come_together(room, 2)
        assert before["told"][-1]["text"] == "my secret"
        store, n = room.context.store, room.table.version
        body = (await room.queue.all_rows())[-1].body.replace("my secret", "")
        await store.amend(room.table.id, {n: body})
        room.amended()
        await tonight.settle()
        (after, *_) = await come_together(room, 2)
        assert "my secret" not in str(after)

    spend(story)


def test_a_retelling_is_kept_for_some_seconds_only(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retelling, "KEPT", 0.01)

    async def story(tonight: Evening) -> None:
        room = await played(tonight)
        counted = Counted(room, monkeypatch)
        await come_together(room, 2)
        await asyncio.sleep(0.05)
        await come_together(room, 2)
        assert (counted.read, counted.played) == (2, 2)

    spend(story)
