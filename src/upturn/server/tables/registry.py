"""The tables in the memory of this process. All others are in the store, to be folded.

At the start every open table is folded, so that bots go on with their games. A table that nobody is
at is forgotten after a while, and loses nothing by it. In a group each worker has its own tables in
memory, and another's only if people came for it while that worker was not there.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import sys
from base64 import b32encode
from typing import TYPE_CHECKING

from upturn.errors import Refusal, UpturnError
from upturn.games import compiling
from upturn.server.clock import now
from upturn.server.monitoring.logs import logger
from upturn.server.monitoring.table_log import log_entry
from upturn.server.tables.context import TableContext
from upturn.server.tables.index import (
    TableIndex,
    is_current,
    people_of,
    summary_from,
    summary_of,
)
from upturn.server.tables.remote_presence import PresenceMessage, RemotePresence
from upturn.server.tables.room import Room
from upturn.server.tables.thinkers import Thinkers
from upturn.server.tasks import Tasks
from upturn.store import TableRow
from upturn.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from upturn.server.monitoring.metrics import Metrics
    from upturn.store import Store
    from upturn.table import Person, log
    from upturn.workers import WorkerGroup

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""For codes: without I and O, which look like digits."""
CODE_LENGTH = 6
ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH = 16
AMENDED, DELETED = "again", "gone"
"""Kinds of messages to all workers: a table's log was amended; a person was deleted."""


