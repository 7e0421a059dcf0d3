"""Team Play on the wire: what happens in it, and what a seat sees of it."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType, field

from upturn.wire.base import Event, Move, Seat, View, Wired

Cards = list[str]


# --- What happens -----------------------------------------------------------------------------


class TeamPlayShuffled(Event, frozen=True, tag="shuffled"):
    """Cards were shuffled into a pile."""

    pile: Literal["numbers", "missions"]
    count: int


class TeamPlayBank(Event, frozen=True, tag="bank"):
    """A card was turned up in the bank. With null, its place waits for a deal."""

    card: str | None


class TeamPlayDealt(Event, frozen=True, tag="dealt"):
    """A seat got its first hand. Only that seat sees the cards."""

    seat: Seat
    count: int
    cards: Cards | None


class TeamPlayMission(Event, frozen=True, tag="mission"):
    """A new mission for a seat, or in the centre. With null, its place stays empty."""

    seat: Seat | None
    mission: str | None


class TeamPlayTurn(Event, frozen=True, tag="turn"):
    """A seat's turn began."""

    seat: Seat


class TeamPlayDrawn(Event, frozen=True, tag="drawn"):
    """A seat took a card. If it came from the pile, the others do not see it."""

    seat: Seat
    source: Literal["bank", "pile"] = field(name="from")
    card: str | None


class TeamPlayDiscarded(Event, frozen=True, tag="discarded"):
    """A seat put a card on the discard."""

    seat: Seat
    card: str


class TeamPlayGiven(Event, frozen=True, tag="given"):
    """A seat gave cards to its partner. Only these two see which."""

    seat: Seat
    to: Seat
    count: int
    cards: Cards | None


class TeamPlayFulfilled(Event, frozen=True, tag="fulfilled"):
    """A seat fulfilled a mission with these cards."""

    seat: Seat
    mission: str
    points: int
    cards: Cards


class TeamPlaySwapped(Event, frozen=True, tag="swapped"):
    """A seat swapped a mission for another one."""

    seat: Seat
    mission: str | None


class TeamPlayLastRound(Event, frozen=True, tag="last_round"):
    """The last round began with what this seat did."""

    seat: Seat


class TeamPlayGameOver(Event, frozen=True, tag="game_over"):
    """The game is over."""


TeamPlayEvent = (
    TeamPlayShuffled
    | TeamPlayBank
    | TeamPlayDealt
    | TeamPlayMission
    | TeamPlayTurn
    | TeamPlayDrawn
    | TeamPlayDiscarded
    | TeamPlayGiven
    | TeamPlayFulfilled
    | TeamPlaySwapped
    | TeamPlayLastRound
    | TeamPlayGameOver
)
"""What happens in Team Play."""


# --- What a seat sees -------------------------------------------------------------------------


class TeamPlayLine(Wired, frozen=True):
    """A deal (no seat) or a move, and what followed from it."""

    seat: Seat | None
    move: str
    events: list[TeamPlayEvent]


class TeamPlayView(View, frozen=True, tag="team-play"):
    """A card is written `b5`: its colour and its number. Missions have ids such as
    `two_pairs_any`."""

    teams: list[list[Seat]]
    asked: Literal["exchange", "discard", "turn", "refill"] | None
    """What the seat to act must decide."""
    offered: str | None
    """The mission that may be swapped now."""
    draws: int
    """How many cards the seat to act has drawn this turn."""
    gave: bool
    """Whether it has given cards to its partner this turn."""
    limit: int
    """How many cards a hand may hold."""
    bank: list[str | None]
    """The open cards, place by place."""
    hand: Cards | None
    """The seat's own hand. A spectator has none."""
    counts: list[int]
    """How many cards each seat holds."""
    discard: Cards
    pile: int
    centre: str | None
    """The mission that is open to all teams."""
    missions: list[list[str | None]]
    """Each seat's own missions, place by place."""
    scored: list[list[str]]
    """The missions that each team has fulfilled."""
    mission_discard: list[str]
    mission_pile: int
    turns_left: int | None
    """How many turns are left, once the last round has begun."""
    legal: list[Move]
    """What the seat may do now. Empty unless it is the seat to act."""
    history: list[TeamPlayLine] | UnsetType = UNSET


VIEW, EVENT = TeamPlayView, TeamPlayEvent
