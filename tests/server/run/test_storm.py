"""A server with many sockets is killed: everybody comes back by themselves and plays on."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx
import pytest

from tests.support.amounts import amount
from tests.support.live_client import LiveClient
from tests.support.mortal_server import MortalServer, check_answers
from tests.support.servers import GENEROUS, TEST_TIMEOUT, read
from upturn.store import Store, open_store
from upturn.table import Table, log

SOCKETS, DEEP_SOCKETS = 200, 4000
MOVES = 3
"""At each table, before the server is killed and again after it."""
AT_ONCE = 50
"""Tables that are set up at the same time."""
ROOM_FOR_ALL = f"""{GENEROUS}
sockets_per_address = 100000
connections_per_address = 100000
"""


@dataclass
class Pair:
    """Two people at a table, each with a device."""

    table: str
    clients: list[LiveClient]

    async def play(self, moves: int) -> None:
        for _ in range(moves):
            if self.clients[0].state != "playing":
                return
            mover = next(client for client in self.clients if client.to_move())
            turn = mover.to_move()
            assert turn is not None
            n = await mover.do("move", seat=turn[0], move=turn[1][0])
            for client in self.clients:
                await client.reach(n)


async def sit_down(http: httpx.AsyncClient, number: int, devices: AsyncExitStack) -> Pair:
    secrets = [
        read(await http.post("/api/me", json={"name": f"Pair {number} {one}"}))["secret"]
        for one in "AB"
    ]
    host = {"authorization": f"Bearer {secrets[0]}"}
    wish = {"game": "dnup", "players": 2}
    opened = read(await http.post("/api/tables", json=wish, headers=host))
    table = opened["table"]["id"]
    clients = [LiveClient(str(http.base_url), secret, table) for secret in secrets]
    for client in clients:
        client.pause = lambda: random.uniform(0.5, 1.5)  # as the page does
        await devices.enter_async_context(client)
    await clients[1].do("sit", seat=2)
    await clients[0].do("start")
    for client in clients:
        await client.reach(3)
    return Pair(table, clients)


async def storm(server: MortalServer, store: Store, sockets: int) -> None:
    free = asyncio.Semaphore(AT_ONCE)
    pairs: list[Pair] = []

    async def set_up(number: int) -> None:
        async with free:
            pairs.append(await sit_down(http, number, devices))

    # Everybody comes by the same client, which must not keep their cookies.
    nobodys = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    async with (
        httpx.AsyncClient(
            base_url=server.url, trust_env=False, timeout=TEST_TIMEOUT, cookies=nobodys
        ) as http,
        AsyncExitStack() as devices,
    ):
        async with asyncio.TaskGroup() as coming:
            for number in range(sockets // 2):
                coming.create_task(set_up(number))
        async with asyncio.TaskGroup() as playing:
            for pair in pairs:
                playing.create_task(pair.play(2 * MOVES))
            wanted = (2 + MOVES) * len(pairs)
            while sum(answered(pair) for pair in pairs) < wanted:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        assert all(client.welcomes == 2 for pair in pairs for client in pair.clients)
        for pair in pairs:
            await check(store, pair)


def answered(pair: Pair) -> int:
    return sum(len(client.acknowledged) for client in pair.clients)


async def check(store: Store, pair: Pair) -> None:
    """What was acknowledged is there, once, and both know all of it."""
    rows = await store.entries(pair.table)
    table = Table.fold(pair.table, "ABCDEF", rows)
    check_answers(pair.clients, [log.decode(row.body) for row in rows])
    assert [client.version for client in pair.clients] == [table.version] * 2
    assert answered(pair) == 2 + 2 * MOVES or table.state == "over"


def weather(folder: Path, database: str, sockets: int, *flags: str) -> None:
    (folder / "limits.toml").write_text(ROOM_FOR_ALL, encoding="utf-8")
    server = MortalServer(folder, database, *flags)

    async def whole() -> None:
        store = await open_store(database)
        try:
            await storm(server, store, sockets)
        finally:
            await store.close()

    server.start()
    try:
        asyncio.run(whole())
    finally:
        server.stop()


def test_everybody_plays_on_after_a_server_with_many_sockets_was_killed(
    tmp_path: Path, sqlite_url: str
) -> None:
    weather(tmp_path, sqlite_url, amount(SOCKETS, DEEP_SOCKETS))


@pytest.mark.deep
def test_everybody_plays_on_after_all_workers_on_postgresql_were_killed(
    tmp_path: Path, postgres_url: str
) -> None:
    weather(tmp_path, postgres_url, DEEP_SOCKETS, "--workers", "2")
