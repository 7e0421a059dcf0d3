"""Work that runs in the background, in tasks that end with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any

from upturn.errors import StoreUnavailable
from upturn.server.monitoring.logs import logger

EVERY_TABLE = "all"
"""The name logged as the table when work is about all tables."""


class Tasks:
    """The tasks of one server. Their errors are logged."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.closed = False

    def spawn(
        self, work: Coroutine[Any, Any, Any], table: str = EVERY_TABLE
    ) -> asyncio.Task[Any] | None:
        """Start work for a table. Nothing starts once the server closes."""
        if self.closed:
            work.close()
            return None
        task = asyncio.ensure_future(_logged(work, table))
        self._running.add(task)
        task.add_done_callback(partial(self._ended, work))
        return task

    def _ended(self, work: Coroutine[Any, Any, Any], task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        work.close()  # a task that is cancelled before it begins never gets to its work

    async def close(self) -> None:
        """Cancel everything that runs, and wait until it has ended."""
        self.closed = True
        for task in tuple(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _logged(work: Coroutine[Any, Any, Any], table: str) -> None:
    try:
        await work
    except StoreUnavailable as problem:
        logger.error("store unavailable", table=table, problem=str(problem))
    except Exception:
        logger.exception("something failed", table=table)
