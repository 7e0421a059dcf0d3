"""The plain data that games give out, as types: views, the lines of a history, records.

At run time all of it is dicts and lists, ready for JSON. The types are for those who check their
programs: mypy refuses `view["hnad"]`. What a view of one game has beyond `View` is in `views/`.
"""

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict


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
