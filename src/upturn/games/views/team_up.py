"""What a seat sees of Team UP, as types."""

from typing import Literal, TypedDict

from upturn.games.data_types import View


class TeamUpBox(TypedDict):
    """A box on the pallet. `seat` placed it; the neutral one was nobody's."""

    box: str
    at: str
    """The lowest column and row it covers: `c3`."""
    axis: Literal["x", "y", "z"] | None
    """Along which its longer side runs; a square top has none, the upright neutral box z."""
    level: int
    """The height it stands on."""
    shape: str
    size: list[int]
    """Along x, along y, up."""
    seat: int | None


class TeamUpView(View):
    """A box is a colour and a kind, `red wide2`; a card asks for one: `red`, `bar`, `wide|bar`."""

    clone: Literal["face", "shape"]
    """The house rule: which boxes clone each other."""
    mode: Literal["challenge", "competition", "puzzle"] | None
    to_beat: int | None
    card: str | None
    """Drawn, and not yet obeyed."""
    heights: list[list[int]]
    """A list per row, from row 1 and column a."""
    boxes: list[TeamUpBox]
    left: dict[str, dict[str, int]]
    """By colour and kind: how many boxes are not on the pallet yet."""
    layers: int
    """How many layers are full."""
    penalties: int
    deck: int
    undrawn: dict[str, int]
    """By card: how many of them are still to come."""
    coming: list[str]
    """The order of the next ones, as far as the team knows it."""
    agreed: list[str]
    """The legal moves that all must agree to."""
    end: Literal["stacked", "cards", "stopped"] | None


VIEW = TeamUpView
