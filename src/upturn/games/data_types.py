"""The plain data that games give out, as types: views, the lines of a history, records.

At run time all of it is dicts and lists, ready for JSON. The types are for those who check their
programs: mypy refuses `view["hnad"]`. `upturn.wire` describes the same views for the network, and a
test compares the two. This file loads nothing, so that `from upturn import DnupView` is quick.
"""

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict


class Entry(TypedDict):
    """A line of the history, as one seat witnessed it."""

    seat: int | None
    """Who moved; None for chance."""
    move: str
    """The line, with "?" for what the seat did not see."""
    events: list[dict[str, Any]]
    """What followed, in the order it happened. The games' pages tell what there is."""


class View(TypedDict):
    """What is the same in every game's view."""

    game: str
    players: int
    seat: int | None
    """Whose view it is; None for a spectator's."""
    to_act: int | None
    """Whose move is due; None when the game is over."""
    over: bool
    scores: list[int]
    """By seat."""
    legal: list[str]
    """What the seat may do now; empty unless it is to act."""
    history: list[Entry]


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    GivenView = TypeVar("GivenView", bound=View, default=Any, covariant=True)
    TakenView = TypeVar("TakenView", bound=View, default=Any, contravariant=True)
else:  # without defaults before Python 3.13, and nothing at run time needs them
    from typing import TypeVar

    GivenView = TypeVar("GivenView", covariant=True)
    TakenView = TypeVar("TakenView", contravariant=True)


# --- dnup ------------------------------------------------------------------------------------


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


# --- Team Play -------------------------------------------------------------------------------


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


# --- Team UP ---------------------------------------------------------------------------------


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


VIEWS: dict[str, type[View]] = {
    "dnup": DnupView,
    "team-play": TeamPlayView,
    "team-up": TeamUpView,
}
"""By game. A game that is not listed has at least what every view has."""


# --- Records ---------------------------------------------------------------------------------


class SameDealRecord(TypedDict):
    """How a game took up the deal of another one."""

    mode: str
    known: int
    to_beat: int | None


class Record(TypedDict):
    """A game as any program can read and check it, hidden things included: see `record.py`."""

    upturn: int
    """The format: 1."""
    game: str
    players: int
    moves: list[str]
    """Every deal and every move."""
    options: NotRequired[dict[str, Any]]
    rules: NotRequired[int]
    edition: NotRequired[str]
    scores: NotRequired[list[int]]
    over: NotRequired[bool]
    """False if the game goes on; a record that says nothing is of a whole game."""
    legal: NotRequired[list[list[str]]]
    """The legal moves before every player's move, sorted."""
    same_deal: NotRequired[SameDealRecord]
