"""A server that is killed and comes back at the same address, and a crowd that plays there.

A crowd is several tables of people, and each person is a client that resumes by itself. They play
one game after another until somebody says that it is the last, and remember what was acknowledged.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.support.amounts import amount
from tests.support.live_client import LiveClient, Refused
from tests.support.servers import NO_CERTIFICATES, TEST_TIMEOUT, Server, spawned
from upturn.store import Store, open_store
from upturn.table import Table, log

TABLES = (
    {"game": "dnup", "players": 3},
    {"game": "team-play", "players": 3},
    {"game": "team-up", "players": 4, "bots": {"4": "beginner"}},
    {"game": "dnup", "players": 4, "bots": {"3": "beginner"}},
    {"game": "team-up", "players": 4},
    {"game": "team-play", "players": 4, "bots": {"2": "casual"}},
    {"game": "dnup", "players": 4},
    {"game": "team-up", "players": 3},
    {"game": "team-play", "players": 3},
    {"game": "dnup", "players": 4, "bots": {"1": "beginner"}, "seat": 2},
)
TOO_LATE = {
    "stale", "taken-back-since", "not-your-turn", "already-asked", "no-such-ballot", "not-asked",
    "revealed", "nothing-to-take-back", "game-over", "not-begun",
}  # fmt: skip
"""Refusals of a command whose sender did not know yet what somebody else had done."""
CLOSED = ("over", "ended")
MOST_BETWEEN = 150
"""The most commands that are acknowledged before the next blow."""
LONGEST = 3600.0


Blow = Callable[["MortalServer", list["Company"]], Awaitable[None]]
"""What is done to a server while people play."""


class MortalServer:
    """A server process on a database, on the same port each time."""

    def __init__(self, folder: Path, database: str, *flags: str, under: Sequence[str] = ()):
        self._folder, self._database, self._flags = folder, database, flags
        self._under = under
        self._running = ExitStack()
        self.port = 0
        self.server: Server | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.server is not None
        assert self.server.process is not None
        return self.server.process.pid

    def start(self) -> None:
        flags = ("--port", str(self.port), *self._flags)
        self.server = self._running.enter_context(
            spawned(self._folder, *flags, database=self._database, under=self._under)
        )
        self.port = int(self.server.url.rpartition(":")[2])

    def kill(self) -> None:
        assert self.server is not None
        self.server.kill()
        self.stop()

    def stop(self) -> None:
        self._running.close()

    async def post(self, path: str, body: Any, secret: str | None = None) -> Any:
        """Repeat a call until there is an answer, however often the server dies meanwhile."""
        headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
        while True:
            try:
                async with one_call() as http:
                    answer = await http.post(self.url + path, json=body, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code < 500:
                assert answer.is_success, answer.text
                return answer.json()
            await asyncio.sleep(0.05)


def one_call() -> httpx.AsyncClient:
    """Return a client for one call."""
    return httpx.AsyncClient(trust_env=False, timeout=TEST_TIMEOUT, verify=NO_CERTIFICATES)


@dataclass
class Sitting:
    """One game at one table, and the devices of its players."""

    table: str
    clients: list[LiveClient]
    secrets: list[str]


@dataclass
class Company:
    """People who play one game after another."""

    server: MortalServer
    wish: dict[str, Any]
    chance: random.Random
    name: str
    sittings: list[Sitting] = field(default_factory=list)

    async def play(self, last: asyncio.Event) -> None:
        """Play until somebody says that it is the last game, and finish that game."""
        people = self.wish["players"] - len(self.wish.get("bots", {}))
        post = self.server.post
        names = [f"{self.name} {'ABCD'[i]}" for i in range(people)]
        secrets = [await new_person(self.server, name) for name in names]
        while True:
            table = (await post("/api/tables", self.wish, secrets[0]))["table"]["id"]
            async with AsyncExitStack() as at_table:
                clients: list[LiveClient] = []
                for secret in secrets:
                    client = LiveClient(self.server.url, secret, table)
                    clients.append(await at_table.enter_async_context(client))
                self.sittings.append(Sitting(table, clients, secrets))
                async with asyncio.TaskGroup() as playing:
                    for i, client in enumerate(clients):
                        playing.create_task(self._take_part(client, i == 0))
            if last.is_set():
                return

    async def _take_part(self, client: LiveClient, host: bool) -> None:
        await self._begin(client, host)
        while client.state not in CLOSED:
            known = client.version
            try:
                await self._do_something(client)
            except Refused as refused:
                if refused.code not in TOO_LATE:
                    raise
            # The answer to a move is its update. Only clients with nothing to do wait for others.
            if client.version == known:
                await client.reach(known + 1)

    async def _begin(self, client: LiveClient, host: bool) -> None:
        if host:
            await client.until(lambda: all(len(seat) > 1 for seat in client.table["seats"]))
            await client.do("start")
        else:
            while not client.seats:
                free = [s["seat"] for s in client.table["seats"] if len(s) == 1]
                try:
                    await client.do("sit", seat=self.chance.choice(free))
                except Refused as refused:
                    if refused.code != "seat-taken":
                        raise
        await client.until(lambda: client.state != "gathering")

    async def _do_something(self, client: LiveClient) -> None:
        """Vote or move if it is this person's turn to, and sometimes do something else."""
        chance = self.chance.random()
        for seat, ballot in client.asked():
            choice = self.chance.choice(("yes", "no"))
            await client.do("vote", seat=seat, ballot=ballot["ballot"], choice=choice)
            return
        turn = client.to_move()
        waits = any(ballot["by"] in client.seats for ballot in client.table.get("ballots", []))
        if turn is not None and not waits:
            seat, legal = turn
            if chance < 0.05 and client.table.get("talk") != "closed":
                await client.do("say", seat=seat, text="Let me see.")
            move = self.chance.choice(legal)
            if move == "stop":  # less often, so that games last
                move = self.chance.choice(legal)
            await client.do("move", seat=seat, move=move)
        elif chance < 0.02 and set(client.seats) & set(client.table.get("take_back", [])):
            await client.do("take-back", seat=client.seats[0])


