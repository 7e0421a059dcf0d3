"""A client of a table that reconnects by itself and repeats unanswered commands with the same id
and version.

    async with LiveClient(server.url, ada.secret, table) as client:
        n = await client.do("sit", seat=2)  # the entry that it became; raises Refused
        await client.until(lambda: client.state == "over")

It also checks what docs/wire.md promises: a welcome comes first, entries come in order without a
gap or a repeat (it asks for those that a welcome leaves out), and a command is acknowledged as one
entry. If a promise is broken, everybody who waits for something gets an AssertionError.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine
from itertools import count
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from tests.support.servers import NO_CERTIFICATES, TEST_TIMEOUT

PAUSE = 0.05
"""Seconds between two attempts."""
FOR_A_MOMENT = ("busy", "unavailable")
"""Refusals that ask for the same command again, since nobody knows yet what became of it."""
SERVER_TROUBLE = 500
MOST_TOLD = 200
"""Entries that a welcome tells at most."""

Told = dict[str, Any]
Command = dict[str, Any]
T = TypeVar("T")


class Refused(Exception):
    """A command was refused."""

    def __init__(self, command: Command, answer: dict[str, Any]):
        super().__init__(f"{answer['code']}: {answer['sentence']} ({command})")
        self.code: str = answer["code"]
        self.details: dict[str, Any] = answer.get("details", {})


class Sent(NamedTuple):
    command: Command
    answer: asyncio.Future[int]


class LiveClient:
    """One device of a person (or, without a secret, a spectator) at a table."""

    def __init__(self, url: str, secret: str | None, table: str):
        self.address = f"{url.replace('http', 'ws', 1)}/live/{table}"
        self.entries = f"{url}/api/tables/{table}/entries"
        self.headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
        self.told: list[Told] = []
        """Every entry, starting with number 1."""
        self.table: dict[str, Any] = {}
        self.seats: list[int] = []
        self.views: list[dict[str, Any]] = []
        self.present: list[int] = []
        self.claimed: list[dict[str, Any]] = []
        """What was told about this person's own seats, at this table or another."""
        self.acknowledged: dict[str, int] = {}
        """The entry that each command became, by its id."""
        self.refused: dict[str, str] = {}
        """The code of each refusal, by the command's id."""
        self.put_off: Counter[str] = Counter()
        """How often the server asked for the same command again, by code."""
        self.welcomes = 0
        self.pause: Callable[[], float] = lambda: PAUSE
        self._prefix = secrets.token_hex(4)
        self._numbers = count(1)
        self._open: dict[str, Sent] = {}
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()
        self._living: asyncio.Task[None] | None = None
        self._beside: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> LiveClient:
        self._living = asyncio.create_task(self._live())
        await self.until(lambda: self.welcomes)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        living = self._living
        await self.leave()
        if living is not None and not living.cancelled() and error is None:
            await living

    # --- What it knows -------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return len(self.told)

    @property
    def state(self) -> str:
        return str(self.table.get("state"))

    @property
    def port(self) -> int | None:
        """The port of its own end of the connection, if it has one now."""
        return None if self._socket is None else int(self._socket.local_address[1])

    @property
    def unanswered(self) -> list[Command]:
        return [sent.command for sent in self._open.values()]

    def asked(self) -> list[tuple[int, dict[str, Any]]]:
        """Return open ballots that wait for one of its seats, with that seat."""
        return [
            (seat, ballot)
            for ballot in self.table.get("ballots", [])
            for seat in self.seats
            if seat in ballot["voters"] and str(seat) not in ballot["votes"]
        ]

    def to_move(self) -> tuple[int, list[str]] | None:
        """Return its seat to act and the legal moves, if it is its turn."""
        for view in self.views:
            if self.seats and view.get("legal"):
                return view["seat"], view["legal"]
        return None

    # --- What it does --------------------------------------------------------------------------

    async def do(self, kind: str, **more: Any) -> int:
        """Send a command until it is answered. Return the number of its entry."""
        return await self.send(self.command(kind, **more))

    def command(self, kind: str, **more: Any) -> Command:
        command = {"do": kind, "id": f"{self._prefix}-{next(self._numbers)}"}
        return command | {"version": self.version} | more

    async def send(self, command: Command) -> int:
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._open[command["id"]] = Sent(command, answer)
        self._check_alive()
        await self._transmit(command)
        return await answer

    async def until(self, condition: Callable[[], T]) -> T:
        """Wait until a condition on what it knows is true."""
        while not (found := condition()):
            self._check_alive()
            await self._news.wait()
        return found

    async def reach(self, version: int) -> None:
        """Wait until it has been told this entry."""
        await self.until(lambda: self.version >= version)

    async def leave(self) -> None:
        """Leave, and do not come back."""
        living, self._living = self._living, None
        if living is not None:
            for task in (living, *self._beside):
                task.cancel()
            await asyncio.wait([living, *self._beside])

    def drop(self) -> None:
        """Lose the connection, as in a tunnel."""
        if self._socket is not None:
            self._socket.transport.abort()

    # --- Living --------------------------------------------------------------------------------

    async def _live(self) -> None:
        try:
            while True:
                try:
                    await self._visit()
                except InvalidStatus as problem:
                    answer = problem.response
                    if answer.status_code < SERVER_TROUBLE:
                        why = f"not let in: {answer.status_code} {answer.body!r}"
                        raise AssertionError(why) from problem
                except (OSError, WebSocketException):  # the server is not there yet
                    pass
                await asyncio.sleep(self.pause())
        except BaseException as problem:
            for sent in self._open.values():
                if isinstance(problem, Exception) and not sent.answer.done():
                    sent.answer.set_exception(problem)
            raise
        finally:
            self._tell()

    async def _visit(self) -> None:
        """Live through one connection, from the welcome to its end."""
        async with connect(
            f"{self.address}?since={self.version}",
            additional_headers=self.headers,
            compression=None,
            max_size=None,
            proxy=None,
            ping_interval=None,
            close_timeout=1,
        ) as socket:
            first = json.loads(await socket.recv())
            if first["say"] == "farewell":
                return
            assert first["say"] == "welcome", f"{first['say']} came before the welcome"
            await self._catch_up(first)
            self._take(first)
            self._socket = socket
            try:
                for sent in tuple(self._open.values()):
                    await self._transmit(sent.command)
                async for text in socket:
                    self._take(json.loads(text))
            finally:
                self._socket = None

    async def _catch_up(self, welcome: dict[str, Any]) -> None:
        """Ask for entries that a welcome leaves out, because there are many."""
        first = welcome.get("first", 1)
        if first <= self.version + 1:
            return
        assert len(welcome["told"]) == MOST_TOLD, f"entries are missing: {welcome}"
        earlier: list[Told] = []
        async with httpx.AsyncClient(
            headers=self.headers, timeout=TEST_TIMEOUT, verify=NO_CERTIFICATES
        ) as http:
            while first > self.version + 1:
                query = {"since": self.version, "before": first}
                try:
                    answer = await http.get(self.entries, params=query)
                except httpx.TransportError as problem:  # the server is gone: as the socket is
                    raise OSError("no answer") from problem
                if answer.status_code >= SERVER_TROUBLE:
                    raise OSError("no answer")
                page = answer.json()
                earlier = page["told"] + earlier
                first = page.get("first", 1)
        self.told += earlier

    async def _transmit(self, command: Command) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # it is sent after the next welcome
                await self._socket.send(json.dumps(command))

    def _take(self, message: dict[str, Any]) -> None:
        match message["say"]:
            case "welcome":
                self.welcomes += 1
                self._hear(message)
                self.present = message["present"]
            case "update":
                if not message["told"]:  # how the table stands after somebody was erased
                    assert set(message) == {"say", "version", "told", "table"}, message
                self._hear(message)
                if "done" in message:
                    self._acknowledge(message["done"], message["version"])
            case "done":
                self._acknowledge(message["id"], message["version"])
            case "refused":
                self._refuse(message)
            case "presence":
                self.present = message["present"]
            case "seat-claimed":
                self.claimed.append(message)
        self._tell()

    def _hear(self, message: dict[str, Any]) -> None:
        """Take in a welcome or an update: what happened, and how things stand."""
        for entry in message["told"]:
            assert entry["n"] == self.version + 1, f"told {entry} after entry {self.version}"
            self.told.append(entry)
        assert message["version"] == self.version, f"told up to {self.version}: {message}"
        if message.get("table") is not None:
            self.table = message["table"]
        if message.get("take_back") is not None:
            self.table["take_back"] = message["take_back"]
        if message.get("seats") is not None:
            self.seats = message["seats"]
        if message.get("views"):
            self.views = message["views"]

    def _acknowledge(self, command: str, n: int) -> None:
        first = self.acknowledged.setdefault(command, n)
        assert first == n, f"{command} was acknowledged as {first}, then as {n}"
        assert command not in self.refused, f"{command} was refused, then acknowledged"
        sent = self._open.pop(command, None)
        if sent is not None and not sent.answer.done():
            sent.answer.set_result(n)

    def _refuse(self, message: dict[str, Any]) -> None:
        assert message["id"] is not None, f"not understood: {message}"
        sent = self._open.get(message["id"])
        if message["code"] in FOR_A_MOMENT:
            self.put_off[message["code"]] += 1
            if sent is not None:
                self._do_beside(self._send_again(sent.command))
            return
        assert message["id"] not in self.acknowledged, f"acknowledged, then refused: {message}"
        self.refused[message["id"]] = message["code"]
        self._open.pop(message["id"], None)
        if sent is not None and not sent.answer.done():
            sent.answer.set_exception(Refused(sent.command, message))

    async def _send_again(self, command: Command) -> None:
        await asyncio.sleep(PAUSE)
        if command["id"] in self._open:
            await self._transmit(command)

    def _do_beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _check_alive(self) -> None:
        if self._living is not None and self._living.done():
            self._living.result()
