"""What happens at a table because time passes."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.evenings import DAY, GRACE, Evening, Spend, away, last_of, log_of, mover, spend
from tests.support.sitting import ADA, BOB, CYD, NONCE, SEED, state
from upturn.cli.admin import end_table
from upturn.errors import Refusal
from upturn.server import clock
from upturn.server.tables import timers
from upturn.server.tables.attendance import Attendance
from upturn.server.tables.timers import GATHERS_FOR, IDLE, TICKS_TO_PING, Timers
from upturn.store import SightingRow
from upturn.table import log, opening
from upturn.wire import commands as c
from upturn.wire.facts import Clock
from upturn.wire.requests import NewTable

__all__ = ["spend"]

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
            room.came(BOB)
        assert not away(room, 2)

    spend(story)


def test_one_device_of_two_is_enough_to_be_there(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        await tonight.come(room, ADA)
        phone, _ = await tonight.come(room, BOB), await tonight.come(room, BOB)
        room.leave(phone)
        await tonight.wait(5 * GRACE)
        assert room.attendance.present() == [1, 2]
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
        room = await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE))
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
        again = await tonight.registry.room(key)  # it had been forgotten meanwhile
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
        assert tonight.registry.rooms == {room.table.id: room}
        room.leave(ada)
        await tonight.wait(IDLE / 1000 + 1)
        assert tonight.registry.rooms == {}
        again = await tonight.registry.room(room.table.id)
        assert again is not room
        assert state(again.table) == before | {"facts": state(again.table)["facts"]}

    spend(story)


def test_a_table_that_somebody_waits_at_is_kept(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        with room.attendance.polling(ADA):
            await tonight.wait(IDLE / 1000 + 1)
            assert tonight.registry.rooms == {room.table.id: room}

    spend(story)


def test_everybody_is_asked_whether_they_are_there(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        sockets = [await tonight.come(room, person) for person in (ADA, BOB, None)]
        tonight.timers.check_tables()
        assert [socket.pings for socket in sockets] == [0, 0, 0]
        for turn in range(TICKS_TO_PING):
            tonight.timers.ping(turn)
        assert [socket.pings for socket in sockets] == [1, 1, 1]

    spend(story)


def test_one_table_that_makes_trouble_does_not_keep_the_timers_from_the_others(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(tonight: Evening) -> None:
        bad, good = await tonight.table(ADA, BOB), await tonight.table(CYD, BOB)
        await tonight.come(bad, ADA)
        await tonight.come(good, CYD)

        def trouble(self: Attendance) -> list[int]:
            if self is bad.attendance:
                raise Refusal("trouble", "for the test")
            return [1]

        monkeypatch.setattr(Attendance, "present", trouble)
        await tonight.wait(0)
        await tonight.wait(GRACE)
        assert not away(bad, 2)
        assert away(good, 2)

    spend(story)


def test_a_table_that_was_ended_from_outside_is_noticed_and_told(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room, other = await tonight.table(ADA, BOB), await tonight.table(CYD, BOB)
        ada = await tonight.come(room, ADA)
        await end_table(tonight.registry.store, room.table.code, "cleaned-up")
        await tonight.timers.read_index()
        await tonight.settle()
        told = ada.heard[-1]["told"]
        assert [(entry["what"], entry.get("reason")) for entry in told] == [("ended", "cleaned-up")]
        assert (room.table.state, other.table.state) == ("ended", "playing")

    spend(story)


def test_a_table_that_nobody_came_to_for_a_week_is_closed(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        wish = NewTable(game="dnup", players=2)
        rooms = [
            await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE)) for _ in range(2)
        ]
        playing = await tonight.table(CYD, BOB)
        tonight.at += GATHERS_FOR
        await tonight.do(rooms[1], BOB, c.Sit, seat=2)
        for _ in range(2):
            await tonight.timers.read_index()
            await tonight.settle()
            tonight.at += 1
        states = [room.table.state for room in (*rooms, playing)]
        assert states == ["ended", "gathering", "playing"]
        assert rooms[0].table.ended_by == "deserted"

    spend(story)


# --- What was seen -----------------------------------------------------------------------------


def test_what_somebody_saw_a_year_ago_is_dropped_now_and_then(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "TICK", 0.001)
    monkeypatch.setattr(timers, "SIGHTINGS_DROPPED_EVERY", 0.002)

    async def story(tonight: Evening) -> None:
        store = tonight.registry.store
        await store.add_sightings(
            [SightingRow("", "old", "t1", "d", 1), SightingRow("", "new", "t1", "d", clock.now())]
        )
        running = asyncio.create_task(Timers(tonight.registry).run())
        while await store.has_seen("", "old", "d"):
            await asyncio.sleep(0.01)
        running.cancel()
        assert await store.has_seen("", "new", "d")

    spend(story)
