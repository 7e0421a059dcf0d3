"""What a seat sees of each game, as types for those who check their programs.

The types of a game are in the module here that has the name of its folder; its `VIEW` is what a
view has. They are not in that folder, since a game loads the compiler and its types must not:
`from upturn import DnupView` is quick. `upturn.wire` describes the same views for the network, and
a test compares the two.
"""

from __future__ import annotations

from upturn.games.data_types import View
from upturn.games.pieces import module_of


def view_type(game: str) -> type[View]:
    """The type of a game's views; for a game without one, what is the same in every view."""
    found: type[View] = getattr(module_of(game, __name__), "VIEW", View)
    return found
