"""One thing at a time at a table, whatever other workers and the disk do meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import run
from tests.support.evenings import Evening, Spend, spend
from tests.support.sitting import ADA, BOB, CODE, ID, NONCE, NOON, SEED
from upturn.errors import BrokenLog, Refusal
from upturn.server.monitoring.metrics import Metrics
from upturn.server.people.persons import CHANGED
from upturn.server.tables.queue import Action, TableQueue
from upturn.server.tables.registry import TableRegistry
from upturn.server.tables.room import Room
from upturn.server.tasks import Tasks
from upturn.store import EntryRow, Store, TableRow, open_store
from upturn.table import Change, Person, Table, opening
from upturn.table.table import KEPT
from upturn.wire import commands as c
from upturn.wire.requests import NewTable
from upturn.workers import WorkerGroup

__all__ = ["spend"]

IMPOSSIBLE = '{"e":"moved","seat":1,"move":"flip"}'
"""No second entry: the game has not begun."""


class Asker:
    """Somebody who asks for something."""

    browser = ""

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
    """One table in the memory of two workers, of which neither hears the other."""

    async def both() -> None:
        with closing(WorkerGroup.create(folder, 2)) as group:
            async with AsyncExitStack() as opened:
                registries = []
                for number in range(2):
                    store = await open_store(
                        str(folder / "table.db"), replace(group, number=number)
                    )
                    opened.push_async_callback(store.close)
                    registries.append(TableRegistry(store, Metrics(), 0, 60))
                    opened.push_async_callback(registries[-1].close)
                here, there = registries
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
        rows = await here.context.store.entries(here.table.id)
        assert sum("only once" in row.body for row in rows) == 1

    at_two_workers(tmp_path, test)


def test_who_knows_more_than_this_worker_is_believed_after_a_look(tmp_path: Path) -> None:
    async def test(here: Room, there: Room) -> None:
        version = await ask(here, c.Say("a", 1, text="hello"))
        assert isinstance(version, int)
        assert await ask(there, c.Say("b", version, text="hello again")) == version + 1
        assert await ask(there, c.Say("c", version + 99, text="?")) == "unknown-version"

    at_two_workers(tmp_path, test)


def test_a_game_that_another_worker_ended_is_in_the_index(tmp_path: Path) -> None:
    """That one may have died before it came to it."""

    async def test(here: Room, there: Room) -> None:
        store, key = here.context.store, here.table.id
        change = Table.fold(key, here.table.code, await store.entries(key)).end("agreed", 1)
        assert await store.append(key, change.n, change.at, change.body)
        there.heard_of(change.n)
        while (row := await store.table(key)) is None or row.state != "ended":
            await asyncio.sleep(0.01)

    at_two_workers(tmp_path, test)


@pytest.mark.parametrize("lost", [False, True])
def test_a_table_whose_log_leads_nowhere_says_so_and_is_forgotten(
    tmp_path: Path, lost: bool
) -> None:
    async def test(here: Room, there: Room) -> None:
        registry, key = here._registry, here.table.id
        assert isinstance(registry, TableRegistry)
        if lost:  # somebody else's entry is in the place of the next one
            await there.context.store.append(key, 2, 1, IMPOSSIBLE)
        else:
            await ask(here, c.Say("a", 1, text="hello"))
            await registry.store.amend(key, {2: IMPOSSIBLE})
            here.queue.refold()
        command = c.Say("z", here.table.version, text="anybody there?")
        waiting = asyncio.ensure_future(here.queue.read(lambda table: table.version))
        assert await ask(here, command) == "unreadable-table"
        if not lost:
            with pytest.raises(BrokenLog):
                await waiting
        assert key not in registry.rooms
        with pytest.raises(BrokenLog):
            await registry.room(key)
        with pytest.raises(BrokenLog):
            await here.queue.read(lambda table: table.version)

    at_two_workers(tmp_path, test)


def test_bots_wait_for_a_vote_also_if_nobody_has_a_socket(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        thought = asyncio.Event()
        tonight.thinking = thought.wait
        wish = NewTable(game="dnup", players=3, bots={"3": "casual"})
        room = await tonight.registry.add(opening.open_table(wish, ADA, SEED, NONCE))
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
        assert not room.attendance.anybody()
        thought.set()
        await tonight.settle()
        assert (table.to_act, len(table.ballots)) == (3, 1)

    spend(story)


def test_who_may_have_missed_a_word_looks_for_those_who_are_no_more(spend: Spend) -> None:
    async def story(tonight: Evening) -> None:
        room = await tonight.table(ADA, BOB)
        bob = await tonight.come(room, BOB)
        ada = await tonight.come(room, ADA)
        registry, store = tonight.registry, tonight.registry.store
        await store.add_person(ADA.id, ADA.name, "ada", 1, b"a")
        (device,) = await store.credentials(ADA.id)
        ada.device, bob.device = device.id, "of somebody who is no more"

        def changed(person: str) -> None:  # as a server's services do
            registry.context.tasks.spawn(registry.check_devices(person))

        registry.on_message(CHANGED, changed)
        registry._hear_of_entry("", 0)
        while bob.closed is None:
            await asyncio.sleep(0.01)
        await tonight.settle()
        assert (bob.closed, ada.closed) == ("deleted", None)
        assert ada.heard[-1]["told"] == []
        assert ada.heard[-1]["table"]["version"] == room.table.version

    spend(story)


# --- A queue without a room --------------------------------------------------------------------


class Owner:
    """Writes down what a queue reports."""

    def __init__(self) -> None:
        self.reports: list[str] = []

    def committed(self, change: Change, action: Action) -> None:
        self.reports.append(f"committed {change.n}")
        if action.asker is not None and action.command is not None:
            action.asker.done(action.command.id, change.n)

    def refolded(self, rows: list[EntryRow]) -> None:
        self.reports.append(f"refolded {len(rows)}")

    def idle(self) -> None:
        self.reports.append("idle")

    def unreadable(self) -> None:
        self.reports.append("unreadable")


def alone(folder: Path, test: Callable[[TableQueue, Store, Owner], Awaitable[None]]) -> None:
    """A queue at a new table of Ada's, and what it reports."""

    async def whole() -> None:
        store = await open_store(f"sqlite:///{folder / 'table.db'}")
        tasks, owner = Tasks(), Owner()
        opened = opening.open_table(NewTable(game="dnup", players=2), ADA, SEED, NONCE)
        table, change = Table.open(ID, CODE, opened, NOON)
        row = TableRow(
            ID, CODE, "dnup", 2, False, "gathering", table.setup.deal, None, NOON, NOON, "{}"
        )
        assert await store.add_table(row, change.body)
        try:
            await test(TableQueue(table, owner, store, Metrics(), tasks), store, owner)
        finally:
            await tasks.close()
            await store.close()

    run(whole())


