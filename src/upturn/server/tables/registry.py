"""The tables in the memory of this process. All others are in the store and are folded on demand.

If nobody is at a table, it leaves memory after a while and loses nothing: what it has to do by
itself happens in time (`waking`), also after a restart. In a group each worker keeps its own tables
in memory, and another worker's table only if people came to it while its owner was down.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import sys
from base64 import b32encode
from contextlib import suppress
from typing import TYPE_CHECKING

from upturn.errors import Refusal, StoreUnavailable
from upturn.games import compiling
from upturn.server.clock import now
from upturn.server.monitoring.table_log import log_entry
from upturn.server.people.persons import hour
from upturn.server.people.sightings import Sightings
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
from upturn.server.tables.waking import Waking
from upturn.server.tasks import Tasks
from upturn.store import TableRow
from upturn.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from upturn.server.config.limits import Limits
    from upturn.server.monitoring.metrics import Metrics
    from upturn.store import Store
    from upturn.table import Person, log
    from upturn.workers import WorkerGroup

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""For codes: without I and O, which look like digits."""
CODE_LENGTH = 6
ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH = 16
AMENDED, TOLD = "again", "tell"
"""Kinds of messages to all workers: a table's log was amended; a person is told something, wherever
they are."""
TRIED_EVERY = 1.0
"""Seconds between two tries to learn who is signed out while the store does not answer."""
NOTED_AT_ONCE = 100
"""Devices whose being seen is one transaction."""


CLOSING = 1.0
"""Seconds for the rows beside the logs to be written before the server stops."""


