"""The bot of the docs plays a real game, is good company, and is as short as it says."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.support.paths import ROOT
from tests.support.servers import TEST_TIMEOUT, Guest, Server, serving, started

BOT = ROOT / "docs" / "bot.py"
LINES = 30


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as running:
        yield running


@contextmanager
def robbie(server: Server, code: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The bot, at work in a folder."""
    command = [sys.executable, str(BOT), server.url, code, "Robbie"]
    with started(command, cwd=folder, stderr=subprocess.PIPE, text=True) as bot:
        yield bot


def news_when(guest: Guest, table: str, happened: Callable[[dict[str, Any]], bool]) -> Any:
    """What this person is told as soon as something has happened at the table."""
    since, end = 0, monotonic() + TEST_TIMEOUT
    while monotonic() < end:
        news = guest.get(f"/api/tables/{table}/entries", since=since, wait=20)
        since = news["version"]
        if happened(news):
            return news
    raise AssertionError("it did not happen")


def start(host: Guest, table: str) -> None:
    """Once every seat is taken."""
    news_when(host, table, lambda news: all(one.get("name") for one in news["table"]["seats"]))
    assert host.do(table, "start").is_success


def move(guest: Guest, table: str) -> None:
    """As soon as it is this person's turn."""
    view = news_when(guest, table, lambda news: bool(news["views"][0]["legal"]))["views"][0]
    assert guest.do(table, "move", seat=view["seat"], move=view["legal"][0]).is_success


def test_the_bot_of_the_docs_plays_dnup_to_its_end(server: Server, tmp_path: Path) -> None:
    ada = server.person("Ada")
    table = ada.open(game="dnup", players=2)
    with robbie(server, table["code"], tmp_path) as bot:
        start(ada, table["id"])
        assert ada.play_out(table["id"])["state"] == "over"
        assert bot.wait(TEST_TIMEOUT) == 0
    record = ada.get(f"/api/tables/{table['id']}/record")
    assert record["names"] == ["Ada", "Robbie"]


def test_it_lets_others_end_the_game(server: Server, tmp_path: Path) -> None:
    ada = server.person("Ada")
    table = ada.open(game="dnup", players=2)
    with robbie(server, table["code"], tmp_path) as bot:
        start(ada, table["id"])
        move(ada, table["id"])
        assert ada.do(table["id"], "propose-end", seat=1).is_success
        news_when(ada, table["id"], lambda news: news["table"]["state"] == "ended")
        assert bot.wait(TEST_TIMEOUT) == 0


def told(news: Any, kind: str) -> list[Any]:
    return [entry for entry in news["told"] if entry["what"] == kind]


def test_it_waits_for_who_has_left(server: Server, tmp_path: Path) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    table = ada.open(game="dnup", players=3)
    assert ben.do(table["id"], "sit", seat=2).is_success
    with robbie(server, table["code"], tmp_path):
        start(ada, table["id"])
        assert ben.do(table["id"], "stand", seat=2).is_success
        news = news_when(ada, table["id"], lambda news: bool(told(news, "voted")))
        assert told(news, "voted")[0]["choice"] == "wait"


def test_why_it_cannot_play_is_one_sentence(server: Server, tmp_path: Path) -> None:
    server.person("Robbie")
    with robbie(server, "QWERTZ", tmp_path) as bot:
        _, said = bot.communicate(timeout=TEST_TIMEOUT)
    assert bot.returncode == 1
    assert "Robbie" in said
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1


def test_at_a_full_table_it_is_told_so(server: Server, tmp_path: Path) -> None:
    ada = server.person("Ada")
    table = ada.open(game="dnup", players=2, bots={"2": "beginner"})
    with robbie(server, table["code"], tmp_path) as bot:
        _, said = bot.communicate(timeout=TEST_TIMEOUT)
    assert (bot.returncode, len(said.splitlines())) == (1, 1)
    assert "Traceback" not in said


def test_it_has_thirty_lines() -> None:
    source = BOT.read_text(encoding="utf-8")
    first = ast.parse(source).body[1].lineno
    lines = [line for line in source.splitlines()[first - 1 :] if line.strip()]
    assert len(lines) <= LINES
