"""Who is at a table: here or at other workers, by socket or by poll, and when last seen.

The parts of a room ask the queue for the table each time, since folding the log again replaces it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from upturn.server.clock import now
from upturn.server.tables.queue import Asker
from upturn.server.tables.updates import encode
from upturn.table import moderating
from upturn.table.looking import eyes, still_looking
from upturn.wire.messages import Presence

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from upturn.errors import Refusal
    from upturn.server.tables.queue import TableQueue
    from upturn.server.tables.remote_presence import PresenceMessage, RemotePresence
    from upturn.table import Person
    from upturn.wire.commands import AnyCommand

Device = tuple[str, str]
"""A person and a device of theirs, by their ids."""
MOST_PEOPLE = 500
"""People at one table whose browsers are remembered."""
MOST_EARLY = 64
"""Commands that a socket may send before its welcome."""


class TableSocket(Asker, Protocol):
    """A device of a person, or of a spectator, that is told everything that happens."""

    person: Person | None
    device: str | None
    """The person's device that it belongs to: it ends with it."""
    seats: tuple[int, ...]
    address: str
    """Where it comes from, for limits."""
    looking: int | None
    """Which of the device's seats is looking at it now (`table.looking`)."""

    def close(self, refusal: Refusal) -> None: ...
    def ping(self) -> None: ...


