"""Several workers on one database: people of one table are at different ones and do not notice."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.databases import PostgresServer
from tests.live_client import LiveClient, Refused
from tests.mortal_server import Company, MortalServer, check_answers, hit, new_person
from upturn.store import open_store
from upturn.table import Table, log

WORKERS = 2
ROUNDS = 10
PATIENCE = 60.0


# --- Which worker --------------------------------------------------------------------------------


def workers_of(server: MortalServer) -> list[int]:
    """The processes that serve, but for the one that supervises them."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return [
        int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def worker_at(server: MortalServer, port: int) -> int | None:
    """The worker at the other end of a client's connection."""
    ends = rf": 0100007F:{server.port:04X} 0100007F:{port:04X} 01 (?:\S+ +){{5}}(\d+) "
    found = re.search(ends, Path("/proc/net/tcp").read_text())
    for pid in workers_of(server):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            if found and file.is_symlink() and str(file.readlink()) == f"socket:[{found[1]}]":
                return pid
    return None


@contextmanager
def stopped(pids: list[int]) -> Iterator[None]:
    """While these workers sleep the others take all who come."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@dataclass
class Hall:
    """A server of several workers, and who is where."""

    server: MortalServer
    database: str
    closing: AsyncExitStack

    async def device(self, secret: str, table: str, worker: int) -> LiveClient:
        """A person's device that is connected to this worker."""
        client = LiveClient(self.server.url, secret, table)
        with stopped([pid for pid in workers_of(self.server) if pid != worker]):
            await self.closing.enter_async_context(client)
        assert client.port is not None
        assert worker_at(self.server, client.port) == worker
        return client

    async def people(self, players: int, game: str = "dnup", **wish: Any) -> list[LiveClient]:
        """People who have begun a game, one worker's and another's in turn."""
        workers = workers_of(self.server)
        self.secrets = [
            await new_person(self.server, f"{game} {players} {'ABCD'[i]}") for i in range(players)
        ]
        wish = {"game": game, "players": players, **wish}
        self.table = (await self.server.post("/api/tables", wish, self.secrets[0]))["table"]["id"]
        clients = [
            await self.device(secret, self.table, workers[i % len(workers)])
            for i, secret in enumerate(self.secrets)
        ]
        for seat, client in enumerate(clients[1:], 2):
            await client.do("sit", seat=seat)
        await clients[0].reach(players)
        await clients[0].do("start")
        for client in clients:
            await client.reach(players + 1)
        return clients

    async def check(self, clients: list[LiveClient]) -> None:
        """All have heard the same log, and it holds what they were answered."""
        store = await open_store(self.database)
        try:
            rows = await store.entries(self.table)
        finally:
            await store.close()
        assert Table.fold(self.table, "ABCDEF", rows).version == len(rows)
        for client in clients:
            await client.reach(len(rows))
        check_answers(clients, [log.decode(row.body) for row in rows])


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: PostgresServer
) -> Iterator[tuple[MortalServer, str]]:
    database = postgres_server.new_database()
    flags = ("--workers", str(WORKERS), "--grace", "1")
    server = MortalServer(tmp_path_factory.mktemp("workers"), database, *flags)
    server.start()
    try:
        asyncio.run(all_there(server))
        yield server, database
    finally:
        server.stop()


async def all_there(server: MortalServer) -> None:
    """Wait until every worker serves: it takes who comes while the others sleep."""
    async with asyncio.timeout(PATIENCE):
        while len(workers_of(server)) < WORKERS:
            await asyncio.sleep(0.05)
        for worker in workers_of(server):
            with stopped([pid for pid in workers_of(server) if pid != worker]):
                await server.post("/api/me", {"name": f"Worker {worker}"})


@contextmanager
def running(server: tuple[MortalServer, str]) -> Iterator[Any]:
    """Run a test's coroutine in a hall."""

    def run(test: Any) -> None:
        async def limited() -> None:
            async with asyncio.timeout(2 * PATIENCE), AsyncExitStack() as closing:
                await test(Hall(*server, closing))

        asyncio.run(limited())

    yield run


# --- The tests -----------------------------------------------------------------------------------