async def new_person(server: MortalServer, name: str) -> str:
    """Return the secret of a new person. If the answer was lost, the name is taken, so use
    another."""
    for attempt in range(100):
        headers = {"content-type": "application/json"}
        try:
            async with one_call() as http:
                wish = {"name": name if attempt == 0 else f"{name} {attempt}"}
                answer = await http.post(f"{server.url}/api/me", json=wish, headers=headers)
        except httpx.TransportError:
            answer = None
        if answer is not None and answer.is_success:
            return str(answer.json()["secret"])
        await asyncio.sleep(0.05)
    raise AssertionError("nobody can come in")


# --- Hitting a server while a crowd plays ---------------------------------------------------------


async def suffer(
    server: MortalServer, database: str, blows: Iterable[Blow], tables: int
) -> list[Company]:
    """Let people play, hit the server at random moments, then let them finish their games."""
    chance = random.Random(1)
    companies = [
        Company(server, wish, random.Random(i), f"Table {i}")
        for i, wish in enumerate(TABLES[:tables])
    ]
    last = asyncio.Event()
    async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as playing:
        for company in companies:
            playing.create_task(company.play(last))
        for blow in blows:
            wanted = answered(companies) + chance.randint(1, MOST_BETWEEN)
            while answered(companies) < wanted:
                await asyncio.sleep(chance.random() / 50)
            await blow(server, companies)
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


def put_off(companies: list[Company]) -> Counter[str]:
    """Return how often people were asked to send a command again, by code."""
    found: Counter[str] = Counter()
    for company in companies:
        for sitting in company.sittings:
            for client in sitting.clients:
                found += client.put_off
    return found


def hit(
    folder: Path,
    database: str,
    blows: Iterable[Blow],
    *flags: str,
    tables: int | None = None,
    under: Sequence[str] = (),
) -> list[Company]:
    server = MortalServer(folder, database, *flags, under=under)
    server.start()
    try:
        tables = amount(6, len(TABLES)) if tables is None else tables
        return asyncio.run(suffer(server, database, blows, tables))
    finally:
        server.stop()


async def kill(server: MortalServer, _: list[Company]) -> None:
    """End it without a warning, and start it again."""
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


# --- What must be true afterwards ----------------------------------------------------------------


async def check_all_is_kept(store: Store, url: str, companies: list[Company]) -> None:
    """Check that nothing acknowledged is lost, nothing refused was done, and everybody is told the
    same again."""
    for sitting in (sitting for company in companies for sitting in company.sittings):
        rows = await store.entries(sitting.table)
        assert [row.n for row in rows] == list(range(1, len(rows) + 1))
        table = Table.fold(sitting.table, "ABCDEF", rows)
        assert table.state in CLOSED
        await check_the_index(store, table)
        check_answers(sitting.clients, [log.decode(row.body) for row in rows])
        for client, secret in zip(sitting.clients, sitting.secrets, strict=True):
            assert client.version == table.version
            async with LiveClient(url, secret, sitting.table) as fresh:
                assert fresh.told == client.told
                assert fresh.views == client.views
                assert fresh.table == client.table


async def check_the_index(store: Store, table: Table) -> None:
    """Check that the rows agree with the log, or soon will."""
    people = [(chair.person, chair.seat) for chair in table.chairs if chair.person is not None]
    async with asyncio.timeout(TEST_TIMEOUT):
        while True:
            row = await store.table(table.id)
            seated = [
                (person, seating.seat)
                for person in {person for person, _ in people}
                for seating in await store.seatings(person)
                if seating.table.id == table.id
            ]
            deals = await store.results(deal=table.setup.deal, limit=10)
            if (
                row is not None
                and row.state == table.state
                and set(seated) >= set(people)
                and len(deals) == (table.state == "over")
            ):
                return
            await asyncio.sleep(0.05)


def check_answers(clients: list[LiveClient], entries: list[log.AnyEntry]) -> None:
    """Check that each acknowledged command is exactly one entry, the one that was named, and that
    no refused command is an entry."""
    ids = [entry.id for entry in entries if entry.id is not None]
    assert len(ids) == len(set(ids))
    for client in clients:
        assert not client.unanswered
        for command, n in client.acknowledged.items():
            assert entries[n - 1].id == command
        assert not set(client.refused) & set(ids)
