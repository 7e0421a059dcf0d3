"""What the server tells over REST about itself, its games and a person's own data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from upturn.wire.base import END, Moment, Name, Seat, TableId, Wired, Word
from upturn.wire.entries import Line
from upturn.wire.facts import Facts, Me, Mode, Options, Result, State

Day = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}" + END, description="A day by UTC.")]
DealId = Annotated[str, Meta(pattern="^[0-9a-f]{16}" + END)]
DeviceId = Annotated[
    str, Meta(pattern="^[0-9a-f]{12}" + END, description="Names a device; it is no secret.")
]
Token = Annotated[str, Meta(min_length=1, max_length=64)]

# --- Finding a table, and looking back at one ------------------------------------------------


class Found(Wired, frozen=True):
    """The table that a code leads to."""

    table: TableId


class Replay(Wired, frozen=True):
    """A finished game as it stood after some of its lines."""

    ply: int
    plies: int
    lines: list[Line]
    """The line that led here, as the chosen seat was told it. Empty before the first line."""
    views: list[Facts]
    """The views of all seats in order, or of the chosen seat."""


# --- The games -------------------------------------------------------------------------------


class Level(Wired, frozen=True):
    """A level that a seat's bot can have."""

    level: Word
    description: str


class Option(Wired, frozen=True):
    """A house rule."""

    option: str
    choices: list[str | int | bool]
    """The default first."""


class GameFacts(Wired, frozen=True, kw_only=True):
    """A game that can be played here."""

    game: Word
    title: str
    rules: int
    """The version of its rules, as records have it."""
    edition: str
    players: list[int]
    usual_players: int
    """The number of players by default."""
    sides: dict[int, list[list[Seat]]]
    """The seats that win and lose together, by number of players."""
    options: list[Option]
    levels: list[Level]
    """The weakest first."""
    modes: list[Mode]
    """The ways in which a deal can be played again. Empty if there is only one."""
    components: dict[str, Any]
    """Boxes or missions by their names in views and moves."""
    about: str
    """The rules in our words, in Markdown."""


class Warming(Wired, frozen=True):
    """What is being compiled right now, after the first start."""

    games: list[Word]
    """Games whose bots play simply until they are compiled, within a minute or two."""


class Games(Wired, frozen=True):
    server: str
    """The name of this server."""
    version: str
    games: list[GameFacts]


class Phrase(Wired, frozen=True):
    """Something to say with one press, in English. The page shows it in everybody's language."""

    phrase: Word
    text: str


class Phrases(Wired, frozen=True):
    phrases: list[Phrase]


class PuzzleLine(Wired, frozen=True):
    """A puzzle of the book, without its cards or its solution."""

    number: int
    id: str
    difficulty: Annotated[int, Meta(ge=1, le=5)]


class Puzzles(Wired, frozen=True):
    puzzles: list[PuzzleLine]


# --- Deals of the day ------------------------------------------------------------------------


class DailyDeal(Wired, frozen=True, kw_only=True):
    """Today's deal of a game, the same for everybody here."""

    game: Word
    players: list[int]
    """How many seats its table can have."""
    bots: dict[str, Word]
    """The bots that play along, by seat. Empty if you may choose."""
    options: Options = {}
    deal: DealId
    commitment: str
    results: list[Result]
    """Everybody's first result so far."""
    table: TableId | None = None
    """The table where you play it or have played it."""
    played: bool = False
    seen: bool = False
    """Whether you, or somebody in your browser, have seen its cards: it is played once."""


class Daily(Wired, frozen=True):
    day: Day
    until: Moment
    deals: list[DailyDeal]


# --- A person's own things -------------------------------------------------------------------


class LinkToken(Wired, frozen=True):
    """The token at the end of a link to another device."""

    token: Token


class Device(Wired, frozen=True, kw_only=True):
    """A device on which you are signed in: `Firefox` on `Android`, as far as it said so then."""

    id: DeviceId
    created: Moment
    seen: Moment
    """The hour in which it was last seen, or when it came, if that is later."""
    this: bool = False
    """Whether it is the one that asks."""
    by_link: bool = False
    """Whether it came by a link of another device, not with your name."""
    browser: str | None = None
    system: str | None = None


class Devices(Wired, frozen=True):
    devices: list[Device]
    """The last seen first."""


class Seating(Wired, frozen=True):
    """A seat that you had."""

    table: TableId
    game: Word
    state: State
    seat: Seat
    name: Name
    at: Moment


class Utterance(Wired, frozen=True):
    """Something that you said."""

    table: TableId
    at: Moment
    text: str | None = None
    phrase: Word | None = None


class Export(Wired, frozen=True, kw_only=True):
    """Everything that this server stores about you."""

    me: Me
    devices: list[Device]
    seatings: list[Seating]
    results: list[Result]
    said: list[Utterance]
    records: list[dict[str, Any]]
    """Records of the finished games that you played in."""
    seen: list[DealId]
    """Deals whose cards you have seen."""


class Health(Wired, frozen=True):
    status: Literal["ok"]
