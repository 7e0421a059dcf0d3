"""Nothing that was acknowledged is ever lost: not when the server is killed at any moment, nor when
its database fails for a while. People's clients get over it by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import pytest

from tests.databases import PostgresServer
from tests.mortal_server import TABLES, Company, MortalServer, check_all_is_kept
from upturn.store import open_store

MOST_BETWEEN = 150
"""Commands that are acknowledged before the next blow, at most."""
LONGEST = 3600.0
KILLS, DEEP_KILLS = 5, 100
FULL = 0
"""Bytes that any file may have while the disk is full."""
MISTAKES = ("something failed", "command failed", "telling failed", "stumbled", "Traceback")
"""What a server says about mistakes of its own."""

Blow = Callable[[MortalServer, list[Company]], Awaitable[None]]


# --- What is done to a server --------------------------------------------------------------------


async def kill(server: MortalServer, _: list[Company]) -> None:
    """As a power cut would, and on again."""
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


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


# --- The crowd meanwhile -------------------------------------------------------------------------


async def suffer(server: MortalServer, database: str, blows: Iterable[Blow]) -> list[Company]:
    """Let people play, and hit the server at random moments; then they finish their games."""
    chance = random.Random(1)
    companies = [
        Company(server, wish, random.Random(i), f"Table {i}") for i, wish in enumerate(TABLES)
    ]
    last = asyncio.Event()
    async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as playing:
        for company in companies:
            playing.create_task(company.play(last))
        for blow in blows:
            wanted = answered(companies) + chance.randint(1, MOST_BETWEEN)
            while answered(companies) < wanted:
                await asyncio.sleep(chance.random() / 50)
            await blow(server, companies)
        last.set()
    store = await open_store(database)
    try:
        await check_all_is_kept(store, server.url, companies)
    finally:
        await store.close()
    return companies


def answered(companies: list[Company]) -> int:
    sittings = (sitting for company in companies for sitting in company.sittings)
    return sum(len(client.acknowledged) for sitting in sittings for client in sitting.clients)


def put_off(companies: list[Company]) -> Counter[str]:
    """How often people were asked to send a command again, by code."""
    found: Counter[str] = Counter()
    for company in companies:
        for sitting in company.sittings:
            for client in sitting.clients:
                found += client.put_off
    return found


def hit(folder: Path, database: str, blows: Iterable[Blow]) -> list[Company]:
    server = MortalServer(folder, database)
    server.start()
    try:
        return asyncio.run(suffer(server, database, blows))
    finally:
        server.stop()


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
    assert put_off(hit(tmp_path, sqlite_url, [fill_the_disk] * 3))["unavailable"]
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

    hit(tmp_path, postgres_url, [drop] * 10)
    said = capfd.readouterr().err
    assert not [mistake for mistake in MISTAKES if mistake in said], said
