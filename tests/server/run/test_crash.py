"""Nothing that was acknowledged is ever lost: not when the server is killed at any moment, nor when
its database fails for a while. People's clients get over it by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sqlite3
from pathlib import Path

import pytest

from tests.support.amounts import amount
from tests.support.databases import PostgresServer
from tests.support.mortal_server import Blow, Company, MortalServer, hit, kill, put_off

KILLS, DEEP_KILLS = 3, 100
FULL = 0
"""Bytes that any file may have while the disk is full."""
MISTAKES = ("something failed", "command failed", "telling failed", "timer failed", "Traceback")
"""What a server says about mistakes of its own."""

# --- What is done to a server --------------------------------------------------------------------


async def fill_the_disk(server: MortalServer, companies: list[Company]) -> None:
    """No file of the server can grow until somebody has been told."""
    told = put_off(companies).total()
    _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (FULL, hard))
    while put_off(companies).total() == told:
        await asyncio.sleep(0.01)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))


def keep_the_file(path: Path, until_told: bool) -> Blow:
    """What keeps the database to itself: for two seconds, or until somebody has been told."""

    async def blow(server: MortalServer, companies: list[Company]) -> None:
        told = put_off(companies).total()
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as other:
            other.execute("BEGIN EXCLUSIVE")
            await asyncio.sleep(2)
            while until_told and put_off(companies).total() == told:
                await asyncio.sleep(0.01)
            other.execute("ROLLBACK")

    return blow


# --- The tests -----------------------------------------------------------------------------------


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(
    tmp_path: Path, store_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    companies = hit(tmp_path, store_url, [kill] * KILLS)
    clients = [c for company in companies for s in company.sittings for c in s.clients]
    assert sum(client.welcomes for client in clients) > len(clients)
    said = capfd.readouterr().err
    assert not [mistake for mistake in MISTAKES if mistake in said], said


@pytest.mark.deep
def test_nothing_acknowledged_is_lost_however_often_the_server_is_killed(
    tmp_path: Path, store_url: str
) -> None:
    hit(tmp_path, store_url, [kill] * DEEP_KILLS)


def test_nothing_acknowledged_is_lost_when_the_disk_is_full_for_a_while(
    tmp_path: Path, sqlite_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert put_off(hit(tmp_path, sqlite_url, [fill_the_disk] * 2))["unavailable"]
    said = capfd.readouterr().err
    assert not [mistake for mistake in MISTAKES if mistake in said], said


def test_nothing_acknowledged_is_lost_while_another_keeps_the_file_to_itself(
    tmp_path: Path, sqlite_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    blows = [keep_the_file(path, until_told=False), keep_the_file(path, until_told=True)]
    assert put_off(hit(tmp_path, sqlite_url, blows))["unavailable"]
    said = capfd.readouterr().err
    assert not [mistake for mistake in MISTAKES if mistake in said], said


def test_nothing_acknowledged_is_lost_when_the_database_drops_its_connections(
    tmp_path: Path,
    postgres_url: str,
    postgres_server: PostgresServer,
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def drop(server: MortalServer, companies: list[Company]) -> None:
        await postgres_server.drop_connections()

    hit(tmp_path, postgres_url, [drop] * amount(3, 10))
    said = capfd.readouterr().err
    assert not [mistake for mistake in MISTAKES if mistake in said], said
