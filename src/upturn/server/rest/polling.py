"""Waiting for what is new at a table, for programs without a WebSocket."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.server.rest.tables import room_of
from upturn.table import Table, showing
from upturn.wire.requests import Since

if TYPE_CHECKING:
    from starlette.requests import Request

    from upturn.server.rest.call import Asked
    from upturn.server.rest.tables import SinceQuery
    from upturn.server.room import Room
    from upturn.table import Person

SEEN_EVERY = 3.0
"""Seconds; nobody has less time to come back before the others decide about the seat."""


async def entries(asked: Asked) -> Since:
    """The entries after a version; if there are none, those that come within the time."""
    query: SinceQuery = asked.query
    room = await room_of(asked)
    room.came(room.seats_of(asked.someone))
    if query.wait and query.since == room.table.version:
        await _wait(asked, room, query.wait)
        room.came(room.seats_of(asked.someone))
    return await since(room, asked.someone, query.since)


async def since(room: Room, person: Person | None, known: int) -> Since:
    """What happened after a version, as told to this person, and how things stand."""
    while True:
        rows = await room.rows_after(known)

        def tell(table: Table, rows=rows) -> Since | None:  # type: ignore[no-untyped-def]
            if known != table.version and (not rows or rows[-1].n < table.version):
                return None  # more has happened meanwhile
            seats = room.seats_of(person)
            told = room.retell(rows, known, seats)
            return Since(table.version, told, table.views(list(seats)), showing.facts(table))

        found = await room.ask_in_turn(tell)
        if found is not None:
            return found


async def _wait(asked: Asked, room: Room, seconds: int) -> None:
    """Until something happens, the time is over or the asker is gone."""
    if len(room.polls) >= asked.house.limits.most["sockets_per_table"]:
        raise Refusal("table-full", "Too many people watch this table.", {"status": 503})
    news = asyncio.Event()
    room.polls.add(news)
    waiting = {asyncio.ensure_future(news.wait()), asyncio.ensure_future(_gone(asked.request))}
    until = monotonic() + seconds
    try:
        while (left := until - monotonic()) > 0:
            room.seen(room.seats_of(asked.someone))  # who waits is there
            done, _ = await asyncio.wait(
                waiting, timeout=min(left, SEEN_EVERY), return_when=asyncio.FIRST_COMPLETED
            )
            if done:
                break
    finally:
        room.polls.discard(news)
        for task in waiting:
            task.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
