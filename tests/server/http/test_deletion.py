"""What somebody deletes is gone from the files, too, and not only from what is told."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.servers import Guest, Server, serving
from tests.support.waiting import wait_until
from upturn.server.http.calls import my_data
from upturn.store import sqlite

NAME = "Quetzalcoatl"
WORDS = "xylophone zeppelin"
LONG = f"{WORDS} " * 12


def bytes_of(folder: Path) -> bytes:
    """Everything in the files of the database."""
    files = sorted(folder.glob("table.db*"))
    assert files[0].name == "table.db"
    return b"".join(file.read_bytes() for file in files).lower()


def linger(folder: Path) -> list[str]:
    found = bytes_of(folder)
    return [trace for trace in (NAME, *WORDS.split()) if trace.lower().encode() in found]


def talk_and_rename(server: Server) -> Guest:
    """Somebody who talked, was talked over by many entries, and had another name first."""
    eve, ada = server.person("Eve"), server.person("Ada")
    table = ada.open(game="dnup", players=2)["id"]
    assert eve.http.patch("/api/me", json={"name": NAME}).is_success
    assert eve.do(table, "sit", seat=2).is_success
    for number in range(10):
        assert eve.do(table, "say", seat=2, text=LONG[: 200 - number]).is_success
        assert ada.do(table, "say", seat=1, text=f"answer {number}").is_success
    return eve


@pytest.mark.parametrize("workers", [1, 2])
def test_nothing_of_a_deleted_person_is_left_in_the_files(tmp_path: Path, workers: int) -> None:
    with serving(tmp_path, workers=workers) as server:
        eve = talk_and_rename(server)
        assert linger(tmp_path) == [NAME, *WORDS.split()]
        assert eve.http.delete("/api/me").is_success
        wait_until(lambda: linger(tmp_path) == [])
    assert linger(tmp_path) == []


def test_while_somebody_reads_it_is_tried_again_and_nobody_waits_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(my_data, "PURGED_EVERY", 0.05)
    monkeypatch.setattr(sqlite, "PURGE_TIMEOUT", 10)
    with serving(tmp_path) as server:
        eve = talk_and_rename(server)
        with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT COUNT(*) FROM entries").fetchall()
            assert eve.http.delete("/api/me").is_success
            assert linger(tmp_path) != []
            assert server.person("Ben").open(game="dnup", players=2)
            reader.execute("COMMIT")
        wait_until(lambda: linger(tmp_path) == [])
