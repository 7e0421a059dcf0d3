"""One table in this process, and the people at it.

A command comes from a socket or a call to `ask`. The queue checks it, applies it and commits its
entry, and reports to `committed`; the room has everybody told, and `idle` lets a bot think. Each
part of a room does one thing:

- `queue`: one action at a time
- `attendance`: who is here, and when each seat was last seen
- `arrivals`: welcoming sockets
- `broadcast`: telling everybody
- `bots`, `hints`: thinking
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from upturn.errors import Refusal, StoreUnavailable
from upturn.server.clock import now
from upturn.server.monitoring.table_log import log_entry
from upturn.server.people.daily import check_first, is_secluded
from upturn.server.tables.arrivals import Arrivals
from upturn.server.tables.attendance import Attendance
from upturn.server.tables.bots import Bots
from upturn.server.tables.broadcast import Broadcast
from upturn.server.tables.hints import Hints
from upturn.server.tables.queue import Action, TableQueue
from upturn.server.tables.talk import count_for_person, saying
from upturn.wire.commands import Claim, Hint, Look, Point, Say, Sit, Stand, Why

if TYPE_CHECKING:
    from collections.abc import Iterable

    from upturn.server.tables.attendance import TableSocket
    from upturn.server.tables.context import TableContext
    from upturn.server.tables.index import TableIndex
    from upturn.server.tables.queue import Asker
    from upturn.store import EntryRow
    from upturn.table import Change, Person, Table
    from upturn.wire.commands import AnyCommand

MOST_WAITING = 64
"""Commands that may wait for the one being committed."""
TAKES_A_SEAT = (Sit, Claim)
COMES_OR_GOES = (Sit, Stand)


class Registry(Protocol):
    """What a room asks the registry."""

    async def table_of_deal(self, person: Person, deal: str, except_for: str) -> Table | None: ...
    def forget(self, table: str) -> None: ...


class Room:
    __slots__ = (
        "_index", "_registry", "arrivals", "attendance", "bots", "broadcast", "context", "hints",
        "queue",
    )  # fmt: skip

    def __init__(self, table: Table, context: TableContext, index: TableIndex, registry: Registry):
        self.context, self._index, self._registry = context, index, registry
        self.queue = TableQueue(table, self, context.store, context.metrics, context.tasks)
        self.attendance = Attendance(self.queue, context.remote)
        self.arrivals = Arrivals(self.queue, self.attendance, self._welcomed)
        self.broadcast = Broadcast(self.queue, self.attendance)
        self.bots = Bots(self.queue, self.attendance, context)
        self.hints = Hints(self.queue, self.attendance, context)

    @property
    def table(self) -> Table:
        return self.queue.table

    # --- Commands ------------------------------------------------------------------------------

    def hear(self, command: AnyCommand, socket: TableSocket) -> None:
        """Take a command from a socket, which hears nothing before its welcome."""
        if self.attendance.is_arriving(socket):
            if not self.attendance.hold(socket, command):
                socket.close(Refusal("too-fast"))
        elif isinstance(command, Look) and len(self.queue.waiting) < MOST_WAITING:
            self.broadcast.look(command, socket)
        else:
            self.ask(command, socket.person, socket)

    def ask(self, command: AnyCommand, person: Person | None, asker: Asker) -> None:
        """Do what somebody asks for, in its turn."""
        if person is None:
            asker.refuse(command.id, Refusal("nameless"))
            return
        if isinstance(command, Point):
            self.broadcast.point(command, person, asker)
        elif len(self.queue.waiting) >= MOST_WAITING:
            asker.refuse(command.id, Refusal("busy"))
        elif isinstance(command, Why):
            self.hints.give_reasons(command, person, asker)
        elif isinstance(command, Hint):
            self.hints.give(command, person, asker)
        elif isinstance(command, Say):
            self._talk(command, person, asker)
        elif isinstance(command, COMES_OR_GOES) and not self._counted(command, person, asker):
            pass  # it is refused: somebody who sits down and stands up for ever fills the log
        elif isinstance(command, TAKES_A_SEAT) and is_secluded(self.table):
            work = self._sit_down_first_time(command, person, asker)
            self.context.tasks.spawn(work, self.table.id)
        else:
            self._submit(command, person, asker)

    def _submit(self, command: AnyCommand, person: Person, asker: Asker) -> None:
        self.queue.submit(Action(partial(_do, command, person), command, person, asker))

    def _counted(self, command: AnyCommand, person: Person, asker: Asker) -> bool:
        """Whether this person may sit down or stand up once more; else refuse."""
        limits = self.context.limits
        try:
            if limits is not None and self.table.repeat_of(command, person) is None:
                limits.spend("seats", person.id)
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
            return False
        return True

    def _talk(self, command: Say, person: Person, asker: Asker) -> None:
        limits = self.context.limits
        try:
            count_for_person(limits, self.table, command, person)
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
        else:
            apply = saying(limits, command, person)
            self.queue.submit(Action(apply, command, person, asker))

    async def _sit_down_first_time(self, command: AnyCommand, person: Person, asker: Asker) -> None:
        """Let somebody sit down at a table of today's deal, unless they know its cards already."""
        table = self.table
        try:
            check_first(
                await self._registry.table_of_deal(person, table.setup.deal, except_for=table.id)
            )
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
        except StoreUnavailable:
            asker.refuse(command.id, Refusal("unavailable"))
        else:
            self._submit(command, person, asker)

    # --- What the queue reports ----------------------------------------------------------------

    def committed(self, change: Change, action: Action) -> None:
        """Tell everybody about an entry that is on disk, and write down what it changes."""
        table = self.queue.table
        self.broadcast.tell(change, action)
        self.attendance.touch()
        log_entry(table, change)
        self._index.entry_added(self.queue, change)

    def refolded(self, rows: list[EntryRow]) -> None:
        if self.table.finished is not None:  # the worker that ended it may have died since
            self._index.write(self.queue)
        self.broadcast.tell_missed(rows)

    def idle(self) -> None:
        self.bots.wake()

    def unreadable(self) -> None:
        self.attendance.send_all_away(Refusal("unreadable-table"))
        self._registry.forget(self.table.id)

    # --- People --------------------------------------------------------------------------------

    def join(self, socket: TableSocket, since: int) -> None:
        """Welcome a socket that knows the table up to a version."""
        self.attendance.add_arriving(socket)
        self.context.tasks.spawn(self.arrivals.welcome(socket, since), self.table.id)

    def _welcomed(self, socket: TableSocket, early: list[AnyCommand]) -> None:
        self.came(socket.seats)
        for command in early:
            self.hear(command, socket)
        self.bots.wake()

    def leave(self, socket: TableSocket) -> None:
        self.attendance.leave(socket)

    def came(self, seats: Iterable[int]) -> None:
        """The people of these seats are here: nobody has to decide about them any more."""
        self.attendance.seen(seats)
        for seat in seats:
            chair = self.table.chairs[seat - 1]
            if chair.away and not chair.left:
                self.queue.act(partial(_back, seat))

    def find_absent(self, at: int, grace: float) -> None:
        """Have the others decide about people who have been gone for longer than the grace time
        (in milliseconds)."""
        for seat in self.attendance.absent(at, grace):
            self.queue.act(partial(_away, seat))

    def dismiss(self, person: str) -> None:
        """Close all devices of somebody who has been deleted."""
        self.attendance.send_away(person, Refusal("deleted"))

    def check_sight(self, person: Person | None) -> None:
        """Raise Refusal for somebody who may not even watch: the host has removed them, or this is
        today's deal, which is for those who play it. Before the game all others may come and sit
        down."""
        table = self.table
        if person is not None and person.id in table.removed:
            raise Refusal("removed")
        if table.game is not None and is_secluded(table) and not self.seats_of(person):
            raise Refusal("secluded")

    def is_host(self, person: Person | None) -> bool:
        return self.attendance.is_host(person)

    def seats_of(self, person: Person | None) -> tuple[int, ...]:
        return self.attendance.seats_of(person)

    # --- The log -------------------------------------------------------------------------------

    def heard_of(self, n: int) -> None:
        """Entry n is in the log, by another worker or by us. If nobody is here and another worker
        owns the table, it can wait."""
        self.queue.heard_of(n, follow=self.attendance.anybody() or self.context.owns(self.table.id))

    def amended(self) -> None:
        """The log is not what it was: somebody has been taken out of it."""
        self.queue.refold()
        self.queue.in_turn(self.broadcast.tell_facts)

    # --- Memory --------------------------------------------------------------------------------

    def is_unused(self, at: int, idle: int) -> bool:
        """Whether nobody has been here for so many milliseconds."""
        attendance = self.attendance
        return (
            at - attendance.last_active > idle and not attendance.anybody() and not self.queue.busy
        )

    def close(self) -> None:
        """The table is not in memory any more."""
        self.queue.close()


def _do(command: AnyCommand, person: Person, table: Table) -> Change:
    return table.do(command, person, now())


def _back(seat: int, table: Table) -> Change:
    return table.back(seat, now())


def _away(seat: int, table: Table) -> Change:
    return table.away(seat, now())
