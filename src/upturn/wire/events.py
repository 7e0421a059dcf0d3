"""What followed from a move or a deal, in the order it happened: an event has a name and facts.

    {"event": "added", "seat": 1, "owner": 3, "area": null, "cards": ["6/2", "6/3"]}

Games share names of events, not their fields: which type it is follows from the game.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from upturn.wire.base import Seat

Area = Literal["a", "b"]
Cards = list[str]


class Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """Something that happened."""


# --- dnup ------------------------------------------------------------------------------------


class DnupStarts(Event, frozen=True, tag="starts"):
    """Cards were dealt, and this seat begins."""

    seat: Seat


class DnupPlayed(Event, frozen=True, tag="played"):
    """A seat laid down a set of its own."""

    seat: Seat
    area: Area | None
    cards: Cards


class DnupAdded(Event, frozen=True, tag="added"):
    """A seat added to the set of another; `cards` is the set as it is now."""

    seat: Seat
    owner: Seat
    area: Area | None
    cards: Cards


class DnupTaken(Event, frozen=True, tag="taken"):
    """A seat took a set into its hand; `cards` as they came there, turned."""

    seat: Seat
    area: Area | None
    owner: Seat
    cards: Cards


class DnupReturned(Event, frozen=True, tag="returned"):
    """A beaten set went back to its owner's hand; `cards` as they came there, turned."""

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
    """A seat has no cards any more, and got so many points for it."""

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


# --- Team Play -------------------------------------------------------------------------------


class TeamPlayShuffled(Event, frozen=True, tag="shuffled"):
    """So many cards became a pile."""

    pile: Literal["numbers", "missions"]
    count: int


class TeamPlayBank(Event, frozen=True, tag="bank"):
    """A card was turned up in the bank; null: its place waits for a deal."""

    card: str | None


class TeamPlayDealt(Event, frozen=True, tag="dealt"):
    """A seat got its first hand, and sees which cards these are."""

    seat: Seat
    count: int
    cards: Cards | None


class TeamPlayMission(Event, frozen=True, tag="mission"):
    """A new mission of a seat, or in the centre; null: its place stays empty."""

    seat: Seat | None
    mission: str | None


class TeamPlayTurn(Event, frozen=True, tag="turn"):
    """A seat's turn began."""

    seat: Seat


class TeamPlayDrawn(Event, frozen=True, tag="drawn"):
    """A seat took a card. Of one from the pile the others do not see which."""

    seat: Seat
    source: Literal["bank", "pile"] = field(name="from")
    card: str | None


class TeamPlayDiscarded(Event, frozen=True, tag="discarded"):
    """A seat put a card on the discard."""

    seat: Seat
    card: str


class TeamPlayGiven(Event, frozen=True, tag="given"):
    """A seat gave cards to its partner; only the two see which."""

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
    """A seat put away a mission for another one."""

    seat: Seat
    mission: str | None


class TeamPlayLastRound(Event, frozen=True, tag="last_round"):
    """With what this seat did the last round began."""

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


# --- Team UP ---------------------------------------------------------------------------------


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
