"""Claims at a server: owners are told, and have their seats again when they come back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.databases import run
from tests.support.evenings import (
    DAY,
    GRACE,
    Evening,
    Socket,
    Spend,
    away,
    last_of,
    set_clock,
    spend,
)
from tests.support.hidden import rewritten, with_other_secrets
from tests.support.shaky import Line
from tests.support.sitting import ADA, BOB, CYD, DAN, EVE, FAY, ID, NOON, At, seated
from tests.support.stored_table import write
from upturn.server.config.limits import Limits, Rate
from upturn.server.monitoring.metrics import Metrics
from upturn.server.people.daily import day_of
from upturn.server.tables.registry import TableRegistry
from upturn.server.tables.room import Room
from upturn.store import open_store
from upturn.table import Person, log
from upturn.table.consent import OWNER_HAS
from upturn.wire import commands as c

__all__ = ["spend"]

DELAY = OWNER_HAS / 1000


async def abandoned(tonight: Evening) -> Room:
    """Ada, Bob and Cyd play; Bob has been gone for the grace time."""
    room = await tonight.table(ADA, BOB, CYD)
    for person in (ADA, CYD):
        await tonight.come(room, person)
    await tonight.wait(0)
    await tonight.wait(GRACE)
    assert away(room, 2)
    return room


async def claim(tonight: Evening, room: Room, *agreeing: Person) -> None:
    """Eve asks for Bob's seat, and these people are for it."""
    await tonight.do(room, EVE, c.Claim, seat=2)
    for person in agreeing:
        await tonight.do(room, person, c.Answer, claim=room.table.claims_made, give=True)


def told_of_claims(socket: Socket) -> list[Any]:
    return [message for message in socket.heard if message["say"] == "seat-claimed"]


# --- The seat is given, and had back -----------------------------------------------------------


