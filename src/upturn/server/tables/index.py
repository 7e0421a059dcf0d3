"""The rows next to the logs: who sits where, what lists show of a table, and results of games.

They are only an index. If a crash prevents a write, the row is written when the table is folded
again.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from upturn.errors import BrokenLog, StoreUnavailable
from upturn.server.clock import now
from upturn.server.monitoring.logs import logger
from upturn.server.tables.queue import FIRST_PAUSE, LONGEST_PAUSE
from upturn.store import ResultRow, ResultSeat, TableRow
from upturn.table import Change, Table, results, showing
from upturn.wire.facts import TableLine

if TYPE_CHECKING:
    from upturn.server.people.sightings import Sightings
    from upturn.server.tables.queue import TableQueue
    from upturn.server.tasks import Tasks
    from upturn.store import EntryRow, Store


class TableIndex:
    def __init__(self, store: Store, tasks: Tasks, sightings: Sightings):
        self._store, self._tasks, self._sightings = store, tasks, sightings
        self._unwritten: set[str] = set()  # tables whose rows must still be written
        self._stood: dict[str, set[tuple[int, str]]] = {}  # by table: seats that people have left
        # By table whose rows are being written: done when they are, or when the store has failed.
        self._tried: dict[str, asyncio.Future[None]] = {}

    def entry_added(self, queue: TableQueue, change: Change) -> None:
        """Bring the rows up to date after an entry was added to the log."""
        if change.stood is not None:
            left = {(seat, change.stood) for seat in change.seats}
            self._stood.setdefault(queue.table.id, set()).update(left)
        if change.seats or change.state or change.claims:
            self.write(queue)

    def write(self, queue: TableQueue) -> None:
        """Write the rows of a table. If a task already writes them, it goes on with what is new."""
        table = queue.table.id
        self._unwritten.add(table)
        if table not in self._tried:
            tried = asyncio.get_running_loop().create_future()
            task = self._tasks.spawn(self._write(queue, tried), table)
            if task is not None:
                self._tried[table] = tried
                task.add_done_callback(lambda _: _finish(tried))

    async def written(self) -> bool:
        """Return when everything that has happened so far is in the rows, or has to wait for the
        database. Return whether it is in the rows."""
        tried = dict(self._tried)
        if tried:
            await asyncio.wait(tried.values())
        return not any(self._tried.get(table) is one for table, one in tried.items())

    async def _write(self, queue: TableQueue, tried: asyncio.Future[None]) -> None:
        """Write the rows, and retry until it is done. The summary is written after the seatings and
        before the state, so a table with the right summary has all its seatings."""
        key, pause = queue.table.id, FIRST_PAUSE
        try:
            while key in self._unwritten and not self._tasks.closed:
                self._unwritten.discard(key)
                left = self._stood.pop(key, set())
                try:
                    # Wait for the queue: what is not on disk yet may never get there.
                    at, table, people, summary = await queue.read(
                        lambda table: (now(), table, people_of(table), summary_of(table))
                    )
                    await self.add_seatings(table.id, people)
                    for _, person, _ in people:
                        self._sightings.note(table, person)
                    await self._sightings.written()
                    for seat, person in left - {one[:2] for one in people}:
                        await self._store.drop_seating(key, seat, person)
                    # The time when the log was read: entries after it may not be in the row yet.
                    await self._store.set_summary(table.id, summary, at)
                    await self._settle(await queue.read(lambda table: table), at)
                except StoreUnavailable as problem:
                    logger.error("cannot write down", table=key, problem=str(problem))
                    self._unwritten.add(key)
                    self._stood.setdefault(key, set()).update(left)
                    _finish(tried)
                    await asyncio.sleep(pause)
                    pause = min(LONGEST_PAUSE, pause * 2)
        finally:
            self._tried.pop(key, None)

    async def add_seatings(self, table: str, people: list[tuple[int, str, str]]) -> None:
        for seat, person, name in people:
            await self._store.add_seating(table, seat, person, name, now())

    async def _settle(self, table: Table, at: int) -> None:
        """Write a finished game's result, and the state of the table."""
        setup, state = table.setup, table.state
        if state == "over" and setup.what_if is None:
            found = results.outcome(table)
            if await self._sightings.had_seen(table, found.finished):
                found = found._replace(flags=[*found.flags, results.KNEW_DEAL])
            names = await self._names(found.seats)
            await self._store.add_result(
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
                    seats=tuple(
                        ResultSeat(seat.person, names.get(seat.person, seat.name), seat.bot)
                        for seat in found.seats
                    ),
                    flags=json.dumps({"rated": found.rated, "flags": found.flags}),
                )
            )
        await self._store.set_state(table.id, state, at, table.ended_by)

    async def _names(self, seats: list[results.ResultSeat]) -> dict[str | None, str]:
        """Return people's names on this server. At the table they may have used other names, which
        may belong to somebody else here. A person with several seats named them after the people
        next to them, so those names stay."""
        sat = Counter(seat.person for seat in seats if seat.person is not None)
        rows = [await self._store.person(person) for person, count in sat.items() if count == 1]
        return {row.id: row.name for row in rows if row is not None}


def _finish(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def summary_of(table: Table) -> str:
    """Return what lists show of a table, as JSON. Private tables leave out the code."""
    line = showing.line(table, code=table.setup.public)
    return msgspec.json.encode(line).decode()


def summary_from(row: TableRow, rows: list[EntryRow]) -> str:
    """Return the summary of a table that is not in memory. It has no names if the log no longer
    folds."""
    try:
        return summary_of(Table.fold(row.id, row.code, rows))
    except BrokenLog:
        line = msgspec.json.decode(row.summary, type=TableLine)
        seats = [msgspec.structs.replace(seat, name=None) for seat in line.seats]
        return msgspec.json.encode(msgspec.structs.replace(line, seats=seats)).decode()


def people_of(table: Table) -> list[tuple[int, str, str]]:
    """Return seat, person and name of everybody who sits."""
    return [
        (chair.seat, chair.person, chair.name)
        for chair in table.chairs
        if chair.person is not None and chair.name is not None
    ]


def is_current(row: TableRow, table: Table) -> bool:
    """Whether a table's row agrees with its log about state, end, seats and claims."""

    def sitting(line: TableLine) -> list[tuple[str | None, str | None]]:
        return [(seat.name, seat.bot) for seat in line.seats]

    try:
        known = msgspec.json.decode(row.summary, type=TableLine)
    except msgspec.MsgspecError:  # written by an older server
        return False
    same_state = (row.state, row.ended_by) == (table.state, table.ended_by)
    line = showing.line(table)
    return same_state and sitting(known) == sitting(line) and known.claimed == line.claimed
