"""Several workers on one database.

Most of the time all who are at a table are at one worker: then nobody can tell that there are
others. In the first half of this file they are at different ones all the same, as they are where
workers run on several machines, or when one took the place of another; and they do not notice.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import secrets
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any
from zlib import crc32

import httpx
import pytest

from tests.support.databases import PostgresServer
from tests.support.live_client import LiveClient, Refused
from tests.support.mortal_server import Company, MortalServer, check_answers, hit
from tests.support.servers import (
    TEST_TIMEOUT,
    Guest,
    Server,
    in_thread,
    serving,
    settings_for,
    spawned,
)
from upturn.server.cluster import handoff
from upturn.server.cluster.handoff import Handoff
from upturn.server.cluster.worker import Worker
from upturn.server.run.address import listen
from upturn.server.run.app import create_app
from upturn.server.run.process import LIVE_SOCKET, configured
from upturn.store import open_store
from upturn.table import Table, log
from upturn.workers import Mailbox, WorkerGroup, send

WORKERS = 2
ROUNDS = 10
DEEP_KILLS = 50


# --- At different workers ------------------------------------------------------------------------


@dataclass
class Workplace:
    """Workers, and who is where."""

    servers: list[Server]
    database: str
    closing: AsyncExitStack
    secrets: list[str] = field(default_factory=list)
    table: str = ""

    async def device(self, secret: str, table: str, worker: int) -> LiveClient:
        """A person's device that is connected to this worker."""
        client = LiveClient(self.servers[worker].url, secret, table)
        return await self.closing.enter_async_context(client)

    async def people(self, players: int, game: str = "dnup", **wish: Any) -> list[LiveClient]:
        """People who have begun a game, one worker's and another's in turn."""
        names = [f"{secrets.token_hex(4)} {'ABCD'[i]}" for i in range(players)]
        guests = [self.servers[i % WORKERS].person(name) for i, name in enumerate(names)]
        self.secrets = [str(guest.secret) for guest in guests]
        self.table = guests[0].open(game=game, players=players, **wish)["id"]
        clients = [
            await self.device(secret, self.table, i % WORKERS)
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


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def workers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[list[Server], str]]:
    """Workers that serve whoever comes: nobody is brought from one to the other."""
    folder = tmp_path_factory.mktemp("workers")
    database = f"sqlite:///{folder / 'table.db'}"
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        database = server.new_database()
    with closing(WorkerGroup.create(folder, WORKERS)) as group, ExitStack() as open_ones:
        servers = [
            open_ones.enter_context(
                serving(folder, database=database, grace=1.0, group=replace(group, number=number))
            )
            for number in range(WORKERS)
        ]
        yield servers, database


@contextmanager
def running(workers: tuple[list[Server], str]) -> Iterator[Any]:
    """Run a test's coroutine in a workplace."""

    def run(test: Any) -> None:
        async def limited() -> None:
            async with asyncio.timeout(2 * TEST_TIMEOUT), AsyncExitStack() as closing:
                await test(Workplace(*workers, closing))

        asyncio.run(limited())

    yield run


def test_people_at_different_workers_play_a_game(workers: tuple[list[Server], str]) -> None:
    async def test(workplace: Workplace) -> None:
        clients = await workplace.people(3)
        chance = random.Random(1)
        while all(client.state == "playing" for client in clients):
            latest = max(client.version for client in clients)
            for client in clients:
                await client.reach(latest)
            mover = next((client for client in clients if client.to_move()), None)
            if mover is not None:
                seat, legal = mover.to_move() or (0, [])
                await mover.do("move", seat=seat, move=chance.choice(legal))
        await workplace.check(clients)
        for client, secret in zip(clients, workplace.secrets, strict=True):
            async with LiveClient(workplace.servers[0].url, secret, workplace.table) as fresh:
                assert fresh.told == client.told
                assert fresh.views == client.views

    with running(workers) as run:
        run(test)


def test_two_votes_at_the_same_moment_both_count(workers: tuple[list[Server], str]) -> None:
    async def test(workplace: Workplace) -> None:
        ada, ben, cyd, dee = clients = await workplace.people(4)
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
        await workplace.check(clients)

    with running(workers) as run:
        run(test)


