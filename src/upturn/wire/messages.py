"""What the server says over a WebSocket. What comes in are `commands`.

    {"say": "update", "version": 18, "told": [{"n": 18, …}], "views": [{…}]}

A client connects to `/live/<table>?since=<version>` and is welcomed with how things stand and
what it missed, or the end of it. After that every new entry arrives as an update, in order, with no
gap.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from upturn.wire.base import ClientId, Seat, Version, Wired, Word
from upturn.wire.entries import AnyTold
from upturn.wire.facts import Facts, TableFacts


class Message(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="say"):
    pass


class Welcome(Message, frozen=True, tag="welcome"):
    """How things stand. `seats` are yours; without any you watch, and see what all may see."""

    version: Version
    table: TableFacts
    seats: list[Seat]
    views: list[Facts]
    """One for each of your seats, or the spectators' one. Empty before the game. If you have
    several seats and hands are hidden: the spectators', until one of your seats looks."""
    told: list[AnyTold]
    present: list[Seat]
    watching: int
    host: bool = False
    """Whether you are the host, also without a seat."""
    first: int = 1
    """The number of the first entry told. At most 200 are: after a longer absence older ones are
    left out, and can be asked for (`GET /api/tables/…/entries?before=`)."""
    muted: bool = False
    """Whether the host has muted you."""


class Update(Message, frozen=True, tag="update"):
    """What happened, and how things stand now. `table` and `seats` only if they changed.

    `done` is the id of your command if this is what it did: it is on disk. A `look` is answered
    with the views alone.
    """

    version: Version
    told: list[AnyTold]
    done: ClientId | None = None
    views: list[Facts] = []
    table: TableFacts | None = None
    seats: list[Seat] | None = None
    take_back: list[Seat] | None = None
    """The seats that could ask to take back a move now, if they are others than before."""
    muted: bool | None = None
    """Whether the host has muted you, if that has changed."""


class Done(Message, frozen=True, tag="done"):
    """Your command is on disk, as the entry of this number: what a repeat is answered.

    Also what a command by REST is answered. Over a WebSocket the first answer is the update.
    """

    id: ClientId
    version: Version


class Refused(Message, frozen=True, tag="refused"):
    """Your command was refused, and nothing changed."""

    id: ClientId | None
    code: Word
    sentence: str
    details: dict[str, Any] = {}


class Presence(Message, frozen=True, tag="presence"):
    """Which seats have somebody at them right now, and how many watch."""

    present: list[Seat]
    watching: int


class Pointed(Message, frozen=True, tag="pointed"):
    """A teammate thinks of this move, or no longer of any."""

    seat: Seat
    move: str | None = None


class Reason(Wired, frozen=True):
    """Why the rules forbid a move; `details` are what the sentence is made of."""

    code: Word
    sentence: str
    details: dict[str, Any] = {}


class Reasons(Message, frozen=True, tag="reasons"):
    """Why the moves that were asked about with this id are not possible at this version."""

    id: ClientId
    version: Version
    reasons: dict[str, Reason | None]
    """By move. None: it is possible."""


class Advice(Message, frozen=True, tag="advice"):
    """The hint that was asked for with this id."""

    id: ClientId
    sentence: str
    move: str | None = None
    code: Word | None = None
    """Names the reason, for other languages."""
    details: dict[str, Any] = {}
    """What the sentence is made of."""


class Farewell(Message, frozen=True, tag="farewell"):
    """The last message before the server closes; `code` says why."""

    code: Word
    sentence: str


AnyMessage = Welcome | Update | Done | Refused | Presence | Pointed | Reasons | Advice | Farewell
