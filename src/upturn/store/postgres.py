"""PostgreSQL: for several workers on one database.

One statement writes entries and notifies about them. NOTIFY is part of its transaction, so nobody
hears of an entry that is not durable. Batches are sorted so that two workers' batches cannot
deadlock. The pool replaces lost connections.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg

from upturn.errors import StoreError, StoreUnavailable
from upturn.store import migrating, sqlite, statements
from upturn.store.driver import Heard, NewEntry, Step, Told
from upturn.store.listening import CHANNEL, FAILURES, WORDS, Listener

CONNECTIONS = 4
ANSWER_TIMEOUT = 10.0
"""Seconds to wait for a connection or an answer."""
MIGRATION_TIMEOUT = 3600.0
"""Seconds to wait for one step of a migration, or for another process's migration."""
COPIED_AT_ONCE = 1_000
_SETTINGS = {"application_name": "upturn", "synchronous_commit": "on"}
_MIGRATING = 0x757074757266  # an arbitrary number, the same for every process that migrates

_INSERT = f"""
    WITH won AS (
      INSERT INTO entries (table_id, n, at, body)
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) ORDER BY 1, 2
      ON CONFLICT DO NOTHING RETURNING table_id, n
    )
    SELECT table_id, n, pg_notify('{CHANNEL}', table_id || ' ' || n) FROM won"""  # noqa: S608

_ANNOUNCE = "SELECT pg_notify($1, word) FROM unnest($2::text[]) word"


class _Connection(asyncpg.Connection):  # type: ignore[misc]
    def get_reset_query(self) -> str:
        return ""  # we set nothing on a connection; skipping the reset saves a round trip


class Postgres:
    """The database at an address."""

    shared = True

    def __init__(self, url: str, shown: str, pool: asyncpg.Pool):
        self._url = url
        self._shown = shown
        self._pool = pool
        self._listener: Listener | None = None
        self.upgraded: str | None = None

    @classmethod
    async def open(cls, url: str, shown: str) -> Postgres:
        try:
            pool = asyncpg.create_pool(
                url,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=ANSWER_TIMEOUT,
                command_timeout=ANSWER_TIMEOUT,
                connection_class=_Connection,
                server_settings=_SETTINGS,
            )
            with _failures(shown):
                await pool
        except ValueError:  # its message may quote the address, and so the password
            raise StoreError(f"{shown}: this is not a valid address") from None
        self = cls(url, shown, pool)
        try:
            await self._migrate()
        except BaseException:
            await self.close()
            raise
        return self

    async def insert(self, entries: Sequence[NewEntry]) -> set[tuple[str, int]]:
        columns = [[*column] for column in zip(*entries, strict=True)]
        async with self._connection() as connection:
            won = await connection.fetch(_INSERT, *columns)
        return {(table, n) for table, n, _ in won}

    async def rows(self, sql: str, *args: Any) -> list[tuple[Any, ...]]:
        async with self._connection() as connection:
            return [tuple(row) for row in await connection.fetch(sql, *args)]

    async def change(self, *steps: Step, words: Sequence[str] = ()) -> list[tuple[Any, ...]] | None:
        try:
            async with self._connection() as connection, connection.transaction():
                rows = [await connection.fetch(sql, *args) for sql, args in steps]
                if words:
                    await connection.fetch(_ANNOUNCE, WORDS, [*words])
        except asyncpg.UniqueViolationError:
            return None
        return [tuple(row) for row in rows[0]]

    async def listen(self, heard: Heard, told: Told) -> None:
        if self._listener is not None:
            await self._listener.stop()
        self._listener = Listener(self._connect_alone, heard, told)
        with _failures(self._shown):
            await self._listener.start()

    async def announce(self, words: Sequence[str]) -> None:
        await self.rows(_ANNOUNCE, WORDS, [*words])

    async def purge(self) -> bool:
        return True  # its own vacuum does it

    async def backup(self, path: Path) -> None:
        with sqlite.new_file(path) as target:
            await asyncio.to_thread(sqlite.migrate, target, str(path))
            async with (
                self._connection() as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                target.execute("BEGIN")
                for table in ("meta", *statements.TABLES_OF_ROWS):
                    await _copy(connection, table, target)
            await _in_thread(target.execute, "COMMIT")

    async def size(self) -> int:
        ((size,),) = await self.rows("SELECT pg_database_size(current_database())")
        return int(size)

    async def close(self) -> None:
        if self._listener is not None:
            await self._listener.stop()
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[asyncpg.Connection]:
        with _failures(self._shown):
            async with self._pool.acquire(timeout=ANSWER_TIMEOUT) as connection:
                try:
                    yield connection
                except asyncpg.UniqueViolationError:
                    raise
                except FAILURES:
                    connection.terminate()  # its state is unknown; the pool makes another
                    raise

    async def _connect_alone(self) -> asyncpg.Connection:
        return await asyncpg.connect(
            self._url,
            timeout=ANSWER_TIMEOUT,
            command_timeout=ANSWER_TIMEOUT,
            server_settings=_SETTINGS,
        )

    async def _migrate(self) -> None:
        async with self._connection() as connection, connection.transaction():
            execute = partial(connection.execute, timeout=MIGRATION_TIMEOUT)
            await execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
            await execute(statements.MAKE_META)
            version = await connection.fetchval(statements.SCHEMA_VERSION)
            steps = migrating.missing(version or 0, self._shown)
            for sql, args in steps:
                await execute(sql, *args)
            if version and migrating.computes_keys(version):
                for sql, args in migrating.new_keys(await connection.fetch(statements.NAMES)):
                    await execute(sql, *args)
        if version and steps:
            self.upgraded = f"{migrating.UPGRADED}. Older versions can no longer open it."


async def _in_thread(work: Callable[..., object], *arguments: object) -> None:
    """Call SQLite in a thread, and let its cursor end there. A cursor that came back could be freed
    while the next thread runs the same statement, which SQLite refuses as misuse."""

    def run() -> None:
        work(*arguments)

    await asyncio.to_thread(run)


async def _copy(connection: asyncpg.Connection, table: str, target: Any) -> None:
    """Copy all rows of a table into one with the same columns."""
    rows = connection.cursor(f"SELECT * FROM {table}", prefetch=COPIED_AT_ONCE)  # noqa: S608
    batch: list[tuple[Any, ...]] = []

    async def write() -> None:
        if batch:
            places = ", ".join("?" * len(batch[0]))
            statement = f"INSERT OR REPLACE INTO {table} VALUES ({places})"  # noqa: S608
            await _in_thread(target.executemany, statement, batch)
            batch.clear()

    async for row in rows:
        batch.append(tuple(row))
        if len(batch) == COPIED_AT_ONCE:
            await write()
    await write()


@contextlib.contextmanager
def _failures(shown: str) -> Iterator[None]:
    """Report failures in our own words: PostgreSQL's messages may quote rows."""
    try:
        yield
    except (asyncpg.UniqueViolationError, ValueError):
        raise
    except FAILURES as error:
        reason = getattr(error, "sqlstate", None) or getattr(error, "strerror", None)
        known = f"{type(error).__name__}: {reason}" if reason else type(error).__name__
        raise StoreUnavailable(f"{shown} does not answer ({known})") from None