def test_of_two_devices_that_move_at_once_one_wins(workers: tuple[list[Server], str]) -> None:
    async def test(workplace: Workplace) -> None:
        people = await workplace.people(2)
        others = [
            await workplace.device(secret, workplace.table, worker)
            for secret, worker in zip(workplace.secrets, (1, 0), strict=True)
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
        await workplace.check(devices)

    with running(workers) as run:
        run(test)


def test_a_command_sent_to_both_workers_is_done_once(workers: tuple[list[Server], str]) -> None:
    async def test(workplace: Workplace) -> None:
        people = await workplace.people(2)
        other = await workplace.device(workplace.secrets[0], workplace.table, 1)
        for _ in range(ROUNDS):
            await other.reach(people[0].version)
            command = people[0].command("say", seat=1, text="Hello?")
            first, second = await asyncio.gather(people[0].send(command), other.send(command))
            assert first == second
        await workplace.check([*people, other])

    with running(workers) as run:
        run(test)


def test_who_is_at_another_worker_is_there(workers: tuple[list[Server], str]) -> None:
    async def test(workplace: Workplace) -> None:
        ada, ben = clients = await workplace.people(2)
        for client in clients:
            await client.until(lambda client=client: client.present == [1, 2])  # type: ignore[misc]
        await asyncio.sleep(3)  # three times the grace time
        assert [entry["what"] for entry in ada.told] == ["opened", "sat", "started"]
        await ben.leave()
        await ada.until(lambda: ada.present == [1])
        back = await workplace.device(workplace.secrets[1], workplace.table, 1)
        await ada.until(lambda: ada.present == [1, 2])
        await workplace.check([ada, back])

    with running(workers) as run:
        run(test)


def test_the_owner_of_a_claimed_seat_is_told_and_has_it_back_at_any_worker(
    workers: tuple[list[Server], str],
) -> None:
    async def test(workplace: Workplace) -> None:
        ada, ben = await workplace.people(2)
        table, (server, other) = workplace.table, workplace.servers
        await ben.leave()
        elsewhere = await asyncio.to_thread(
            other.guest(authorization=f"Bearer {workplace.secrets[1]}").open, game="dnup", players=2
        )
        told = await workplace.device(workplace.secrets[1], elsewhere["id"], 1)
        await ada.until(lambda: ada.told[-1]["what"] == "away")
        eve = await asyncio.to_thread(server.person, f"Eve {table[:6]}")
        thief = await workplace.device(str(eve.secret), table, 0)
        await thief.do("claim", seat=2)
        await told.until(lambda: told.claimed)
        assert [(one["table"], one["seat"]) for one in told.claimed] == [(table, 2)]
        assert ada.claimed == thief.claimed == []
        back = await workplace.device(workplace.secrets[1], table, 1)
        await back.until(lambda: not back.table.get("claims") and back.seats == [2])
        await ada.until(lambda: ada.told[-1]["what"] == "back")
        await workplace.check([ada, back, thief])

    with running(workers) as run:
        run(test)


def test_who_reads_at_another_worker_reads_what_is_true(
    workers: tuple[list[Server], str],
) -> None:
    """Nobody is at the table there, so it did not follow what happened."""

    async def test(workplace: Workplace) -> None:
        ada, ben = await workplace.people(2)
        there = workplace.servers[1].guest(authorization=f"Bearer {workplace.secrets[1]}")
        where = f"/api/tables/{workplace.table}"
        await ben.leave()
        for _ in range(ROUNDS):
            latest = await ada.do("say", seat=1, text="Are you there?")
            async with asyncio.timeout(TEST_TIMEOUT):
                while latest != (await asyncio.to_thread(there.get, where))["table"]["version"]:
                    await asyncio.sleep(0.01)

    with running(workers) as run:
        run(test)


def test_who_is_renamed_or_deleted_is_so_at_every_worker(
    workers: tuple[list[Server], str],
) -> None:
    async def test(workplace: Workplace) -> None:
        ada, ben = await workplace.people(2)
        me = [
            server.guest(authorization=f"Bearer {workplace.secrets[1]}")
            for server in workplace.servers
        ]
        before = [(await asyncio.to_thread(one.get, "/api/me"))["name"] for one in me]
        assert before[0] == before[1]
        name = f"{before[0]} jr"
        answer = await asyncio.to_thread(me[0].http.patch, "/api/me", json={"name": name})
        assert answer.is_success
        async with asyncio.timeout(TEST_TIMEOUT):
            while (await asyncio.to_thread(me[1].get, "/api/me"))["name"] != name:
                await asyncio.sleep(0.01)
            assert (await asyncio.to_thread(me[0].http.delete, "/api/me")).is_success
            while (await asyncio.to_thread(me[1].http.get, "/api/me")).status_code != 401:
                await asyncio.sleep(0.01)
        with pytest.raises(AssertionError, match="not let in: 401"):
            await ben.until(lambda: False)
        await ben.leave()
        for server in workplace.servers:
            there = await asyncio.to_thread(server.guest().get, f"/api/tables/{workplace.table}")
            assert before[0] not in repr(there)
        assert ada.state == "playing"

    with running(workers) as run:
        run(test)


def test_a_device_that_is_signed_out_is_so_at_every_worker(
    workers: tuple[list[Server], str],
) -> None:
    async def test(workplace: Workplace) -> None:
        ada, ben = await workplace.people(2)
        here, there = (
            [server.guest(authorization=f"Bearer {secret}").http for server in workplace.servers]
            for secret in workplace.secrets
        )
        token = (await asyncio.to_thread(here[0].post, "/api/me/links")).json()["url"]
        body = {"token": token.rpartition("/")[2]}
        me = await asyncio.to_thread(there[0].post, "/api/link", json=body)
        phone = await workplace.device(me.json()["secret"], workplace.table, 1)
        assert phone.seats == [1]
        others = workplace.servers[1].guest(authorization=f"Bearer {me.json()['secret']}")
        where = f"/api/tables/{workplace.table}/entries"
        wait = {"since": ada.version, "wait": 25}
        poll = asyncio.create_task(asyncio.to_thread(others.http.get, where, params=wait))
        done = await asyncio.to_thread(here[0].delete, "/api/me/devices/others")
        assert done.status_code == 204
        with pytest.raises(AssertionError, match="not let in: 401"):
            await phone.until(lambda: False)
        await phone.leave()
        assert (await poll).status_code == 401
        await ben.reach(await ada.do("say", seat=1, text="I am still here"))

    with running(workers) as run:
        run(test)


# --- Brought to the worker of the table ----------------------------------------------------------


def workers_of(server: Server | None) -> list[int]:
    """The processes that serve, but for the one that supervises them."""
    assert server is not None
    assert server.process is not None
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if _line(child) == _line(pid)]  # it is forked


