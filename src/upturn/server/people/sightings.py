"""Who has seen the cards of which deal.

A person or a browser that was shown anything of a game has seen its deal from then on: in a seat,
as a spectator, in a replay or a record. Browsers count because one of them may have several names.
Another browser is somebody else to us.

What is seen at the same time is written together. A call is answered when it is on disk; a socket
does not wait for it. While the database is away, calls wait for a moment only.

Anybody gets a number for a browser, as often as they like. So new sightings of browsers are counted
by address: those beyond the limit are not kept, and nobody is refused for it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from upturn.errors import Refusal, StoreUnavailable
from upturn.server.clock import now
from upturn.server.monitoring.logs import logger
from upturn.server.people.daily import is_secluded
from upturn.store import SightingRow

if TYPE_CHECKING:
    from upturn.server.config.limits import Limits
    from upturn.server.tasks import Tasks
    from upturn.store import Store
    from upturn.table import Person, Table

MOST_AT_ONCE = 200
"""Rows of one transaction. Moves wait for it."""
MOST_KNOWN = 20_000
"""Sightings that are remembered, so that they are not written again."""
MOST_UNWRITTEN = 20_000
"""Sightings that wait for the database. The oldest are dropped first."""
PATIENCE = 1.0
"""Seconds that a call waits for a sighting to be written."""
PAUSE = 2.0
"""Seconds between two attempts while the store does not answer."""
KEPT_FOR = 365 * 86_400_000
"""Milliseconds for which it is kept what somebody saw without a seat."""


class Sightings:
    """What the people and browsers of this server have seen."""

    def __init__(self, store: Store, tasks: Tasks, limits: Limits | None = None):
        self._store, self._tasks, self._limits = store, tasks, limits
        self._known: set[tuple[str, str, str]] = set()  # person, browser, table
        self._unwritten: deque[tuple[SightingRow, asyncio.Future[None]]] = deque()
        self._writing = False
        self._last: asyncio.Future[None] | None = None  # rows are written in their order

    def note(self, table: Table, person: str, browser: str = "", address: str = "") -> None:
        """Note that this person or browser (either may be empty) is shown a table, if it shows
        anything of its deal. The browser is left out if there are too many at this address."""
        if (person, browser, table.id) in self._known or not _shows_deal(table):
            return
        if browser and not self._counted(address):
            browser = ""
        key = (person, browser, table.id)
        if key in self._known or not (person or browser):
            return
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known.add(key)
        self._last = asyncio.get_running_loop().create_future()
        self._unwritten.append((SightingRow(*key, table.setup.deal, now()), self._last))
        self._drop_unwritten()
        if not self._writing:
            self._writing = self._tasks.spawn(self._write()) is not None

    def _counted(self, address: str) -> bool:
        """Whether one more sighting of a browser at this address may be kept."""
        try:
            if self._limits is not None:
                self._limits.spend("sightings", address)
        except Refusal:
            return False
        return True

    def _drop_unwritten(self) -> None:
        while len(self._unwritten) > MOST_UNWRITTEN:
            row, written = self._unwritten.popleft()
            self._known.discard((row.person, row.browser, row.table))
            written.set_result(None)

    async def written(self) -> None:
        """Return when everything noted so far is on disk, or has to wait for the database."""
        if self._last is not None and not self._last.done():
            await asyncio.wait([self._last], timeout=PATIENCE)

    async def has_seen(
        self, person: Person | None, browser: str, deal: str, except_at: str = ""
    ) -> bool:
        """Return whether this person or browser has seen a deal, other than at one table."""
        await self.written()
        return await self._store.has_seen(person.id if person else "", browser, deal, except_at)

    async def had_seen(self, table: Table, finished: int) -> bool:
        """Return whether anybody with a seat at a finished table knew its deal from elsewhere
        before the end. Nobody can know a deal that was drawn for this table."""
        if table.setup.again is None and table.setup.day is None:
            return False
        await self.written()
        return await self._store.had_seen(table.id, finished)

    async def drop_old(self) -> None:
        await self._store.drop_sightings(now() - KEPT_FOR)

    async def _write(self) -> None:
        try:
            while self._unwritten and not self._tasks.closed:
                many = min(MOST_AT_ONCE, len(self._unwritten))
                rows = [self._unwritten.popleft() for _ in range(many)]
                try:
                    await self._store.add_sightings([row for row, _ in rows])
                except StoreUnavailable as problem:
                    logger.error("cannot write down who saw a deal", problem=str(problem))
                    self._unwritten.extendleft(reversed(rows))
                    self._drop_unwritten()
                    await asyncio.sleep(PAUSE)
                else:
                    for _, written in rows:
                        written.set_result(None)
        finally:
            self._writing = False


def _shows_deal(table: Table) -> bool:
    """Whether there are cards to see, or the seed at a table that was closed before its game."""
    return table.game is not None or (table.finished is not None and not is_secluded(table))
