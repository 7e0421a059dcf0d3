"""Tables that nobody asks for still do what they have to, after a restart and out of memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.databases import run
from tests.support.evenings import DAY, GRACE, Evening, Spend, evening, last_of, log_of, spend
from tests.support.sitting import ADA, BOB, CYD, EVE, NONCE, SEED
from upturn.errors import StoreUnavailable
from upturn.server.tables import waking
from upturn.server.tables.room import Room
from upturn.server.tables.timers import GATHERS_FOR, IDLE
from upturn.table import Table, consent, log, opening
from upturn.wire import commands as c
from upturn.wire.facts import Clock
from upturn.wire.requests import NewTable

__all__ = ["spend"]

Story = Callable[[Evening], Awaitable[None]]
Restart = Callable[[Story, Story], None]


@pytest.fixture
def restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Restart:
    """Spends two evenings with one database: the server was restarted in between."""

    def spent(first: Story, second: Story) -> None:
        async def whole() -> None:
            async with evening(tmp_path, monkeypatch) as tonight:
                await first(tonight)
            later = tonight.at
            async with evening(tmp_path, monkeypatch) as tonight:
                tonight.at = later
                await tonight.registry.open()
                await tonight.registry.waking.looked()
                await tonight.settle()
                await second(tonight)

        run(whole())

    return spent


async def woken(tonight: Evening, seconds: float) -> None:
    """Let time pass: tables whose moment has come are folded, and then checked."""
    await tonight.wait(seconds)
    await tonight.registry.waking.looked()
    await tonight.wait(0)


async def log_at(tonight: Evening, table: str) -> list[log.AnyEntry]:
    rows = await tonight.registry.store.entries(table)
    return [log.decode(row.body) for row in rows]


# --- After a restart ---------------------------------------------------------------------------


def test_after_a_restart_no_table_is_folded_that_has_nothing_to_do(restart: Restart) -> None:
    async def first(tonight: Evening) -> None:
        await tonight.table(ADA, BOB)
        wish = NewTable(game="dnup", players=2)
        await tonight.registry.add(opening.open_table(wish, CYD, SEED, NONCE))

    async def second(tonight: Evening) -> None:
        assert tonight.registry.rooms == {}
        for row in await tonight.registry.store.open_tables():
            assert (await tonight.registry.room(row.id)).table.state == row.state

    restart(first, second)


def test_after_a_restart_a_bot_moves_although_nobody_asks(restart: Restart) -> None:
    async def first(tonight: Evening) -> None:
        tonight.thinking = asyncio.Event().wait  # it does not come to its move
        wish = NewTable(game="dnup", players=2, bots={"1": "casual"}, seat=2)
        room = await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE), start=True)
        await tonight.settle()
        if room.table.to_act == 2:
            legal = room.table.views([2])[0]["legal"]
            await tonight.do(room, ADA, c.MakeMove, seat=2, move=legal[0])
        assert room.table.bot_due() is not None

    async def second(tonight: Evening) -> None:
        (room,) = tonight.registry.rooms.values()
        entry = await last_of(room)
        assert isinstance(entry, log.Moved)
        assert entry.by == "bot"

    restart(first, second)


def test_after_a_restart_a_clock_runs_out_although_nobody_asks(restart: Restart) -> None:
    tables = []

    async def first(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, clock=Clock(DAY, 0))
        tables.append(room.table.id)

    async def second(tonight: Evening) -> None:
        before = await log_at(tonight, tables[0])
        await woken(tonight, DAY - 1)
        assert tonight.registry.rooms == {}
        assert len(await log_at(tonight, tables[0])) == len(before)
        await woken(tonight, 1)
        entry = (await log_at(tonight, tables[0]))[len(before)]
        assert isinstance(entry, log.Moved)
        assert entry.by == "clock"

    restart(first, second)


def test_a_clock_that_ran_out_while_the_server_was_down_has_run_out(restart: Restart) -> None:
    async def first(tonight: Evening) -> None:
        await tonight.table(ADA, BOB, clock=Clock(DAY, 0))
        tonight.at += 2 * DAY * 1000

    async def second(tonight: Evening) -> None:
        await tonight.wait(0)
        (room,) = tonight.registry.rooms.values()
        moved = [entry for entry in await log_of(room) if isinstance(entry, log.Moved)]
        assert moved[0].by == "clock"

    restart(first, second)


async def claim(tonight: Evening) -> Room:
    """Bob is away, Eve asks for his seat, and Ada agrees."""
    room = await tonight.table(ADA, BOB)
    ada = await tonight.come(room, ADA)
    await tonight.wait(0)
    await tonight.wait(GRACE)
    await tonight.do(room, EVE, c.Claim, seat=2)
    await tonight.do(room, ADA, c.Answer, claim=1, give=True)
    room.leave(ada)
    return room


def test_after_a_restart_a_claimed_seat_is_given_although_nobody_asks(restart: Restart) -> None:
    tables = []

    async def first(tonight: Evening) -> None:
        tables.append((await claim(tonight)).table.id)

    async def second(tonight: Evening) -> None:
        await woken(tonight, consent.OWNER_HAS / 1000)
        assert isinstance((await log_at(tonight, tables[0]))[-1], log.Answered)

    restart(first, second)


@pytest.mark.parametrize("state", ["gathering", "playing"])
def test_rows_that_were_behind_the_log_are_written_after_a_restart(
    restart: Restart, state: str
) -> None:
    """The entry was on disk, and the server died before it wrote the rows beside the log."""
    tables = []

    async def append(tonight: Evening, room: Room, *commands: c.AnyCommand) -> None:
        store, key = tonight.registry.store, room.table.id
        table = Table.fold(key, room.table.code, await store.entries(key))
        for command in commands:
            change = table.do(command, BOB if isinstance(command, c.Sit) else ADA, tonight.at)
            assert await store.append(key, change.n, change.at, change.body)

    async def first(tonight: Evening) -> None:
        wish = NewTable(game="dnup", players=2)
        room = await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE))
        tables.append(room.table.id)
        store = tonight.registry.store
        assert await store.add_person(BOB.id, "Bob", "bob", tonight.at, b"secret")
        tonight.at += 1000
        sit = c.Sit(id="s1", version=1, seat=2)
        start = [c.Start(id="s2", version=2)] if state == "playing" else []
        await append(tonight, room, sit, *start)

    async def second(tonight: Evening) -> None:
        await tonight.registry.index.written()
        store = tonight.registry.store
        row = await store.table(tables[0])
        assert row is not None
        assert row.state == state
        assert '"Bob"' in row.summary
        assert [seat.seat for seat in await store.seatings(BOB.id)] == [2]

    restart(first, second)


def test_a_log_that_does_not_fold_keeps_no_other_table_from_waking(restart: Restart) -> None:
    tables: list[str] = []

    async def first(tonight: Evening) -> None:
        for people in ((ADA, BOB), (CYD, BOB)):
            room = await tonight.table(*people, clock=Clock(60, 0))
            tables.append(room.table.id)
        tonight.at += 100_000
        store = tonight.registry.store
        for broken in sorted(tables)[:1]:
            version = len(await store.entries(broken))
            assert await store.append(broken, version + 1, tonight.at, '{"e":"back","seat":9}')
            tables.remove(broken)

    async def second(tonight: Evening) -> None:
        assert [*tonight.registry.rooms] == tables

    restart(first, second)


def test_the_look_through_the_tables_waits_for_a_store_that_does_not_answer(
    spend: Spend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waking, "PAUSE", 0.001)

    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, clock=Clock(60, 0))
        key = room.table.id
        tonight.registry.forget(key)
        store, asked = tonight.registry.store, []

        async def gone(table: str) -> None:
            asked.append(table)
            if len(asked) == 3:
                monkeypatch.undo()
            raise StoreUnavailable("for the test")

        tonight.at += 60_000
        now = tonight.at
        monkeypatch.setattr(store, "table", gone)
        tonight.registry.waking.wake(now)
        await tonight.registry.waking.looked()
        assert asked == [key] * 3
        assert [*tonight.registry.rooms] == [key]

    spend(story)


# --- Out of memory -----------------------------------------------------------------------------


def test_a_clock_runs_out_at_a_table_that_has_left_memory(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, clock=Clock(DAY, 0))
        key, version = room.table.id, room.table.version
        await tonight.wait(IDLE / 1000 + 1)
        assert tonight.registry.rooms == {}
        await woken(tonight, DAY - IDLE / 1000 - 3)
        assert tonight.registry.rooms == {}
        await woken(tonight, 2)
        entries = await log_at(tonight, key)
        assert len(entries) == version + 1
        assert isinstance(entries[-1], log.Moved)

    spend(story)


def test_a_claimed_seat_is_given_at_a_table_that_has_left_memory(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await claim(tonight)
        tonight.registry.forget(room.table.id)
        await woken(tonight, consent.OWNER_HAS / 1000)
        entry = (await log_at(tonight, room.table.id))[-1]
        assert isinstance(entry, log.Answered)
        assert entry.given

    spend(story)


def test_a_table_that_moved_on_is_woken_only_when_its_new_time_has_come(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB, clock=Clock(DAY, 0))
        key = room.table.id
        tonight.registry.forget(key)
        tonight.at += DAY * 1000 // 2
        again = await tonight.registry.room(key)
        seat = again.table.to_act or 0
        legal = again.table.views([seat])[0]["legal"]
        await tonight.do(again, (ADA, BOB)[seat - 1], c.MakeMove, seat=seat, move=legal[0])
        version = again.table.version
        tonight.registry.forget(key)
        await woken(tonight, DAY / 2)
        assert len(await log_at(tonight, key)) == version
        await woken(tonight, DAY / 2)
        assert len(await log_at(tonight, key)) == version + 1

    spend(story)


def test_a_table_where_somebody_talks_is_not_taken_for_deserted_again_and_again(
    spend: Spend,
) -> None:
    async def story(tonight: Evening) -> None:
        wish = NewTable(game="dnup", players=2)
        room = await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE))
        store = tonight.registry.store
        tonight.at += GATHERS_FOR
        await tonight.do(room, ADA, c.Say, text="is anybody there?")
        tonight.at += 1
        assert await store.deserted_tables(tonight.at - GATHERS_FOR) == [room.table.id]
        await tonight.timers.read_index()
        await tonight.registry.index.written()
        assert await store.deserted_tables(tonight.at - GATHERS_FOR) == []
        assert room.table.state == "gathering"

    spend(story)


def test_a_log_that_does_not_fold_keeps_no_other_table_from_being_closed(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        wish = NewTable(game="dnup", players=2)
        store, opened = tonight.registry.store, opening.open_table(wish, ADA, SEED, NONCE)
        rooms = [await tonight.registry.add(opened) for _ in range(2)]
        broken, other = sorted(room.table.id for room in rooms)
        assert await store.append(broken, 2, tonight.at, '{"e":"back","seat":9}')
        tonight.registry.forget(broken)
        tonight.at += GATHERS_FOR + 1
        await tonight.timers.read_index()
        await tonight.settle()
        assert (await tonight.registry.room(other)).table.ended_by == "deserted"

    spend(story)
