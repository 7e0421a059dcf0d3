"""Games that are over: records, replays, what-ifs, deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, Meta, UnsetType
from starlette.responses import Response

from upturn.errors import Refusal
from upturn.games import names
from upturn.server.http.call import Query
from upturn.server.http.calls.tables import seat_down, source_of
from upturn.server.http.endpoint import answer_of
from upturn.server.people import results
from upturn.server.people.daily import is_secluded, terms, today
from upturn.table import Table, opening, shuffles
from upturn.table.results import finished_game
from upturn.wire.answers import Replay
from upturn.wire.base import Seat
from upturn.wire.requests import DealPage, Standing, WhatIf

if TYPE_CHECKING:
    from upturn.server.http.call import Asked

MOST_RESULTS = 500


class Moment(Query, frozen=True):
    ply: Annotated[int, Meta(ge=0, le=100_000)] | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET


async def record(asked: Asked) -> Response:
    """Return a finished game as a file."""
    table = await finished_table(asked)
    response = answer_of(results.record_of(table))
    name = results.file_name(table)
    response.headers["content-disposition"] = f'attachment; filename="{name}"'
    return response


async def replay(asked: Asked) -> Replay:
    query: Moment = asked.query
    ply = None if query.ply is UNSET else query.ply
    seat = None if query.seat is UNSET else query.seat
    return results.replay(await finished_table(asked), ply, seat)


async def what_if(asked: Asked) -> Standing:
    """Open a table that goes on from a moment of a finished game."""
    wish: WhatIf = asked.body
    source = await source_of(asked, asked.path("table"))
    return await seat_down(asked, opening.open_what_if(wish, asked.person, source), start=True)


async def deal(asked: Asked) -> DealPage:
    """Return a deal, and everybody's results on it."""
    key, day = asked.path("deal"), today()
    rows = await asked.services.store.results(deal=key, limit=MOST_RESULTS)
    told = [results.result_of(row) for row in rows]
    seen = await asked.has_seen(key)
    if rows:
        first = await asked.services.registry.room(rows[0].table)
        setup = first.table.setup
        free = not is_secluded(first.table)
        return DealPage(
            deal=key,
            game=setup.game,
            players=setup.players,
            options=setup.options,
            commitment=shuffles.commitment(setup.seed, setup.nonce),
            day=setup.day,
            table=first.table.id if free else None,
            results=told,
            seen=seen,
        )
    for game in names():
        if game in terms() and asked.services.daily.deal(day, game) == key:
            players = terms()[game].players[0]
            shown = asked.services.daily.commitment(day, game)
            return DealPage(key, game, players, {}, shown, day, None, [], seen)
    raise Refusal("no-such-deal")


async def finished_table(asked: Asked) -> Table:
    """Return the table of the call, for somebody who may see its cards: today's deal is for those
    who had a seat there."""
    room = await asked.services.registry.room(asked.path("table"))
    table = await room.queue.read(lambda table: table)
    finished_game(table)
    room.check_sight(asked.someone, asked.browser)
    await asked.saw(table)
    return table
