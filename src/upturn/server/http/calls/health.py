"""Whether the server is alive, whether it can do its work, and its metrics."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from starlette.responses import Response

from upturn.bots.levels import company
from upturn.errors import Refusal
from upturn.games import names, rules_of
from upturn.server.clock import now
from upturn.server.monitoring import metrics
from upturn.server.tables.thinkers import choose
from upturn.table import Person, Table, opening, shuffles
from upturn.wire.answers import Health
from upturn.wire.requests import NewTable

if TYPE_CHECKING:
    from upturn.server.http.call import Asked

NOBODY = Person("nobody", "nobody")
SECONDS = 0.1
STORE_TIMEOUT = 8.0
"""Seconds for the database: longer than it waits for others who write, and shorter than the health
check of our container waits for an answer."""


async def lives(asked: Asked) -> Health:
    return Health("ok")


async def ready(asked: Asked) -> Health:
    """Check that logs can be written and read, and that a bot finds a move at a trial table."""
    try:
        async with asyncio.timeout(STORE_TIMEOUT):
            await asked.services.store.check()
    except TimeoutError:
        raise Refusal("unavailable") from None
    await asyncio.to_thread(play_a_move)
    return Health("ok")


def play_a_move() -> None:
    game = names()[0]
    players, bot = rules_of(game).player_counts[0], company(game)[0].name
    bots = {str(seat): bot for seat in range(1, players + 1)}
    wish = NewTable(game=game, players=players, seat=None, bots=bots, start=True)
    opened = opening.open_table(wish, NOBODY, *shuffles.fresh())
    table, _ = Table.open("a" * 16, "A" * 6, opened, now())
    table.start(now())
    due = table.bot_due()
    if due is None:
        raise Refusal("not-ready")
    move = choose(bot, game, "ready", SECONDS, table.thinking(due.seat))
    table.bot_move(due.seat, move, table.version, now())


async def counts(asked: Asked) -> Response:
    """Return the metrics for Prometheus."""
    services, request = asked.services, asked.request
    client = request.client.host if request.client else None
    if not metrics.may_read(services.settings, client, request.headers):
        raise Refusal("not-for-you")
    told = await asyncio.to_thread(partial(services.metrics.exposition))
    return Response(told, media_type=metrics.MEDIA_TYPE)
