"""Waits for entries at a table, for programs without a WebSocket."""

from __future__ import annotations

import asyncio
import sys
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import UNSET

from upturn.errors import Refusal
from upturn.server.http.calls.tables import room_of
from upturn.server.tables.updates import told_last
from upturn.table import Table, showing
from upturn.table.looking import check_look
from upturn.wire.requests import Since

if TYPE_CHECKING:
    from starlette.requests import Request

    from upturn.server.http.call import Asked
    from upturn.server.http.calls.tables import SinceQuery
    from upturn.server.tables.room import Room
    from upturn.table import Person

SEEN_EVERY = 3.0
"""Seconds. Nobody has less time to come back before the others decide about the seat."""


async def entries(asked: Asked) -> Since:
    """Return entries after a version, or before one; if there are none after it, wait for some."""
    query: SinceQuery = asked.query
    room = await room_of(asked)
    check_look(room.seats_of(asked.someone), query.looking)
    room.came(room.seats_of(asked.someone))
    if query.wait and query.since == room.table.version:
        await _wait(asked, room, query.wait)
        room.check_sight(asked.someone)
        room.came(room.seats_of(asked.someone))
    return await since(room, asked.someone, query)


async def since(room: Room, person: Person | None, query: SinceQuery) -> Since:
    """Return what happened after a version, as told to this person, and how the table stands."""
    known = query.since
    while True:
        rows = await room.queue.rows_after(known)

        def tell(table: Table, rows=rows) -> Since | None:  # type: ignore[no-untyped-def]
            if known != table.version and (not rows or rows[-1].n < table.version):
                return None  # more has happened meanwhile
            seats = room.seats_of(person)
            check_look(seats, query.looking)
            before = sys.maxsize if query.before is UNSET else query.before
            first, told = told_last(table, rows, seats, known, before, query.limit)
            return Since(
                table.version,
                told,
                table.views(seats, query.looking),
                showing.facts(table),
                first,
                room.attendance.is_muted(person),
            )

        found = await room.queue.read(tell)
        if found is not None:
            return found


async def _wait(asked: Asked, room: Room, seconds: int) -> None:
    """Return when something happens, the time is over or the asker is gone."""
    attendance = room.attendance
    if attendance.polls() >= asked.services.limits.most["sockets_per_table"]:
        raise Refusal("table-full")
    with attendance.polling() as news:
        waiting = {asyncio.ensure_future(news.wait()), asyncio.ensure_future(_gone(asked.request))}
        until = monotonic() + seconds
        try:
            while (left := until - monotonic()) > 0:
                attendance.seen(room.seats_of(asked.someone))  # whoever waits is there
                done, _ = await asyncio.wait(
                    waiting, timeout=min(left, SEEN_EVERY), return_when=asyncio.FIRST_COMPLETED
                )
                if done:
                    break
        finally:
            for task in waiting:
                task.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
