"""Team UP on the wire: what happens in it, and what a seat sees of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from upturn.wire.base import Event, Move, Score, Seat, View, Wired
from upturn.wire.facts import Mode

Cards = list[str]


# --- What happens -----------------------------------------------------------------------------


class TeamUpPlaced(Event, frozen=True, tag="placed"):
    """A seat placed a box, or chance placed the neutral one."""

    seat: Seat | None
    box: str
    at: str
    axis: Literal["x", "y", "z"] | None
    level: int


class TeamUpShuffled(Event, frozen=True, tag="shuffled"):
    """Cards were shuffled."""

    cards: int


class TeamUpDrawn(Event, frozen=True, tag="drawn"):
    """A seat turned up a card."""

    seat: Seat
    card: str


class TeamUpLayer(Event, frozen=True, tag="layer"):
    """This layer, counted from 1, is full now."""

    layer: int


class TeamUpPenalty(Event, frozen=True, tag="penalty"):
    """No box could obey this card."""

    seat: Seat
    card: str


class TeamUpGameOver(Event, frozen=True, tag="game_over"):
    """Every box is stacked, the last card was obeyed, or the team stopped."""

    why: Literal["stacked", "cards", "stopped"]
    score: int


TeamUpEvent = (
    TeamUpPlaced | TeamUpShuffled | TeamUpDrawn | TeamUpLayer | TeamUpPenalty | TeamUpGameOver
)
"""What happens in Team UP."""


# --- What a seat sees -------------------------------------------------------------------------


class TeamUpBox(Wired, frozen=True):
    """A box on the pallet, and the seat that placed it. Nobody placed the neutral box."""

    box: str
    at: str
    """The lowest column and row it covers: `c3`."""
    axis: Literal["x", "y", "z"] | None
    """The direction of its longer side. A square top has none; the upright neutral box has z."""
    level: int
    """The height of its base."""
    shape: str
    size: Annotated[list[int], Meta(min_length=3, max_length=3)]
    """Its length along x and along y, and its height."""
    seat: Seat | None


class TeamUpLine(Wired, frozen=True):
    """A deal (no seat) or a move, and what followed from it."""

    seat: Seat | None
    move: str
    events: list[TeamUpEvent]


class TeamUpView(View, frozen=True, tag="team-up"):
    """A box is a colour and a kind: `red wide2`. A card asks for a box: `red`, `bar`,
    `wide|bar`."""

    clone: Literal["face", "shape"]
    """The house rule: which boxes clone each other."""
    mode: Mode | None
    to_beat: Score | None
    card: str | None
    """The card that was drawn and not yet obeyed."""
    heights: list[list[int]]
    """A list per row, from row 1 and column a."""
    boxes: list[TeamUpBox]
    left: dict[str, dict[str, int]]
    """How many boxes are not on the pallet yet, by colour and kind."""
    layers: int
    """How many layers are full."""
    penalties: int
    deck: int
    undrawn: dict[str, int]
    """How many of each card are still to come."""
    coming: Cards
    """The next cards in order, as far as the team knows them."""
    agreed: list[Move]
    """The legal moves that all must agree to."""
    end: Literal["stacked", "cards", "stopped"] | None
    legal: list[Move]
    """What the seat may do now. Empty unless it is the seat to act."""
    history: list[TeamUpLine] | UnsetType = UNSET


VIEW, EVENT = TeamUpView, TeamUpEvent