def _line(pid: int | str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has just ended
        return b""


def worker_at(server: Server, port: int) -> int | None:
    """The worker at the other end of a client's connection."""
    ours = int(server.url.rpartition(":")[2])
    ends = rf": 0100007F:{ours:04X} 0100007F:{port:04X} 01 (?:\S+ +){{5}}(\d+) "
    found = re.search(ends, Path("/proc/net/tcp").read_text())
    for pid in workers_of(server):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            if found and file.is_symlink() and str(file.readlink()) == f"socket:[{found[1]}]":
                return pid
    return None


def test_all_who_come_for_a_table_are_at_its_worker(tmp_path: Path) -> None:
    with spawned(tmp_path, "--workers", "3") as server:
        ada = server.person("Ada")
        tables: dict[int, str] = {}
        while len(tables) < 3:  # one of each worker
            table = ada.open(game="dnup", players=2)["id"]
            tables[crc32(table.encode()) % 3] = table

        async def test() -> None:
            places: dict[str, set[int | None]] = {}
            async with AsyncExitStack() as at_tables:
                for table in [*tables.values()] * 6:
                    client = LiveClient(server.url, None, table)
                    await at_tables.enter_async_context(client)
                    assert client.port is not None
                    places.setdefault(table, set()).add(worker_at(server, client.port))
            assert all(len(workers) == 1 for workers in places.values())
            assert set.union(*places.values()) == set(workers_of(server))

        asyncio.run(test())


def test_one_connection_asks_for_tables_of_all_workers(tmp_path: Path) -> None:
    with spawned(tmp_path, "--workers", "3") as server:
        ada = server.person("Ada")
        tables = [ada.open(game="dnup", players=2)["id"] for _ in range(6)]
        moved: set[int | None] = set()
        chance = random.Random(1)
        with httpx.Client(base_url=server.url, timeout=TEST_TIMEOUT) as client:
            ports = set()
            for _ in range(60):
                table = chance.choice(tables)
                with client.stream("GET", f"/api/tables/{table}") as answer:
                    network = answer.extensions["network_stream"]
                    ports.add(network.get_extra_info("client_addr")[1])
                    moved.add(worker_at(server, next(iter(ports))))
                    assert httpx.Response(200, content=answer.read()).json()["table"]["id"] == table
        assert len(ports) == 1  # it stayed open, and was handed on
        assert moved == set(workers_of(server))


def test_what_is_said_bit_by_bit_is_answered_all_the_same(tmp_path: Path) -> None:
    """A request that cannot be looked at as a whole is served wherever it is."""
    with spawned(tmp_path, "--workers", "2") as server:
        ada = server.person("Ada")
        tables = [ada.open(game="dnup", players=2)["id"] for _ in range(4)]

        async def ask(table: str) -> bytes:
            port = int(server.url.rpartition(":")[2])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            wanted = f"GET /api/tables/{table} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
            for i in range(0, len(wanted), 9):
                writer.write(wanted[i : i + 9].encode())
                await writer.drain()
                await asyncio.sleep(0.01)
            answer = await reader.read()
            writer.close()
            return answer

        for table in tables:
            assert f'"id":"{table}"'.encode() in asyncio.run(ask(table))


def test_a_request_that_its_worker_does_not_take_is_served_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handoff, "RETRIES", 2)
    with first_of_two(tmp_path) as (server, group):
        group.heartbeats[1] = inf  # it lives
        fill(group.connections[1])  # but nobody empties it
        ada = server.person("Ada")
        opened = [ada.open(game="dnup", players=2)["id"] for _ in range(4)]
        assert all(map(group.owns, opened))
        ask_for_theirs(ada, group)


