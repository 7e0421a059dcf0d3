"""The state of a table: its seats, its game, its open questions.

Only entries change this state. `Table` turns commands into entries and applies them. Each matter
(seats, votes, clocks, talk …) has its own module that works on this state.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from upturn.errors import BrokenLog
from upturn.games import rules_of
from upturn.table import log

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.games.rules import Rules
    from upturn.table.change import Change
    from upturn.wire.facts import State

COMPETITION = "competition"
ABOUT_MOVES = ("take-back", "agree")
"""Ballots about the last move or the next one."""


class Person(NamedTuple):
    id: str
    name: str


class Owner(NamedTuple):
    """Somebody whose seat was given to another person who claimed it."""

    person: str
    name: str
    left: bool
    """Whether they had said that they go."""


class Chair:
    """A seat and who is in it."""

    __slots__ = ("away", "bot", "left", "name", "owners", "person", "reserve", "seat")

    def __init__(self, seat: int):
        self.seat = seat
        self.person: str | None = None
        self.name: str | None = None
        self.bot: str | None = None
        """The level of the bot that plays here, by itself or for the person."""
        self.away = False
        self.left = False
        """Whether they said that they go."""
        self.owners: tuple[Owner, ...] = ()
        """The people it was claimed from, the first one first. Each may have it back."""
        self.reserve = 0
        """Milliseconds left."""

    @property
    def open(self) -> bool:
        return self.person is None and self.bot is None

    def give(self, person: str, name: str) -> None:
        self.person, self.name = person, name
        self.bot, self.away, self.left = None, False, False

    def owner(self, person: str | None) -> Owner | None:
        """Return this person among those from whom the seat was claimed."""
        return next((owner for owner in self.owners if owner.person == person), None)

    def hand_over(self, person: str, name: str) -> None:
        """Give the seat to somebody who claimed it, and remember from whom it came."""
        if self.person is not None:
            self.owners = (*self.owners, Owner(self.person, self.name or name, self.left))
        self.give(person, name)

    def hand_back(self, owner: Owner) -> None:
        """Give the seat back to an owner. Whoever got it after them has no right to it."""
        self.owners = self.owners[: self.owners.index(owner)]
        self.give(owner.person, owner.name)

    def clear(self, bot: str | None = None) -> None:
        self.person, self.name, self.bot = None, None, bot
        self.away = self.left = False


class Ballot:
    """A question, and the answers so far by person."""

    __slots__ = ("about", "by", "move", "number", "opened", "seat", "votes")

    def __init__(
        self,
        number: int,
        about: log.About,
        opened: int,
        by: int | None = None,
        seat: int | None = None,
        move: str | None = None,
    ):
        self.number = number
        self.about = about
        self.opened = opened
        self.by = by
        self.seat = seat
        self.move = move
        self.votes: dict[str, str] = {}


class Claim(NamedTuple):
    number: int
    seat: int
    person: str
    name: str | None
    """None where partners may not talk: a name could carry words."""
    at: int
    agreed: frozenset[str] = frozenset()
    """The people who have said yes."""


class Speaker(NamedTuple):
    """Somebody as the others know them: by a seat or by what they said."""

    person: str
    name: str
    seat: int | None = None


class Barred(NamedTuple):
    """Somebody who is muted or removed, and the number of the entry that did it."""

    entry: int
    name: str
    seat: int | None = None


class TableState:
    """A table's state. Anybody may read the fields; only entries change them."""

    __slots__ = (
        "agrees",
        "ahead",
        "ballots",
        "ballots_held",
        "began",
        "bot_declined",
        "chairs",
        "changed",
        "claims",
        "claims_made",
        "code",
        "created",
        "ended_by",
        "finished",
        "game",
        "game_version",
        "hinted",
        "host_sat",
        "id",
        "latest",
        "movers",
        "muted",
        "peeked",
        "people",
        "recent",
        "regulars",
        "removed",
        "removed_browsers",
        "rules",
        "said_by",
        "said_by_spectators",
        "setup",
        "state",
        "take_back",
        "turn_began",
        "version",
    )

    def __init__(self, table_id: str, code: str, at: int, opened: log.Opened):
        self.id = table_id
        self.code = code
        self.setup = opened
        self.rules: Rules = _rules_of(opened)
        self.created = self.changed = at
        self.ahead = 0
        """Milliseconds by which the time of the log is ahead of the machine's (`Table.go_on`)."""
        self.version = 1
        """The number of the last entry."""
        self.game_version = 1
        """The number of the last entry that changed the game."""
        self.state: State = "gathering"
        self.ended_by: str | None = None
        self.finished: int | None = None
        """When it was over or ended."""
        self.chairs = [Chair(seat) for seat in range(1, opened.players + 1)]
        self.host_sat = opened.seat is not None
        """Whether the host has ever had a seat here."""
        self.people: set[str] = set()
        """Everybody who has had a seat since the game began."""
        self.game: Game | None = None
        self.agrees = False
        """Whether the game has moves that everybody must agree to."""
        self.movers = bytearray()
        """For each line of the game: its seat, and whether it revealed anything (`taking_back`)."""
        self.began = 0
        """The number of lines the game had when it began here."""
        self.latest: tuple[str, int | None] = ("started", None)
        """What last changed the game, and whose move it was."""
        self.turn_began = at
        self.bot_declined = False
        """Whether the others refused the seat to act a move that everybody must agree to."""
        self.take_back: list[int] = []
        """The seats that could ask to take back a move now."""
        self.ballots: list[Ballot] = []
        self.ballots_held = 0
        self.claims: list[Claim] = []
        self.claims_made = 0
        self.said_by: dict[int, Speaker] = {}
        """Who said something, by the number of the entry."""
        self.said_by_spectators = 0
        """How many of these were said by people without a seat."""
        self.muted: dict[str, Barred] = {}
        self.removed: dict[str, Barred] = {}
        """People who may not come here any more. Both are by person."""
        self.removed_browsers: dict[str, list[str]] = {}
        """The browsers of these people, as far as they are known."""
        self.regulars: set[str] = {opened.host}
        """People who come in any browser: they opened the table, have had a seat here, or were let
        in again."""
        self.hinted = self.peeked = False
        self.recent = array("q", [mark_of(opened)])
        """The person and command id of each of the last entries, as hashes, which are small."""
        for seat, level in opened.bots.items():
            self.chairs[seat - 1].clear(level)
        if opened.seat is not None:
            self.chairs[opened.seat - 1].give(opened.host, opened.host_name)

    @property
    def to_act(self) -> int | None:
        """The seat whose move is due."""
        return self.game.to_act if self.game is not None and self.state == "playing" else None

    @property
    def contest(self) -> bool:
        """Whether others play the same deal to compare: no hints, and what was revealed stays."""
        setup = self.setup
        return setup.what_if is None and (setup.day is not None or setup.mode == COMPETITION)

    def expect_game(self) -> Game:
        if self.game is None:
            raise BrokenLog("the game has not begun")
        return self.game

    def game_changed(self, what: str, seat: int | None, change: Change) -> None:
        """Note that this entry changed the game."""
        self.game_version = change.n
        self.turn_began = change.at
        self.latest = (what, seat)
        self.bot_declined = False
        if self.ballots:  # what was asked about the last moves is void
            self.ballots = [one for one in self.ballots if one.about not in ABOUT_MOVES]
        if self.expect_game().over:
            self.close("over", change)

    def close(self, state: State, change: Change, reason: str | None = None) -> None:
        """Nothing more is played here."""
        self.state = state
        self.ended_by = reason
        self.finished = change.at
        self.ballots, self.claims = [], []


def mark_of(entry: log.AnyEntry) -> int:
    """Return the person and command id of an entry as one small number."""
    return hash((entry.person, entry.id))


def _rules_of(opened: log.Opened) -> Rules:
    """Return the rules a table was opened under. Other rules would read its log differently."""
    rules = rules_of(opened.game)
    if (opened.rules, opened.edition) != (rules.version, rules.edition):
        raise BrokenLog(
            f"played under version {opened.rules} of the rules of {opened.game} with the edition "
            f"{opened.edition!r}; these are {rules.version} and {rules.edition!r}"
        )
    return rules
