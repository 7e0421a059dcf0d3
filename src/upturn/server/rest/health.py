"""Whether the server lives, whether it can do its work, and what it counts."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from starlette.responses import Response

from upturn.errors import Refusal
from upturn.server import metrics
from upturn.server.clock import now
from upturn.server.thinking import choose
from upturn.table import Person, Table, opening, shuffles
from upturn.wire.answers import Health
from upturn.wire.requests import NewTable

if TYPE_CHECKING:
    from upturn.server.rest.call import Asked

GAME, LEVEL, PLAYERS = "dnup", "beginner", 3
WISH = NewTable(
    game=GAME,
    players=PLAYERS,
    seat=None,
    bots={str(seat): LEVEL for seat in range(1, PLAYERS + 1)},
    start=True,
)
NOBODY = Person("nobody", "nobody")
SECONDS = 0.1


async def lives(asked: Asked) -> Health:
    return Health("ok")


async def ready(asked: Asked) -> Health:
    """The disk takes what is written, and a bot finds a move at a table that is kept nowhere."""
    await asked.house.store.check()
    await asyncio.to_thread(play_a_move)
    return Health("ok")


def play_a_move() -> None:
    opened = opening.open_table(WISH, NOBODY, *shuffles.fresh())
    table, _ = Table.open("a" * 16, "A" * 6, opened, now())
    table.start(now())
    due = table.bot_due()
    if due is None:
        raise Refusal("not-ready", "No bot plays.", {"status": 503})
    move = choose(LEVEL, GAME, "ready", SECONDS, table.thinking(due.seat))
    table.bot_move(due.seat, move, table.version, now())


async def counts(asked: Asked) -> Response:
    """For Prometheus."""
    house, request = asked.house, asked.request
    client = request.client.host if request.client else None
    if not metrics.may_read(house.settings, client, request.headers):
        raise Refusal("not-for-you", "The metrics are for who runs this server.", {"status": 403})
    told = await asyncio.to_thread(partial(house.metrics.told))
    return Response(told, media_type=metrics.MEDIA_TYPE)
