"""Supposing a position from a view: what the `supposing.py` of every game shares."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

from upturn.errors import InvalidView

if TYPE_CHECKING:
    from upturn.games.contract import Positions
    from upturn.games.rules import Facts

UNREADABLE = (AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError)


def reading_views(suppose: Callable[[Facts], Positions]) -> Callable[[Facts], Positions]:
    """Let a game's `suppose` raise InvalidView for a view that it cannot make sense of."""

    @wraps(suppose)
    def checked(view: Facts) -> Positions:
        try:
            return suppose(view)
        except UNREADABLE as problem:
            what = f"{type(problem).__name__}: {problem}"
            raise InvalidView(f"this view does not tell what happened ({what})") from problem

    return checked
