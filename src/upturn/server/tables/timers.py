"""Does what is due because time passes: clocks, absent people, dead sockets, unused tables.

Clocks are checked every half second, everything else less often.
"""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING

from upturn.errors import BrokenLog, Refusal
from upturn.server.clock import now, wall_time
from upturn.server.monitoring.logs import logger
from upturn.server.tables.remote_presence import ANNOUNCED_EVERY, RECENT
from upturn.table import clocks

if TYPE_CHECKING:
    from upturn.server.tables.registry import TableRegistry
    from upturn.server.tables.room import Room
    from upturn.table import Change, Table

TICK = 0.5
"""Seconds between two looks at the clocks."""
TICKS_TO_CHECK_ALL = 10
TICKS_TO_PING = 50
INDEX_READ_EVERY = 10.0
CLOCKS_DIFFER = 600_000
"""Milliseconds by which the clocks of two machines may differ."""
DEVICES_NOTED_EVERY = 1200.0
"""A device is last seen in some hour; one that stays at a table is seen in each."""
SIGHTINGS_DROPPED_EVERY = 3600.0
IDLE = 300_000
"""Milliseconds after which an empty table is dropped from memory."""
GATHERS_FOR = 7 * 86_400_000
"""Milliseconds without anybody coming or going after which a table without a game ends."""
DESERTED = "deserted"
SLOW_CLOCK = 3600
"""With at least this many seconds per move, nobody has to be there all the time."""


class Timers:
    def __init__(self, registry: TableRegistry):
        self._registry = registry
        self._reading = False
        self._closed_read = min(now(), wall_time())  # until when closed tables were looked for

    async def run(self) -> None:
        """Look after all tables until cancelled."""
        until_reading, until_announcing = INDEX_READ_EVERY, ANNOUNCED_EVERY
        until_noting = DEVICES_NOTED_EVERY
        until_dropping = SIGHTINGS_DROPPED_EVERY
        for tick in count(1):
            await asyncio.sleep(TICK)
            until_reading -= TICK
            until_announcing -= TICK
            if until_announcing <= 0:
                until_announcing = ANNOUNCED_EVERY
                self.announce_presence()
            self.check_tables(clocks_only=tick % TICKS_TO_CHECK_ALL != 0)
            self.ping(tick)
            until_noting -= TICK
            if until_noting <= 0:
                until_noting = DEVICES_NOTED_EVERY
                self._registry.context.tasks.spawn(self._registry.note_devices())
            if until_reading <= 0:
                until_reading = INDEX_READ_EVERY
                self._registry.context.tasks.spawn(self.read_index())
            until_dropping -= TICK
            if until_dropping <= 0:
                until_dropping = SIGHTINGS_DROPPED_EVERY
                self._registry.context.tasks.spawn(self._registry.context.sightings.drop_old())

    def announce_presence(self) -> None:
        """Tell other workers who is here, so that they do not take anybody for absent."""
        recent = now() - RECENT
        for room in self._registry.rooms.values():
            if room.attendance.sockets or room.attendance.last_active > recent:
                room.attendance.announce_elsewhere()

    async def read_index(self) -> None:
        """Notice tables that `upturn admin end` ended, and end deserted ones. Read only the rows
        that this is about, however many tables are open."""
        if self._reading:  # the last time takes longer than usual
            return
        self._reading = True
        try:
            await self._refold_closed()
            await self._end_deserted()
        finally:
            self._reading = False

    async def _refold_closed(self) -> None:
        rooms, store = self._registry.rooms, self._registry.context.store
        read = min(now(), wall_time())  # those who close a table may have either time
        for key in await store.closed_tables(self._closed_read - CLOCKS_DIFFER):
            room = rooms.get(key)
            if room is not None and room.table.finished is None:
                room.queue.refold()
        self._closed_read = read

    async def _end_deserted(self) -> None:
        registry = self._registry
        for key in await registry.context.store.deserted_tables(now() - GATHERS_FOR):
            if not registry.context.owns(key):
                continue
            try:
                room = await registry.room(key)
            except BrokenLog as problem:
                logger.error("table does not fold", table=key, problem=str(problem))
                continue
            if not _is_deserted(room.table):
                registry.index.write(room.queue)  # the row is behind the log
            elif not room.attendance.anybody():
                room.queue.act(_end_deserted)

    def check_tables(self, clocks_only: bool = False) -> None:
        """Check every table once, or only those with a clock, and wake tables that have something
        to do."""
        at = now()
        self._registry.waking.wake(at)
        for room in tuple(self._registry.rooms.values()):
            if not clocks_only or room.table.setup.clock is not None:
                try:
                    self._check(room, at)
                except Exception:
                    logger.exception("a timer failed", table=room.table.id)

    def ping(self, tick: int) -> None:
        """Ping the sockets of some tables at each tick, so that nobody waits while thousands are
        pinged."""
        for room in tuple(self._registry.rooms.values()):
            if hash(room.table.id) % TICKS_TO_PING == tick % TICKS_TO_PING:
                room.attendance.ping()

    def _check(self, room: Room, at: int) -> None:
        table = room.table
        if table.state == "playing":
            deadline = clocks.deadline(table)
            if deadline is not None and table.time(at) >= deadline and not room.queue.busy:
                room.bots.move_for_late_seat()
            if not _is_slow(table):
                own = table.setup.grace
                grace = self._registry.context.grace if own is None else own
                room.find_absent(at, 1000 * grace)
            room.give_claimed(at)
        if room.is_unused(at, IDLE):
            self._registry.forget(table.id)


def _is_slow(table: Table) -> bool:
    """Return whether a game may go on for days."""
    clock = table.setup.clock
    return clock is not None and clock[0] >= SLOW_CLOCK


def _is_deserted(table: Table) -> bool:
    return table.state == "gathering" and table.changed < now() - GATHERS_FOR


def _end_deserted(table: Table) -> Change:
    if not _is_deserted(table):
        raise Refusal("not-deserted")
    return table.end(DESERTED, now())
