"""Real servers for tests: in a thread of this process, or as a process that can be killed.

    with serving(tmp_path) as server:
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2, bots={"2": "beginner"}, start=True)

Limits are generous and bots do not pause. A second server in the same folder has the same tables.
"""

from __future__ import annotations

import os
import re
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from tests.support import marks
from upturn.server.cluster import worker
from upturn.server.config.counting import SharedCounts
from upturn.server.config.settings import Settings
from upturn.server.run import address, process
from upturn.server.run.app import create_app
from upturn.workers import WorkerGroup

GENEROUS = """
[socket]
burst = 100000
per_second = 100000
[requests]
burst = 100000
per_second = 100000
[persons]
burst = 100000
per_second = 100000
[tables]
burst = 100000
per_second = 100000
[codes]
burst = 100000
per_second = 100000
[handshakes]
burst = 100000
per_second = 100000
[seats]
burst = 100000
per_second = 100000
[talk]
burst = 100000
per_second = 100000
[table_talk]
burst = 100000
per_second = 100000
[spectator_talk]
burst = 100000
per_second = 100000
[sightings]
burst = 100000
per_second = 100000
[most]
tables_per_person = 100000
"""
TEST_TIMEOUT = 300.0
"""Seconds. It is long because machines are shared and sometimes stall."""
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of our servers, which speak no TLS. By default each client reads all certificates of
the system, which takes longer than most tests."""
READY = re.compile(r"http://127\.0\.0\.1:\d+")


@dataclass
class Guest:
    """Somebody who talks to a server, with or without a name."""

    http: httpx.Client
    secret: str | None = None
    name: str | None = None

    def get(self, path: str, **query: Any) -> Any:
        """Return the answer to a call, which must not be refused."""
        return read(self.http.get(path, params=query))

    def post(self, path: str, body: Any = None) -> Any:
        return read(self.http.post(path, json=body))

    def become(self, name: str) -> Guest:
        """Somebody new of this name in the same browser. It forgets who was there before."""
        if self.name is not None:
            read(self.http.delete("/api/me/devices/this"))
        self.post("/api/me", {"name": name})
        return Guest(self.http, name=name)

    def open(self, **wish: Any) -> dict[str, Any]:
        """Return the facts of a new table."""
        table: dict[str, Any] = self.post("/api/tables", wish)["table"]
        return table

    def do(self, table: str, kind: str, **more: Any) -> httpx.Response:
        """Send a command, at the table's present version unless another is given."""
        if "version" not in more:
            more["version"] = self.get(f"/api/tables/{table}")["table"]["version"]
        command = {"do": kind, "id": secrets.token_hex(4), **more}
        return self.http.post(f"/api/tables/{table}/commands", json=command)

    def play_out(self, table: str) -> dict[str, Any]:
        """Play a game to its end with the first free move each time. Return its last facts."""
        seats = self.get(f"/api/tables/{table}")["seats"]
        since = 0
        while True:
            now = self.get(f"/api/tables/{table}/entries", since=since, wait=20)
            since = now["version"]
            facts: dict[str, Any] = now["table"]
            if facts["state"] in ("over", "ended"):
                return facts
            seat = facts.get("to_act")
            if seat in seats:
                views = self.get(f"/api/tables/{table}", seat=seat)["views"]
                legal = next(view["legal"] for view in views if view["seat"] == seat)
                self.do(table, "move", seat=seat, move=legal[0], version=since)


