"""The deal of the day, results and ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from upturn.errors import Refusal
from upturn.games import names, rules_of
from upturn.server.http.call import Query
from upturn.server.people import daily
from upturn.server.people.results import result_of
from upturn.table import shuffles
from upturn.wire.answers import Daily, DailyDeal
from upturn.wire.base import Name, Word
from upturn.wire.requests import Ratings, Results
from upturn.wire.text import key_of

if TYPE_CHECKING:
    from upturn.server.http.call import Asked

MOST_OF_THE_DAY = 500


class OneGame(Query, frozen=True):
    game: Word


class ResultsQuery(Query, frozen=True):
    game: Word | None = None
    person: Name | None = None
    limit: Annotated[int, Meta(ge=1, le=200)] = 50


async def today(asked: Asked) -> Daily:
    """Return today's deals, everybody's results, and where the asker plays them."""
    day = daily.today()
    deals = [await _deal(asked, day, game) for game in daily.terms()]
    return Daily(day, shuffles.end_of(day), deals)


async def _deal(asked: Asked, day: str, game: str) -> DailyDeal:
    services, terms = asked.services, daily.terms()[game]
    deal = services.daily.deal(day, game)
    rows = await services.store.results(deal=deal, day=day, limit=MOST_OF_THE_DAY)
    mine = await services.registry.table_of_deal(asked.someone, deal)
    return DailyDeal(
        game=game,
        players=list(terms.players),
        bots=terms.bots,
        deal=deal,
        commitment=services.daily.commitment(day, game),
        results=[result_of(row) for row in daily.first_results(rows)],
        table=None if mine is None else mine.id,
        played=mine is not None and mine.state in daily.FINISHED,
        seen=await asked.has_seen(deal),
    )


async def results(asked: Asked) -> Results:
    """Return finished games, the newest first."""
    query: ResultsQuery = asked.query
    store = asked.services.store
    person = None
    if query.person is not None:
        found = await store.person_by_name(key_of(query.person), query.person)
        if found is None:
            raise Refusal("no-such-person")
        person = found.id
    rows = await store.results(game=query.game, person=person, newest=True, limit=query.limit)
    return Results([result_of(row) for row in rows])


async def ratings(asked: Asked) -> Ratings:
    query: OneGame = asked.query
    if query.game not in names():
        rules_of(query.game)
    return Ratings(query.game, await asked.services.standings.of_game(query.game))
