"""The entries of a table's log, as one receiver is told them.

    {"n": 18, "at": 1794750000000, "what": "moved", "seat": 2, "lines":
      [{"seat": 2, "move": "flip", "events": []}]}

Everybody is told every entry of the log. What the receiver may not see is "?" or left out.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from upturn.wire.base import Moment, Name, Seat, Wired, Word


class Line(Wired, frozen=True):
    """A deal or a move as the receiver saw it, and what followed from it."""

    seat: Seat | None
    move: str
    events: list[dict[str, Any]]


class Told(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="what"):
    n: int
    at: Moment


class Opened(Told, frozen=True, tag="opened"):
    pass


class Sat(Told, frozen=True, tag="sat"):
    seat: Seat
    name: Name


class Stood(Told, frozen=True, tag="stood"):
    seat: Seat
    by_host: bool = False


class Filled(Told, frozen=True, tag="filled"):
    seat: Seat
    bot: Word | None = None


class Started(Told, frozen=True, tag="started"):
    lines: list[Line]


class Moved(Told, frozen=True, tag="moved"):
    seat: Seat
    lines: list[Line]
    by: Literal["person", "bot", "clock"] = "person"
    """`clock` means that time was up, and a bot made this one move."""


class Asked(Told, frozen=True, tag="asked"):
    """A ballot began. The seat `by`, or the table itself, asks about `seat` or `move`."""

    ballot: int
    about: Literal["take-back", "agree", "end", "seat"]
    by: Seat | None = None
    seat: Seat | None = None
    move: str | None = None


class Voted(Told, frozen=True, tag="voted"):
    """Somebody voted. Has `outcome` if that settled it, `lines` and `kept` if it changed the
    game."""

    ballot: int
    seat: Seat
    choice: str
    outcome: str | None = None
    lines: list[Line] = []
    kept: int | None = None


class TookBack(Told, frozen=True, tag="took-back"):
    """Moves were taken back without a ballot. `kept` is how many lines of the game are left."""

    seat: Seat
    kept: int


class Spoke(Told, frozen=True, tag="said"):
    name: Name
    seat: Seat | None = None
    text: str | None = None
    phrase: Word | None = None
    opener: bool = False
    """Whether the person who opened the table said it: nobody mutes or removes them."""


class Muted(Told, frozen=True, tag="muted"):
    """The host has muted somebody, or lets them talk again (`lifted`)."""

    name: Name
    seat: Seat | None = None
    lifted: bool = False


class Removed(Told, frozen=True, tag="removed"):
    """The host has removed somebody, or lets them come again (`lifted`)."""

    name: Name
    seat: Seat | None = None
    lifted: bool = False


class Away(Told, frozen=True, tag="away"):
    """A person left, or has been gone for longer than the grace time."""

    seat: Seat
    left: bool = False


class Back(Told, frozen=True, tag="back"):
    seat: Seat
    name: Name | None = None
    """The name of the seat from now on, if somebody else had got it: that person watches now."""


class Claimed(Told, frozen=True, tag="claimed"):
    """Somebody asks for a seat; without a name where partners may not talk."""

    claim: int
    seat: Seat
    name: Name | None = None


class Agreed(Told, frozen=True, tag="agreed"):
    """The person of seat `by` is for giving the seat to the person who claimed it."""

    claim: int
    seat: Seat
    by: Seat


class Answered(Told, frozen=True, tag="answered"):
    """A claim was refused, or the seat given. Without a name: the seat keeps the one it has."""

    claim: int
    seat: Seat
    given: bool
    name: Name | None = None


class Hinted(Told, frozen=True, tag="hinted"):
    seat: Seat


class Ended(Told, frozen=True, tag="ended"):
    """The table was closed without a ballot, by an admin of the server or because nobody came."""

    reason: Word


AnyTold = (
    Opened
    | Sat
    | Stood
    | Filled
    | Started
    | Moved
    | Asked
    | Voted
    | TookBack
    | Spoke
    | Muted
    | Removed
    | Away
    | Back
    | Claimed
    | Agreed
    | Answered
    | Hinted
    | Ended
)
"""Any entry, as a receiver is told it."""
