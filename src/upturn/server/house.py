"""A server's parts, opened and closed together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from upturn.games import compiling
from upturn.server.daily import DailyDeals
from upturn.server.door import Door
from upturn.server.hall import Hall
from upturn.server.limits import Limits, read_limits
from upturn.server.metrics import Metrics
from upturn.server.persons import CHANGED, Persons
from upturn.server.ratings import Standings
from upturn.server.settings import Settings
from upturn.server.values import Networks
from upturn.server.warden import Warden
from upturn.store import Store, open_store


@dataclass(frozen=True)
class House:
    settings: Settings
    store: Store
    hall: Hall
    door: Door
    persons: Persons
    limits: Limits
    metrics: Metrics
    daily: DailyDeals
    standings: Standings


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """Everything, until it is no longer needed. Bots stop thinking first; what has been appended
    is on disk before the store is closed."""
    crew = settings.crew
    limits, metrics = read_limits(settings.limits), Metrics(crew.folder if crew else None)
    store = await open_store(settings.database, crew)
    store.watch(metrics.committed)
    try:
        hall = Hall(store, metrics, settings.bot_pace, settings.grace, crew)
        hall.thinkers.most_waiting = limits.most["bots_waiting"]
        metrics.thinking = lambda: hall.thinkers.waiting
        persons = Persons(store)
        hall.words[CHANGED] = lambda _: persons.forget()
        proxies = Networks(settings.trusted_proxies)
        door = Door(hall, persons, limits, metrics, settings.origins, proxies)
        daily = DailyDeals(await store.server_secret("daily"))
        await hall.open()
        watches = [asyncio.create_task(Warden(hall).run()), asyncio.create_task(_go_over())]
        try:
            yield House(
                settings, store, hall, door, persons, limits, metrics, daily, Standings(store)
            )
        finally:
            for watch in watches:
                watch.cancel()
            await asyncio.gather(*watches, return_exceptions=True)
            await hall.close()
    finally:
        await store.close()


async def _go_over() -> None:
    """Go over to compiled rules, if this server began without."""
    while compiling.is_going_over():
        await asyncio.to_thread(compiling.look)
        await asyncio.sleep(compiling.LOOKS)
