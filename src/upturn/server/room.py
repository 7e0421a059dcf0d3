"""A table in this process and everybody who is at it: who comes and goes, what they are told, and
the bots that sit with them. How commands become entries is in `turns`.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Protocol

from upturn.errors import Refusal, StoreUnavailable
from upturn.server.clock import now
from upturn.server.daily import check_first, own_table
from upturn.server.noting import note
from upturn.server.telling import Telling, encode
from upturn.server.turns import UNAVAILABLE, Asker, Doing, Turns
from upturn.table import Change, Person, Table, showing
from upturn.wire.commands import Claim, Hint, Point, Sit, Why
from upturn.wire.messages import Advice, Pointed, Presence, Reason, Reasons, Update, Welcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from upturn.games.rules import Facts
    from upturn.server.hall import Hall
    from upturn.server.turns import Rows
    from upturn.table.playing import BotDue
    from upturn.wire.commands import AnyCommand

Thought = tuple[int, "BotDue | None"] | None
"""What a bot thinks about: the version of the game, and its turn (None: somebody's time is up)."""

MOST_WAITING = 64
"""Commands that may wait for the one being committed."""
UNREADABLE_NOW = "The server cannot read the table; come back in a moment."
SECLUDED = "Others still play this deal today, so nobody watches."


class Watcher(Asker, Protocol):
    """An asker that also hears what others do: a socket."""

    person: Person | None
    seats: tuple[int, ...]

    def close(self, code: str, sentence: str) -> None: ...
    def ping(self) -> None: ...


class Room(Turns):
    """One table, and the sockets at it."""

    __slots__ = ("coming", "last_seen", "polls", "sockets", "thinking", "touched")

    def __init__(self, hall: Hall, table: Table):
        super().__init__(hall, table)
        self.sockets: list[Watcher] = []
        # Not welcomed yet, so they are told nothing else; and what they have asked for meanwhile.
        self.coming: dict[Watcher, list[AnyCommand]] = {}
        self.polls: set[asyncio.Event] = set()
        self.thinking: Thought = None
        self.touched = now()
        self.last_seen: dict[int, int] = {}

    # --- Coming and going ----------------------------------------------------------------------

    def join(self, socket: Watcher, since: int) -> None:
        """Somebody is there: tell all they missed, and the others that they came."""
        self.coming[socket] = []
        self._quietly(self._welcome(socket, since))

    def leave(self, socket: Watcher) -> None:
        self.coming.pop(socket, None)
        if socket in self.sockets:
            self.sockets.remove(socket)
            self.seen(socket.seats)
            self._tell_presence()

    def seen(self, seats: Iterable[int]) -> None:
        """Somebody was in these seats just now."""
        self.touched = at = now()
        for seat in seats:
            self.last_seen[seat] = at

    def present(self) -> list[int]:
        """The seats that somebody is at right now, here or at another worker."""
        return sorted(self.seats_here() | self.hall.elsewhere.of(self.table.id)[0])

    def seats_here(self) -> frozenset[int]:
        return frozenset(seat for socket in self.sockets for seat in socket.seats)

    def watching_here(self) -> int:
        return sum(not socket.seats for socket in self.sockets)

    def persons(self) -> set[str]:
        """Who sits here, or is here."""
        there = (socket.person for socket in (*self.sockets, *self.coming))
        seated = (chair.person for chair in self.table.chairs)
        return {one.id for one in there if one} | {one for one in seated if one}

    def attended(self) -> bool:
        return bool(self.sockets or self.coming or self.polls)

    def crowd(self) -> int:
        """How many sockets are here or coming in."""
        return len(self.sockets) + len(self.coming)

    def check_sight(self, person: Person | None) -> None:
        """Raises Refusal for one who may not even watch: today's deal is for those who play it.
        Before the game anybody may come and sit down."""
        table = self.table
        if table.game is not None and self.hall.secluded(table) and not self.seats_of(person):
            raise Refusal("secluded", SECLUDED, {"status": 403})

    def is_host(self, person: Person | None) -> bool:
        return person is not None and person.id in self.table.hosts

    def seats_of(self, person: Person | None) -> tuple[int, ...]:
        return () if person is None else tuple(self.table.seats_of(person.id))

    def _see_off_watchers(self) -> None:
        for socket in tuple(self.sockets):
            if not self.seats_of(socket.person):
                self.sockets.remove(socket)
                socket.close("secluded", SECLUDED)

    async def _welcome(self, socket: Watcher, since: int) -> None:
        try:
            rows = await self.rows_after(since)
        except StoreUnavailable:
            socket.close("unavailable", UNREADABLE_NOW)
            raise
        self.in_turn(partial(self._greet, socket, since, rows))

    def _greet(self, socket: Watcher, since: int, rows: Rows) -> None:
        table = self.table
        if socket not in self.coming or self.broken:
            return
        if since != table.version and (not rows or rows[-1].n < table.version):
            self.busy = True  # more has happened meanwhile
            self._quietly(self._welcome_in_peace(socket, since))
            return
        seats = socket.seats = self.seats_of(socket.person)
        early = self.coming.pop(socket)
        self.sockets.append(socket)
        socket.say(
            encode(
                Welcome(
                    table.version,
                    showing.facts(table),
                    list(seats),
                    table.views(list(seats)),
                    self.retell(rows, since, seats),
                    self.present(),
                    self._watching(),
                    self.is_host(socket.person),
                )
            )
        )
        self._tell_presence(but=socket)
        self.came(seats)
        for command in early:
            self.ask(command, socket.person, socket)
        self.mind()

    async def _welcome_in_peace(self, socket: Watcher, since: int) -> None:
        """Where much happens, nothing more does until somebody has been welcomed."""
        try:
            rows = await self.hall.store.entries(self.table.id)
        except StoreUnavailable:
            socket.close("unavailable", UNREADABLE_NOW)
        else:
            self.waiting.appendleft(partial(self._greet, socket, since, rows))
        self._next()

    def came(self, seats: Iterable[int]) -> None:
        """Somebody is in these seats: nobody has to decide about them any more."""
        self.seen(seats)
        for seat in seats:
            chair = self.table.chairs[seat - 1]
            if chair.away and not chair.left:
                self.act(partial(self._back, seat))

    def dismiss(self, person: str) -> None:
        """Somebody is deleted: none of their devices stays at the table."""
        for socket in (*self.sockets, *self.coming):
            if socket.person is not None and socket.person.id == person:
                socket.close("deleted", "You have been deleted, as you wished.")

    def _back(self, seat: int) -> Change:
        return self.table.back(seat, now())

    def table_away(self, seat: int) -> Change:
        """Somebody has not been here for longer than the grace time."""
        return self.table.away(seat, now())

    def _watching(self) -> int:
        return self.watching_here() + self.hall.elsewhere.of(self.table.id)[1]

    def _tell_presence(self, but: Watcher | None = None) -> None:
        self.hall.announce(self)
        self.show_presence(but)

    def show_presence(self, but: Watcher | None = None) -> None:
        message = encode(Presence(self.present(), self._watching()))
        for socket in tuple(self.sockets):
            if socket is not but:
                socket.say(message)

    # --- Commands ------------------------------------------------------------------------------

    def hear(self, command: AnyCommand, socket: Watcher) -> None:
        """Do what somebody asks for over a socket; the first thing they hear is the welcome."""
        early = self.coming.get(socket)
        if early is None:
            self.ask(command, socket.person, socket)
        elif len(early) < MOST_WAITING:
            early.append(command)
        else:
            socket.close("too-fast", "Too many messages; come back a little slower.")

    def ask(self, command: AnyCommand, person: Person | None, asker: Asker) -> None:
        """Do what somebody asks for, when it is its turn."""
        if person is None:
            asker.refuse(command.id, Refusal("nameless", "Give a name first, then take part."))
            return
        if isinstance(command, Point):
            self._point(command, person, asker)
            return
        if len(self.waiting) >= MOST_WAITING:
            asker.refuse(command.id, Refusal("busy", "Too much at once at this table."))
            return
        if isinstance(command, Why):
            self.in_turn(partial(self._give_reasons, command, person, asker))
            return
        if isinstance(command, Sit | Claim) and self.hall.secluded(self.table):
            self._quietly(self._ask_if_first(command, person, asker))
        else:
            self._ask(command, person, asker)

    async def _ask_if_first(self, command: AnyCommand, person: Person, asker: Asker) -> None:
        """Who has played today's deal knows its cards, and sits down at no other table of it."""
        table = self.table
        try:
            check_first(await own_table(self.hall, person, table.setup.deal, but=table.id))
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
        except StoreUnavailable:
            asker.refuse(command.id, Refusal("unavailable", UNAVAILABLE, {"status": 503}))
        else:
            self._ask(command, person, asker)

    # --- Telling -------------------------------------------------------------------------------

    def _see_off(self, refusal: Refusal) -> None:
        for socket in (*self.sockets, *self.coming):
            socket.close(refusal.code, str(refusal))

    def _tell_facts(self) -> None:
        if not self.broken:
            message = encode(Update(self.table.version, [], None, [], showing.facts(self.table)))
            for socket in tuple(self.sockets):
                socket.say(message)

    def _tell(self, change: Change, doing: Doing) -> None:
        """Tell everybody what happened; who caused it, that it is done."""
        if change.state == "playing" and self.hall.secluded(self.table):
            self._see_off_watchers()
        table, sockets, asker = self.table, tuple(self.sockets), doing.asker
        self.version_told = table.version
        if change.seats:
            for socket in sockets:
                socket.seats = self.seats_of(socket.person)
        telling = Telling(table, change, (socket.seats for socket in sockets))
        command, heard = doing.command, False
        for socket in sockets:
            if socket is asker and command is not None:
                socket.say(telling.answer(socket.seats, command.id))
                heard = True
            else:
                socket.say(telling.message(socket.seats))
        if asker is not None and not heard and command is not None:
            asker.done(command.id, change.n)
        if change.seats:
            self._tell_presence()
        self._wake_polls()

    def _tell_from(self, rows: Rows) -> None:
        """Tell everybody the entries that other workers wrote."""
        table, since = self.table, self.version_told
        self.version_told = table.version
        there = self.present(), self._watching()
        facts = showing.facts(table)
        messages: dict[tuple[int, ...], bytes] = {}
        for socket in tuple(self.sockets):
            seats = socket.seats = self.seats_of(socket.person)
            if seats not in messages:
                told, views = self.retell(rows, since, seats), table.views(list(seats))
                update = Update(table.version, told, None, views, facts, list(seats))
                messages[seats] = encode(update)
            socket.say(messages[seats])
        if there != (self.present(), self._watching()):
            self._tell_presence()
        self._wake_polls()

    def _wake_polls(self) -> None:
        for event in self.polls:
            event.set()

    def _point(self, command: Point, person: Person, asker: Asker) -> None:
        """Show a thought to the others; nothing of it is kept."""
        try:
            self.table.check_point(command, person)
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
            return
        message = encode(Pointed(command.seat, command.move))
        for socket in tuple(self.sockets):
            if socket is not asker:
                socket.say(message)

    def _give_reasons(self, command: Why, person: Person, asker: Asker) -> None:
        """Tell who is to act why moves are not possible; nobody else hears of it."""
        try:
            found = self.table.why(command, person)
        except Refusal as refusal:
            asker.refuse(command.id, refusal)
            return
        reasons = {
            move: None if why is None else Reason(why.code, why.sentence, why.details)
            for move, why in found.items()
        }
        asker.say(encode(Reasons(command.id, self.table.version, reasons)))

    # --- What follows --------------------------------------------------------------------------

    def _answer_again(self, command: AnyCommand, asker: Asker | None, first: int) -> None:
        """A repeat: what it became. Advice may have been lost on its way too, but is only given
        for the position it was asked about."""
        self._count(command, "repeated")
        if asker is not None:
            asker.done(command.id, first)
            if isinstance(command, Hint) and first == self.table.version:
                self._quietly(self._advise(command, asker, self.table.thinking(command.seat)))

    def _refolded(self) -> None:
        if self.table.finished is not None:
            self.hall.register.write_down(self)

    def _after(self, change: Change, doing: Doing) -> None:
        self.touched = now()
        note(self.table, change)
        self.hall.register.noticed(self, change)
        if isinstance(doing.command, Hint) and doing.asker is not None:
            view = self.table.thinking(doing.command.seat)  # now: the next command may be a move
            self._quietly(self._advise(doing.command, doing.asker, view))

    async def _advise(self, command: Hint, asker: Asker, view: Callable[[], Facts]) -> None:
        setup = self.table.setup
        found = await self.hall.thinkers.advise(setup.game, setup.seed, view)
        asker.say(encode(Advice(command.id, found.sentence, found.move, found.code, found.details)))

    def mind(self) -> None:
        """Let a bot think if it is its turn, unless one does already."""
        due = self.table.bot_due()
        thought = self.table.game_version, due
        if due is None or self.thinking == thought or self.closed:
            return
        self.thinking = thought
        self._quietly(self._play_bot(due))

    async def _play_bot(self, due: BotDue) -> None:
        thought, version, begun = self.thinking, self.table.version, now()
        try:
            move = await self.choose(due.seat, due.level)
            until = due.not_before
            if self.attended():
                until = max(until, begun + int(1000 * self.hall.bot_pace))
            if until > now():
                await asyncio.sleep((until - now()) / 1000)
        except BaseException:
            self._thought(thought)
            raise
        self.in_turn(partial(self._move_bot, due, move, version, thought))

    def _move_bot(self, due: BotDue, move: str, version: int, thought: Thought) -> None:
        """What was thought of, unless the game went on or people ask for something meanwhile."""
        self._thought(thought)
        if (self.table.game_version, self.table.bot_due()) == thought:
            self.act(lambda: self.table.bot_move(due.seat, move, version, now()))
        else:
            self.mind()

    def _thought(self, thought: Thought) -> None:
        if self.thinking == thought:  # else another bot thinks about what has become of the game
            self.thinking = None

    async def choose(self, seat: int, level: str) -> str:
        """What a bot of this level would do in the seat to act."""
        setup, view, begun = self.table.setup, self.table.thinking(seat), now()
        try:
            return await self.hall.thinkers.choose(level, setup.game, setup.seed, view)
        finally:
            self.hall.metrics.thought(level, now() - begun)
