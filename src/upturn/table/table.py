"""A table: people, bots and a game, as the log of its entries leaves them.

    table = Table.fold(id, code, rows)
    change = table.do(command, person, now)     # checked, and done in memory
    await store.append(id, change.n, change.at, change.body)

The state is the fold of the entries. `do` decides which entry a command becomes; an entry does the
same when it is new and when it is read from the log. A refused command changes nothing. Callers
pass the time in, as milliseconds since 1970; nothing here waits, writes or listens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from upturn.errors import BrokenLog, MoveError, Refusal, UpturnError
from upturn.games.telling import sights
from upturn.table import (
    claims,
    coming,
    log,
    moderating,
    playing,
    seating,
    taking_back,
    talking,
    voting,
)
from upturn.table.change import Change
from upturn.table.looking import eyes
from upturn.table.state import Person, TableState, mark_of
from upturn.wire import commands

if TYPE_CHECKING:
    from upturn.games.rules import Facts

LONGEST = 5_000
"""A log with so many entries beside the talk takes only what finishes the game. No game comes near
it."""
PLAYS_ON = (commands.MakeMove, commands.Vote, commands.Stand, commands.ProposeEnd, commands.Say)
"""What goes on at a table with a full log. Talk has a limit of its own."""
KEPT = 16
"""The number of entries whose command ids stay in memory, to recognise repeats."""

DECIDE: dict[type, Callable[[Table, Any, Person, int], log.AnyEntry]] = {
    commands.Sit: coming.sit,
    commands.Stand: coming.stand,
    commands.Fill: coming.fill,
    commands.Start: playing.start,
    commands.MakeMove: playing.move,
    commands.TakeBack: taking_back.ask,
    commands.ProposeEnd: voting.propose_end,
    commands.Vote: voting.vote,
    commands.Say: talking.say,
    commands.Mute: moderating.mute,
    commands.Remove: moderating.remove,
    commands.Claim: claims.claim,
    commands.Answer: claims.answer,
    commands.Hint: playing.hint,
}
"""Each function returns the entry that a command becomes, or raises Refusal; it changes nothing."""

APPLY: dict[type, Callable[[Table, Any, Change, bool], None]] = {
    log.Sat: coming.sat,
    log.Stood: coming.stood,
    log.Filled: coming.filled,
    log.Started: playing.started,
    log.Moved: playing.moved,
    log.Asked: voting.asked,
    log.Voted: voting.voted,
    log.TookBack: taking_back.took_back,
    log.Spoke: talking.spoke,
    log.Muted: moderating.muted,
    log.Removed: moderating.removed,
    log.Away: coming.went_away,
    log.Back: coming.came_back,
    log.Claimed: claims.claimed,
    log.Agreed: claims.agreed,
    log.Answered: claims.answered,
    log.Hinted: playing.hinted,
    log.Ended: voting.ended,
}
"""What an entry does. A fresh one still lacks what chance brings."""


class Table(TableState):
    """A table that commands and entries change."""

    __slots__ = ()

    @classmethod
    def open(cls, table_id: str, code: str, opened: log.Opened, now: int) -> tuple[Table, Change]:
        """Return a new table and its first entry."""
        table = cls(table_id, code, now, opened)
        seats = [] if opened.seat is None else [opened.seat]
        return table, Change(1, now, opened, state="gathering", seats=seats)

    @classmethod
    def fold(cls, table_id: str, code: str, rows: Iterable[log.Row]) -> Table:
        """Return the table that a stored log leads to. Raise BrokenLog if it leads nowhere."""
        table: Table | None = None
        for n, at, body in rows:
            entry = log.decode(body)
            if table is not None:
                table.take(n, at, entry)
            elif n == 1 and isinstance(entry, log.Opened):
                table = cls._first(table_id, code, at, entry)
            else:
                raise BrokenLog(f"the log of table {table_id} does not begin with its opening")
        if table is None:
            raise BrokenLog(f"the log of table {table_id} is empty")
        return table

    @classmethod
    def _first(cls, table_id: str, code: str, at: int, opened: log.Opened) -> Table:
        try:
            return cls(table_id, code, at, opened)
        except (UpturnError, LookupError) as problem:
            raise BrokenLog(f"table {table_id} cannot be opened: {problem}") from problem

    # --- Commands and entries ----------------------------------------------------------------

    def do(self, command: commands.AnyCommand, person: Person, now: int) -> Change:
        """Do what a person asks for. Raise Refusal, and change nothing, if that is not possible."""
        self._expect_known(command)
        if person.id in self.removed:
            raise Refusal("removed")
        entries = self.version - len(self.said_by)
        if entries >= LONGEST and not isinstance(command, PLAYS_ON):
            raise Refusal("log-full")
        decide = DECIDE.get(type(command))
        if decide is None:
            raise Refusal("not-kept")
        entry = decide(self, command, person, self.time(now))
        entry.id, entry.person = command.id, person.id
        return self._apply_fresh(entry, now)

    def _expect_known(self, command: commands.AnyCommand) -> None:
        if command.version > self.version:
            raise Refusal("unknown-version", version=self.version)

    def take(self, n: int, at: int, entry: log.AnyEntry) -> Change:
        """Apply an entry of the log. Raise BrokenLog if it cannot follow; fold again then."""
        if n != self.version + 1:
            raise BrokenLog(
                f"after entry {self.version} of table {self.id} comes none but the next"
            )
        try:
            return self._apply(n, at, entry, False)
        except (UpturnError, LookupError) as problem:
            raise BrokenLog(f"entry {n} of table {self.id} cannot follow: {problem}") from problem

    def repeat_of(self, command: commands.AnyCommand, person: Person) -> int | None:
        """Return the number of the recent entry that this command has already become, if any."""
        asked = hash((person.id, command.id))
        if asked not in self.recent:
            return None
        return self.version - self.recent[::-1].index(asked)

    @property
    def oldest_kept(self) -> int:
        """Repeats of entries after this one are found in memory, older ones only in the log."""
        return self.version - len(self.recent)

    def _apply_fresh(self, entry: log.AnyEntry, now: int) -> Change:
        try:
            return self._apply(self.version + 1, self.time(now), entry, True)
        except MoveError as problem:
            raise Refusal(problem.code, problem.sentence, **problem.details) from problem

    def _apply(self, n: int, at: int, entry: log.AnyEntry, fresh: bool) -> Change:
        apply = APPLY.get(type(entry))
        if apply is None:
            raise BrokenLog("a table is opened once")
        state, claimed = self.state, self.claims
        change = Change(n, at, entry)
        apply(self, entry, change, fresh)
        self.version, self.changed = n, at
        self.recent = self.recent[1 - KEPT :]
        self.recent.append(mark_of(entry))
        possible = taking_back.possible(self)
        if possible != self.take_back:
            self.take_back = possible
            change.take_back = True
        change.claims = self.claims != claimed
        if self.state != state:
            change.state, change.facts = self.state, True
        return change

    # --- Time --------------------------------------------------------------------------------

    def go_on(self, now: int) -> None:
        """Go on from the last entry, even if the clock was set back since it was written: no clock
        of the game waits until that time has come again."""
        self.ahead = max(0, self.changed - now)

    def time(self, now: int) -> int:
        """Return the time at this table, which never goes back."""
        return max(now + self.ahead, self.changed)

    # --- What the table itself does ----------------------------------------------------------

    def start(self, now: int) -> Change:
        """Begin at once, as the host wished when opening."""
        return self._apply_fresh(playing.begin(self), now)

    def bot_move(self, seat: int, move: str, version: int, now: int) -> Change:
        """Make a bot's move that was chosen at this version of the table."""
        return self._apply_fresh(playing.bot_move(self, seat, move, version), now)

    def time_up(self, move: str, now: int) -> Change:
        """Make the move that a bot chose because the deadline has passed."""
        return self._apply_fresh(playing.time_up(self, move, self.time(now)), now)

    def away(self, seat: int, now: int) -> Change:
        """Note that somebody has been gone for the grace time, or again after a vote to wait."""
        return self._apply_fresh(coming.away(self, seat), now)

    def back(self, seat: int, now: int, person: str | None = None) -> Change:
        """Note that the person of a seat is there again, or this one from whom it was claimed."""
        return self._apply_fresh(coming.back(self, seat, person), now)

    def give(self, now: int) -> Change:
        """Give a seat to somebody who claimed it, since all have agreed and its owner has not come
        back in time."""
        return self._apply_fresh(claims.give(self, self.time(now)), now)

    def end(self, reason: str, now: int) -> Change:
        """Close the table because an admin says so, or because nobody came."""
        return self._apply_fresh(voting.end(self, reason), now)

    # --- Questions ---------------------------------------------------------------------------

    @property
    def hosts(self) -> set[str]:
        """The people who may act as host."""
        return seating.hosts(self)

    def seats_of(self, person: str | None) -> list[int]:
        """Return the seats of a person, by id."""
        return seating.seats_of(self, person)

    def lost_seats(self, person: str | None) -> list[int]:
        """Return the seats that were this person's until somebody claimed them."""
        return seating.lost_seats(self, person)

    def awaited_seats(self, person: str) -> list[int]:
        """Return the seats that this person has again by being there."""
        return seating.awaited_seats(self, person)

    def views(self, seats: Sequence[int], looking: int | None = None) -> list[Facts]:
        """Return what a device with these seats is sent now, if `looking` looks at it. Without
        seats, that is what spectators see."""
        return [] if self.game is None else sights(self.game, eyes(self, tuple(seats), looking))

    def bot_due(self) -> playing.BotDue | None:
        """Return the bot's turn if a bot is to move, else None."""
        return playing.bot_due(self)

    def thinking(self, seat: int) -> Callable[[], Facts]:
        """Return a function that makes the view a bot decides on. It may be called in a thread."""
        return playing.thinking(self, seat)

    def bot_view(self, seat: int) -> Facts:
        """Return the view a bot decides on for this seat, history included."""
        return playing.thinking(self, seat)()

    def check_point(self, command: commands.Point, person: Person) -> None:
        """Raise Refusal if this person may not point here. Pointing becomes no entry."""
        playing.check_point(self, command, person)

    def check_say(self, command: commands.Say, person: Person, now: int) -> None:
        """Raise Refusal if this person may not say this here now."""
        if person.id in self.removed:
            raise Refusal("removed")
        talking.say(self, command, person, now)

    def why(self, command: commands.Why, person: Person) -> playing.Reasons:
        """Return why moves are not possible. Raise Refusal for everybody but the person to act."""
        self._expect_known(command)
        return playing.why(self, command, person)
