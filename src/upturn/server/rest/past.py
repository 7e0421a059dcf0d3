"""Games that are over: records, any moment of them again, other ways to go on, deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, Meta, UnsetType
from starlette.responses import Response

from upturn.errors import Refusal
from upturn.games import names
from upturn.server import records
from upturn.server.clock import now
from upturn.server.daily import FINISHED, day_of, own_table, terms
from upturn.server.rest.call import Query
from upturn.server.rest.serving import answer_of
from upturn.server.rest.tables import seat_down, source_of
from upturn.table import Table, opening, shuffles
from upturn.wire.answers import Replay
from upturn.wire.base import Seat
from upturn.wire.requests import DealPage, Standing, WhatIf

if TYPE_CHECKING:
    from upturn.server.rest.call import Asked

MOST_RESULTS = 500


class Moment(Query, frozen=True):
    ply: Annotated[int, Meta(ge=0, le=100_000)] | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET


async def record(asked: Asked) -> Response:
    """A finished game as a file."""
    table = await finished_table(asked)
    response = answer_of(records.record_of(table))
    name = records.file_name(table)
    response.headers["content-disposition"] = f'attachment; filename="{name}"'
    return response


async def replay(asked: Asked) -> Replay:
    query: Moment = asked.query
    ply = None if query.ply is UNSET else query.ply
    seat = None if query.seat is UNSET else query.seat
    return records.replay(await finished_table(asked), ply, seat)


async def what_if(asked: Asked) -> Standing:
    """A table of one's own that goes on from a moment of a finished game."""
    wish: WhatIf = asked.body
    source = await source_of(asked, asked.path("table"))
    return await seat_down(asked, opening.open_what_if(wish, asked.person, source), start=True)


async def deal(asked: Asked) -> DealPage:
    """A deal, and what everybody made of it."""
    key, today = asked.path("deal"), day_of(now())
    rows = await asked.house.store.results(deal=key, limit=MOST_RESULTS)
    results = [records.result_of(row) for row in rows]
    if rows:
        first = await asked.house.hall.room(rows[0].table)
        setup = first.table.setup
        free = not asked.house.hall.secluded(first.table)
        return DealPage(
            deal=key,
            game=setup.game,
            players=setup.players,
            options=setup.options,
            commitment=shuffles.commitment(setup.seed, setup.nonce),
            day=setup.day,
            table=first.table.id if free else None,
            results=results,
        )
    for game in names():
        if game in terms() and asked.house.daily.deal(today, game) == key:
            players = terms()[game].players[0]
            shown = asked.house.daily.commitment(today, game)
            return DealPage(key, game, players, {}, shown, today, None, [])
    raise Refusal("no-such-deal", "No game of this deal is over.", {"status": 404})


async def finished_table(asked: Asked) -> Table:
    """The table that is asked about, for one who may see its cards."""
    room = await asked.house.hall.room(asked.path("table"))
    table = await room.ask_in_turn(lambda table: table)
    records.finished_game(table)
    if asked.house.hall.secluded(table) and not await _has_finished(asked, table.setup.deal):
        raise Refusal(
            "secluded",
            "Others still play this deal today; it is shown to those who have finished it.",
            {"status": 403},
        )
    return table


async def _has_finished(asked: Asked, deal: str) -> bool:
    own = await own_table(asked.house.hall, asked.someone, deal)
    return own is not None and own.state in FINISHED
