"""Rows beside the logs: who sits where, what a list shows of a table, and what games came to.

They are only a register: what a crash kept from being written is written when the table is folded
again.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from upturn.errors import BrokenLog, StoreUnavailable
from upturn.server.clock import now
from upturn.server.logs import log
from upturn.store import ResultRow, ResultSeat, TableRow
from upturn.table import Change, Table, results, showing
from upturn.wire.facts import TableLine

if TYPE_CHECKING:
    from upturn.server.hall import Hall
    from upturn.server.room import Room
    from upturn.store import EntryRow


class Register:
    def __init__(self, hall: Hall):
        self._hall = hall
        self._store = hall.store
        self._unwritten: set[str] = set()  # tables whose rows are to be written
        self._stood: dict[str, set[tuple[int, str]]] = {}  # by table: seats that people have left
        self._writing: dict[str, asyncio.Task[Any]] = {}

    def noticed(self, room: Room, change: Change) -> None:
        """Keep the rows in step with an entry that is in the log now."""
        if change.stood is not None:
            left = {(seat, change.stood) for seat in change.seats}
            self._stood.setdefault(room.table.id, set()).update(left)
        if change.seats or change.state:
            self.write_down(room)

    def write_down(self, room: Room) -> None:
        """One at a time for each table: who writes already goes on with what is new."""
        table = room.table.id
        self._unwritten.add(table)
        if table not in self._writing:
            task = self._hall.spawn(self._write(room), table)
            if task is not None:
                self._writing[table] = task

    async def written(self) -> None:
        """When this returns, what has happened so far is in the rows beside the logs too."""
        if self._writing:
            await asyncio.wait(tuple(self._writing.values()))

    async def _write(self, room: Room) -> None:
        """Try until it can be done. The summary comes last but for the state: a table whose
        summary is right has all its seatings."""
        key, pause = room.table.id, 0.05
        try:
            while key in self._unwritten and not self._hall.closed:
                self._unwritten.discard(key)
                left = self._stood.pop(key, set())
                try:
                    # In turn: what is not on disk yet may never be so.
                    table, people, summary = await room.ask_in_turn(
                        lambda table: (table, people_of(table), summary_of(table))
                    )
                    await self.note_seats(table.id, people)
                    for seat, person in left - {one[:2] for one in people}:
                        await self._store.drop_seating(key, seat, person)
                    await self._store.set_summary(table.id, summary, now())
                    await self._settle(await room.ask_in_turn(lambda table: table))
                except StoreUnavailable as problem:
                    log.error("cannot write down", table=key, problem=str(problem))
                    self._unwritten.add(key)
                    self._stood.setdefault(key, set()).update(left)
                    await asyncio.sleep(pause)
                    pause = min(2.0, pause * 2)
        finally:
            self._writing.pop(key, None)

    async def note_seats(self, table: str, people: list[tuple[int, str, str]]) -> None:
        for seat, person, name in people:
            await self._store.add_seating(table, seat, person, name, now())

    async def _settle(self, table: Table) -> None:
        """Write a finished game's result, and the state of the table."""
        setup, state = table.setup, table.state
        if state == "over" and setup.what_if is None:
            found = results.outcome(table)
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
        await self._store.set_state(table.id, state, now(), table.ended_by)

    async def _names(self, seats: list[results.ResultSeat]) -> dict[str | None, str]:
        """What people are called on this server: at a table they may have sat under another name,
        which is somebody else's here. Who had several seats has them named for others beside them.
        """
        sat = Counter(seat.person for seat in seats if seat.person is not None)
        rows = [await self._store.person(person) for person, count in sat.items() if count == 1]
        return {row.id: row.name for row in rows if row is not None}


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
    """Whether a table's row says of its state, its end and its seats what its log says."""

    def sitting(line: TableLine) -> list[tuple[str | None, str | None]]:
        return [(seat.name, seat.bot) for seat in line.seats]

    try:
        known = msgspec.json.decode(row.summary, type=TableLine)
    except msgspec.MsgspecError:  # of an older server
        return False
    same_state = (row.state, row.ended_by) == (table.state, table.ended_by)
    return same_state and sitting(known) == sitting(showing.line(table))
