"""Nothing that was acknowledged is ever lost: not when the server is killed at any moment, nor when
its database fails for a while. People's clients get over it by themselves."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.mortal_server import TABLES, Company, MortalServer, check_all_is_kept
from upturn.store import open_store

MOST_BETWEEN = 150
"""Commands that are acknowledged before the next blow, at most."""
LONGEST = 1200.0
DEEP = 100

Blow = Callable[[MortalServer], Awaitable[None]]


async def kill(server: MortalServer) -> None:
    """As a power cut would, and on again."""
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def suffer(server: MortalServer, database: str, blows: int, blow: Blow) -> list[Company]:
    """Let people play, and hit the server at random moments; then they finish their games."""
    chance = random.Random(blows)
    companies = [
        Company(server, wish, random.Random(i), f"Table {i}") for i, wish in enumerate(TABLES)
    ]
    last = asyncio.Event()
    async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as playing:
        crowd = [playing.create_task(company.play(last)) for company in companies]
        for _ in range(blows):
            wanted = answered(companies) + chance.randint(1, MOST_BETWEEN)
            while answered(companies) < wanted and not any(task.done() for task in crowd):
                await asyncio.sleep(chance.random() / 50)
            await blow(server)
        last.set()
    store = await open_store(database)
    try:
        await check_all_is_kept(store, server.url, companies)
    finally:
        await store.close()
    return companies


def answered(companies: list[Company]) -> int:
    sittings = (sitting for company in companies for sitting in company.sittings)
    return sum(len(client.acknowledged) for sitting in sittings for client in sitting.clients)


def hit(folder: Path, database: str, blows: int, blow: Blow) -> list[Company]:
    server = MortalServer(folder, database)
    server.start()
    try:
        return asyncio.run(suffer(server, database, blows, blow))
    finally:
        server.stop()


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(
    tmp_path: Path, store_url: str
) -> None:
    companies = hit(tmp_path, store_url, 5, kill)
    clients = [c for company in companies for s in company.sittings for c in s.clients]
    assert sum(client.welcomes for client in clients) > len(clients)


@pytest.mark.deep
def test_nothing_acknowledged_is_lost_however_often_the_server_is_killed(
    tmp_path: Path, store_url: str
) -> None:
    hit(tmp_path, store_url, DEEP, kill)
