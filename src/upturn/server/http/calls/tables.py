"""Opens tables, finds them, and plays at them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.responses import Response

from upturn.errors import Refusal
from upturn.server.http.call import Query
from upturn.server.http.calls.listing import table_line
from upturn.server.http.endpoint import answer_of
from upturn.server.http.qr import qr_code
from upturn.server.people import daily
from upturn.table import Person, Table, opening, showing, shuffles
from upturn.table.looking import check_look
from upturn.wire.answers import Found
from upturn.wire.base import Seat, Version, Word
from upturn.wire.commands import Hint, Point
from upturn.wire.messages import Done
from upturn.wire.requests import NewTable, Standing, Tables

if TYPE_CHECKING:
    from upturn.server.http.call import Asked
    from upturn.server.tables.room import Room
    from upturn.store import TableRow
    from upturn.table import log
    from upturn.wire.commands import AnyCommand

MOST_LISTED = 100
COMMAND_TIMEOUT = 30.0
"""Seconds that a command may take, with the thinking of a hint."""
OPEN = ("gathering", "playing")
SVG = "image/svg+xml"


class OfGame(Query, frozen=True):
    game: Word | None = None


class OfSeat(Query, frozen=True):
    seat: Annotated[Seat, Meta(description="The one of your seats that looks.")] | UnsetType = UNSET

    @property
    def looking(self) -> int | None:
        return None if self.seat is UNSET else self.seat


class SinceQuery(OfSeat, frozen=True):
    since: Version = 0
    wait: Annotated[int, Meta(ge=0, le=25, description="Seconds to wait for what is new.")] = 0


# --- Opening ---------------------------------------------------------------------------------


async def open_table(asked: Asked) -> Standing:
    wish: NewTable = asked.body
    registry, wished = asked.services.registry, None
    if wish.id is not None:
        wished = await registry.key_for(asked.person, wish.id)
        if await asked.services.store.table(wished) is not None:
            return await standing(await registry.room(wished), asked.person)
    await _check_number(asked)
    return await seat_down(asked, await _opened(asked, wish), wish.start, wished)


async def seat_down(
    asked: Asked, opened: log.Opened, start: bool, wished: str | None = None
) -> Standing:
    """Open a table, and start its game if wished."""
    room = await asked.services.registry.add(opened, start, wished)
    return await standing(room, asked.person)


async def _check_number(asked: Asked) -> None:
    most = asked.services.limits.most["tables_per_person"]
    open_ones = [row for row in await tables_of(asked) if row.state in OPEN]
    if len(open_ones) >= most:
        raise Refusal("too-many-tables", most=most, seconds=60)


async def tables_of(asked: Asked) -> list[TableRow]:
    """Return the tables where the asker sits or has sat, or that they opened, the newest first."""
    store, person = asked.services.store, asked.person.id
    found = {row.table.id: row.table for row in await store.seatings(person)}
    found |= {row.id: row for row in await store.hosted_tables(person)}
    return sorted(found.values(), key=lambda row: row.changed, reverse=True)


async def _opened(asked: Asked, wish: NewTable) -> log.Opened:
    """Return the first entry of a table, with the deal that is wished for."""
    services, person = asked.services, asked.person
    if wish.daily:
        day = daily.today()
        wish = daily.on_terms(wish)
        deal = services.daily.deal(day, wish.game)
        daily.check_first(await services.registry.table_of_deal(person, deal))
        return opening.open_table(wish, person, *services.daily.shuffle(day, wish.game), day=day)
    source = None
    if wish.same_deal is not None:
        source = await source_of(asked, wish.same_deal)
        wish = msgspec.structs.replace(wish, mode=wish.mode or _mode(wish, source, person))
    return opening.open_table(wish, person, *shuffles.fresh(), source=source)


async def source_of(asked: Asked, name: str) -> Table:
    """Return a table whose deal is to be played again. Raise Refusal while others still play it
    today."""
    room = await asked.services.registry.room(name)
    table = await room.queue.read(lambda table: table)
    if daily.is_secluded(table):
        raise Refusal("secluded")
    return table


def _mode(wish: NewTable, source: Table, person: Person) -> str | None:
    """Return the mode: a challenge for somebody who knows the cards, a competition for others."""
    if source.rules.same_deals is None or wish.game != source.rules.name:
        return None
    return "challenge" if source.seats_of(person.id) else "competition"


# --- Finding ---------------------------------------------------------------------------------


async def find_code(asked: Asked) -> Found:
    return Found(await asked.services.registry.table_of_code(asked.path("code")))


async def list_public(asked: Asked) -> Tables:
    query: OfGame = asked.query
    rows = await asked.services.store.public_tables(query.game, MOST_LISTED)
    return Tables([table_line(row) for row in rows])


async def stand(asked: Asked) -> Standing:
    query: OfSeat = asked.query
    room = await room_of(asked)
    return await standing(room, asked.someone, query.looking)


async def invite(asked: Asked) -> Response:
    """Return a QR code that leads to the table."""
    room = await asked.services.registry.room(asked.path("table"))
    return Response(qr_code(f"{asked.origin}/j/{room.table.code}"), media_type=SVG)


async def room_of(asked: Asked) -> Room:
    """Return the table of the call. Raise Refusal if the asker may not see it."""
    room = await asked.services.registry.room(asked.path("table"))
    room.check_sight(asked.someone)
    return room


async def standing(room: Room, person: Person | None, looking: int | None = None) -> Standing:
    """Return how the table stands, once everything it did is on disk; for one of several seats of
    the person, if one looks."""

    def look(table: Table) -> Standing:
        seats = list(room.seats_of(person))
        check_look(seats, looking)
        host = room.is_host(person)
        return Standing(showing.facts(table), seats, table.views(seats, looking), host=host)

    return await room.queue.read(look)


# --- Playing ---------------------------------------------------------------------------------


class Caller:
    """The sender of a command by REST, who is told what became of it and nothing else."""

    def __init__(self, command: AnyCommand, known: int):
        self.heard: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._awaits_advice = isinstance(command, Hint)
        self._known = known

    def done(self, command: str, version: int) -> None:
        repeated = version <= self._known
        if not self.heard.done() and (repeated or not self._awaits_advice):
            self.heard.set_result(answer_of(Done(command, version)))

    def say(self, message: bytes) -> None:
        """Take advice or reasons: nothing else is said to one caller alone."""
        if not self.heard.done():
            self.heard.set_result(Response(message, media_type="application/json"))

    def refuse(self, command: str | None, refusal: Refusal) -> None:
        if not self.heard.done():
            self.heard.set_exception(refusal)


async def command(asked: Asked) -> Response:
    """Do a command, the same as over a WebSocket."""
    wish: AnyCommand = asked.body
    room = await asked.services.registry.room(asked.path("table"))
    caller = Caller(wish, room.table.version)
    room.ask(wish, asked.person, caller)
    if isinstance(wish, Point) and not caller.heard.done():  # shown to others, and not kept
        caller.done(wish.id, room.table.version)
    room.attendance.seen(room.seats_of(asked.person))
    try:
        return await asyncio.wait_for(caller.heard, COMMAND_TIMEOUT)
    except TimeoutError:
        raise Refusal("takes-too-long") from None
