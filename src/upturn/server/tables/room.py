"""One table in this process, and the people at it.

A command comes to `ask` from a socket or an API call. The queue checks it, applies it, commits its
entry and reports to `committed`. Then the room tells everybody, and `idle` lets a bot think. Each
part of a room does one thing:

- `queue`: one action at a time
- `attendance`: who is here, and when each seat was last seen
- `arrivals`: welcoming sockets
- `broadcast`: telling everybody
- `bots`, `hints`: thinking
- `retries`: what the table does by itself, and again if the store fails
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from upturn.errors import Refusal, StoreUnavailable
from upturn.server.clock import now
from upturn.server.monitoring.table_log import log_entry
from upturn.server.people.daily import check_first, check_unseen, is_secluded
from upturn.server.tables.arrivals import Arrivals
from upturn.server.tables.attendance import Attendance
from upturn.server.tables.bots import Bots
from upturn.server.tables.broadcast import Broadcast
from upturn.server.tables.hints import Hints
from upturn.server.tables.queue import Action, TableQueue
from upturn.server.tables.retries import Retries
from upturn.server.tables.talk import count_for_person, saying
from upturn.server.tables.updates import encode
from upturn.table import consent, log, moderating
from upturn.wire.commands import Claim, Hint, Look, Point, Remove, Say, Sit, Stand, Why
from upturn.wire.messages import SeatClaimed

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
COMES_OR_GOES = (Sit, Stand, Claim)
TOLD_TO_OWNERS = (log.Claimed, log.Answered)
REMOVES = (Remove, Stand)


class Registry(Protocol):
    """What a room asks the registry."""

    async def table_of_deal(self, person: Person, deal: str, except_for: str) -> Table | None: ...
    def forget(self, table: str) -> None: ...
    def tell_person(self, person: str, message: bytes) -> None: ...


class Room:
    __slots__ = (
        "_index", "_registry", "arrivals", "attendance", "bots", "broadcast", "context", "hints",
        "queue", "retries",
    )  # fmt: skip

    def __init__(self, table: Table, context: TableContext, index: TableIndex, registry: Registry):
        self.context, self._index, self._registry = context, index, registry
        self.queue = TableQueue(table, self, context.store, context.metrics, context.tasks)
        self.attendance = Attendance(self.queue, context.remote)
        self.arrivals = Arrivals(self.queue, self.attendance, self.check_sight, self._welcomed)
        self.broadcast = Broadcast(self.queue, self.attendance)
        self.retries = Retries(self.queue, context.tasks, self._try_again)
        self.bots = Bots(self.queue, self.attendance, context, self.retries)
        self.hints = Hints(self.queue, self.attendance, context)

    @property
    def table(self) -> Table:
        return self.queue.table

    # --- Commands ------------------------------------------------------------------------------

    def hear(self, command: AnyCommand, socket: TableSocket) -> None:
        """Take a command from a socket. Before its welcome, the command waits."""
        if self.attendance.is_arriving(socket):
            if not self.attendance.hold(socket, command):
                socket.close(Refusal("too-fast"))
        elif isinstance(command, Look) and len(self.queue.waiting) < MOST_WAITING:
            self.broadcast.look(command, socket)
        else:
            self.ask(command, socket.person, socket)

    def ask(self, command: AnyCommand, person: Person | None, asker: Asker) -> None:
        """Do what somebody asks for when its turn comes."""
        if person is None:
            asker.refuse(command.id, Refusal("nameless"))
            return
        if self.attendance.bars_browser(person, asker.browser):
            asker.refuse(command.id, Refusal("removed"))
            return
        self.attendance.note_browser(person, asker.browser)
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
            self.submit(command, person, asker)

    def submit(self, command: AnyCommand, person: Person, asker: Asker) -> None:
        """Do a command when its turn comes, without counting it."""
        do = self._remove if isinstance(command, REMOVES) else _do
        self.queue.submit(Action(partial(do, command, person), command, person, asker))

    def _remove(self, command: AnyCommand, person: Person, table: Table) -> Change:
        """Let the removal of a person hold for the browsers in which they were here."""
        change = _do(command, person, table)
        entry = change.entry
        if isinstance(entry, log.Removed) and not entry.lifted:
            moderating.bar_browsers(table, entry, self.attendance.browsers_of(entry.who))
        return change

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
        table, sightings = self.table, self.context.sightings
        deal = table.setup.deal
        try:
            check_first(await self._registry.table_of_deal(person, deal, except_for=table.id))
            check_unseen(await sightings.has_seen(person, asker.browser, deal, table.id))
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
        except StoreUnavailable:
            asker.refuse(command.id, Refusal("unavailable"))
        else:
            self.submit(command, person, asker)

    # --- What the queue reports ----------------------------------------------------------------

    def committed(self, change: Change, action: Action) -> None:
        """Tell everybody about an entry that is on disk, and store what it changes."""
        table = self.queue.table
        self.broadcast.tell(change, action)
        if change.state is not None:
            self._note_sightings(self.attendance.sockets)
        self.attendance.touch()
        log_entry(table, change)
        self._index.entry_added(self.queue, change)
        self._tell_owners(change)

    def _tell_owners(self, change: Change) -> None:
        """Tell people that somebody asks for their seat or has got it, wherever they are."""
        entry, table = change.entry, self.table
        if not isinstance(entry, TOLD_TO_OWNERS):
            return
        given = isinstance(entry, log.Answered)
        if given and not change.seats:  # the seat was not given after all
            return
        chair = table.chairs[entry.seat - 1]
        owners = {owner.person for owner in chair.owners}
        if chair.person is not None and not given:
            owners.add(chair.person)
        message = encode(SeatClaimed(table.id, table.code, entry.seat, given))
        for person in owners:
            self._registry.tell_person(person, message)

    def refolded(self, rows: list[EntryRow]) -> None:
        self.arrivals.retelling.forget()
        if self.table.finished is not None:  # the worker that ended it may have died since
            self._index.write(self.queue)
        self.broadcast.tell_missed(rows)
        self._take_back_seats()  # another worker may have taken somebody for absent
        self._note_sightings(self.attendance.sockets)

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

    def _note_sightings(self, sockets: Iterable[TableSocket]) -> None:
        """Note that the people at these sockets see the cards, once there are some. The index
        notes people with seats, but does not know their browsers."""
        for socket in sockets:
            if socket.browser or not socket.seats:
                person = "" if socket.person is None else socket.person.id
                self.context.sightings.note(self.table, person, socket.browser, socket.address)

    def _welcomed(self, socket: TableSocket, early: list[AnyCommand]) -> None:
        self._note_sightings([socket])
        self.came(socket.person)
        for command in early:
            self.hear(command, socket)
        self.bots.wake()

    def leave(self, socket: TableSocket) -> None:
        self.attendance.leave(socket)

    def came(self, person: Person | None) -> None:
        """Somebody is here: nobody has to decide about their seats any more, and they have back
        what somebody else has claimed meanwhile."""
        self.attendance.seen(self.seats_of(person))
        if person is not None and not self.retries.resting:
            for seat in self.table.awaited_seats(person.id):
                self.retries.act(partial(_back, seat, person.id))

    def _take_back_seats(self) -> None:
        for socket in self.attendance.sockets:
            self.came(socket.person)

    def _try_again(self) -> None:
        self._take_back_seats()
        self.bots.wake()

    def give_claimed(self, at: int) -> None:
        """Give a seat to somebody who claimed it if all have agreed and its time has come."""
        if consent.ready(self.table, self.table.time(at)) and not self.queue.busy:
            self.queue.act(_give)

    def find_absent(self, at: int, grace: float) -> None:
        """Let the others decide about people who have been gone for longer than the grace time (in
        milliseconds)."""
        for seat in self.attendance.absent(at, grace):
            self.queue.act(partial(_away, seat))

    def check_sight(self, person: Person | None, browser: str = "") -> None:
        """Raise Refusal for somebody who may not even watch: the host has removed them, or somebody
        in their browser, or this is today's deal, which is only for its players. Before the game
        everybody else may come and sit down."""
        table = self.table
        if self.attendance.is_removed(person, browser):
            raise Refusal("removed")
        if table.game is not None and is_secluded(table) and not self.attendance.plays(person):
            raise Refusal("secluded")

    def is_host(self, person: Person | None) -> bool:
        return self.attendance.is_host(person)

    def seats_of(self, person: Person | None) -> tuple[int, ...]:
        return self.attendance.seats_of(person)

    # --- The log -------------------------------------------------------------------------------

    def heard_of(self, n: int) -> None:
        """Note that we or another worker added entry n to the log. It can wait if nobody is here
        and another worker owns the table."""
        self.queue.heard_of(n, follow=self.attendance.anybody() or self.context.owns(self.table.id))

    def amended(self) -> None:
        """Read the log again, because somebody has been erased from it."""
        self.queue.refold()
        self.queue.in_turn(self.broadcast.tell_facts)

    # --- Memory --------------------------------------------------------------------------------

    def is_unused(self, at: int, idle: int) -> bool:
        """Return whether nobody has been here for `idle` milliseconds."""
        attendance = self.attendance
        return (
            at - attendance.last_active > idle and not attendance.anybody() and not self.queue.busy
        )

    def close(self) -> None:
        """Stop, because the table leaves memory."""
        self.arrivals.retelling.forget()
        self.queue.close()


def _do(command: AnyCommand, person: Person, table: Table) -> Change:
    return table.do(command, person, now())


def _back(seat: int, person: str, table: Table) -> Change:
    return table.back(seat, now(), person)


def _give(table: Table) -> Change:
    return table.give(now())


def _away(seat: int, table: Table) -> Change:
    return table.away(seat, now())