def test_nothing_is_handed_to_a_worker_that_gives_no_sign_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        Handoff, "take_from_silent_workers", lambda self: None
    )  # nor fetched from there
    with first_of_two(tmp_path) as (server, group):
        ada = server.person("Ada")
        opened = [ada.open(game="dnup", players=2)["id"] for _ in range(4)]
        assert all(map(group.owns, opened))
        ask_for_theirs(ada, group)


def test_what_was_handed_to_a_worker_that_hangs_is_taken_by_another(tmp_path: Path) -> None:
    with first_of_two(tmp_path) as (server, group):
        ada = server.person("Ada")
        group.heartbeats[1] = monotonic()  # its last
        assert group.is_alive(1)
        ask_for_theirs(ada, group)
        assert not group.is_alive(1)


@contextmanager
def first_of_two(folder: Path) -> Iterator[tuple[Server, WorkerGroup]]:
    """A worker, and the group whose other worker never comes."""
    bound, settings = listen(settings_for(folder, workers=2))
    with closing(WorkerGroup.create(folder, 2)) as group:
        config = configured(replace(settings, group=group), create_app, LIVE_SOCKET)
        with (
            in_thread(Worker(config, group), bound),
            closing(Server(f"http://127.0.0.1:{settings.port}")) as server,
        ):
            yield server, group


def ask_for_theirs(guest: Guest, group: WorkerGroup) -> None:
    """For a table of the other one, which there is not."""
    theirs = next(name for name in map("{:a>16}".format, "bcdefgh") if not group.owns(name))
    answer = guest.http.get(f"/api/tables/{theirs}", timeout=TEST_TIMEOUT)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")


def fill(box: Mailbox) -> None:
    with suppress(BlockingIOError):
        while True:
            send(box, b"x" * 100)


async def kill_one(server: MortalServer, companies: list[Company]) -> None:
    victim = random.choice(workers_of(server.server))
    os.kill(victim, signal.SIGKILL)
    async with asyncio.timeout(TEST_TIMEOUT):
        while victim in (now := workers_of(server.server)) or len(now) < WORKERS:
            await asyncio.sleep(0.05)


def test_nothing_acknowledged_is_lost_when_a_worker_is_killed(
    tmp_path: Path, store_url: str
) -> None:
    companies = hit(tmp_path, store_url, [kill_one] * 2, "--workers", str(WORKERS))
    clients = [c for company in companies for s in company.sittings for c in s.clients]
    assert sum(client.welcomes for client in clients) > len(clients)


@pytest.mark.deep
def test_nothing_acknowledged_is_lost_however_often_workers_are_killed(
    tmp_path: Path, store_url: str
) -> None:
    hit(tmp_path, store_url, [kill_one] * DEEP_KILLS, "--workers", str(WORKERS))
