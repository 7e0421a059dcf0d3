"""Nothing that was acknowledged is lost when the power fails.

A killed process loses nothing that it wrote; a machine without power loses what was not synced. So
the writes and syncs of a real server are traced, and the disk is rebuilt as it could be at many
moments. Then our store opens it.
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.amounts import amount
from tests.support.databases import run
from tests.support.mortal_server import Company, MortalServer, hit, kill
from tests.support.power import SURVIVALS, Disk, Happened, Sent, read_trace, traced
from upturn.server.people.persons import digest
from upturn.store import EntryRow, Store, open_store

__all__ = ["MortalServer"]  # a server is started here

FILE = "table.db"


class Known:
    """What people know: by when they were told, what must be found on the disk."""

    def __init__(self, companies: list[Company], logs: dict[str, list[EntryRow]]):
        self.logs = logs
        self.unheard: dict[bytes, tuple[str, int]] = {}
        """What is sent to somebody who knows of an entry: its table and number."""
        self.secrets: set[bytes] = set()
        self.entries: dict[str, int] = {}
        """By table: the last entry that was acknowledged."""
        self.persons: list[bytes] = []
        for sitting in (sitting for company in companies for sitting in company.sittings):
            self.unheard[sitting.table.encode()] = (sitting.table, 1)
            self.secrets |= {secret.encode() for secret in sitting.secrets}
            for client in sitting.clients:
                for command, n in client.acknowledged.items():
                    self.unheard[command.encode()] = (sitting.table, n)

    def hear(self, sent: bytes) -> bool:
        """Somebody is told something. Return whether they learn that something was done."""
        before = len(self.unheard) + len(self.secrets)
        if b'"say":"refused"' not in sent:
            for word in [word for word in self.unheard if word in sent]:
                table, n = self.unheard.pop(word)
                self.entries[table] = max(n, self.entries.get(table, 0))
            for word in [word for word in self.secrets if word in sent]:
                self.secrets.remove(word)
                self.persons.append(word)
        return len(self.unheard) + len(self.secrets) < before

    async def check(self, store: Store) -> None:
        """All of it is there, and no log is broken."""
        for table, log in self.logs.items():
            rows = await store.entries(table)
            assert len(rows) >= self.entries.get(table, 0), f"entries of {table} are lost"
            assert rows == log[: len(rows)]
        for secret in self.persons:
            assert await store.device_by_credential(digest(secret.decode())) is not None


async def all_logs(path: Path, companies: Iterable[Company]) -> dict[str, list[EntryRow]]:
    store = await open_store(f"sqlite:///{path}")
    try:
        sittings = (sitting for company in companies for sitting in company.sittings)
        return {sitting.table: await store.entries(sitting.table) for sitting in sittings}
    finally:
        await store.close()


async def check_disk(files: dict[str, bytes], folder: Path, known: Known) -> None:
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    store = await open_store(f"sqlite:///{folder / FILE}")
    try:
        await known.check(store)
    finally:
        await store.close()
    with closing(sqlite3.connect(folder / FILE)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def moments_to_try(happened: list[Happened], told: set[int]) -> list[int]:
    """Some moments after somebody was told something, and as many others."""
    chance, most = random.Random(1), amount(10, 1000)
    others = [n for n, event in enumerate(happened) if not isinstance(event, Sent)]
    picked = {*chance.sample(sorted(told), min(most, len(told)))}
    return sorted(picked | {*chance.sample(others, min(most, len(others)))})


def fail_the_power(folder: Path, tables: int, *flags: str) -> None:
    """People play at so many tables, on a server that is killed once; try many moments."""
    (disk_folder := folder / "disk").mkdir()
    database = f"sqlite:///{disk_folder / FILE}"
    under = traced(folder / "trace")
    companies = hit(folder, database, [kill], *flags, tables=tables, under=under)
    happened = [*read_trace(folder / "trace", disk_folder)]
    logs = run(all_logs(disk_folder / FILE, companies))

    rehearsal = Known(companies, logs)
    sent = ((n, event.data) for n, event in enumerate(happened) if isinstance(event, Sent))
    told = {n for n, data in sent if rehearsal.hear(data)}
    assert not rehearsal.unheard, "the trace shows when everything was acknowledged"
    assert not rehearsal.secrets

    known, disk, chance = Known(companies, logs), Disk(), random.Random(2)
    moments = moments_to_try(happened, told)
    lost = 0
    for n, event in enumerate(happened):
        disk.take(event)
        if isinstance(event, Sent):
            known.hear(event.data)
        if n in moments:
            for survival in SURVIVALS:
                files = disk.lose_power(survival, chance)
                lost += files != disk.lose_power("everything", chance)
                run(check_disk(files, folder / f"{n}-{survival}", known))
    assert lost, "at some moment something had not been synced"


def test_nothing_acknowledged_is_lost_when_the_power_fails(tmp_path: Path) -> None:
    fail_the_power(tmp_path, tables=amount(2, 10))


@pytest.mark.deep
def test_nothing_acknowledged_is_lost_when_the_power_fails_under_several_workers(
    tmp_path: Path,
) -> None:
    fail_the_power(tmp_path, 10, "--workers", "2")


CARELESS = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("CREATE TABLE entries (n INTEGER PRIMARY KEY)")
database.execute(f"PRAGMA synchronous = {sys.argv[2]}")
for n in range(1, 21):
    database.execute("INSERT INTO entries VALUES (?)", (n,))
    print(f"acknowledged {n}.", flush=True)
"""


@pytest.mark.parametrize(("synchronous", "careful"), [("NORMAL", False), ("FULL", True)])
def test_a_database_that_does_not_sync_each_commit_would_be_noticed(
    tmp_path: Path, synchronous: str, careful: bool
) -> None:
    folder, trace = tmp_path / "disk", tmp_path / "trace"
    folder.mkdir()
    program = [sys.executable, "-c", CARELESS, str(folder / FILE), synchronous]
    subprocess.run([*traced(trace), *program], check=True, stdout=subprocess.DEVNULL)

    disk, kept = Disk(), []
    for event in read_trace(trace, folder):
        disk.take(event)
        if isinstance(event, Sent) and event.data.startswith(b"acknowledged"):
            n = int(event.data.split()[1].rstrip(b"."))
            after = tmp_path / str(n)
            after.mkdir()
            for name, content in disk.lose_power("nothing", random.Random(1)).items():
                (after / name).write_bytes(content)
            with closing(sqlite3.connect(after / FILE)) as database:
                kept.append(database.execute("SELECT count(*) FROM entries").fetchone()[0] == n)
    assert len(kept) == 20
    assert all(kept) == careful
