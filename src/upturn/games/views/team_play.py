"""What a seat sees of Team Play, as types."""

from typing import Literal

from upturn.games.data_types import View


class TeamPlayView(View):
    """A card is written `b5`: its colour and its number. Missions have ids: `two_pairs_any`."""

    teams: list[list[int]]
    asked: Literal["exchange", "discard", "turn", "refill"] | None
    """What the seat to act is to decide."""
    offered: str | None
    """The mission that may be swapped now."""
    draws: int
    """How many cards the seat to act has drawn in this turn."""
    gave: bool
    """Whether it has given cards to its partner in this turn."""
    limit: int
    """How many cards a hand may hold."""
    bank: list[str | None]
    """The open cards, place by place."""
    hand: list[str] | None
    """The seat's own; a spectator has none."""
    counts: list[int]
    """By seat: how many cards it holds."""
    discard: list[str]
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


VIEW = TeamPlayView
