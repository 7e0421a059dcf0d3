"""A database that turns unwritable under a running server: it is said, people read on, nothing that
was acknowledged is lost, and play goes on by itself when it can be written again."""

from __future__ import annotations

import asyncio
import resource
import shutil
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import httpx
import pytest

from tests.support.live_client import LiveClient
from tests.support.mortal_server import MortalServer, check_answers
from tests.support.servers import TEST_TIMEOUT, started
from upturn.store import open_store
from upturn.table import Table, log

MOVES = 4
"""At each table, after each outage."""
ROOM = 16
"""Megabytes of the small file system."""


class Disk(Protocol):
    """Where the database of a server is, which can be made unwritable."""

    database: Path
    under: list[str]
    """A command that runs the server there."""

    def unwritable(self, server: MortalServer) -> Any: ...


class NoFileMayGrow:
    """The system lets the server write to no file. Everybody may set this for their own process."""

    def __init__(self, folder: Path):
        self.database = folder / "table.db"
        self.under: list[str] = []

    @contextmanager
    def unwritable(self, server: MortalServer) -> Iterator[None]:
        pid = server.pid
        _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, most))
        yield
        with suppress(ProcessLookupError):  # it was killed meanwhile
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


class FullFileSystem:
    """A small file system of its own that is filled by another file. It takes root to mount it, in
    a namespace that ends with the process that holds it."""

    def __init__(self, folder: Path, holder: int):
        self.database = Path(f"/proc/{holder}/root{folder}/table.db")
        self.under = ["nsenter", "--mount", "--target", str(holder)]

    @contextmanager
    def unwritable(self, server: MortalServer) -> Iterator[None]:
        ballast = self.database.with_name("ballast")
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        yield
        ballast.unlink()


@contextmanager
def full_file_system(folder: Path) -> Iterator[FullFileSystem]:
    mount = f"mount -t tmpfs -o size={ROOM}m tmpfs {folder} && echo mounted && exec sleep infinity"
    with started(["unshare", "--mount", "sh", "-ec", mount], stdout=-1) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"mounted\n"
        yield FullFileSystem(folder, holder.pid)


class Outage:
    """Two tables at a server whose disk fails: two people at one, one with a bot at the other."""

    def __init__(self, server: MortalServer, disk: Disk):
        self.server, self.disk = server, disk
        self.http = httpx.AsyncClient(base_url=server.url, timeout=TEST_TIMEOUT)
        self.tables: list[list[LiveClient]] = []

    async def sit_down(self, devices: AsyncExitStack) -> None:
        await devices.enter_async_context(self.http)
        wishes: list[dict[str, Any]] = [
            {"game": "dnup", "players": 2},
            {"game": "dnup", "players": 2, "bots": {"2": "beginner"}},
        ]
        for number, wish in enumerate(wishes):
            names = [f"{name} {number}" for name in ("Ada", "Ben")[: 2 - number]]
            secrets = [
                (await self.server.post("/api/me", {"name": name}))["secret"] for name in names
            ]
            opened = await self.server.post("/api/tables", wish, secrets[0])
            table = opened["table"]["id"]
            clients = [LiveClient(self.server.url, secret, table) for secret in secrets]
            for client in clients:
                await devices.enter_async_context(client)
            for client in clients[1:]:
                await client.do("sit", seat=2)
            n = await clients[0].do("start")
            for client in clients:
                await client.reach(n)
            self.tables.append(clients)

    async def play(self, clients: list[LiveClient], moves: int) -> None:
        for _ in range(moves):
            await self.move(clients)

    async def move(self, clients: list[LiveClient]) -> None:
        """Whose turn it is moves, and all are told. A bot moves by itself before."""
        turn = None
        while turn is None:
            mover = next((one for one in clients if one.to_move()), clients[0])
            turn = mover.to_move()
            if turn is None:
                await mover.reach(mover.version + 1)
        n = await mover.do("move", seat=turn[0], move=turn[1][0])
        for client in clients:
            await client.reach(n)

    async def fail(self, *, killed: bool) -> None:
        """The disk fails while people move, and the server may be killed before it works again."""
        before = [await self.read(clients) for clients in self.tables]
        with self.disk.unwritable(self.server):
            moving = [asyncio.create_task(self.play(clients, MOVES)) for clients in self.tables]
            while not any(client.put_off["unavailable"] for client in self.tables[0]):
                await asyncio.sleep(0.01)
            await self.check_refusals()
            for clients, known in zip(self.tables, before, strict=True):
                now = await self.read(clients)
                assert now["version"] >= known["version"]
                assert now["told"][: len(known["told"])] == known["told"]
            assert not any(task.done() for task in moving)
            if killed:
                await asyncio.to_thread(self.server.kill)
        if killed:
            await asyncio.to_thread(self.server.start)
        for task in moving:
            await task
        assert (await self.http.get("/readyz")).status_code == 200
        for client in self.tables[0]:
            client.put_off.clear()

    async def read(self, clients: list[LiveClient]) -> Any:
        """All that a table tells a person."""
        answer = await self.http.get(clients[0].entries, headers=clients[0].headers)
        assert answer.status_code == 200
        return answer.json()

    async def check_refusals(self) -> None:
        """What would have to be written is refused in words, and what is only read is answered."""
        ada = self.tables[0][0]
        wish = {"game": "dnup", "players": 2}
        for refused in (
            await self.http.post("/api/tables", json=wish, headers=ada.headers),
            await self.http.post("/api/me", json={"name": "Cyd"}),
            await self.http.get("/readyz"),
        ):
            assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
            assert refused.json()["sentence"].endswith("Try again.")
        for path in ("/healthz", "/api/tables", "/"):
            assert (await self.http.get(path)).status_code == 200
        async with LiveClient(self.server.url, None, ada.entries.split("/")[-2]) as spectator:
            assert spectator.version == ada.version

    async def check(self, database: Path) -> None:
        """What was acknowledged is in the log, once, and nothing that was refused."""
        store = await open_store(f"sqlite:///{database}")
        try:
            for clients in self.tables:
                key = clients[0].entries.split("/")[-2]
                rows = await store.entries(key)
                Table.fold(key, "ABCDEF", rows)
                check_answers(clients, [log.decode(row.body) for row in rows])
                assert sum(len(client.acknowledged) for client in clients) > MOVES
        finally:
            await store.close()


def suffer(folder: Path, disk: Disk) -> None:
    server = MortalServer(folder, f"sqlite:///{disk.database}", under=disk.under)

    async def whole() -> Outage:
        async with asyncio.timeout(TEST_TIMEOUT), AsyncExitStack() as devices:
            outage = Outage(server, disk)
            await outage.sit_down(devices)
            await outage.fail(killed=False)
            await outage.fail(killed=True)
        return outage

    server.start()
    try:
        outage = asyncio.run(whole())
    finally:
        server.stop()
    shutil.copy(disk.database, copy := folder / "copy.db")
    asyncio.run(outage.check(copy))


def test_a_database_that_cannot_be_written_refuses_in_words_loses_nothing_and_recovers(
    tmp_path: Path,
) -> None:
    suffer(tmp_path, NoFileMayGrow(tmp_path))


@pytest.mark.deep
def test_a_full_file_system_refuses_in_words_loses_nothing_and_recovers(tmp_path: Path) -> None:
    (mounted := tmp_path / "mounted").mkdir()
    with ExitStack() as stack:
        suffer(tmp_path, stack.enter_context(full_file_system(mounted)))
