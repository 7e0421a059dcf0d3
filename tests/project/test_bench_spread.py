"""The servers that ways to spread tables over workers are compared with."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from bench.server.own_sockets import APART, SAID, TOGETHER, bind, worker_of
from tests.support.paths import ROOT
from tests.support.servers import TEST_TIMEOUT, started
from tests.support.waiting import wait_until


def test_tables_are_spread_evenly_and_always_alike() -> None:
    names = [f"table{number}" for number in range(1000)]
    where = [worker_of(name) for name in names]
    assert where == [worker_of(name) for name in names]
    assert 400 < sum(where) < 600


@pytest.mark.parametrize(("how", "ports"), [(TOGETHER, 1), (APART, 2)])
def test_workers_listen_at_one_port_or_at_one_each(how: str, ports: int) -> None:
    sockets = bind(how)
    try:
        assert len({one.getsockname() for one in sockets}) == ports
    finally:
        for one in sockets:
            one.close()


@pytest.mark.server
def test_a_worker_serves_the_tables_of_another_and_hands_nobody_over(tmp_path: Path) -> None:
    command = [
        *(sys.executable, "-m", "bench.server.own_sockets", APART, "serve", "--port", "0"),
        *("--host", "127.0.0.1", "--workers", "2", "--database", str(tmp_path / "table.db")),
    ]
    said = tmp_path / "said"
    with (
        said.open("w") as log,
        started(command, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT) as process,
    ):
        wait_until(lambda: "http://" in said.read_text() or process.poll() is not None)
        found = SAID.search(said.read_text())
        assert found
        ports = [int(port) for port in found[1].split()]
        urls = [f"http://127.0.0.1:{port}/api" for port in ports]
        secret = httpx.post(f"{urls[0]}/me", json={"name": "Ada"}).json()["secret"]
        shown = {"authorization": f"Bearer {secret}"}
        wish = {"game": "dnup", "players": 2, "bots": {"2": "beginner"}}
        opened = httpx.post(f"{urls[0]}/tables", json=wish, headers=shown)
        table = opened.json()["table"]["id"]
        served = []
        for port in ports:
            with socket.create_connection(("127.0.0.1", port), timeout=TEST_TIMEOUT) as line:
                line.sendall(f"GET /api/tables/{table} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
                assert b" 200 " in line.recv(100)
                served.append(holders(line))
        assert len(served[0] | served[1]) == 2


def holders(line: socket.socket) -> set[str]:
    """The processes that have the other end of this connection."""
    ours, theirs = (int(end[1]) for end in (line.getsockname(), line.getpeername()))
    wanted = re.compile(rf"\d+: \w+:{theirs:04X} \w+:{ours:04X} .*")
    rows = Path("/proc/net/tcp").read_text().splitlines()
    (inode,) = (row.split()[9] for row in rows if wanted.match(row.strip()))
    link = f"socket:[{inode}]"
    return {
        name.parts[2]
        for name in Path("/proc").glob("[0-9]*/fd/*")
        if name.is_symlink() and _target(name) == link
    }


def _target(name: Path) -> str | None:
    try:
        return str(name.readlink())
    except OSError:
        return None