def said(number: int) -> Callable[[Table], Change]:
    command = c.Say(f"c{number}", 1, text="hello")
    return lambda table: table.do(command, ADA, NOON)


def test_a_queue_reports_each_commit_and_then_that_nothing_waits(tmp_path: Path) -> None:
    async def test(queue: TableQueue, store: Store, owner: Owner) -> None:
        for number in range(3):
            queue.act(said(number))
        assert owner.reports == [], "nothing is told before it is on disk"
        assert await queue.read(lambda table: table.version) == 4
        assert owner.reports == ["committed 2", "committed 3", "committed 4", "idle"]
        assert len(await store.entries(ID)) == 4

    alone(tmp_path, test)


def test_what_follows_a_command_follows_its_repeat_until_something_else_happens(
    tmp_path: Path,
) -> None:
    async def test(queue: TableQueue, store: Store, owner: Owner) -> None:
        command = c.Say("once", 1, text="hello")
        followed: list[str] = []

        async def ask_it() -> int | str:
            asker = Asker()
            apply = partial(Table.do, command=command, person=ADA, now=NOON)
            then = partial(followed.append, "it")
            queue.submit(Action(apply, command, ADA, asker, then))
            return await asyncio.wait_for(asker.answer, 300)

        assert (await ask_it(), followed) == (2, ["it"])
        assert (await ask_it(), followed) == (2, ["it", "it"])
        queue.act(said(1))
        assert (await ask_it(), followed) == (2, ["it", "it"])

    alone(tmp_path, test)


def test_a_queue_whose_log_is_not_what_it_wrote_folds_it_or_gives_up(tmp_path: Path) -> None:
    async def test(queue: TableQueue, store: Store, owner: Owner) -> None:
        queue.act(said(1))
        queue.refold()
        assert await queue.read(lambda table: table.version) == 2
        assert owner.reports == ["committed 2", "refolded 2", "idle"]
        await store.amend(ID, {2: IMPOSSIBLE})
        queue.refold()
        with pytest.raises(BrokenLog):
            await queue.read(lambda table: table.version)
        assert owner.reports[3:] == ["unreadable", "idle"]

    alone(tmp_path, test)