@dataclass
class Server:
    url: str
    settings: Settings | None = None
    process: subprocess.Popen[str] | None = None
    _guests: list[httpx.Client] = field(default_factory=list)

    def guest(self, **headers: str) -> Guest:
        """Return somebody without a name."""
        client = self._client(headers)
        self._guests.append(client)
        return Guest(client)

    def person(self, name: str) -> Guest:
        """Return a new person of this name, who sends their secret with every call."""
        with self._client({}) as client:
            me = read(client.post("/api/me", json={"name": name}))
        known = self.guest(authorization=f"Bearer {me['secret']}")
        return Guest(known.http, me["secret"], name)

    def browser(self, name: str | None = None) -> Guest:
        """Somebody in a new browser, which keeps its cookies."""
        return self.guest(origin=self.url).become(name) if name else self.guest(origin=self.url)

    def close(self) -> None:
        for client in self._guests:
            client.close()

    def _client(self, headers: dict[str, str]) -> httpx.Client:
        return httpx.Client(
            base_url=self.url, headers=headers, timeout=TEST_TIMEOUT, verify=NO_CERTIFICATES
        )

    def kill(self) -> None:
        """Kill the server and everything it has started, as a power cut would."""
        assert self.process is not None
        children = descendants(self.process.pid)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    try:
        tasks = [*Path(f"/proc/{process}/task").iterdir()]
        own = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    except OSError:  # it is over by now
        return []
    return [one for child in own for one in (child, *descendants(child))]


def read(response: httpx.Response) -> Any:
    assert response.is_success, (response.status_code, response.text)
    return response.json() if response.content else None


def settings_for(folder: Path, **more: Any) -> Settings:
    limits = folder / "limits.toml"
    if not limits.exists():
        limits.write_text(GENEROUS, encoding="utf-8")
    usual: dict[str, Any] = {
        "port": 0,
        "database": f"sqlite:///{folder / 'table.db'}",
        "limits": limits,
        "bot_pace": 0.0,
        "log_level": "error",
    }
    return Settings(**usual | more)


@contextmanager
def serving(folder: Path, **more: Any) -> Iterator[Server]:
    """Run a server in a thread, with its tables in this folder. `more` are settings. With several
    workers, each is a thread."""
    bound, settings = address.listen(settings_for(folder, **more))
    with ExitStack() as closing_up:
        closing_up.callback(bound.close)
        if settings.workers == 1:
            config = process.configured(settings, create_app, process.LIVE_SOCKET)
            closing_up.enter_context(in_thread(uvicorn.Server(config), bound))
        else:
            shared = closing_up.enter_context(tempfile.TemporaryDirectory())
            group = closing_up.enter_context(
                closing(WorkerGroup.create(Path(shared), settings.workers))
            )
            settings = replace(settings, counts=SharedCounts.create(settings.workers))
            for number in range(settings.workers):
                mine = replace(group, number=number)
                config = process.configured(
                    replace(settings, group=mine), create_app, process.LIVE_SOCKET
                )
                closing_up.enter_context(in_thread(worker.Worker(config, mine), bound.dup()))
        with closing(Server(f"http://127.0.0.1:{settings.port}", settings)) as server:
            yield server


@contextmanager
def in_thread(server: uvicorn.Server, bound: socket.socket) -> Iterator[None]:
    """Run a server in a thread during the block."""
    marks.need(marks.SERVER)
    thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        yield
    finally:
        server.should_exit = True
        thread.join(TEST_TIMEOUT)
        bound.close()


@contextmanager
def spawned(
    folder: Path, *flags: str, database: str | None = None, under: Sequence[str] = ()
) -> Iterator[Server]:
    """Run a server as a separate process, with its tables in this folder or database. `under` is a
    command that runs it."""
    marks.need(marks.SERVER)
    settings = settings_for(folder)
    command = [
        *(
            *under,
            sys.executable,
            "-m",
            "upturn",
            "serve",
            "--port",
            "0",
            "--bot-pace",
            "0",
            "--no-qr",
        ),
        *("--database", database or settings.database, "--limits", str(settings.limits), *flags),
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "200"}
    )
    try:
        with closing(Server(_address(process), process=process)) as server:
            yield server
    finally:
        process.terminate()
        try:
            process.wait(TEST_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _address(process: subprocess.Popen[str]) -> str:
    """Return the address that a server prints."""
    assert process.stdout is not None
    for line in process.stdout:
        found = READY.search(line)
        if found:
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return found[0]
    raise AssertionError("the server did not start")


@contextmanager
def started(command: Sequence[str], **more: Any) -> Iterator[subprocess.Popen[Any]]:
    """Run a process during the block. Afterwards, however the block ends, end it and everything it
    started."""
    with subprocess.Popen(command, start_new_session=True, **more) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):  # it is already over
                os.killpg(process.pid, signal.SIGKILL)
