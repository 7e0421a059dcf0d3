"""Who is at a table at other workers.

    5f0c1de2 k3vq7yd2mzt5hw4c 1,3 2 4

A message of one worker to all others: the worker, the table, the seats whose people are connected,
the number of spectators, and the seats of people who asked lately without staying connected. A
worker announces this when it changes and every few seconds. A message that is not repeated expires.
None of this is stored.
"""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING, NamedTuple, Protocol

from upturn.server.clock import now

if TYPE_CHECKING:
    from upturn.server.tasks import Tasks
    from upturn.store import Store

ANNOUNCED_EVERY = 5.0
"""Seconds."""
EXPIRES_AFTER = 15_000
"""Milliseconds for which a message counts."""
RECENT = 10_000
"""Milliseconds for which somebody who asked counts as recently seen."""


class PresenceMessage(NamedTuple):
    worker: str
    table: str
    seats: frozenset[int]
    watching: int
    seen: frozenset[int]

    @classmethod
    def read(cls, text: str) -> PresenceMessage | None:
        """Return None if the text is no such message."""
        parts = text.split(" ")
        if len(parts) != len(cls._fields) or not parts[3].isdecimal():
            return None
        return cls(parts[0], parts[1], _seats(parts[2]), int(parts[3]), _seats(parts[4]))

    def __str__(self) -> str:
        seats, seen = (",".join(map(str, sorted(some))) for some in (self.seats, self.seen))
        return f"{self.worker} {self.table} {seats} {self.watching} {seen}"


def _seats(text: str) -> frozenset[int]:
    return frozenset(int(seat) for seat in text.split(",") if seat.isdecimal())


class LocalPresence(Protocol):
    """Who is at a table at this worker."""

    def seats_here(self) -> frozenset[int]: ...
    def watching_here(self) -> int: ...
    def seats_seen_since(self, moment: int) -> frozenset[int]: ...


class RemotePresence:
    """Announces who is at this worker's tables, and remembers what others announced."""

    def __init__(self, store: Store, tasks: Tasks) -> None:
        self.worker = token_hex(4)
        self._store, self._tasks = store, tasks
        self._messages: dict[str, dict[str, tuple[PresenceMessage, int]]] = {}
        self._pending: dict[str, LocalPresence] = {}  # not announced yet, by table
        self._announcing = False

    def announce(self, table: str, local: LocalPresence) -> None:
        """Tell other workers who is at a table here."""
        if self._store.shared:
            self._pending[table] = local
            if not self._announcing:
                self._announcing = True
                self._tasks.spawn(self._announce())

    async def _announce(self) -> None:
        try:
            while self._pending:
                pending, self._pending = self._pending, {}
                messages = [self._message(*each) for each in pending.items()]
                await self._store.announce(messages)
        finally:
            self._announcing = False

    def _message(self, table: str, local: LocalPresence) -> str:
        seen = local.seats_seen_since(now() - RECENT)
        seats, watching = local.seats_here(), local.watching_here()
        return str(PresenceMessage(self.worker, table, seats, watching, seen))

    def take(self, message: PresenceMessage) -> tuple[bool, bool]:
        """Remember a message for a while. Return whether it changes anything, and whether it is its
        worker's first message about the table."""
        before = self.of(message.table)
        messages = self._messages.setdefault(message.table, {})
        first = message.worker not in messages
        messages[message.worker] = message, now() + EXPIRES_AFTER
        return self.of(message.table) != before, first

    def of(self, table: str) -> tuple[frozenset[int], int]:
        """Return the seats whose people are at other workers, and how many watch there."""
        messages = self._messages.get(table)
        if not messages:
            return frozenset(), 0
        at = now()
        valid = [message for message, until in messages.values() if until > at]
        seats: frozenset[int] = frozenset().union(*(message.seats for message in valid))
        return seats, sum(message.watching for message in valid)

    def forget(self, table: str) -> None:
        self._messages.pop(table, None)
        self._pending.pop(table, None)
