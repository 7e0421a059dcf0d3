"""One thing at a time at a table, whatever other workers and the disk do meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.databases import run
from tests.evenings import Evening, Spend, spend
from tests.sitting import ADA, BOB, NONCE, SEED
from upturn.crew import Crew
from upturn.errors import BrokenLog, Refusal
from upturn.server.hall import Hall
from upturn.server.metrics import Metrics
from upturn.server.room import Room
from upturn.store import open_store
from upturn.table import Person, Table, opening
from upturn.table.table import KEPT
from upturn.wire import commands as c
from upturn.wire.requests import NewTable

__all__ = ["spend"]

IMPOSSIBLE = '{"e":"moved","seat":1,"move":"flip"}'
"""No second entry: the game has not begun."""


class Asker:
    """Somebody who asks a room for something."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[int | str] = asyncio.get_running_loop().create_future()

    def done(self, command: str, version: int) -> None:
        self.answer.set_result(version)

    def refuse(self, command: str | None, refusal: Refusal) -> None:
        self.answer.set_result(refusal.code)

    def say(self, message: bytes) -> None:
        """Nothing is said to one who only asks."""


async def ask(room: Room, command: Any, person: Person = ADA) -> int | str:
    """The version that it became, or why not."""
    asker = Asker()
    room.ask(command, person, asker)
    return await asyncio.wait_for(asker.answer, 300)


def at_two_workers(folder: Path, test: Callable[[Room, Room], Awaitable[None]]) -> None:
    """One table in the minds of two workers, of which neither hears the other."""

    async def both() -> None:
        with closing(Crew.gather(folder, 2)) as crew:
            async with AsyncExitStack() as opened:
                halls = []
                for number in range(2):
                    store = await open_store(str(folder / "table.db"), replace(crew, number=number))
                    opened.push_async_callback(store.close)
                    halls.append(Hall(store, Metrics(), 0, 60))
                    opened.push_async_callback(halls[-1].close)
                here, there = halls
                await here.store.add_person(ADA.id, ADA.name, "ada", 1, b"a")
                wish = NewTable(game="dnup", players=2)
                room = await here.add(opening.open_table(wish, ADA, SEED, NONCE))
                await test(room, await there.room(room.table.id))

    run(both())


def test_a_repeat_gets_its_first_answer_also_from_a_worker_that_is_far_behind(
    tmp_path: Path,
) -> None:
    async def test(here: Room, there: Room) -> None:
        command = c.Say("once", 1, text="only once")
        first = await ask(here, command)
        for number in range(KEPT + 4):
            await ask(here, c.Say(f"c{number}", here.table.version, text="on and on"))
        assert there.table.version == 1
        assert await ask(there, command) == first
        rows = await here.hall.store.entries(here.table.id)
        assert sum("only once" in row.body for row in rows) == 1

    at_two_workers(tmp_path, test)


def test_who_knows_more_than_this_worker_is_believed_after_a_look(tmp_path: Path) -> None:
    async def test(here: Room, there: Room) -> None:
        version = await ask(here, c.Say("a", 1, text="hello"))
        assert isinstance(version, int)
        assert await ask(there, c.Say("b", version, text="hello again")) == version + 1
        assert await ask(there, c.Say("c", version + 99, text="?")) == "unknown-version"

    at_two_workers(tmp_path, test)


def test_a_game_that_another_worker_ended_is_in_the_register(tmp_path: Path) -> None:
    """That one may have died before it came to it."""

    async def test(here: Room, there: Room) -> None:
        store, key = here.hall.store, here.table.id
        change = Table.fold(key, here.table.code, await store.entries(key)).end("agreed", 1)
        assert await store.append(key, change.n, change.at, change.body)
        there.heard(change.n)
        while (row := await store.table(key)) is None or row.state != "ended":
            await asyncio.sleep(0.01)

    at_two_workers(tmp_path, test)


@pytest.mark.parametrize("lost", [False, True])
def test_a_table_whose_log_leads_nowhere_says_so_and_is_forgotten(
    tmp_path: Path, lost: bool
) -> None:
    async def test(here: Room, there: Room) -> None:
        hall, key = here.hall, here.table.id
        if lost:  # somebody else's entry is in the place of the next one
            await there.hall.store.append(key, 2, 1, IMPOSSIBLE)
        else:
            await ask(here, c.Say("a", 1, text="hello"))
            await hall.store.amend(key, {2: IMPOSSIBLE})
            here.read_again()
        command = c.Say("z", here.table.version, text="anybody there?")
        waiting = asyncio.ensure_future(here.ask_in_turn(lambda table: table.version))
        assert await ask(here, command) == "unreadable-table"
        if not lost:
            with pytest.raises(BrokenLog):
                await waiting
        assert key not in hall.rooms
        with pytest.raises(BrokenLog):
            await hall.room(key)
        with pytest.raises(BrokenLog):
            await here.ask_in_turn(lambda table: table.version)

    at_two_workers(tmp_path, test)


def test_bots_wait_for_a_vote_also_if_nobody_has_a_socket(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        thought = asyncio.Event()
        tonight.thinking = thought.wait
        wish = NewTable(game="dnup", players=3, bots={"3": "casual"})
        room = await tonight.hall.add(opening.open_table(wish, ADA, SEED, NONCE))
        await tonight.do(room, BOB, c.Sit, seat=2)
        await tonight.do(room, ADA, c.Start)
        table = room.table
        while table.to_act != 3:
            seat = table.to_act
            assert seat is not None
            mover = (ADA, BOB)[seat - 1]
            move = table.views([seat])[0]["legal"][0]
            await tonight.do(room, mover, c.MakeMove, seat=seat, move=move)
        await tonight.do(room, mover, c.TakeBack, seat=seat)
        assert not room.attended()
        thought.set()
        await tonight.settle()
        assert (table.to_act, len(table.ballots)) == (3, 1)

    spend(story)


def test_who_may_have_missed_a_word_looks_for_those_who_are_no_more(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        bob = await tonight.come(room, BOB)
        ada = await tonight.come(room, ADA)
        await tonight.hall.store.add_person(ADA.id, ADA.name, "ada", 1, b"a")
        tonight.hall._heard("", 0)
        while bob.closed is None:
            await asyncio.sleep(0.01)
        await tonight.settle()
        assert (bob.closed, ada.closed) == ("deleted", None)
        assert ada.heard[-1]["told"] == []
        assert ada.heard[-1]["table"]["version"] == room.table.version

    spend(story)
