"""Opens tables, finds them, and plays at them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.responses import Response

from upturn.errors import Refusal
from upturn.server.clock import wall_time
from upturn.server.http.call import Query
from upturn.server.http.calls.listing import table_line
from upturn.server.http.endpoint import answer_of
from upturn.server.http.qr import qr_code
from upturn.server.people import daily
from upturn.server.tables.updates import MOST_TOLD
from upturn.table import Table, opening, showing, shuffles
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
    from upturn.wire.facts import Mode

MOST_LISTED = 100
COMMAND_TIMEOUT = 30.0
"""Seconds that a command may take, including the time to think about a hint."""
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
    before: Annotated[int, Meta(ge=1, description="Only entries before this one.")] | UnsetType = (
        UNSET
    )
    limit: Annotated[int, Meta(ge=1, le=MOST_TOLD, description="The last so many of them.")] = (
        MOST_TOLD
    )
    wait: Annotated[int, Meta(ge=0, le=25, description="Seconds to wait for what is new.")] = 0


# --- Opening ---------------------------------------------------------------------------------


async def open_table(asked: Asked) -> Standing:
    wish: NewTable = asked.body
    registry, wished = asked.services.registry, None
    if wish.id is not None:
        wished = await registry.key_for(asked.person, wish.id)
        if await asked.services.store.table(wished) is not None:
            return await standing(asked, await registry.room(wished))
    await _check_number(asked)
    return await seat_down(asked, await _opened(asked, wish), wish.start, wished)


async def seat_down(
    asked: Asked, opened: log.Opened, start: bool, wished: str | None = None
) -> Standing:
    """Open a table, and start its game if asked to."""
    room = await asked.services.registry.add(opened, start, wished)
    return await standing(asked, room)


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
    """Return the first entry of a table, with the deal that was asked for."""
    services, person = asked.services, asked.person
    if wish.daily:
        day = daily.today()
        wish = daily.on_terms(wish)
        deal = services.daily.deal(day, wish.game)
        daily.check_first(await services.registry.table_of_deal(person, deal))
        daily.check_unseen(await asked.has_seen(deal))
        return opening.open_table(wish, person, *services.daily.shuffle(day, wish.game), day=day)
    source = None
    if wish.same_deal is not None:
        source = await source_of(asked, wish.same_deal)
        wish = msgspec.structs.replace(wish, mode=wish.mode or await _mode(asked, wish, source))
    return opening.open_table(wish, person, *shuffles.fresh(), source=source)


async def source_of(asked: Asked, name: str) -> Table:
    """Return a table whose deal will be played again. Raise Refusal if it is today's deal, which
    others may still play, or if the host of the table has removed the asker."""
    room = await asked.services.registry.room(name)
    table = await room.queue.read(lambda table: table)
    if daily.is_secluded(table):
        raise Refusal("secluded")
    room.check_sight(asked.someone, asked.browser)
    return table


async def _mode(asked: Asked, wish: NewTable, source: Table) -> Mode | None:
    """Return the mode: a challenge for somebody who has seen the cards, a competition for
    others."""
    if source.rules.same_deals is None or wish.game != source.rules.name:
        return None
    return "challenge" if await asked.has_seen(source.setup.deal) else "competition"


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
    return await standing(asked, room, query.looking)


async def invite(asked: Asked) -> Response:
    """Return a QR code that leads to the table."""
    room = await asked.services.registry.room(asked.path("table"))
    return Response(qr_code(f"{asked.origin}/j/{room.table.code}"), media_type=SVG)


async def room_of(asked: Asked) -> Room:
    """Return the table of the call. Raise Refusal if the asker may not see it."""
    room = await asked.services.registry.room(asked.path("table"))
    room.check_sight(asked.someone, asked.browser)
    return room


async def standing(asked: Asked, room: Room, looking: int | None = None) -> Standing:
    """Return how the table stands, once everything it did is on disk. A person with several seats
    gets the view of the seat that is looking."""

    def look(table: Table) -> Standing:
        room.check_sight(
            asked.someone, asked.browser
        )  # the game may have begun since the call came
        seats = list(room.seats_of(asked.someone))
        check_look(seats, looking)
        host = room.is_host(asked.someone)
        lost = room.attendance.lost_seats(asked.someone)
        muted = room.attendance.is_muted(asked.someone)
        opener = room.attendance.is_opener(asked.someone)
        views = table.views(seats, looking)
        facts = showing.facts(table, wall_time())
        return Standing(facts, seats, views, host=host, lost=lost, muted=muted, opener=opener)

    found = await room.queue.read(look)
    await asked.saw(room.table)
    return found


# --- Playing ---------------------------------------------------------------------------------


class Caller:
    """The sender of a command by REST, who is told what became of it and nothing else."""

    def __init__(self, command: AnyCommand, known: int, browser: str = ""):
        self.browser = browser
        self.heard: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._awaits_advice = isinstance(command, Hint)
        self._known = known

    def done(self, command: str, version: int) -> None:
        repeated = version <= self._known
        if not self.heard.done() and (repeated or not self._awaits_advice):
            self.heard.set_result(answer_of(Done(command, version)))

    def say(self, message: bytes) -> None:
        """Take advice or reasons. Nothing else is sent to a single caller."""
        if not self.heard.done():
            self.heard.set_result(Response(message, media_type="application/json"))

    def refuse(self, command: str | None, refusal: Refusal) -> None:
        if not self.heard.done():
            self.heard.set_exception(refusal)


async def command(asked: Asked) -> Response:
    """Do a command, the same as over a WebSocket."""
    wish: AnyCommand = asked.body
    room = await asked.services.registry.room(asked.path("table"))
    caller = Caller(wish, room.table.version, asked.browser)
    room.ask(wish, asked.person, caller)
    if isinstance(wish, Point) and not caller.heard.done():  # shown to others, and not kept
        caller.done(wish.id, room.table.version)
    room.attendance.seen(room.seats_of(asked.person))
    try:
        return await asyncio.wait_for(caller.heard, COMMAND_TIMEOUT)
    except TimeoutError:
        raise Refusal("takes-too-long") from None
