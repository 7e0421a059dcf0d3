"""The tables that this process has in mind; all others are in the store, to be folded.

On start every open table is folded again, so that bots go on with what they were at; tables nobody
is at are forgotten after a while, and lose nothing by it. Of a crew of workers each has its own
tables in mind, and another's only while people came for it when that one was not there.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import sys
from base64 import b32encode
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from upturn.errors import Refusal, StoreUnavailable, UpturnError
from upturn.games import compiling
from upturn.server.clock import now
from upturn.server.daily import day_of
from upturn.server.elsewhere import Elsewhere, Word
from upturn.server.logs import log
from upturn.server.noting import note
from upturn.server.persons import CHANGED
from upturn.server.register import Register, in_step, people_of, summary_from, summary_of
from upturn.server.room import Room
from upturn.server.thinking import Thinkers
from upturn.store import TableRow
from upturn.table import Table

if TYPE_CHECKING:
    from upturn.crew import Crew
    from upturn.server.metrics import Metrics
    from upturn.store import Store
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
        self.register = Register(self)
        self.elsewhere = Elsewhere()
        # What is done when any worker says one of these words, with what it says it of.
        self.words: dict[str, Callable[[str], None]] = {AGAIN: self._again, GONE: self._gone}
        self._unsaid: set[str] = set()  # tables where somebody came or went
        self._saying = False
        self._rumours: dict[str, int] = {}  # what is heard of tables while they are folded
        self.closed = False

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
        self.closed = True
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

    async def add(
        self, opened: entries.Opened, start: bool = False, wished: str | None = None
    ) -> Room:
        """Open a table: its first entry is on disk when this returns. With the id it is wished to
        have, it is opened once."""
        compiling.wish(opened.game)
        if opened.bots:
            self.thinkers.expect_room()
        while True:
            key = wished or self._new_key()
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            table, change = Table.open(key, code, opened, now())
            row = TableRow(
                key, code, opened.game, opened.players, opened.public, table.state, opened.deal,
                opened.host, change.at, change.at, summary_of(table),
            )  # fmt: skip
            if await self.store.add_table(row, change.body):
                break
            if wished is not None and await self.store.table(wished) is not None:
                return await self.room(wished)
        room = self.rooms[key] = Room(self, table)
        self.metrics.tables.inc()
        note(table, change)
        await self.register.note_seats(key, people_of(table))
        if start:
            room.act(lambda: room.table.start(now()))
        return room

    async def key_for(self, person: Person, wish: str) -> str:
        """The id of the table that a person's wish with this id leads to; nobody can guess it."""
        secret = await self.store.server_secret("tables")
        drawn = hmac.digest(secret, f"{person.id} {wish}".encode(), "sha256")
        return b32encode(drawn).decode().lower()[:ID_LENGTH]

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
        compiling.wish(row.game)
        try:
            rows = await self.store.entries(row.id)
            found = self.rooms.get(row.id)
            if found is None:
                found = self.rooms[row.id] = Room(self, Table.fold(row.id, row.code, rows))
                self.metrics.tables.inc()
                if not in_step(row, found.table):
                    self.register.write_down(found)
        finally:
            rumoured = self._rumours.pop(row.id, 0)
        found.heard(rumoured)
        return found

    def forget(self, table: str) -> None:
        """Drop a table from memory."""
        self.elsewhere.forget(table)
        room = self.rooms.pop(table, None)
        if room is not None:
            room.closed = True
            self.metrics.tables.dec()

    async def read_again(self, table: str) -> None:
        """A log was amended: fold the table anew wherever it is in mind, and write its summary."""
        await self.store.announce([f"{AGAIN} {table}"])
        room = self.rooms.get(table)
        if room is not None:
            room.amended()
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
            if CHANGED in self.words:
                self.words[CHANGED]("")
            self.spawn(self._look_for_the_deleted(), "all")
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

    async def _look_for_the_deleted(self) -> None:
        """Words may have been missed that somebody is no more."""
        here = [(person, room) for room in self.rooms.values() for person in room.persons()]
        for person, room in here:
            if await self.store.person(person) is None:
                self._gone(person)
                room.amended()

    def _gone(self, person: str) -> None:
        for room in tuple(self.rooms.values()):
            room.dismiss(person)

    def _again(self, table: str) -> None:
        if table in self.rooms:
            self.rooms[table].amended()

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
        if self.closed:
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
