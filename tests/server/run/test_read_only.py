"""A database that cannot be written: said at the start, and got over while people play."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import run
from tests.support.servers import serving
from upturn.errors import StoreUnavailable
from upturn.store import open_store, sqlite

START = """
import ctypes, sys
from upturn.cli.app import main

if sys.platform == "linux":  # without its capabilities root may write no more than others
    version, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    ctypes.CDLL(None).capset(version, nothing)
sys.argv[1:] = ["serve", "--port", "0", "--no-qr", "--database", sys.argv[1]]
main()
"""


async def make(path: Path) -> None:
    store = await open_store(str(path))
    await store.close()


@pytest.mark.parametrize("locked", ["file", "folder"])
def test_a_server_on_a_read_only_database_says_so_in_a_sentence_and_does_not_open(
    tmp_path: Path, locked: str
) -> None:
    path = tmp_path / "table.db"
    run(make(path))
    place = tmp_path if locked == "folder" else path
    place.chmod(0o555)
    command = [sys.executable, "-c", START, str(path)]
    wide = os.environ | {"COLUMNS": "400"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=wide)
    place.chmod(0o755)
    assert done.returncode == 1, done.stderr
    assert (done.stdout + done.stderr).split() == (
        f"✗ sqlite:///{path}: the file or its folder is read-only (the user who runs Upturn must "
        "be allowed to write the file and its folder)."
    ).split()


def test_a_database_that_turns_read_only_refuses_in_words_loses_nothing_and_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite.connect

    def remember(path: Path) -> sqlite3.Connection:
        opened.append(connect(path))
        return opened[-1]

    monkeypatch.setattr(sqlite, "connect", remember)
    with serving(tmp_path) as server:
        writer = opened[0]
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.open(game="dnup", players=2)["id"]
        assert ben.do(table, "sit", seat=2).is_success
        assert ada.do(table, "start").is_success
        seat = ada.get(f"/api/tables/{table}")["table"]["to_act"]
        mover = (ada, ben)[seat - 1]
        before = mover.get(f"/api/tables/{table}")
        move, version = before["views"][0]["legal"][0], before["table"]["version"]
        command: dict[str, Any] = {"seat": seat, "move": move, "version": version}
        writer.execute("PRAGMA query_only = ON")  # as if its disk were mounted read-only
        refusals = [
            mover.do(table, "move", **command),
            mover.do(table, "say", text="hello?", version=version),
            ada.http.post("/api/tables", json={"game": "dnup", "players": 2}),
            server.guest().http.post("/api/me", json={"name": "Cyd"}),
            ada.http.get("/readyz"),
        ]
        for refusal in refusals:
            assert (refusal.status_code, refusal.json()["code"]) == (503, "unavailable")
            assert refusal.json()["sentence"].endswith("Try again.")
        assert mover.get(f"/api/tables/{table}") == before
        writer.execute("PRAGMA query_only = OFF")
        assert ada.http.get("/readyz").status_code == 200
        assert mover.do(table, "move", **command).is_success
        assert ada.get(f"/api/tables/{table}")["table"]["version"] > version
        assert server.person("Cyd").name == "Cyd"


def test_what_is_said_of_it_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "table.db"

    async def story() -> None:
        store = await open_store(str(path))
        driver: Any = store._driver
        driver._writer.execute("PRAGMA query_only = ON")
        with pytest.raises(
            StoreUnavailable, match=r"table\.db: the file or its folder is read-only"
        ):
            await store.append("t", 1, 0, "{}")
        driver._writer.execute("PRAGMA query_only = OFF")
        assert await store.append("t", 1, 0, "{}")
        await store.close()

    run(story())