def test_the_seat_is_given_when_all_have_agreed_and_two_minutes_are_over(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        eve = await tonight.come(room, EVE)
        await claim(tonight, room, ADA, CYD)
        await tonight.wait(DELAY - 1)
        assert room.seats_of(EVE) == ()
        await tonight.wait(1)
        assert room.seats_of(EVE) == (2,)
        entry = await last_of(room)
        assert isinstance(entry, log.Answered)
        assert (entry.given, entry.person) == (True, None)
        assert eve.heard[-2]["views"][0]["seat"] == 2

    spend(story)


def test_without_everybodys_yes_no_time_gives_it(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        await claim(tonight, room, CYD)
        for _ in range(3):
            await tonight.wait(DELAY)
        assert room.seats_of(EVE) == ()

    spend(story)


def test_the_owner_who_connects_in_time_keeps_the_seat(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        await claim(tonight, room, ADA, CYD)
        bob = await tonight.come(room, BOB)
        await tonight.wait(DELAY)
        assert room.seats_of(BOB) == (2,)
        assert room.table.claims == []
        assert bob.heard[-1]["say"] != "farewell"

    spend(story)


def test_the_owner_who_connects_later_has_the_seat_back_and_the_other_one_watches(
    spend: Spend,
) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        eve, watcher = await tonight.come(room, EVE), await tonight.come(room, None)
        await claim(tonight, room, ADA, CYD)
        await tonight.wait(DELAY)
        version, heard = room.table.version, len(watcher.down)
        assert room.seats_of(EVE) == (2,)
        bob = await tonight.come(room, BOB)
        assert bob.heard[0]["lost"] == [2]
        assert bob.heard[1]["seats"] == [2]
        assert bob.heard[1]["views"][0]["seat"] == 2
        assert eve.seats == ()
        fresh = [message for message in eve.heard if message.get("version", 0) > version]
        assert [entry["what"] for entry in fresh[0]["told"]] == ["back"]
        assert fresh[0]["seats"] == []
        assert fresh[0]["views"][0]["seat"] is None
        assert eve.down[-len(watcher.down[heard:]) :] == watcher.down[heard:]
        seat = room.table.to_act
        await tonight.do(room, (ADA, BOB, CYD)[(seat or 1) - 1], c.Hint, seat=seat)
        assert eve.down[-1] == watcher.down[-1]

    spend(story)


def test_the_owner_who_polls_has_the_seat_back(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        await claim(tonight, room, ADA, CYD)
        await tonight.wait(DELAY)
        assert room.seats_of(EVE) == (2,)
        room.came(BOB)
        await tonight.settle()
        assert room.seats_of(BOB) == (2,)

    spend(story)


def test_an_owner_who_said_that_they_go_watches_and_sits_down_when_they_like(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, CYD)
        bob = await tonight.come(room, BOB)
        await tonight.do(room, BOB, c.Stand, seat=2)
        await claim(tonight, room, ADA, CYD)
        await tonight.wait(DELAY)
        assert room.seats_of(EVE) == (2,)
        assert [message.get("given") for message in told_of_claims(bob)] == [None, True]
        again = await tonight.come(room, BOB)
        assert (again.heard[0]["seats"], again.heard[0]["lost"]) == ([], [2])
        assert room.seats_of(EVE) == (2,)
        await tonight.do(room, BOB, c.Sit, seat=2)
        assert bob.seats == again.seats == (2,)

    spend(story)


def test_a_table_that_was_forgotten_meanwhile_knows_its_owner(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        await claim(tonight, room, ADA, CYD)
        await tonight.wait(DELAY)
        tonight.registry.forget(room.table.id)
        again = await tonight.registry.room(room.table.id)
        assert again is not room
        assert again.seats_of(EVE) == (2,)
        await tonight.come(again, BOB)
        assert again.seats_of(BOB) == (2,)

    spend(story)


def test_somebody_who_is_here_is_not_away_because_another_worker_says_so(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.come(room, BOB)
        table = room.table
        entry = log.encode(log.Away(seat=2))
        assert await tonight.registry.store.append(table.id, table.version + 1, tonight.at, entry)
        room.queue.refold()
        await tonight.settle()
        assert isinstance(await last_of(room), log.Back)
        assert not away(room, 2)

    spend(story)


def test_nobody_watches_the_deal_of_the_day_after_losing_a_seat_of_it(
    spend: Spend,
) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        await claim(tonight, room, ADA, CYD)
        await tonight.wait(DELAY)
        room.table.setup.day = day_of(tonight.at)
        eve = await tonight.come(room, EVE)
        assert eve.seats == (2,)
        room.check_sight(BOB)
        await tonight.come(room, BOB)
        assert room.seats_of(BOB) == (2,)
        assert eve.closed == "secluded"

    spend(story)


# --- Telling the owner -------------------------------------------------------------------------


def test_the_owner_is_told_at_whatever_table_and_nobody_else_is(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        elsewhere = await tonight.table(DAN, BOB)
        bob = [await tonight.come(elsewhere, BOB) for _ in range(2)]
        others = [await tonight.come(elsewhere, one) for one in (DAN, None)]
        others += [await tonight.come(room, one) for one in (ADA, EVE, None)]
        await claim(tonight, room, ADA, CYD)
        table = {"say": "seat-claimed", "table": room.table.id, "code": room.table.code, "seat": 2}
        assert [told_of_claims(one) for one in bob] == [[table]] * 2
        await tonight.wait(DELAY)
        assert told_of_claims(bob[0]) == [table, table | {"given": True}]
        assert [told_of_claims(one) for one in others] == [[]] * 5

    spend(story)


def test_nobody_is_told_of_a_claim_to_a_bots_seat_or_of_a_no(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, CYD)
        sockets = [await tonight.come(room, person) for person in (ADA, BOB, CYD)]
        await tonight.do(room, BOB, c.Stand, seat=2)
        await claim(tonight, room)
        await tonight.do(room, ADA, c.Answer, claim=1, give=False)
        assert [len(told_of_claims(one)) for one in sockets] == [0, 1, 0]

    spend(story)


# --- Who is missed -----------------------------------------------------------------------------


def test_spectators_miss_nobody(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        for person in (None, EVE):
            await tonight.come(room, person)
        with room.attendance.polling(FAY):
            for _ in range(4):
                await tonight.wait(GRACE)
        assert not away(room, 1)
        assert not away(room, 2)

    spend(story)


def test_a_player_who_has_left_and_watches_misses_nobody(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.come(room, BOB)
        await tonight.do(room, BOB, c.Stand, seat=2)
        for _ in range(4):
            await tonight.wait(GRACE)
        assert not away(room, 1)

    spend(story)


def test_a_player_who_polls_misses_the_others(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        with room.attendance.polling(ADA):
            room.came(ADA)
            await tonight.wait(0)
            await tonight.wait(GRACE / 2)
            room.came(ADA)
            await tonight.wait(GRACE / 2)
        assert away(room, 2)
        assert not away(room, 1)

    spend(story)


# --- Hidden cards ------------------------------------------------------------------------------


async def lost(folder: Path, rows: list[log.Row]) -> tuple[bytes, list[list[bytes]]]:
    """Eve has Bob's seat until he comes back: her welcome before, and what her devices get then,
    whatever she tries."""
    folder.mkdir()
    await write(folder, rows)
    store = await open_store(str(folder / "table.db"))
    registry = TableRegistry(store, Metrics(), bot_pace=0.0, grace=60.0)
    try:
        room = await registry.room(ID)

        eve = Line(EVE)
        room.join(eve, 0)
        while not eve.down:
            await store.entries(ID)
        first = eve.down[0]
        eve.down.clear()
        bob = Line(BOB)
        room.join(bob, 0)
        while room.seats_of(BOB) != (2,) or len(bob.down) < 2:
            await store.entries(ID)
        for kind, fields in TRIED_BY_EVE:
            command = kind(id=f"e{len(eve.down)}", version=room.table.version, **fields)
            room.hear(command, eve)
            await room.queue.read(lambda table: table)
        late = [Line(EVE), Line(EVE)]
        for line, since in zip(late, (0, 4), strict=True):
            room.join(line, since)
            while not line.down:
                await store.entries(ID)
        return first, [eve.down, *(line.down for line in late)]
    finally:
        await registry.close()
        await store.close()


TRIED_BY_EVE: list[tuple[type, dict[str, Any]]] = [
    (c.Look, {"seat": 2}),
    (c.Hint, {"seat": 2}),
    (c.Why, {"seat": 2, "moves": ["flip", "nonsense"]}),
    (c.MakeMove, {"seat": 2, "move": "flip"}),
    (c.TakeBack, {"seat": 2}),
    (c.Sit, {"seat": 2}),
    (c.Claim, {"seat": 2}),
]


def stolen(game: str, players: int) -> At:
    """A table where Eve has Bob's seat, and has played on it."""
    at = seated(game, players)
    at.moves(players)
    at.itself(at.table.away, 2)
    at.hand_over(2, EVE, *(one for one in (ADA, CYD, DAN)[: players - 1]))
    at.moves(2)
    return at


@pytest.mark.parametrize(("game", "players"), [("dnup", 3), ("team-play", 4)])
def test_whoever_loses_a_seat_gets_what_spectators_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, players: int
) -> None:
    at = stolen(game, players)
    others = rewritten(at.rows, with_other_secrets(at.table.expect_game(), 1, 1).moves)
    set_clock(monkeypatch, lambda: NOON + 10_000_000)
    ours, theirs = (run(lost(tmp_path / str(n), rows)) for n, rows in enumerate((at.rows, others)))
    assert ours[0] != theirs[0], "while it was hers she saw the hand"
    assert ours[1] == theirs[1]
    said = [msgspec.json.decode(message)["say"] for message in ours[1][0]]
    assert said.count("refused") == len(TRIED_BY_EVE)


# --- Limits and clocks -------------------------------------------------------------------------


def test_somebody_who_claims_a_seat_again_and_again_is_refused_in_the_end(spend: Spend) -> None:
    """Each claim is an entry, and the others have to answer it."""

    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        room.context.limits = Limits({"seats": Rate(2, 0)}, {})
        for number in (1, 2):
            await claim(tonight, room)
            await tonight.do(room, ADA, c.Answer, claim=number, give=False)
        version, eve = room.table.version, Socket(EVE)
        room.ask(c.Claim(id="c-again", version=version, seat=2), EVE, eve)
        await tonight.settle()
        assert [message["code"] for message in eve.heard] == ["too-many-requests"]
        assert room.table.version == version
        await tonight.do(room, DAN, c.Claim, seat=2)  # others still may

    spend(story)


def test_a_claim_that_is_sent_again_counts_once(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        room.context.limits = Limits({"seats": Rate(1, 0)}, {})
        asked = c.Claim(id="c-once", version=room.table.version, seat=2)
        eve = Socket(EVE)
        for _ in range(3):
            room.ask(asked, EVE, eve)
            await tonight.settle()
        assert [message["say"] for message in eve.heard] == ["done"] * 3

    spend(story)


def test_a_clock_that_was_set_back_before_a_restart_does_not_put_off_a_claimed_seat(
    spend: Spend,
) -> None:
    async def story(tonight: Evening) -> None:
        room = await abandoned(tonight)
        await claim(tonight, room, ADA, CYD)
        for socket in tuple(room.attendance.sockets):
            room.leave(socket)
        tonight.registry.forget(room.table.id)
        tonight.at -= DAY * 1000
        again = await tonight.registry.room(room.table.id)
        await tonight.wait(DELAY - 1)
        assert not isinstance(await last_of(again), log.Answered)
        await tonight.wait(1)
        entry = await last_of(again)
        assert isinstance(entry, log.Answered)
        assert entry.given

    spend(story)
