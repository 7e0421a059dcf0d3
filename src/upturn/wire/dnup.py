"""dnup on the wire: what happens in it, and what a seat sees of it."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from upturn.wire.base import Event, Move, Seat, View, Wired

Area = Literal["a", "b"]
Cards = list[str]


# --- What happens -----------------------------------------------------------------------------


class DnupStarts(Event, frozen=True, tag="starts"):
    """Cards were dealt, and this seat begins."""

    seat: Seat


class DnupPlayed(Event, frozen=True, tag="played"):
    """A seat laid down a set of its own."""

    seat: Seat
    area: Area | None
    cards: Cards


class DnupAdded(Event, frozen=True, tag="added"):
    """A seat added to another seat's set. `cards` is the set as it is now."""

    seat: Seat
    owner: Seat
    area: Area | None
    cards: Cards


class DnupTaken(Event, frozen=True, tag="taken"):
    """A seat took a set into its hand. `cards` are as they are there, turned."""

    seat: Seat
    area: Area | None
    owner: Seat
    cards: Cards


class DnupReturned(Event, frozen=True, tag="returned"):
    """A beaten set went back to its owner's hand. `cards` are as they are there, turned."""

    seat: Seat
    area: Area | None
    cards: Cards


class DnupDiscarded(Event, frozen=True, tag="discarded"):
    """The set of this seat was discarded: unbeaten, or beaten when its owner was out."""

    seat: Seat
    area: Area | None
    beaten: bool
    cards: Cards


class DnupOut(Event, frozen=True, tag="out"):
    """A seat has no cards left, and got points for it."""

    seat: Seat
    points: int


class DnupRoundOver(Event, frozen=True, tag="round_over"):
    """The round is over; another deal follows."""


class DnupGameOver(Event, frozen=True, tag="game_over"):
    """The game is over."""


DnupEvent = (
    DnupStarts
    | DnupPlayed
    | DnupAdded
    | DnupTaken
    | DnupReturned
    | DnupDiscarded
    | DnupOut
    | DnupRoundOver
    | DnupGameOver
)
"""What happens in dnup."""


# --- What a seat sees -------------------------------------------------------------------------


class DnupSet(Wired, frozen=True):
    """A set on the table. With two players each has two areas, `a` and `b`."""

    seat: Seat
    area: Area | None
    value: int
    cards: Cards


class DnupLine(Wired, frozen=True):
    """A deal (no seat) or a move, and what followed from it."""

    seat: Seat | None
    move: str
    events: list[DnupEvent]


class DnupView(View, frozen=True, tag="dnup"):
    """A card is written `7/1`: its active value, then its value when turned."""

    round: int
    starter: Seat | None
    area: Area | None
    """With two players: the area where the seat to act plays."""
    hand: Cards | None
    """The seat's own hand. A spectator has none."""
    counts: list[int]
    """How many cards each seat holds."""
    sets: list[DnupSet]
    discard: int
    out: list[Seat]
    """The seats that have no cards left, in the order in which they went out."""
    legal: list[Move]
    """What the seat may do now. Empty unless it is the seat to act."""
    history: list[DnupLine] | UnsetType = UNSET


VIEW, EVENT = DnupView, DnupEvent
ALSO = {"Area": Area}
"""Other types that have a name."""
