"""The files in deploy/, and the programs that use them."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

from tests.support.live_client import LiveClient
from tests.support.paths import ROOT
from tests.support.servers import Guest

DEPLOY = ROOT / "deploy"
MONITORING = DEPLOY / "monitoring"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TOKEN = "0123456789abcdef"  # noqa: S105  of a server that lives for a second
TOOL_TIMEOUT = 60
MOVES = 5


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run something that must not fail."""
    words = [str(part) for part in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def play(url: str, ada: Guest) -> None:
    """Make some moves with an origin, as a browser does, and one after a long poll."""
    wish = {"game": "dnup", "players": 2, "bots": {"2": "beginner"}, "start": True}
    table = ada.open(**wish)["id"]
    client = LiveClient(url, ada.secret, table)
    client.headers["origin"] = url
    async with client:
        for _ in range(MOVES):
            turn = await client.until(client.to_move)
            assert turn is not None
            await client.do("move", seat=turn[0], move=turn[1][0])
        assert client.welcomes == 1
    now = ada.get(f"/api/tables/{table}/entries", since=0)
    assert now["version"] >= MOVES