class TableRegistry:
    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        bot_pace: float,
        grace: float,
        group: WorkerGroup | None = None,
        thinkers: Thinkers | None = None,
    ):
        tasks = Tasks()
        self.context = TableContext(
            store=store,
            metrics=metrics,
            tasks=tasks,
            thinkers=thinkers or Thinkers(),
            remote=RemotePresence(store, tasks),
            bot_pace=bot_pace,
            grace=grace,
            group=group,
        )
        self.store = store
        self.index = TableIndex(store, tasks)
        self.rooms: dict[str, Room] = {}
        self._folding: dict[str, asyncio.Task[Room]] = {}
        self._heard_of: dict[str, int] = {}  # entries heard of while a table is folded
        self._handlers: dict[str, Callable[[str], None]] = {}
        self.on_message(AMENDED, self._amended)
        self.on_message(DELETED, self._deleted)

    async def open(self) -> None:
        """Listen to other workers, and fold every open table that is ours."""
        await self.store.listen(self._hear_of_entry, self._hear)
        for row in await self.store.open_tables():
            if not self.context.owns(row.id):
                continue
            try:
                room = await self._fold(row)
            except UpturnError as problem:
                logger.error("table does not fold", table=row.id, problem=str(problem))
                continue
            room.bots.wake()

    async def close(self) -> None:
        for room in self.rooms.values():
            room.close()
        self.context.thinkers.close()
        await self.context.tasks.close()

    # --- Finding -------------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """Return the table of this id. Raise Refusal if there is none."""
        found = self.rooms.get(table)
        if found is not None:
            await found.queue.up_to_date()
            return found
        if table not in self._folding:
            folding = self._folding[table] = asyncio.ensure_future(self._find(table))
            folding.add_done_callback(_retrieve_exception)  # also if all who asked have gone
        try:
            return await asyncio.shield(self._folding[table])
        finally:
            self._folding.pop(table, None)

    async def table_of_code(self, code: str) -> str:
        """Return the id of the table that a code invites to. Raise Refusal if there is none."""
        row = await self.store.table_by_code(code.upper()) if len(code) == CODE_LENGTH else None
        if row is None:
            raise Refusal("no-such-table")
        return row.id

    async def table_of_deal(
        self, person: Person | None, deal: str, except_for: str = ""
    ) -> Table | None:
        """Return the table where a person plays or has played a deal, other than `except_for`. An
        ended game counts too, since its cards have been seen."""
        if person is None:
            return None
        await self.index.written()
        for row in await self.store.seatings(person.id):
            if row.table.deal == deal and row.table.id != except_for:
                room = await self.room(row.table.id)
                if room.table.state != "gathering" or room.seats_of(person):
                    return room.table
        return None

    async def _find(self, table: str) -> Room:
        row = await self.store.table(table) if len(table) == ID_LENGTH else None
        if row is None:
            raise Refusal("no-such-table")
        return await self._fold(row)

    async def _fold(self, row: TableRow) -> Room:
        self._heard_of[row.id] = 0
        compiling.wish(row.game)
        try:
            rows = await self.store.entries(row.id)
            found = self.rooms.get(row.id)
            if found is None:
                table = Table.fold(row.id, row.code, rows)
                table.go_on(now())
                found = self._keep(table)
                if not is_current(row, found.table):
                    self.index.write(found.queue)
        finally:
            n = self._heard_of.pop(row.id, 0)
        found.heard_of(n)
        return found

    def _keep(self, table: Table) -> Room:
        room = self.rooms[table.id] = Room(table, self.context, self.index, self)
        self.context.metrics.tables.inc()
        return room

    def forget(self, table: str) -> None:
        """Drop a table from memory."""
        self.context.remote.forget(table)
        room = self.rooms.pop(table, None)
        if room is not None:
            room.close()
            self.context.metrics.tables.dec()

    # --- Opening -------------------------------------------------------------------------------

    async def add(self, opened: log.Opened, start: bool = False, wished: str | None = None) -> Room:
        """Open a table: its first entry is on disk when this returns. A table of a wished id is
        opened only once."""
        compiling.wish(opened.game)
        if opened.bots:
            self.context.thinkers.check_free(opened.host)
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
        room = self._keep(table)
        log_entry(table, change)
        await self.index.add_seatings(key, people_of(table))
        if start:
            room.queue.act(lambda table: table.start(now()))
        return room

    async def key_for(self, person: Person, wish: str) -> str:
        """Return the id of the table that a person's wish of this id leads to. Nobody can guess
        it."""
        secret = await self.store.server_secret("tables")
        drawn = hmac.digest(secret, f"{person.id} {wish}".encode(), "sha256")
        return b32encode(drawn).decode().lower()[:ID_LENGTH]

    def _new_key(self) -> str:
        """Draw an id that makes the table ours."""
        while True:
            key = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
            if self.context.owns(key):
                return key

    # --- Logs that were amended ----------------------------------------------------------------

    async def read_again(self, table: str) -> None:
        """Fold a table anew at every worker after its log was amended, and write its summary."""
        await self.store.announce([f"{AMENDED} {table}"])
        room = self.rooms.get(table)
        if room is not None:
            room.amended()
            summary = await room.queue.read(summary_of)
        else:
            row = await self.store.table(table)
            if row is None:
                return
            rows = await self.store.entries(table)
            summary = await asyncio.to_thread(summary_from, row, rows)
        await self.store.set_summary(table, summary, now())

    async def dismiss(self, person: Person) -> None:
        """Close all devices of somebody who has been deleted, at every worker."""
        self._deleted(person.id)
        await self.store.announce([f"{DELETED} {person.id}"])

    # --- Other workers -------------------------------------------------------------------------

    def on_message(self, kind: str, handle: Callable[[str], None]) -> None:
        """Call `handle` when any worker sends a message of this kind, with the rest of the message;
        and with an empty text when messages may have been missed."""
        self._handlers[kind] = handle

    def _hear(self, text: str) -> None:
        """Take a message of another worker: most of the time, who is at a table."""
        kind, _, rest = text.partition(" ")
        if kind in self._handlers:
            self._handlers[kind](rest)
            return
        message = PresenceMessage.read(text)
        if message is not None and message.worker != self.context.remote.worker:
            room = self.rooms.get(message.table)
            if room is not None:
                room.attendance.take(message)

    def _hear_of_entry(self, table: str, n: int) -> None:
        """Any worker has appended an entry; without a table: some may have been missed."""
        if not table:
            for room in self.rooms.values():
                room.heard_of(room.table.version + 1)
            self._heard_of = dict.fromkeys(self._heard_of, sys.maxsize)
            for handle in self._handlers.values():
                handle("")
        elif table in self.rooms:
            self.rooms[table].heard_of(n)
        elif table in self._heard_of:
            self._heard_of[table] = n

    def _amended(self, table: str) -> None:
        if table in self.rooms:
            self.rooms[table].amended()

    def _deleted(self, person: str) -> None:
        if not person:
            self.context.tasks.spawn(self._look_for_deleted())
            return
        for room in tuple(self.rooms.values()):
            room.dismiss(person)

    async def _look_for_deleted(self) -> None:
        here = [
            (person, room) for room in self.rooms.values() for person in room.attendance.persons()
        ]
        for person, room in here:
            if await self.store.person(person) is None:
                self._deleted(person)
                room.amended()


def _retrieve_exception(task: asyncio.Task[Room]) -> None:
    """Look at how a task ended, so that asyncio does not warn that nobody did."""
    if not task.cancelled():
        task.exception()
