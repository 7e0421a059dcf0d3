"""Listens with PostgreSQL's LISTEN for entries that any worker appends.

A notification holds only the id of the entry's table and its number. After a lost connection is
restored, the listener reports that entries may have been missed. Announcements between workers
come the same way, but missed announcements are lost.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import asyncpg

from upturn.store.driver import Heard, Told

CHANNEL = "upturn"
"""For entries."""
WORDS = "upturn_words"
"""For announcements between workers."""
ASKED_EVERY = 20.0
"""Seconds between two checks that the server still answers."""
TRIED_EVERY = 0.5
FAILURES = (
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that was lost while it was idle
)
"""All errors of PostgreSQL and of the connection to it."""


class Listener:
    """A listening connection that is made again whenever it is lost."""

    def __init__(
        self, connect: Callable[[], Awaitable[asyncpg.Connection]], heard: Heard, told: Told
    ):
        self._connect = connect
        self._heard = heard
        self._told = told
        self._keeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        connection = await self._listen()
        self._keeping = asyncio.create_task(self._keep(connection), name="listening")

    async def stop(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])

    async def _keep(self, connection: asyncpg.Connection) -> None:
        try:
            while True:
                await _lost(connection)
                connection.terminate()
                connection = await self._listen_again()
                self._heard("", 0)
        finally:
            connection.terminate()

    async def _listen_again(self) -> asyncpg.Connection:
        while True:
            with contextlib.suppress(*FAILURES):
                return await self._listen()
            await asyncio.sleep(TRIED_EVERY)

    async def _listen(self) -> asyncpg.Connection:
        connection = await self._connect()
        try:
            await connection.add_listener(CHANNEL, self._hear)
            await connection.add_listener(WORDS, self._take)
        except BaseException:
            connection.terminate()
            raise
        return connection

    def _hear(self, connection: object, process: int, channel: str, payload: str) -> None:
        table, _, n = payload.rpartition(" ")
        if table and n.isdecimal():
            self._heard(table, int(n))

    def _take(self, connection: object, process: int, channel: str, payload: str) -> None:
        self._told(payload)


async def _lost(connection: asyncpg.Connection) -> None:
    """Return when the connection is closed or no longer answers."""
    gone = asyncio.Event()
    connection.add_termination_listener(lambda _: gone.set())
    while not connection.is_closed():
        try:
            await asyncio.wait_for(gone.wait(), ASKED_EVERY)
        except TimeoutError:
            try:
                await connection.execute("SELECT 1")
            except FAILURES:
                return
