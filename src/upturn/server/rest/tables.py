"""Opening tables, finding them, and playing at them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from upturn.errors import Refusal
from upturn.server import daily
from upturn.server.clock import now
from upturn.server.rest.call import Query
from upturn.server.rest.drawing import qr_code
from upturn.server.rest.listing import table_line
from upturn.server.rest.serving import answer_of
from upturn.table import Person, Table, opening, showing, shuffles
from upturn.wire.answers import Found
from upturn.wire.base import Version, Word
from upturn.wire.commands import Hint, Point
from upturn.wire.messages import Done
from upturn.wire.requests import NewTable, Standing, Tables

if TYPE_CHECKING:
    from upturn.server.rest.call import Asked
    from upturn.server.room import Room
    from upturn.store import TableRow
    from upturn.table import log
    from upturn.wire.commands import AnyCommand

MOST_LISTED = 100
PATIENCE = 30.0
"""Seconds that a command may take; a hint may think for some of them."""
OPEN = ("gathering", "playing")
SVG = "image/svg+xml"


class OfGame(Query, frozen=True):
    game: Word | None = None


class SinceQuery(Query, frozen=True):
    since: Version = 0
    wait: Annotated[int, Meta(ge=0, le=25, description="Seconds to wait for what is new.")] = 0


# --- Opening ---------------------------------------------------------------------------------


async def open_table(asked: Asked) -> Standing:
    wish: NewTable = asked.body
    hall, wished = asked.house.hall, None
    if wish.id is not None:
        wished = await hall.key_for(asked.person, wish.id)
        if await asked.house.store.table(wished) is not None:
            return await standing(await hall.room(wished), asked.person)
    await _check_number(asked)
    try:
        opened = await _opened(asked, wish)
    except Refusal as refusal:  # about the wish, unless it says otherwise
        refusal.details.setdefault("status", 422)
        raise
    return await seat_down(asked, opened, wish.start, wished)


async def seat_down(
    asked: Asked, opened: log.Opened, start: bool, wished: str | None = None
) -> Standing:
    """Put up a table and begin, if that is wished."""
    room = await asked.house.hall.add(opened, start, wished)
    return await standing(room, asked.person)


async def _check_number(asked: Asked) -> None:
    most = asked.house.limits.most["tables_per_person"]
    open_ones = [row for row in await tables_of(asked) if row.state in OPEN]
    if len(open_ones) >= most:
        raise Refusal(
            "too-many-tables",
            f"You have {most} open tables; finish or close some first.",
            {"status": 429, "most": most, "seconds": 60},
        )


async def tables_of(asked: Asked) -> list[TableRow]:
    """Where the asker sits or has sat, and what they have opened, each table once, the newest
    first."""
    store, person = asked.house.store, asked.person.id
    found = {row.table.id: row.table for row in await store.seatings(person)}
    found |= {row.id: row for row in await store.hosted_tables(person)}
    return sorted(found.values(), key=lambda row: row.changed, reverse=True)


async def _opened(asked: Asked, wish: NewTable) -> log.Opened:
    """The first entry of a table, with the deal that is wished for."""
    house, person = asked.house, asked.person
    if wish.daily:
        day = daily.day_of(now())
        wish = daily.on_terms(wish)
        deal = house.daily.deal(day, wish.game)
        daily.check_first(await daily.own_table(house.hall, person, deal))
        return opening.open_table(wish, person, *house.daily.shuffle(day, wish.game), day=day)
    source = None
    if wish.same_deal is not None:
        source = await source_of(asked, wish.same_deal)
        wish = msgspec.structs.replace(wish, mode=wish.mode or _mode(wish, source, person))
    return opening.open_table(wish, person, *shuffles.fresh(), source=source)


async def source_of(asked: Asked, name: str) -> Table:
    """A table whose game is to be played again. Raises Refusal while that would tell others a deal
    they play today."""
    room = await asked.house.hall.room(name)
    table = await room.ask_in_turn(lambda table: table)
    if asked.house.hall.secluded(table):
        raise Refusal(
            "secluded", "Others still play this deal today; it is free tomorrow.", {"status": 403}
        )
    return table


def _mode(wish: NewTable, source: Table, person: Person) -> str | None:
    """Who had a seat then knows the cards: a challenge. For others it is a competition."""
    if source.rules.same_deals is None or wish.game != source.rules.name:
        return None
    return "challenge" if source.seats_of(person.id) else "competition"


# --- Finding ---------------------------------------------------------------------------------


async def find_code(asked: Asked) -> Found:
    return Found(await asked.house.hall.table_of_code(asked.path("code")))


async def list_public(asked: Asked) -> Tables:
    query: OfGame = asked.query
    rows = await asked.house.store.public_tables(query.game, MOST_LISTED)
    return Tables([table_line(row) for row in rows])


async def stand(asked: Asked) -> Standing:
    room = await room_of(asked)
    return await standing(room, asked.someone)


async def invite(asked: Asked) -> Response:
    """A QR code that leads to the table."""
    room = await asked.house.hall.room(asked.path("table"))
    return Response(qr_code(f"{asked.origin}/j/{room.table.code}"), media_type=SVG)


async def room_of(asked: Asked) -> Room:
    """The table that is asked about, if the asker may see it."""
    room = await asked.house.hall.room(asked.path("table"))
    room.check_sight(asked.someone)
    return room


async def standing(room: Room, person: Person | None) -> Standing:
    """How things stand, once all that was done is on disk."""

    def look(table: Table) -> Standing:
        seats = list(room.seats_of(person))
        host = room.is_host(person)
        return Standing(showing.facts(table), seats, table.views(seats), host=host)

    return await room.ask_in_turn(look)


# --- Playing ---------------------------------------------------------------------------------


class Caller:
    """Who sent a command by REST: hears what became of it, and nothing else."""

    def __init__(self, command: AnyCommand, known: int):
        self.heard: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._awaits_advice = isinstance(command, Hint)
        self._known = known

    def done(self, command: str, version: int) -> None:
        repeated = version <= self._known
        if not self.heard.done() and (repeated or not self._awaits_advice):
            self.heard.set_result(answer_of(Done(command, version)))

    def say(self, message: bytes) -> None:
        """Advice or reasons: nothing else is said to one caller alone."""
        if not self.heard.done():
            self.heard.set_result(Response(message, media_type="application/json"))

    def refuse(self, command: str | None, refusal: Refusal) -> None:
        if not self.heard.done():
            self.heard.set_exception(refusal)


async def command(asked: Asked) -> Response:
    """Do what a person asks for: the same commands as over a WebSocket."""
    wish: AnyCommand = asked.body
    room = await asked.house.hall.room(asked.path("table"))
    caller = Caller(wish, room.table.version)
    room.ask(wish, asked.person, caller)
    if isinstance(wish, Point) and not caller.heard.done():  # shown, and not kept
        caller.done(wish.id, room.table.version)
    room.seen(room.seats_of(asked.person))
    try:
        return await asyncio.wait_for(caller.heard, PATIENCE)
    except TimeoutError:
        raise Refusal(
            "unavailable",
            "That takes too long; send it again with the same id to learn what became of it.",
            {"status": 503},
        ) from None
