"""Waits for entries at a table, for programs without a WebSocket."""

from __future__ import annotations

import asyncio
import sys
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import UNSET

from upturn.errors import Refusal
from upturn.server.clock import wall_time
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

SEEN_EVERY = 3.0
"""Seconds. Shorter than any grace time after which the others decide about a seat."""


async def entries(asked: Asked) -> Since:
    """Return entries after a version, or before one; if there are none after it, wait for some."""
    query: SinceQuery = asked.query
    room = await room_of(asked)
    check_look(room.seats_of(asked.someone), query.looking)
    room.came(asked.someone)
    if query.wait and query.since == room.table.version:
        await asked.check_still_signed_in()  # before it is known here, nobody tells it
        await _wait(asked, room, query.wait)
        await asked.check_still_signed_in()
        room.check_sight(asked.someone, asked.browser)
        room.came(asked.someone)
    found = await since(asked, room, query)
    await asked.saw(room.table)
    return found


async def since(asked: Asked, room: Room, query: SinceQuery) -> Since:
    """Return what happened after a version, as told to the asker, and how the table stands."""
    known, person, browser = query.since, asked.someone, asked.browser
    while True:
        rows = await room.queue.rows_after(known)

        def tell(table: Table, rows=rows) -> Since | None:  # type: ignore[no-untyped-def]
            if known != table.version and (not rows or rows[-1].n < table.version):
                return None  # more has happened meanwhile
            room.check_sight(person, browser)  # the game may have begun meanwhile
            seats = room.seats_of(person)
            check_look(seats, query.looking)
            before = sys.maxsize if query.before is UNSET else query.before
            first, told = told_last(table, rows, seats, known, before, query.limit)
            return Since(
                table.version,
                told,
                table.views(seats, query.looking),
                showing.facts(table, wall_time()),
                first,
                room.attendance.is_muted(person),
            )

        found = await room.queue.read(tell)
        if found is not None:
            return found


async def _wait(asked: Asked, room: Room, seconds: int) -> None:
    """Wait until something happens, the time is up or the asker is gone."""
    attendance = room.attendance
    if attendance.polls() >= asked.services.limits.most["sockets_per_table"]:
        raise Refusal("table-full")
    device = None if asked.signed_in is None else asked.signed_in.device
    with attendance.polling(asked.someone, device) as news:
        waiting = {asyncio.ensure_future(news.wait()), asyncio.ensure_future(_gone(asked.request))}
        until = monotonic() + seconds
        try:
            while (left := until - monotonic()) > 0:
                attendance.seen(room.seats_of(asked.someone))  # anyone who waits is there
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
