"""Everything a server has, opened and closed together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from upturn.games import compiling
from upturn.server.access import Access
from upturn.server.config.limits import Limits, read_limits
from upturn.server.config.settings import Settings
from upturn.server.config.values import Networks
from upturn.server.monitoring.logs import log_uncaught
from upturn.server.monitoring.metrics import Metrics
from upturn.server.people.daily import DailyDeals
from upturn.server.people.persons import CHANGED, Persons
from upturn.server.people.ratings import Standings
from upturn.server.people.sightings import Sightings
from upturn.server.tables.registry import TableRegistry
from upturn.server.tables.thinkers import Thinkers
from upturn.server.tables.timers import Timers
from upturn.store import Store, open_store


@dataclass(frozen=True)
class Services:
    settings: Settings
    store: Store
    registry: TableRegistry
    sightings: Sightings
    access: Access
    persons: Persons
    limits: Limits
    metrics: Metrics
    daily: DailyDeals
    standings: Standings


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Open everything, and close it afterwards. Bots stop thinking first, and all appended entries
    are on disk before the store closes."""
    asyncio.get_running_loop().set_exception_handler(log_uncaught)
    group = settings.group
    limits = read_limits(settings.limits, settings.counts, group.number if group else 0)
    metrics = Metrics(group.folder if group else None)
    store = await open_store(settings.database, group)
    store.watch(metrics.committed)
    try:
        thinkers = Thinkers(limits.most["bots_waiting"], limits.most["bots_waiting_per_person"])
        metrics.thinking = lambda: thinkers.waiting
        registry = TableRegistry(
            store, metrics, settings.bot_pace, settings.grace, group, thinkers, limits
        )
        persons = Persons(store, registry.check_devices)

        def changed(person: str) -> None:
            persons.forget()  # first: whoever is admitted from now on is looked up anew
            registry.context.tasks.spawn(registry.check_devices(person))

        registry.on_message(CHANGED, changed)
        access = Access(
            persons,
            settings.own_origins,
            Networks(settings.trusted_proxies),
            browsers=await store.server_secret("browsers"),
        )
        daily = DailyDeals(await store.server_secret("daily"))
        await registry.open()
        running = [
            asyncio.create_task(Timers(registry).run()),
            asyncio.create_task(_use_compiled_rules()),
        ]
        try:
            yield Services(
                settings,
                store,
                registry,
                registry.context.sightings,
                access,
                persons,
                limits,
                metrics,
                daily,
                Standings(store),
            )
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await registry.close()
    finally:
        await store.close()


async def _use_compiled_rules() -> None:
    """Switch to compiled rules as they become ready, if this server started without them."""
    while compiling.is_going_over():
        await asyncio.to_thread(compiling.look)
        await asyncio.sleep(compiling.LOOKS)
