"""What the server says over a WebSocket. Clients send `commands`.

    {"say": "update", "version": 18, "told": [{"n": 18, …}], "views": [{…}]}

A client connects to `/live/<table>?since=<version>`. The welcome contains how things stand and what
the client missed, or the end of it. After that every new entry arrives as an update, in order and
without gaps.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from upturn.wire.base import ClientId, Code, Seat, TableId, Version, Wired, Word
from upturn.wire.entries import AnyTold
from upturn.wire.facts import Facts, TableFacts


class Message(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="say"):
    pass


class Welcome(Message, frozen=True, tag="welcome"):
    """How things stand. `seats` are your seats. Without a seat you watch, and see what all may
    see."""

    version: Version
    table: TableFacts
    seats: list[Seat]
    views: list[Facts]
    """A view for each of your seats, or the spectators' view. Empty before the game. If you have
    several seats and hands are hidden, it is the spectators' view until one of your seats looks."""
    told: list[AnyTold]
    present: list[Seat]
    watching: int
    host: bool = False
    """Whether you are the host, also without a seat."""
    lost: list[Seat] = []
    """Seats that were yours until somebody else got them: sit down in one to have it back."""
    first: int = 1
    """The number of the first entry told. At most 200 are: after a longer absence older ones are
    left out, and can be asked for (`GET /api/tables/…/entries?before=`)."""
    muted: bool = False
    """Whether the host has muted you."""
    opener: bool = False
    """Whether you opened the table: nobody else removes people."""


class Update(Message, frozen=True, tag="update"):
    """What happened, and how things stand now. Has `table` and `seats` only if they changed.

    `done` is the id of your command if this update is its result, which is on disk. The answer to a
    `look` has only the views.
    """

    version: Version
    told: list[AnyTold]
    done: ClientId | None = None
    views: list[Facts] = []
    table: TableFacts | None = None
    seats: list[Seat] | None = None
    take_back: list[Seat] | None = None
    """The seats that could ask to take back a move now, if that has changed."""
    muted: bool | None = None
    """Whether the host has muted you, if that has changed."""


class Done(Message, frozen=True, tag="done"):
    """Your command is on disk, as the entry with this number. This is the answer to a repeat.

    It is also the answer to a command by REST. Over a WebSocket the first answer is the update.
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
    """Which seats have somebody at them right now, and how many people watch."""

    present: list[Seat]
    watching: int


class SeatClaimed(Message, frozen=True, tag="seat-claimed"):
    """Somebody asks for your seat at this table, or has got it (`given`): come back to have it.
    All your devices are told, at whatever table they are."""

    table: TableId
    code: Code
    seat: Seat
    given: bool = False


class Pointed(Message, frozen=True, tag="pointed"):
    """A teammate is thinking of this move, or no longer of any."""

    seat: Seat
    move: str | None = None


class Reason(Wired, frozen=True):
    """Why the rules forbid a move. `details` are the facts in the sentence."""

    code: Word
    sentence: str
    details: dict[str, Any] = {}


class Reasons(Message, frozen=True, tag="reasons"):
    """Why the moves that were asked about with this id are not possible at this version."""

    id: ClientId
    version: Version
    reasons: dict[str, Reason | None]
    """The reason by move. None for a move that is possible."""


class Advice(Message, frozen=True, tag="advice"):
    """The hint that was asked for with this id."""

    id: ClientId
    sentence: str
    move: str | None = None
    code: Word | None = None
    """The reason's code, for other languages."""
    details: dict[str, Any] = {}
    """The facts in the sentence."""


class Farewell(Message, frozen=True, tag="farewell"):
    """The last message before the server closes; `code` says why."""

    code: Word
    sentence: str


AnyMessage = (
    Welcome
    | Update
    | Done
    | Refused
    | Presence
    | SeatClaimed
    | Pointed
    | Reasons
    | Advice
    | Farewell
)
