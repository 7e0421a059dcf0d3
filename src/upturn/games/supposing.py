"""A position from a view, in every game alike: a view that makes no sense is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.errors import InvalidView
from upturn.games import rules_of

if TYPE_CHECKING:
    from upturn.games.contract import Positions
    from upturn.games.rules import Facts

UNREADABLE = (
    ArithmeticError,
    AttributeError,
    IndexError,
    KeyError,
    StopIteration,
    TypeError,
    ValueError,
)


def suppose(view: Facts) -> Positions:
    """Return an array of one position that the seat of this view cannot tell from the true one.

    Raise InvalidView if the view does not tell enough for one.
    """
    rules = rules_of(view["game"])
    try:
        return rules.suppose(view)
    except UNREADABLE as problem:
        what = f"{type(problem).__name__}: {problem}"
        raise InvalidView(f"this view does not tell what happened ({what})") from problem


def check_agreement(view: Facts) -> None:
    """Raise InvalidView if the view contradicts itself: no position looks like that.

    Then every part of it that is the game's own can be read as it is.
    """
    seen = rules_of(view["game"]).seen_by(suppose(view), view["seat"])
    for part in seen:
        if seen[part] != view[part]:
            raise InvalidView(f"the {part} of this view is not what its other parts lead to")