class TableRegistry:
    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        bot_pace: float,
        grace: float,
        group: WorkerGroup | None = None,
        thinkers: Thinkers | None = None,
        limits: Limits | None = None,
    ):
        tasks = Tasks()
        self.context = TableContext(
            store=store,
            metrics=metrics,
            tasks=tasks,
            thinkers=thinkers or Thinkers(),
            remote=RemotePresence(store, tasks),
            sightings=Sightings(store, tasks, limits),
            bot_pace=bot_pace,
            grace=grace,
            group=group,
            limits=limits,
        )
        self.store = store
        self.index = TableIndex(store, tasks, self.context.sightings)
        self.rooms: dict[str, Room] = {}
        self.waking = Waking(self, self.context)
        self._folding: dict[str, asyncio.Task[Room]] = {}
        self._heard_of: dict[str, int] = {}  # entries heard of while a table is being folded
        self._handlers: dict[str, Callable[[str], None]] = {}
        self.on_message(AMENDED, self._amended)
        self.on_message(TOLD, self._told)

    async def open(self) -> None:
        """Listen to other workers, and begin to look through the tables that this worker owns."""
        await self.store.listen(self._hear_of_entry, self._hear)
        unsettled = await self.store.unsettled_tables()
        self.waking.look_at(table for table in unsettled if self.context.owns(table))

    async def close(self) -> None:
        with suppress(TimeoutError):  # what is not written by then is made up for after the start
            async with asyncio.timeout(CLOSING):
                await self.index.written()
        for room in self.rooms.values():
            room.close()
        self.context.thinkers.close()
        await self.context.sightings.written()
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
            folding.add_done_callback(_retrieve_exception)  # even if everybody who asked has gone
        try:
            return await asyncio.shield(self._folding[table])
        finally:
            self._folding.pop(table, None)

    async def table_of_code(self, code: str) -> str:
        """Return the id of the table with an invitation code. Raise Refusal if there is none."""
        row = await self.store.table_by_code(code.upper()) if len(code) == CODE_LENGTH else None
        if row is None:
            raise Refusal("no-such-table")
        return row.id

    async def table_of_deal(
        self, person: Person | None, deal: str, except_for: str = ""
    ) -> Table | None:
        """Return the table where a person plays or has played a deal, other than `except_for`. An
        ended game counts too, since its cards have been seen; a table that was closed before its
        game does not."""
        if person is None:
            return None
        if not await self.index.written():
            raise StoreUnavailable("seats that people have taken are not written yet")
        for row in await self.store.seatings(person.id):
            if row.table.deal == deal and row.table.id != except_for:
                room = await self.room(row.table.id)
                table = room.table
                if table.game is not None or (table.finished is None and room.seats_of(person)):
                    return table
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
            if not room.queue.broken:
                self.waking.left(room.table)

    # --- Opening -------------------------------------------------------------------------------

    async def add(self, opened: log.Opened, start: bool = False, wished: str | None = None) -> Room:
        """Open a table. Its first entry is on disk when this returns. With a wished id, the table
        is opened only once."""
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
        """Return the id of the table that a person's wish leads to. Nobody can guess it."""
        secret = await self.store.server_secret("tables")
        drawn = hmac.digest(secret, f"{person.id} {wish}".encode(), "sha256")
        return b32encode(drawn).decode().lower()[:ID_LENGTH]

    def _new_key(self) -> str:
        """Draw an id that makes this worker the owner of the table."""
        while True:
            key = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
            if self.context.owns(key):
                return key

    # --- Logs that were amended ----------------------------------------------------------------

    async def read_again(self, table: str) -> None:
        """Fold a table again at every worker after its log was amended, and write its summary."""
        await self.store.announce([f"{AMENDED} {table}"])
        at, room = now(), self.rooms.get(table)
        if room is not None:
            room.amended()
            summary = await room.queue.read(summary_of)
        else:
            row = await self.store.table(table)
            if row is None:
                return
            rows = await self.store.entries(table)
            summary = await asyncio.to_thread(summary_from, row, rows)
        await self.store.set_summary(table, summary, at)

    # --- Devices that are signed out -----------------------------------------------------------

    async def check_devices(self, person: str = "") -> None:
        """Close what a person's devices have open here that are signed out; without a person,
        everybody's. Sockets that come meanwhile are checked when they are admitted."""
        here: dict[str, set[str]] = {}
        for room in self.rooms.values():
            for who, device in room.attendance.devices():
                if person in ("", who):
                    here.setdefault(who, set()).add(device)
        for who, devices in here.items():
            ended, refusal = await self._signed_out(who, devices, patient=not person)
            if ended:
                for room in tuple(self.rooms.values()):
                    room.attendance.send_away(ended, refusal)

    async def _signed_out(
        self, person: str, devices: set[str], patient: bool
    ) -> tuple[set[str], Refusal]:
        """Return which of these devices are signed out, and why. If the store does not answer, be
        patient, or say so of all of them: they come back, and are checked then."""
        while True:
            try:
                left = {row.id for row in await self.store.credentials(person)}
                if not left and await self.store.person(person) is None:
                    return devices, Refusal("deleted")
                return devices - left, Refusal("signed-out")
            except StoreUnavailable:
                if not patient:
                    return devices, Refusal("unavailable")
                await asyncio.sleep(TRIED_EVERY)

    async def note_devices(self) -> None:
        """Store that the devices with something open here are still seen."""
        rooms = tuple(self.rooms.values())
        devices = sorted({device for room in rooms for _, device in room.attendance.devices()})
        for at in range(0, len(devices), NOTED_AT_ONCE):
            await self.store.touch_devices(devices[at : at + NOTED_AT_ONCE], hour(now()))

    # --- People at any table -------------------------------------------------------------------

    def tell_person(self, person: str, message: bytes) -> None:
        """Send a message to all devices of a person, at every worker."""
        self._tell_here(person, message)
        if self.store.shared:
            words = f"{TOLD} {self.context.remote.worker} {person} {message.decode()}"
            self.context.tasks.spawn(self.store.announce([words]))

    def _told(self, text: str) -> None:
        worker, _, rest = text.partition(" ")
        person, _, message = rest.partition(" ")
        if message and worker != self.context.remote.worker:
            self._tell_here(person, message.encode())

    def _tell_here(self, person: str, message: bytes) -> None:
        for room in self.rooms.values():
            room.attendance.tell_person(person, message)

    # --- Other workers -------------------------------------------------------------------------

    def on_message(self, kind: str, handle: Callable[[str], None]) -> None:
        """Call `handle` with the rest of every message of this kind that any worker sends, and with
        an empty text when messages may have been missed."""
        self._handlers[kind] = handle

    def _hear(self, text: str) -> None:
        """Take a message of another worker. Most of them say who is at a table."""
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
        """Take in that a worker has appended an entry. No table means that some may have been
        missed."""
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
        if not table:
            self.context.tasks.spawn(self._look_for_deleted())
        elif table in self.rooms:
            self.rooms[table].amended()

    async def _look_for_deleted(self) -> None:
        """Find the tables whose logs were amended because somebody was deleted."""
        here = [
            (person, room) for room in self.rooms.values() for person in room.attendance.persons()
        ]
        for person, room in here:
            if await self.store.person(person) is None:
                room.amended()


def _retrieve_exception(task: asyncio.Task[Room]) -> None:
    """Retrieve a task's exception, so that asyncio does not warn that nobody did."""
    if not task.cancelled():
        task.exception()
