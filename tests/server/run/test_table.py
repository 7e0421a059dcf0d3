"""`upturn serve` with everything in it, and the commands beside it, as its host uses them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.support.servers import TEST_TIMEOUT, Guest, Server, spawned


def upturn(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "upturn", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def counted(guest: Guest, name: str, **labels: str) -> float:
    """What the server has counted under this name, for these labels or in all."""
    families = text_string_to_metric_families(guest.http.get("/metrics").text)
    samples = [sample for family in families for sample in family.samples]
    found = [sample for sample in samples if sample.name == f"upturn_{name}"]
    return sum(sample.value for sample in found if labels.items() <= sample.labels.items())


def is_refused(guest: Guest) -> bool:
    return guest.http.get("/api/codes/ZZZZZZ").status_code == 404


def test_it_is_ready_when_it_says_so_and_stops_when_it_is_told_to(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with spawned(tmp_path, "--log-level", "debug", "--log-format", "json") as server:
        guest = server.guest()
        for path in ("/healthz", "/readyz"):
            assert guest.get(path) == {"status": "ok"}
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2, bots={"2": "beginner"}, start=True)
        assert is_refused(ada)
        assert counted(guest, "refusals_total") == 1
        assert ada.do(table["id"], "say", text="hello").is_success
        assert ada.do(table["id"], "vote", seat=1, ballot=9, choice="yes").status_code == 409
        assert counted(guest, "commands_total", kind="say", outcome="done") == 1
        assert counted(guest, "commands_total", kind="vote", outcome="refused") == 1
        assert counted(guest, "append_seconds_count") >= 1
        assert counted(guest, "batch_entries_sum") >= 2  # the game began, and somebody spoke
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(TEST_TIMEOUT) == 0
    logged = capfd.readouterr().err
    lines = [json.loads(line) for line in logged.splitlines()]
    assert {"answered", "serves"} <= {line["event"] for line in lines}
    asked = [line for line in lines if line.get("path") == "/api/codes/{code}"]
    assert [line["status"] for line in asked] == [404]
    for hidden in (ada.secret, "ZZZZZZ", "127.0.0.1", table["code"]):
        assert str(hidden) not in logged


def test_a_game_of_the_server_is_verified_with_what_was_noted_before_it(tmp_path: Path) -> None:
    with spawned(tmp_path) as server:
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2, bots={"2": "beginner"}, start=True)
        assert set(table["shuffle"]) == {"commitment"}
        noted = table["shuffle"]["commitment"]
        path = tmp_path / "record.json"
        assert ada.http.get(f"/api/tables/{table['id']}/record").status_code == 409
        ada.play_out(table["id"])
        path.write_bytes(ada.http.get(f"/api/tables/{table['id']}/record").content)
    answer = upturn("verify", str(path), "--commitment", noted)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.count("✓") == 4
    assert upturn("verify", str(path), "--commitment", "0" * 64).returncode == 1


def test_a_puzzle_of_the_server_says_that_it_was_laid_out(tmp_path: Path) -> None:
    with spawned(tmp_path) as server:
        ada = server.person("Ada")
        table = ada.open(game="team-up", players=1, puzzle=1, start=True)["id"]
        for move in ("draw", None, "stop"):
            move = move or ada.get(f"/api/tables/{table}")["views"][0]["legal"][0]
            assert ada.do(table, "move", seat=1, move=move).is_success
        path = tmp_path / "record.json"
        path.write_bytes(ada.http.get(f"/api/tables/{table}/record").content)
    answer = upturn("verify", str(path))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "not shuffled at this table but taken from a" in answer.stdout


def end_beside(server: Server, database: str) -> None:
    """End a table while somebody plays at it: the server refuses the next move and knows why."""
    ada = server.person("Ada")
    table = ada.open(game="team-up", players=1, start=True)
    answer = upturn("admin", "end", table["code"], "--reason", "too-late", "--database", database)
    assert (answer.returncode, answer.stderr) == (0, "")
    refused = ada.do(table["id"], "move", seat=1, move="draw", version=table["version"])
    assert refused.status_code == 409
    facts = ada.get(f"/api/tables/{table['id']}")["table"]
    assert (facts["state"], facts["ended_by"]) == ("ended", "too-late")


def test_a_table_is_ended_and_a_backup_made_while_the_server_runs(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with spawned(tmp_path) as server:
        end_beside(server, database)
        copy = str(tmp_path / "copy.db")
        assert upturn("admin", "backup", copy, "--database", database).returncode == 0
        still = server.person("Ben").open(game="dnup", players=2)
    with spawned(tmp_path, database=f"sqlite:///{copy}") as server:
        guest = server.guest()
        assert guest.http.get(f"/api/tables/{still['id']}").status_code == 404  # opened later
        listed = json.loads(upturn("admin", "tables", "--all", "--json", "--database", copy).stdout)
        (table,) = listed
        assert guest.get(f"/api/tables/{table['id']}")["table"]["state"] == "ended"


def test_workers_share_tables_and_are_counted_together(tmp_path: Path, postgres_url: str) -> None:
    with spawned(tmp_path, "--workers", "2", database=postgres_url) as server:
        end_beside(server, postgres_url)
        fresh = [server.guest() for _ in range(20)]  # each a connection of its own, to either
        assert all(map(is_refused, fresh))
        end = time.monotonic() + TEST_TIMEOUT
        while any(
            counted(guest, "refusals_total") < 21 for guest in fresh[:8]
        ):  # and the one of the move
            assert time.monotonic() < end
            time.sleep(0.2)
