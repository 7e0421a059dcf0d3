"""The servers as processes: started for a round, watched, ended."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.server import node
from bench.server.own_sockets import WORKERS
from upturn.games.dnup.components import CARDS

STARTING_TIMEOUT = 60.0
"""Seconds a server may take to start."""
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
TICKS = os.sysconf("SC_CLK_TCK")

LIMITS = """\
# One address plays for everybody here.
[socket]
burst = 1000000
per_second = 1000000
[requests]
burst = 1000000
per_second = 1000000
[persons]
burst = 1000000
per_second = 1000000
[tables]
burst = 1000000
per_second = 1000000
[codes]
burst = 1000000
per_second = 1000000
[handshakes]
burst = 1000000
per_second = 1000000
[seats]
burst = 1000000
per_second = 1000000
[most]
connections_per_address = 1000000
sockets = 1000000
sockets_per_address = 1000000
tables_per_person = 1000000
"""


@dataclass(frozen=True)
class Server:
    """A running server and all its processes."""

    process: subprocess.Popen[bytes]
    port: int
    ports: tuple[int, ...] = ()
    """Of its workers, if each has one of its own."""
    proxy: subprocess.Popen[bytes] | None = None

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        return sum(_cpu(process) for process in self.processes())

    def memory(self) -> int:
        """Bytes resident now. A page that several of its processes have is counted once."""
        return sum(_resident(process) for process in self.processes())

    def processes(self) -> list[int]:
        """The server's own, and all that it started."""
        found = [self.process.pid, *([self.proxy.pid] if self.proxy else [])]
        for parent in found:
            for thread in Path(f"/proc/{parent}/task").iterdir():
                children = (thread / "children").read_text(encoding="ascii")
                found += [int(child) for child in children.split()]
        return found


def _cpu(process: int) -> float:
    stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / TICKS


def _resident(process: int) -> int:
    """Bytes: what a process has alone, and its part of what it shares."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    found = re.search(r"^Pss:\s*(\d+) kB", rollup, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


@contextmanager
def upturn(folder: Path, workers: int = WORKERS) -> Iterator[Server]:
    """Ours, with a new database in this folder."""
    command = [sys.executable, "-m", "upturn", *serve(folder, workers)]
    with running(command, os.environ, folder) as server:
        yield server


def serve(folder: Path, workers: int, port: int = 0, database: str | None = None) -> list[str]:
    """The arguments of `upturn` for a server, with a new database in this folder if no other is
    named."""
    limits = folder / "limits.toml"
    limits.write_text(LIMITS, encoding="utf-8")
    return [
        *("serve", "--host", "127.0.0.1", "--port", str(port), "--workers", str(workers)),
        *("--database", database or str(folder / "upturn.db"), "--limits", str(limits)),
    ]


@contextmanager
def boardgame(folder: Path, env: Mapping[str, str], profile: bool = False) -> Iterator[Server]:
    """boardgame.io's, with the cards of our dnup."""
    profiling = ["--cpu-prof", f"--cpu-prof-dir={folder}"] if profile else []
    command = ["node", *profiling, str(node.BOARDGAME / "server.cjs"), _deck()]
    with running(command, env, folder) as server:
        yield server


@contextmanager
def colyseus(folder: Path, env: Mapping[str, str]) -> Iterator[Server]:
    """Colyseus's, with the cards of our dnup."""
    with running(["node", str(node.COLYSEUS / "server.mjs"), _deck()], env, folder) as server:
        yield server


def _deck() -> str:
    return json.dumps([(card.low, card.high) for card in CARDS if card.players <= 4])


@contextmanager
def socketio(folder: Path) -> Iterator[Server]:
    """python-socketio's, which plays by our rules."""
    server = node.BENCH / "socketio" / "server.py"
    with running([sys.executable, str(server)], os.environ, folder) as found:
        yield found


@contextmanager
def running(command: Sequence[str], env: Mapping[str, str], folder: Path) -> Iterator[Server]:
    """A server that says in its log where it listens."""
    log = folder / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=env, stdout=output, stderr=subprocess.STDOUT)  # noqa: S603
    try:
        yield Server(process, _port(process, log))
    finally:
        process.terminate()
        try:
            process.wait(STARTING_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _port(process: subprocess.Popen[bytes], log: Path) -> int:
    """Wait until the server says where it listens."""
    end = time.monotonic() + STARTING_TIMEOUT
    while time.monotonic() < end and process.poll() is None:
        if found := ADDRESS.search(log.read_text(encoding="utf-8")):
            return int(found[1])
        time.sleep(0.05)
    raise SystemExit(f"The server did not start:\n{log.read_text(encoding='utf-8')}")
