"""The tables that this process has in mind; all others are in the store, to be folded.

On start every open table is folded again, so that bots go on with what they were at; tables nobody
is at are forgotten after a while, and lose nothing by it. Of a crew of workers each has its own
tables in mind, and another's only while people came for it when that one was not there.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from upturn.errors import BrokenLog, Refusal, StoreUnavailable, UpturnError
from upturn.server.clock import now
from upturn.server.daily import day_of
from upturn.server.elsewhere import Elsewhere, Word
from upturn.server.logs import log
from upturn.server.room import Room
from upturn.server.thinking import Thinkers
from upturn.store import ResultRow, ResultSeat, TableRow
from upturn.table import Change, Table, results, showing
from upturn.wire.facts import TableLine

if TYPE_CHECKING:
    from upturn.crew import Crew
    from upturn.server.metrics import Metrics
    from upturn.store import EntryRow, Store
    from upturn.table import Person
    from upturn.table import log as entries

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""For codes: without I and O, which look like digits."""
CODE_LENGTH = 6
ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH = 16
AGAIN, GONE = "again", "gone"
"""Words to all workers: a table's log is not what it was; a person has been deleted."""
NO_TABLE = "There is no such table; perhaps a letter is wrong."


class Hall:
    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        bot_pace: float,
        grace: float,
        crew: Crew | None = None,
    ):
        self.store = store
        self.crew = crew
        self.metrics = metrics
        self.bot_pace = bot_pace
        self.grace = grace
        self.thinkers = Thinkers()
        self.rooms: dict[str, Room] = {}
        self._folding: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._unwritten: set[str] = set()  # tables whose rows are to be written
        self._registering: dict[str, asyncio.Task[Any]] = {}
        self.elsewhere = Elsewhere()
        # What is done when any worker says one of these words, with what it says it of.
        self.words: dict[str, Callable[[str], None]] = {AGAIN: self._again, GONE: self._gone}
        self._unsaid: set[str] = set()  # tables where somebody came or went
        self._saying = False
        self._rumours: dict[str, int] = {}  # what is heard of tables while they are folded
        self._closed = False

    async def open(self) -> None:
        """Listen to other workers, and fold every open table that is ours."""
        await self.store.listen(self._heard, self._told)
        for row in await self.store.open_tables():
            if not self.owns(row.id):
                continue
            try:
                room = await self._fold(row)
            except UpturnError as problem:
                log.error("table does not fold", table=row.id, problem=str(problem))
                continue
            room.mind()

    def owns(self, table: str) -> bool:
        """Whether this worker is the one of its crew that a table is at."""
        return self.crew is None or self.crew.owns(table)

    async def close(self) -> None:
        self._closed = True
        for room in self.rooms.values():
            room.closed = True
        self.thinkers.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- Finding and opening -------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """The table of this id. Raises Refusal if there is none."""
        found = self.rooms.get(table)
        if found is not None:
            await found.up_to_date()
            return found
        if table not in self._folding:
            folding = self._folding[table] = asyncio.ensure_future(self._find(table))
            folding.add_done_callback(_heed)  # also if all who asked have gone
        try:
            return await asyncio.shield(self._folding[table])
        finally:
            self._folding.pop(table, None)

    async def table_of_code(self, code: str) -> str:
        row = await self.store.table_by_code(code.upper()) if len(code) == CODE_LENGTH else None
        if row is None:
            raise Refusal("no-such-table", NO_TABLE, {"status": 404})
        return row.id

    async def add(self, opened: entries.Opened, start: bool = False) -> Room:
        """Open a table: its first entry is on disk when this returns."""
        if opened.bots:
            self.thinkers.expect_room()
        while True:
            key = self._new_key()
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            table, change = Table.open(key, code, opened, now())
            row = TableRow(
                key, code, opened.game, opened.players, opened.public, table.state, opened.deal,
                opened.host, change.at, change.at, summary_of(table),
            )  # fmt: skip
            if await self.store.add_table(row, change.body):
                break
        room = self.rooms[key] = Room(self, table)
        self.metrics.tables.inc()
        await self._note_seats(key, people_of(table))
        if start:
            room.act(lambda: room.table.start(now()))
        return room

    def _new_key(self) -> str:
        """A table is opened by the worker it will be at."""
        while True:
            key = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
            if self.owns(key):
                return key

    async def _find(self, table: str) -> Room:
        row = await self.store.table(table) if len(table) == ID_LENGTH else None
        if row is None:
            raise Refusal("no-such-table", NO_TABLE, {"status": 404})
        return await self._fold(row)

    async def _fold(self, row: TableRow) -> Room:
        self._rumours[row.id] = 0
        try:
            rows = await self.store.entries(row.id)
            found = self.rooms.get(row.id)
            if found is None:
                found = self.rooms[row.id] = Room(self, Table.fold(row.id, row.code, rows))
                self.metrics.tables.inc()
                if not in_step(row, found.table):
                    self._write_down(found)
        finally:
            rumoured = self._rumours.pop(row.id, 0)
        found.heard(rumoured)
        return found

    def forget(self, room: Room) -> None:
        """Drop a table from memory."""
        room.closed = True
        self.elsewhere.forget(room.table.id)
        if self.rooms.pop(room.table.id, None) is not None:
            self.metrics.tables.dec()

    # --- What follows from entries -------------------------------------------------------------

    def noticed(self, room: Room, change: Change) -> None:
        """Keep the rows beside the log in step with it. They are only a register: what a crash
        kept from being written is written when the table is folded again."""
        if change.seats or change.state:
            self._write_down(room)

    def _write_down(self, room: Room) -> None:
        """One at a time for each table: who writes already goes on with what is new."""
        table = room.table.id
        self._unwritten.add(table)
        if table not in self._registering:
            task = self.spawn(self._register(room), table)
            if task is not None:
                self._registering[table] = task

    async def registered(self) -> None:
        """When this returns, what has happened so far is in the rows beside the logs too."""
        if self._registering:
            await asyncio.wait(tuple(self._registering.values()))

    async def _register(self, room: Room) -> None:
        """Try until it can be done. The summary comes last but for the state: a table whose
        summary is right has all its seatings."""
        key, pause = room.table.id, 0.05
        try:
            while key in self._unwritten and not self._closed:
                self._unwritten.discard(key)
                try:
                    # In turn: what is not on disk yet may never be so.
                    table, people, summary = await room.ask_in_turn(
                        lambda table: (table, people_of(table), summary_of(table))
                    )
                    await self._note_seats(table.id, people)
                    await self.store.set_summary(table.id, summary, now())
                    await self._settle(await room.ask_in_turn(lambda table: table))
                except StoreUnavailable as problem:
                    log.error("cannot write down", table=key, problem=str(problem))
                    self._unwritten.add(key)
                    await asyncio.sleep(pause)
                    pause = min(2.0, pause * 2)
        finally:
            self._registering.pop(key, None)

    async def _note_seats(self, table: str, people: list[tuple[int, str, str]]) -> None:
        for seat, person, name in people:
            await self.store.add_seating(table, seat, person, name, now())

    async def _settle(self, table: Table) -> None:
        """Write a finished game's result, and the state of the table."""
        setup, state = table.setup, table.state
        if state == "over" and setup.what_if is None:
            found = results.outcome(table)
            await self.store.add_result(
                ResultRow(
                    table=table.id,
                    game=setup.game,
                    players=setup.players,
                    options=json.dumps(setup.options, sort_keys=True),
                    mode=setup.mode or "",
                    deal=setup.deal,
                    day=setup.day,
                    finished=found.finished,
                    scores=json.dumps(found.scores),
                    seats=tuple(ResultSeat(*seat) for seat in found.seats),
                    flags=json.dumps({"rated": found.rated, "flags": found.flags}),
                )
            )
        await self.store.set_state(table.id, state, now())

    async def read_again(self, table: str) -> None:
        """A log was amended: fold the table anew wherever it is in mind, and write its summary."""
        await self.store.announce([f"{AGAIN} {table}"])
        room = self.rooms.get(table)
        if room is not None:
            room.read_again()
            summary = await room.ask_in_turn(summary_of)
        else:
            row = await self.store.table(table)
            if row is None:
                return
            rows = await self.store.entries(table)
            summary = await asyncio.to_thread(summary_from, row, rows)
        await self.store.set_summary(table, summary, now())

    def secluded(self, table: Table) -> bool:
        """Whether only those who play may see this table: its deal is today's, for all."""
        return table.setup.day is not None and table.setup.day == day_of(now())

    def _heard(self, table: str, n: int) -> None:
        if not table:  # some may have been missed: look at all
            for room in self.rooms.values():
                room.heard(room.table.version + 1)
            self._rumours = dict.fromkeys(self._rumours, sys.maxsize)
        elif table in self.rooms:
            self.rooms[table].heard(n)
        elif table in self._rumours:
            self._rumours[table] = n

    # --- Other workers -------------------------------------------------------------------------

    def announce(self, *rooms: Room) -> None:
        """Tell other workers who is at these tables."""
        if self.store.shared and rooms:
            self._unsaid.update(room.table.id for room in rooms)
            if not self._saying:
                self._saying = True
                self.spawn(self._say(), "all")

    async def _say(self) -> None:
        try:
            while self._unsaid:
                unsaid, self._unsaid = self._unsaid, set()
                rooms = [self.rooms[table] for table in unsaid if table in self.rooms]
                await self.store.announce([self.elsewhere.word_of(room) for room in rooms])
        finally:
            self._saying = False

    async def dismiss(self, person: Person) -> None:
        """Somebody is deleted: none of their devices stays at a table, at any worker."""
        self._gone(person.id)
        await self.store.announce([f"{GONE} {person.id}"])

    def _gone(self, person: str) -> None:
        for room in tuple(self.rooms.values()):
            room.dismiss(person)

    def _again(self, table: str) -> None:
        if table in self.rooms:
            self.rooms[table].read_again()

    def _told(self, text: str) -> None:
        """Another worker says something: most of the time, who is at a table."""
        kind, _, what = text.partition(" ")
        if kind in self.words:
            self.words[kind](what)
            return
        word = Word.read(text)
        room = self.rooms.get(word.table) if word is not None else None
        if word is None or room is None or word.worker == self.elsewhere.worker:
            return
        changed, first = self.elsewhere.take(word)
        for seat in word.seen:
            room.last_seen[seat] = now()
        if first and room.sockets:
            self.announce(room)
        if changed:
            room.show_presence()

    def spawn(self, work: Coroutine[Any, Any, Any], table: str) -> asyncio.Task[Any] | None:
        """Do something beside; what goes wrong is logged."""
        if self._closed:
            work.close()
            return None
        task = asyncio.ensure_future(self._watched(work, table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _watched(self, work: Coroutine[Any, Any, Any], table: str) -> None:
        try:
            await work
        except StoreUnavailable as problem:
            log.error("store unavailable", table=table, problem=str(problem))
        except Exception:
            log.exception("something failed", table=table)


def _heed(task: asyncio.Task[Room]) -> None:
    """Take note of how a task ended, so that nobody is warned that it was not."""
    if not task.cancelled():
        task.exception()


def summary_of(table: Table) -> str:
    """What a list of tables shows of one, as JSON; who is invited knows the code already."""
    line = showing.line(table, code=table.setup.public)
    return msgspec.json.encode(line).decode()


def summary_from(row: TableRow, rows: list[EntryRow]) -> str:
    """The same of a table that is not in mind; without names if it does not fold any more."""
    try:
        return summary_of(Table.fold(row.id, row.code, rows))
    except BrokenLog:
        line = msgspec.json.decode(row.summary, type=TableLine)
        seats = [msgspec.structs.replace(seat, name=None) for seat in line.seats]
        return msgspec.json.encode(msgspec.structs.replace(line, seats=seats)).decode()


def people_of(table: Table) -> list[tuple[int, str, str]]:
    """Seat, person and name of all who sit."""
    return [
        (chair.seat, chair.person, chair.name)
        for chair in table.chairs
        if chair.person is not None and chair.name is not None
    ]


def in_step(row: TableRow, table: Table) -> bool:
    """Whether a table's row says of its state and its seats what its log says."""

    def sitting(line: TableLine) -> list[tuple[str | None, str | None]]:
        return [(seat.name, seat.bot) for seat in line.seats]

    try:
        known = msgspec.json.decode(row.summary, type=TableLine)
    except msgspec.MsgspecError:  # of an older server
        return False
    return row.state == table.state and sitting(known) == sitting(showing.line(table))
