"""The bodies of REST calls: requests, and answers that are more than plain facts."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from upturn.wire.base import END, ClientId, Name, Seat, TableId, Version, Wired, Word
from upturn.wire.entries import AnyTold
from upturn.wire.facts import Clock, Facts, Mode, Options, Rating, Result, TableFacts, TableLine


class NewPerson(Wired, frozen=True):
    name: Name


class NewTable(Wired, frozen=True, kw_only=True):
    """What the host picks. Seats without a bot wait for people. The host takes `seat`, if any."""

    game: Word
    players: int
    options: Options = {}
    bots: dict[Annotated[str, Meta(pattern="^[1-8]" + END)], Word] = {}
    """By seat: the level of a bot."""
    seat: Seat | None = 1
    public: bool = False
    clock: Clock | None = None
    hints: bool = True
    grace: Annotated[int, Meta(ge=10, le=86400)] | None = None
    """Seconds until the others may decide about somebody who is away. None: the server's
    default."""
    same_deal: TableId | None = None
    """A table on this server whose deal is played again."""
    mode: Mode | None = None
    """Team UP with the same deal: as a challenge or a competition."""
    puzzle: Annotated[int, Meta(ge=1)] | None = None
    """Team UP: a puzzle of the book."""
    daily: bool = False
    """Today's deal, the same for everybody."""
    start: bool = False
    """Begin at once. No seat may be open then."""
    id: ClientId | None = None
    """An id for this request. If it is sent again with the same id, the answer is the same
    table."""


class WhatIf(Wired, frozen=True):
    """Play on from a move of a finished game, with you in `seat` and bots everywhere else."""

    ply: Annotated[int, Meta(ge=0)]
    seat: Seat
    bot: Word | None = None
    """The level of the bots. With null, it is the level that stands in for people."""


class Standing(Wired, frozen=True):
    """A table and what the asker sees of it."""

    table: TableFacts
    seats: list[Seat]
    views: list[Facts]
    """A view for each seat of the asker, or the spectators' view. Empty before the game. If the
    asker has several seats and hands are hidden, it is the view of the chosen `seat`, or the
    spectators' view."""
    told: list[AnyTold] = []
    host: bool = False
    """Whether the asker is the host, also without a seat."""
    lost: list[Seat] = []
    """As in a Welcome: seats of the asker that somebody else has got."""
    muted: bool = False
    """Whether the host has muted the asker."""
    opener: bool = False
    """Whether the asker opened the table: nobody else removes people."""


class Since(Wired, frozen=True):
    """Entries after a version, or before one, as told to the asker, and how things stand now: at
    most `limit` of them, the last ones. `views` are the same as in a Standing."""

    version: Version
    told: list[AnyTold]
    views: list[Facts]
    table: TableFacts
    first: int = 1
    """The number of the first entry told. Older ones can be asked for with `before`."""
    muted: bool = False
    """Whether the host has muted the asker."""


class Tables(Wired, frozen=True):
    tables: list[TableLine]


class Results(Wired, frozen=True):
    results: list[Result]


class Ratings(Wired, frozen=True):
    game: Word
    ratings: list[Rating]


class DealPage(Wired, frozen=True):
    """A deal and every team's result on it."""

    deal: str
    game: Word
    players: int
    options: Options
    commitment: str
    day: str | None
    table: TableId | None
    """A table with this deal, to use as `same_deal`."""
    results: list[Result]
    seen: bool = False
    """Whether you, or somebody in your browser, have seen its cards."""


class Link(Wired, frozen=True):
    """A link that signs another device in as the same person, once, before it expires."""

    url: str
    expires: int
    qr: str
    """An SVG."""


class Problem(Wired, frozen=True):
    """Why a call was refused."""

    code: Word
    sentence: str
    details: Facts = {}
