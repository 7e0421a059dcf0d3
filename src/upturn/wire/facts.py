"""Tables, seats, ballots, persons and results as plain data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from upturn.wire.base import Code, Moment, Name, Seat, TableId, Version, Wired, Word

State = Literal["gathering", "playing", "over", "ended"]
"""Over: played to its end. Ended: by agreement, or by the server's host; unfinished."""
Options = dict[str, str | int | bool]
Mode = Literal["challenge", "competition", "puzzle"]


class Clock(Wired, frozen=True):
    """A move may take so many seconds; what is over comes from the seat's reserve for the game."""

    move: Annotated[int, Meta(ge=5, le=14 * 86400)]
    reserve: Annotated[int, Meta(ge=0, le=14 * 86400)] = 0


class SeatFacts(Wired, frozen=True):
    """Who is in a seat. A seat nobody is in has neither name nor bot."""

    seat: Seat
    name: Name | None = None
    bot: Word | None = None
    """The level of the bot that plays here: alone, or in place of a person (`name`) who is away."""
    away: bool = False
    """Whether its person has left, or was not there for longer than the grace time."""
    host: bool = False
    reserve: int | None = None
    """Milliseconds left of its reserve, at a table with a clock."""


class Ballot(Wired, frozen=True):
    """A question to the seats."""

    ballot: int
    about: Literal["take-back", "agree", "end", "seat"]
    """`agree`: to a move that needs all; `seat`: what becomes of an empty one."""
    by: Seat | None
    """Who asks. None: the table itself, about a seat."""
    voters: list[Seat]
    votes: dict[int, str]
    seat: Seat | None = None
    """The seat it is about."""
    move: str | None = None
    """The move it is about."""


class ClaimFacts(Wired, frozen=True):
    claim: int
    seat: Seat
    name: Name


class Barred(Wired, frozen=True):
    """Somebody whom the host has muted or removed, and the entry that did it."""

    entry: int
    name: Name
    seat: Seat | None = None
    """The seat that the host named, or that they spoke from."""


class Shuffle(Wired, frozen=True):
    """How the deals can be checked: the hash before the game, seed and nonce after it."""

    commitment: str
    seed: str | None = None
    nonce: str | None = None


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
    """Tables of the same deal have the same."""
    day: str | None = None
    """Whose daily deal it is: 2026-11-16."""
    public: bool = False
    state: State
    seats: list[SeatFacts]
    clock: Clock | None = None
    deadline: Moment | None = None
    """When the seat to act runs out of time."""
    to_act: Seat | None = None
    scores: list[int] | None = None
    plies: int = 0
    """So many lines, deals included, the game has."""
    ballots: list[Ballot] = []
    claims: list[ClaimFacts] = []
    talk: Literal["free", "closed"] = "free"
    muted: list[Barred] = []
    """Who may not talk here."""
    removed: list[Barred] = []
    """Who may not come here any more."""
    hints: bool = False
    """Whether one may ask for advice here."""
    take_back: list[Seat] = []
    """The seats that could ask to take back a move now."""
    shuffle: Shuffle
    created: Moment
    what_if: TableId | None = None
    """The table whose game this one continues otherwise."""
    again: TableId | None = None
    """The table whose deal is played again here: whoever sat there knows the cards."""
    ended_by: Word | None = None
    """Why it ended without a result: agreed (all did), closed (by the host), deserted, admin, or
    another word of whoever runs the server."""


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


class Me(Wired, frozen=True):
    """A person, as told to that person."""

    id: str
    name: Name
    created: Moment
    secret: str | None = None
    """Told once, when the person is made: programs send it as `Authorization: Bearer …`."""


class ResultSeat(Wired, frozen=True):
    name: Name | None = None
    """None: a person who asked to be forgotten."""
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
    """Not if advice was asked for or more was taken back than the others could see."""


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
