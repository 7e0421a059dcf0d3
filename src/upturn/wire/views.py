"""What a seat sees of each game, as types: for the schema, and for those who write clients.

    {"game": "dnup", "players": 3, "seat": 1, "to_act": 2, …, "legal": []}

The server sends what `Game.sight` gives as it is. Over the wire a view has no `history`, since the
entries of the table's log tell it line by line; `Game.view` has one. A view with `seat` null is a
spectator's. `events` has the types of what `history` and the lines of the log tell.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from upturn.wire.base import Move, Seat, Wired
from upturn.wire.events import Area, DnupEvent, TeamPlayEvent, TeamUpEvent
from upturn.wire.facts import Mode

Score = int
Cards = list[str]


class View(Struct, frozen=True, forbid_unknown_fields=True, tag_field="game"):
    """What is the same in every game. `to_act` is null when the game is over."""

    players: int
    seat: Seat | None
    to_act: Seat | None
    over: bool
    scores: list[Score]
    """By seat."""


# --- dnup ------------------------------------------------------------------------------------


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
    """A card is written `7/1`: its active value, then the one it has when turned."""

    round: int
    starter: Seat | None
    area: Area | None
    """Where the seat to act plays, with two players."""
    hand: Cards | None
    """The seat's own; a spectator has none."""
    counts: list[int]
    """By seat: how many cards it holds."""
    sets: list[DnupSet]
    discard: int
    out: list[Seat]
    """The seats that have no cards any more, the first one first."""
    legal: list[Move]
    """What the seat may do now; empty unless it is to act."""
    history: list[DnupLine] | UnsetType = UNSET


# --- Team Play -------------------------------------------------------------------------------


class TeamPlayLine(Wired, frozen=True):
    """A deal (no seat) or a move, and what followed from it."""

    seat: Seat | None
    move: str
    events: list[TeamPlayEvent]


class TeamPlayView(View, frozen=True, tag="team-play"):
    """A card is written `b5`: its colour and its number. Missions have ids: `two_pairs_any`."""

    teams: list[list[Seat]]
    asked: Literal["exchange", "discard", "turn", "refill"] | None
    """What the seat to act is to decide."""
    offered: str | None
    """The mission that may be swapped now."""
    draws: int
    """So many cards the seat to act has drawn in this turn."""
    gave: bool
    """Whether it has given cards to its partner in this turn."""
    limit: int
    """So many cards a hand may hold."""
    bank: list[str | None]
    """The open cards, place by place."""
    hand: Cards | None
    """The seat's own; a spectator has none."""
    counts: list[int]
    """By seat: how many cards it holds."""
    discard: Cards
    pile: int
    centre: str | None
    """The mission that is open to all teams."""
    missions: list[list[str | None]]
    """By seat: its own missions, place by place."""
    scored: list[list[str]]
    """By team: the missions it has fulfilled."""
    mission_discard: list[str]
    mission_pile: int
    turns_left: int | None
    """How many turns are left, once the last round has begun."""
    legal: list[Move]
    """What the seat may do now; empty unless it is to act."""
    history: list[TeamPlayLine] | UnsetType = UNSET


# --- Team UP ---------------------------------------------------------------------------------


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


AnyView = DnupView | TeamPlayView | TeamUpView
"""What a seat sees, or a spectator."""