def test_people_at_different_workers_play_a_game(server: tuple[MortalServer, str]) -> None:
    async def test(hall: Hall) -> None:
        clients = await hall.people(3)
        chance = random.Random(1)
        while all(client.state == "playing" for client in clients):
            latest = max(client.version for client in clients)
            for client in clients:
                await client.reach(latest)
            mover = next((client for client in clients if client.to_move()), None)
            if mover is not None:
                seat, legal = mover.to_move() or (0, [])
                await mover.do("move", seat=seat, move=chance.choice(legal))
        await hall.check(clients)
        for client, secret in zip(clients, hall.secrets, strict=True):
            async with LiveClient(hall.server.url, secret, hall.table) as fresh:
                assert fresh.told == client.told
                assert fresh.views == client.views

    with running(server) as run:
        run(test)


def test_two_votes_at_the_same_moment_both_count(server: tuple[MortalServer, str]) -> None:
    async def test(hall: Hall) -> None:
        ada, ben, cyd, dee = clients = await hall.people(4)
        for number in range(1, ROUNDS + 1):
            latest = await ada.do("propose-end", seat=1)
            for client in clients:
                await client.reach(latest)
            entries = await asyncio.gather(
                ben.do("vote", seat=2, ballot=number, choice="yes"),
                cyd.do("vote", seat=3, ballot=number, choice="yes"),
            )
            assert sorted(entries) == [latest + 1, latest + 2]
            await dee.reach(latest + 2)
            await dee.do("vote", seat=4, ballot=number, choice="no")
            await ada.reach(latest + 3)
            assert ada.state == "playing"
        await hall.check(clients)

    with running(server) as run:
        run(test)


def test_of_two_devices_that_move_at_once_one_wins(server: tuple[MortalServer, str]) -> None:
    async def test(hall: Hall) -> None:
        people = await hall.people(2)
        others = [
            await hall.device(secret, hall.table, worker)
            for secret, worker in zip(hall.secrets, reversed(workers_of(hall.server)), strict=True)
        ]
        devices = [*people, *others]
        for _ in range(ROUNDS):
            latest = max(device.version for device in devices)
            for device in devices:
                await device.reach(latest)
            pair = [device for device in devices if device.to_move()]
            assert len(pair) == 2
            answers = await asyncio.gather(
                *(
                    device.do(
                        "move", seat=device.seats[0], move=(device.to_move() or (0, []))[1][i]
                    )
                    for i, device in enumerate(pair)
                ),
                return_exceptions=True,
            )
            won = [answer for answer in answers if isinstance(answer, int)]
            lost = [answer for answer in answers if isinstance(answer, Refused)]
            assert won == [latest + 1]
            assert [refused.code for refused in lost] == ["stale"]
        await hall.check(devices)

    with running(server) as run:
        run(test)


def test_a_command_sent_to_both_workers_is_done_once(server: tuple[MortalServer, str]) -> None:
    async def test(hall: Hall) -> None:
        people = await hall.people(2)
        other = await hall.device(hall.secrets[0], hall.table, workers_of(hall.server)[1])
        for _ in range(ROUNDS):
            await other.reach(people[0].version)
            command = people[0].command("say", seat=1, text="Hello?")
            first, second = await asyncio.gather(people[0].send(command), other.send(command))
            assert first == second
        await hall.check([*people, other])

    with running(server) as run:
        run(test)


def test_who_is_at_another_worker_is_there(server: tuple[MortalServer, str]) -> None:
    async def test(hall: Hall) -> None:
        ada, ben = clients = await hall.people(2)
        for client in clients:
            await client.until(lambda client=client: client.present == [1, 2])  # type: ignore[misc]
        await asyncio.sleep(3)  # three times the grace time
        assert [entry["what"] for entry in ada.told] == ["opened", "sat", "started"]
        await ben.leave()
        await ada.until(lambda: ada.present == [1])
        back = await hall.device(hall.secrets[1], hall.table, workers_of(hall.server)[1])
        await ada.until(lambda: ada.present == [1, 2])
        await hall.check([ada, back])

    with running(server) as run:
        run(test)


def test_nothing_acknowledged_is_lost_when_a_worker_is_killed(
    tmp_path: Path, postgres_url: str
) -> None:
    async def kill_one(server: MortalServer, companies: list[Company]) -> None:
        before = workers_of(server)
        victim = random.Random(1).choice(before)
        os.kill(victim, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            while victim in workers_of(server) or len(workers_of(server)) < WORKERS:
                await asyncio.sleep(0.05)

    companies = hit(tmp_path, postgres_url, [kill_one] * 2, "--workers", str(WORKERS))
    clients = [c for company in companies for s in company.sittings for c in s.clients]
    assert sum(client.welcomes for client in clients) > len(clients)
