"""What REST calls carry: requests, and answers that are no facts by themselves."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from upturn.wire.base import END, ClientId, Name, Seat, TableId, Version, Wired, Word
from upturn.wire.entries import AnyTold
from upturn.wire.facts import Clock, Facts, Mode, Options, Rating, Result, TableFacts, TableLine


class NewPerson(Wired, frozen=True):
    name: Name


class NewTable(Wired, frozen=True, kw_only=True):
    """What the host picks. Seats without a bot wait for people; the host takes `seat`, or none."""

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
    """Seconds until the others may decide about who is away; None: as the server has it."""
    same_deal: TableId | None = None
    """A game of this server whose deal is played again."""
    mode: Mode | None = None
    """Team UP with the same deal: as a challenge or a competition."""
    puzzle: Annotated[int, Meta(ge=1)] | None = None
    """Team UP: a puzzle of the book."""
    daily: bool = False
    """Today's deal, the same for all."""
    start: bool = False
    """Begin at once; no seat may be open."""
    id: ClientId | None = None
    """With one, a wish that is sent again gets the table that it was given the first time."""


class WhatIf(Wired, frozen=True):
    """Play on from a move of a finished game: you in `seat`, bots everywhere else."""

    ply: Annotated[int, Meta(ge=0)]
    seat: Seat
    bot: Word | None = None
    """The level of the bots; null: the one that stands in for people."""


class Standing(Wired, frozen=True):
    """A table and what the asker sees of it."""

    table: TableFacts
    seats: list[Seat]
    views: list[Facts]
    """One for each seat of the asker, or the spectators' one. Empty before the game. For an asker
    with several seats, while hands are hidden: the one of the `seat` that is asked for, or the
    spectators'."""
    told: list[AnyTold] = []
    host: bool = False
    """Whether the asker is the host, also without a seat."""
    muted: bool = False
    """Whether the host has muted the asker."""


class Since(Wired, frozen=True):
    """Entries after a version, or before one, as told to the asker, and how things stand now; at
    most `limit` of them, the last ones. `views` are as in a Standing."""

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
    """A table to take the deal from, for `same_deal`."""
    results: list[Result]


class Link(Wired, frozen=True):
    """Opens on another device as the same person, once, within the time."""

    url: str
    expires: int
    qr: str
    """An SVG."""


class Problem(Wired, frozen=True):
    """Why a call was refused."""

    code: Word
    sentence: str
    details: Facts = {}