class Attendance:
    """The people at one table."""

    __slots__ = (
        "_arriving", "_browsers", "_last_seen", "_polls", "_queue", "_remote", "last_active",
        "sockets",
    )  # fmt: skip

    def __init__(self, queue: TableQueue, remote: RemotePresence):
        self._queue, self._remote = queue, remote
        self.sockets: list[TableSocket] = []
        # Sockets that are not welcomed yet, and the commands they have sent so far.
        self._arriving: dict[TableSocket, list[AnyCommand]] = {}
        self._polls: dict[asyncio.Event, tuple[Person | None, str | None]] = {}  # and the device
        self._last_seen: dict[int, int] = {}  # by seat
        self._browsers: dict[str, tuple[str, ...]] = {}  # in which each person was here
        self.last_active = now()
        """When anybody last did something here."""

    # --- Coming and going ----------------------------------------------------------------------

    def add_arriving(self, socket: TableSocket) -> None:
        """Count a socket that is not welcomed yet."""
        self._arriving[socket] = []

    def is_arriving(self, socket: TableSocket) -> bool:
        return socket in self._arriving

    def hold(self, socket: TableSocket, command: AnyCommand) -> bool:
        """Keep a command that a socket sends before its welcome. Return False if there are too
        many."""
        early = self._arriving[socket]
        if len(early) >= MOST_EARLY:
            return False
        early.append(command)
        return True

    def admit(self, socket: TableSocket) -> list[AnyCommand]:
        """Let a socket take part. Return the commands it has sent meanwhile."""
        early = self._arriving.pop(socket)
        self.note_browser(socket.person, socket.browser)
        socket.seats = self.seats_of(socket.person)
        self.sockets.append(socket)
        return early

    def leave(self, socket: TableSocket) -> None:
        self._arriving.pop(socket, None)
        if socket in self.sockets:
            self.sockets.remove(socket)
            self.seen(socket.seats)
            self.announce()

    @contextmanager
    def polling(self, person: Person | None, device: str | None = None) -> Iterator[asyncio.Event]:
        """Give somebody an event that is set when something happens at the table, or when their
        device is signed out."""
        event = asyncio.Event()
        self._polls[event] = (person, device)
        try:
            yield event
        finally:
            del self._polls[event]

    def wake_polls(self) -> None:
        for event in self._polls:
            event.set()

    def polls(self) -> int:
        return len(self._polls)

    # --- Who is here ---------------------------------------------------------------------------

    def anybody(self) -> bool:
        """Return whether anybody is here or arriving."""
        return bool(self.sockets or self._arriving or self._polls)

    def connected(self) -> int:
        """Return how many sockets are here or arriving."""
        return len(self.sockets) + len(self._arriving)

    def present(self) -> list[int]:
        """Return the seats whose people are connected, here or at another worker."""
        return sorted(self.seats_here() | self._remote.of(self._queue.table.id)[0])

    def watching(self) -> int:
        """Return the number of spectators, here and at other workers."""
        return self.watching_here() + self._remote.of(self._queue.table.id)[1]

    def seats_here(self) -> frozenset[int]:
        return frozenset(seat for socket in self.sockets for seat in socket.seats)

    def watching_here(self) -> int:
        return sum(not socket.seats for socket in self.sockets)

    def persons(self) -> set[str]:
        """Return the ids of all who sit or are here."""
        here = (socket.person for socket in (*self.sockets, *self._arriving))
        seated = (chair.person for chair in self._queue.table.chairs)
        return {one.id for one in here if one} | {one for one in seated if one}

    def seats_of(self, person: Person | None) -> tuple[int, ...]:
        return () if person is None else tuple(self._queue.table.seats_of(person.id))

    def lost_seats(self, person: Person | None) -> list[int]:
        return [] if person is None else self._queue.table.lost_seats(person.id)

    def devices_of(self, person: Person) -> int:
        """Return how many sockets of a person are here or arrive."""
        here = (socket.person for socket in (*self.sockets, *self._arriving))
        return sum(one is not None and one.id == person.id for one in here)

    def plays(self, person: Person | None) -> bool:
        """Return whether somebody has a seat, or may have one back."""
        return bool(self.seats_of(person) or self.lost_seats(person))

    def is_host(self, person: Person | None) -> bool:
        return person is not None and person.id in self._queue.table.hosts

    def is_opener(self, person: Person | None) -> bool:
        """Return whether somebody opened this table."""
        return person is not None and moderating.may_remove(self._queue.table, person)

    def is_muted(self, person: Person | None) -> bool:
        return person is not None and person.id in self._queue.table.muted

    def update_seats(self) -> None:
        """Look up who has which seat, after seats have changed hands."""
        for socket in self.sockets:
            socket.seats = self.seats_of(socket.person)

    def update_looking(self) -> None:
        """Hide the hands of seats whose turn is over, since the turn may have passed on."""
        for socket in self.sockets:
            if socket.looking is not None:
                socket.looking = still_looking(self._queue.table, socket.seats, socket.looking)

    def may_see(self, asker: Asker, seat: int) -> bool:
        """Return whether an asker may be sent what only this seat sees. A device may if the seat is
        looking at it; a call always may, since it names the seat."""
        for socket in self.sockets:
            if socket is asker:
                return seat in eyes(self._queue.table, socket.seats, socket.looking)
        return True

    # --- Browsers ------------------------------------------------------------------------------

    def note_browser(self, person: Person | None, browser: str) -> None:
        """Note that somebody is here in a browser. Only this process remembers it."""
        if person is None or not browser:
            return
        known = self._browsers.get(person.id, ())
        if browser not in known:
            if len(self._browsers) >= MOST_PEOPLE:
                del self._browsers[next(iter(self._browsers))]
            self._browsers[person.id] = (*known, browser)[-moderating.MOST_BROWSERS :]

    def browsers_of(self, person: str) -> tuple[str, ...]:
        return self._browsers.get(person, ())

    def is_removed(self, person: Person | None, browser: str) -> bool:
        """Return whether the host has removed this person, or somebody else in this browser."""
        removed = self._queue.table.removed
        if person is None or person.id not in removed:
            return self.bars_browser(person, browser)
        self.note_browser(person, browser)  # the next name in it will be theirs as well
        return True

    def bars_browser(self, person: Person | None, browser: str) -> bool:
        """Return whether this browser is closed to somebody who is not removed themself."""
        table, who = self._queue.table, None if person is None else person.id
        if not browser or not table.removed or who in table.regulars:
            return False
        known = any(browser in self.browsers_of(one) for one in table.removed)
        return known or moderating.bars_browser(table, who, browser)

    # --- Last seen -----------------------------------------------------------------------------

    def touch(self) -> None:
        """Note that something happens, so that the table stays in memory."""
        self.last_active = now()

    def seen(self, seats: Iterable[int]) -> None:
        """Note that the people of these seats are here right now."""
        self.last_active = at = now()
        for seat in seats:
            self._last_seen[seat] = at

    def seats_seen_since(self, moment: int) -> frozenset[int]:
        return frozenset(seat for seat, at in self._last_seen.items() if at > moment)

    def absent(self, at: int, grace: float) -> list[int]:
        """Return the seats whose people have been gone for longer than the grace time (in
        milliseconds), each once per grace time. Where nobody plays, nobody is missed."""
        present, gone = self.present(), []
        if not self._anybody_plays(present):
            return []
        for chair in self._queue.table.chairs:
            seat = chair.seat
            if chair.person is None or seat in present or (chair.away and chair.bot):
                self._last_seen.pop(seat, None)
            elif at - self._last_seen.setdefault(seat, at) >= grace:
                self._last_seen[seat] = at
                gone.append(seat)
        return gone

    def _anybody_plays(self, present: list[int]) -> bool:
        """Whether somebody is here who plays: spectators miss nobody."""
        if not (self.sockets or self._polls):
            return False  # another worker looks after them
        polling = (seat for person, _ in self._polls.values() for seat in self.seats_of(person))
        chairs = self._queue.table.chairs
        return any(not chairs[seat - 1].away for seat in chain(present, polling))

    # --- Telling who is here -------------------------------------------------------------------

    def announce(self, except_for: TableSocket | None = None) -> None:
        """Tell all other workers, and everybody here except for one socket, who is here now."""
        self.announce_elsewhere()
        self.show(except_for)

    def announce_elsewhere(self) -> None:
        if not self._queue.closed:  # otherwise another room may have the table by now
            self._remote.announce(self._queue.table.id, self)

    def show(self, except_for: TableSocket | None = None) -> None:
        message = encode(Presence(self.present(), self.watching()))
        for socket in tuple(self.sockets):
            if socket is not except_for:
                socket.say(message)

    def tell_person(self, person: str, message: bytes) -> None:
        for socket in tuple(self.sockets):
            if socket.person is not None and socket.person.id == person:
                socket.say(message)

    def take(self, message: PresenceMessage) -> None:
        """Take in what another worker says about who is at the table there."""
        changed, first = self._remote.take(message)
        at = now()
        for seat in message.seen:
            self._last_seen[seat] = at
        if first and self.sockets:
            self.announce_elsewhere()
        if changed:
            self.show()

    # --- Sending away --------------------------------------------------------------------------

    def send_all_away(self, refusal: Refusal) -> None:
        for socket in (*self.sockets, *self._arriving):
            socket.close(refusal)

    def send_spectators_away(self, refusal: Refusal) -> None:
        for socket in (*self.sockets, *self._arriving):
            if not self.plays(socket.person):
                if self._arriving.pop(socket, None) is None:
                    self.sockets.remove(socket)
                socket.close(refusal)

    def devices(self) -> Iterator[Device]:
        """Yield the devices of people that have a socket or a poll here."""
        sockets = ((socket.person, socket.device) for socket in (*self.sockets, *self._arriving))
        for person, device in (*sockets, *self._polls.values()):
            if person is not None and device is not None:
                yield person.id, device

    def send_away(self, devices: Container[str], refusal: Refusal) -> None:
        """Close the sockets of these devices, and have their polls look whose they are."""
        for socket in (*self.sockets, *self._arriving):
            if socket.device is not None and socket.device in devices:
                socket.close(refusal)
        for event, (_, device) in self._polls.items():
            if device is not None and device in devices:
                event.set()

    def send_removed_away(self, refusal: Refusal) -> None:
        """Close all devices of people whom the host has removed, under whatever name."""
        for socket in (*self.sockets, *self._arriving):
            if self.is_removed(socket.person, socket.browser):
                self.leave(socket)
                socket.close(refusal)

    def ping(self) -> None:
        """Ask every socket whether anybody is still there."""
        for socket in tuple(self.sockets):
            socket.ping()
