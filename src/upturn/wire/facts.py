"""Tables, seats, ballots, persons and results as plain data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from upturn.wire.base import Code, Moment, Name, Seat, TableId, Version, Wired, Word

State = Literal["gathering", "playing", "over", "ended"]
"""Over: played to its end. Ended: unfinished, by agreement or by an admin of the server."""
Options = dict[str, str | int | bool]
Mode = Literal["challenge", "competition", "puzzle"]


class Clock(Wired, frozen=True):
    """Seconds for each move. Time beyond that comes from the seat's reserve for the whole game."""

    move: Annotated[int, Meta(ge=5, le=14 * 86400)]
    reserve: Annotated[int, Meta(ge=0, le=14 * 86400)] = 0


class SeatFacts(Wired, frozen=True):
    """Who is in a seat. An empty seat has neither a name nor a bot."""

    seat: Seat
    name: Name | None = None
    bot: Word | None = None
    """The level of the bot that plays here. With a `name`, it stands in for a person who is
    away."""
    away: bool = False
    """Whether the person has left, or has been gone for longer than the grace time."""
    host: bool = False
    reserve: int | None = None
    """Milliseconds left of its reserve, at a table with a clock."""


class Ballot(Wired, frozen=True):
    """A question to the seats."""

    ballot: int
    about: Literal["take-back", "agree", "end", "seat"]
    """`agree` is about a move that all must agree to, `seat` about what happens to an empty
    seat."""
    by: Seat | None
    """The seat that asks. None if the table itself asks about a seat."""
    voters: list[Seat]
    votes: dict[int, str]
    seat: Seat | None = None
    """The seat it is about."""
    move: str | None = None
    """The move it is about."""


class ClaimFacts(Wired, frozen=True):
    """Somebody asks for a seat."""

    claim: int
    seat: Seat
    name: Name | None = None
    """Not told where partners may not talk: a name could carry words."""
    host: bool = False
    """Whether the person who opened the table may give the seat alone, also without a seat."""
    voters: list[Seat] = []
    """The seats that must all agree; the host's alone, if the host plays and may give it."""
    agreed: list[Seat] = []
    """Those of them that have agreed."""
    given_from: Moment | None = None
    """A vote gives the seat no sooner: until then its person can come back."""


class Barred(Wired, frozen=True):
    """Somebody whom the host has muted or removed, and the entry that did it."""

    entry: int
    name: Name
    seat: Seat | None = None
    """The seat that the host named, or that they spoke from."""


class Shuffle(Wired, frozen=True):
    """What is needed to check the deals: the hash before the game, seed and nonce after it."""

    commitment: str
    seed: str | None = None
    nonce: str | None = None
    told: Moment | None = None
    """When seed and nonce are told, if not at the end of the game: those of a deal of the day, when
    the day is over."""


class TableFacts(Wired, frozen=True, kw_only=True):
    """A table as everybody at it may see it."""

    id: TableId
    code: Code
    version: Version
    game: Word
    players: int
    options: Options = {}
    mode: Mode | None = None
    deal: str
    """An id that all tables with the same deal share."""
    day: str | None = None
    """The day whose deal it is: 2026-11-16."""
    public: bool = False
    state: State
    seats: list[SeatFacts]
    clock: Clock | None = None
    deadline: Moment | None = None
    """When the seat to act runs out of time."""
    to_act: Seat | None = None
    scores: list[int] | None = None
    plies: int = 0
    """The number of lines in the game, including deals."""
    ballots: list[Ballot] = []
    claims: list[ClaimFacts] = []
    talk: Literal["free", "closed"] = "free"
    muted: list[Barred] = []
    """Who may not talk here."""
    removed: list[Barred] = []
    """Who may not come here any more."""
    hints: bool = False
    """Whether people may ask for advice here."""
    take_back: list[Seat] = []
    """The seats that could ask to take back a move now."""
    shuffle: Shuffle
    created: Moment
    what_if: TableId | None = None
    """The table whose game this one continues in another way."""
    again: TableId | None = None
    """The table whose deal is played again here. The people who sat there know the cards."""
    ended_by: Word | None = None
    """Why it ended without a result: agreed (by all), closed (by the host), deserted, admin, or
    another word from an admin of the server."""


class TableLine(Wired, frozen=True, kw_only=True):
    """A table in a list."""

    id: TableId
    code: Code | None = None
    game: Word
    players: int
    state: State
    seats: list[SeatFacts]
    created: Moment
    changed: Moment
    clock: Clock | None = None
    mode: Mode | None = None
    day: str | None = None
    ended_by: Word | None = None
    """Why it ended without a result, as in the facts of a table."""
    claimed: list[Seat] = []
    """In the list of your own tables: those of your seats that somebody asks for."""


class Me(Wired, frozen=True):
    """A person, as told to that person."""

    id: str
    name: Name
    created: Moment
    secret: str | None = None
    """Sent once, when the person is created. Programs send it as `Authorization: Bearer …`."""


class ResultSeat(Wired, frozen=True):
    name: Name | None = None
    """None for a person who was deleted."""
    bot: Word | None = None


class Result(Wired, frozen=True, kw_only=True):
    """How a game ended."""

    table: TableId
    game: Word
    players: int
    options: Options = {}
    mode: Mode | None = None
    deal: str
    day: str | None = None
    finished: Moment
    scores: list[int]
    seats: list[ResultSeat]
    rated: bool = True
    """False if somebody asked for advice, or took back more than the others could see."""
    knew_deal: bool = False
    """Whether somebody at the table had seen the deal elsewhere: it is not ranked then."""


class Rating(Wired, frozen=True):
    name: Name
    bot: bool
    rating: float
    """A cautious estimate: mu − 3 sigma."""
    mu: float
    sigma: float
    games: int
    wins: int
    average: float | None = None
    """Team UP: the average score."""


Facts = dict[str, Any]
"""Plain data of a game: see `views`."""
