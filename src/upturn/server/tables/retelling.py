"""Tells people who come to a table what happened before.

To tell even the last entry, the whole log has to be read and played again. After a restart
everybody comes back at once, so people who come to a table within some seconds share one reading of
its log.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from upturn.server.tables.updates import all_heard_by, first_told, told_as
from upturn.table import showing

if TYPE_CHECKING:
    from upturn.server.tables.queue import TableQueue
    from upturn.server.tables.updates import Seats
    from upturn.store import EntryRow
    from upturn.table import Table
    from upturn.wire.entries import AnyTold

KEPT = 5.0
"""Seconds that a retelling is kept for the next person."""


class Retold(NamedTuple):
    """The last entries of a log, as each receiver is told them."""

    version: int
    first: int
    by_seat: dict[int | None, list[AnyTold]]


class Retelling:
    """What those who come to one table have missed."""

    __slots__ = ("_dropping", "_kept", "_queue", "_reading")

    def __init__(self, queue: TableQueue):
        self._queue = queue
        self._kept: Retold | None = None
        self._dropping: asyncio.TimerHandle | None = None
        self._reading: asyncio.Task[list[EntryRow]] | None = None

    def forget(self) -> None:
        """Drop what is kept: the log may have been amended, or the table leaves memory."""
        self._kept = self._reading = None
        if self._dropping is not None:
            self._dropping.cancel()
            self._dropping = None

    async def read(self, since: int) -> list[EntryRow]:
        """Return the log, if it is needed to tell what happened after a version."""
        table = self._queue.table
        if since == table.version or self._find(table, since) is not None:
            return []
        if self._reading is None:
            reading = self._reading = asyncio.ensure_future(self._queue.rows_after(since))
            reading.add_done_callback(self._read)
        return await asyncio.shield(self._reading)

    def _read(self, reading: asyncio.Task[list[EntryRow]]) -> None:
        if self._reading is reading:
            self._reading = None
        if not reading.cancelled():
            reading.exception()  # somebody has it, or all have gone

    def tell(
        self, table: Table, rows: list[EntryRow], since: int, seats: Seats
    ) -> tuple[int, list[AnyTold]] | None:
        """Return the last entries after a version as told to a person of these seats, and the
        number of the first of them. Return None if these rows do not reach far enough."""
        if since == table.version:
            return since + 1, []
        found = self._find(table, since)
        if found is None:
            if not rows or rows[-1].n < table.version:
                return None
            found = self._tell_anew(table, rows, since)
        first = first_told(table, since, table.version)
        told = found.by_seat[told_as(seats)][first - found.first :]
        return first, all_heard_by(table, told, seats)

    def _find(self, table: Table, since: int) -> Retold | None:
        """Return what is kept, if it reaches back to this version."""
        kept = self._kept
        if kept is None or kept.version != table.version:
            return None
        return kept if kept.first <= first_told(table, since, table.version) else None

    def _tell_anew(self, table: Table, rows: list[EntryRow], since: int) -> Retold:
        first = first_told(table, since, table.version)
        rows = [row for row in rows if row.n <= table.version]
        seats = [None, *(chair.seat for chair in table.chairs)]
        by_seat = showing.retell_each(table.id, table.code, rows, first - 1, seats)
        self.forget()
        self._dropping = asyncio.get_running_loop().call_later(KEPT, self.forget)
        self._kept = Retold(table.version, first, by_seat)
        return self._kept
