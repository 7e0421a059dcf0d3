"""What a seat sees of dnup, as types."""

from typing import Literal, TypedDict

from upturn.games.data_types import View


class DnupSet(TypedDict):
    """A set on the table. With two players each has two areas, `a` and `b`."""

    seat: int
    area: Literal["a", "b"] | None
    value: int
    cards: list[str]


class DnupView(View):
    """A card is written `7/1`: its active value, then the one it has when turned."""

    round: int
    starter: int | None
    area: Literal["a", "b"] | None
    """Where the seat to act plays, with two players."""
    hand: list[str] | None
    """The seat's own; a spectator has none."""
    counts: list[int]
    """By seat: how many cards it holds."""
    sets: list[DnupSet]
    discard: int
    out: list[int]
    """The seats that have no cards any more, the first one first."""


VIEW = DnupView
