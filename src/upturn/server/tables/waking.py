"""Wakes tables that have something to do by themselves although nobody asks for them.

A table that leaves memory leaves the moment here when its next clock runs out, its bot must move or
its seat is given; then it is folded. When the server starts, it looks through the logs of the games
that go on, in the background: tables with something to do are folded, the others are left alone.
People who come meanwhile do not wait for that.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from upturn.errors import StoreUnavailable, UpturnError
from upturn.games import compiling
from upturn.server.clock import now
from upturn.server.monitoring.logs import logger
from upturn.server.tables.index import is_current
from upturn.table import Table
from upturn.table.due import due

if TYPE_CHECKING:
    from collections.abc import Iterable

    from upturn.server.tables.context import TableContext
    from upturn.server.tables.room import Room

PAUSE = 2.0
"""Seconds between two attempts while the store does not answer."""


class Registry(Protocol):
    rooms: dict[str, Room]

    async def room(self, table: str) -> Room: ...


class Waking:
    def __init__(self, registry: Registry, context: TableContext):
        self._registry, self._context = registry, context
        self._moments: dict[str, int] = {}  # by table
        self._heap: list[tuple[int, str]] = []  # also moments that no longer count
        self._waiting: deque[str] = deque()  # tables to look at
        self._looking: asyncio.Task[None] | None = None

    def left(self, table: Table) -> None:
        """Remember when to wake a table that is not in memory."""
        self._moments.pop(table.id, None)
        moment = due(table)
        if moment is not None:
            moment -= table.ahead
            self._moments[table.id] = moment
            heapq.heappush(self._heap, (moment, table.id))

    def wake(self, at: int) -> None:
        """Wake the tables whose moment has come."""
        ready = []
        while self._heap and self._heap[0][0] <= at:
            moment, table = heapq.heappop(self._heap)
            if self._moments.get(table) == moment:
                del self._moments[table]
                ready.append(table)
        self.look_at(ready)

    def look_at(self, tables: Iterable[str]) -> None:
        """Look at the logs of tables, one by one, and wake those that have something to do."""
        self._waiting.extend(tables)
        if self._waiting and (self._looking is None or self._looking.done()):
            self._looking = self._context.tasks.spawn(self._look())

    async def looked(self) -> None:
        """Return when there is no table left to look at."""
        if self._looking is not None:
            await asyncio.wait([self._looking])

    async def _look(self) -> None:
        while self._waiting:
            table, begun = self._waiting.popleft(), perf_counter()
            try:
                await self._look_at(table)
            except StoreUnavailable as problem:
                logger.error("cannot look at a table", table=table, problem=str(problem))
                self._waiting.appendleft(table)
                await asyncio.sleep(PAUSE)
            except UpturnError as problem:
                logger.error("table does not fold", table=table, problem=str(problem))
            except Exception:
                logger.exception("cannot look at a table", table=table)
            # People who come to their tables have half of the time.
            await asyncio.sleep(perf_counter() - begun)

    async def _look_at(self, key: str) -> None:
        if key not in self._registry.rooms and not await self._has_to_act(key):
            return
        room = await self._registry.room(key)
        room.bots.wake()

    async def _has_to_act(self, key: str) -> bool:
        """Whether the table has something to do now, or its row is behind its log. If not, remember
        when it will have."""
        store = self._context.store
        row = await store.table(key)
        if row is None:
            return False
        compiling.wish(row.game)
        rows = await store.entries(key)
        table = Table.fold(key, row.code, rows)
        table.go_on(now())
        moment = due(table)
        if not is_current(row, table) or (moment is not None and moment <= table.time(now())):
            return True
        self.left(table)
        return False
