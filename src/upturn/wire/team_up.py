"""Team UP on the wire: what happens in it, and what a seat sees of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from upturn.wire.base import Event, Move, Score, Seat, View, Wired
from upturn.wire.facts import Mode

Cards = list[str]


# --- What happens -----------------------------------------------------------------------------


class TeamUpPlaced(Event, frozen=True, tag="placed"):
    """A box was placed: by a seat, or the neutral one by chance."""

    seat: Seat | None
    box: str
    at: str
    axis: Literal["x", "y", "z"] | None
    level: int


class TeamUpShuffled(Event, frozen=True, tag="shuffled"):
    """So many cards were shuffled."""

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
    """A box on the pallet. `seat` placed it; the neutral one was nobody's."""

    box: str
    at: str
    """The lowest column and row it covers: `c3`."""
    axis: Literal["x", "y", "z"] | None
    """Along which its longer side runs; a square top has none, the upright neutral box z."""
    level: int
    """The height it stands on."""
    shape: str
    size: Annotated[list[int], Meta(min_length=3, max_length=3)]
    """Along x, along y, up."""
    seat: Seat | None


class TeamUpLine(Wired, frozen=True):
    """A deal (no seat) or a move, and what followed from it."""

    seat: Seat | None
    move: str
    events: list[TeamUpEvent]


class TeamUpView(View, frozen=True, tag="team-up"):
    """A box is a colour and a kind, `red wide2`; a card asks for one: `red`, `bar`, `wide|bar`."""

    clone: Literal["face", "shape"]
    """The house rule: which boxes clone each other."""
    mode: Mode | None
    to_beat: Score | None
    card: str | None
    """Drawn, and not yet obeyed."""
    heights: list[list[int]]
    """A list per row, from row 1 and column a."""
    boxes: list[TeamUpBox]
    left: dict[str, dict[str, int]]
    """By colour and kind: how many boxes are not on the pallet yet."""
    layers: int
    """So many layers are full."""
    penalties: int
    deck: int
    undrawn: dict[str, int]
    """By card: how many of them are still to come."""
    coming: Cards
    """The order of the next ones, as far as the team knows it."""
    agreed: list[Move]
    """The legal moves that all must agree to."""
    end: Literal["stacked", "cards", "stopped"] | None
    legal: list[Move]
    """What the seat may do now; empty unless it is to act."""
    history: list[TeamUpLine] | UnsetType = UNSET


VIEW, EVENT = TeamUpView, TeamUpEvent
