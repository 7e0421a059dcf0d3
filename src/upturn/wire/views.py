"""What a seat sees of each game, as types: for the schema, and for those who write clients.

    {"game": "dnup", "players": 3, "seat": 1, "to_act": 2, …, "legal": []}

The types of a game are in the module here that has its name: `VIEW` is what a seat sees, `EVENT`
what can happen, `ALSO` what else has a name. The server sends what `Game.sight` gives as it is, so
a game without such a module can be played all the same; clients know its views as plain data.

Over the wire a view has no `history`, since the entries of the table's log tell it line by line;
`Game.view` has one. A view with `seat` null is a spectator's.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any

from upturn.games import names
from upturn.games.pieces import module_of

PACKAGE = "upturn.wire"

GAMES: dict[str, ModuleType] = {
    game: module for game in names() if (module := module_of(game, PACKAGE)) is not None
}
"""By game: the module with its types."""


def name_of_event(game: ModuleType) -> str:
    """What the type of a game's events is called: that of `DnupView` is `DnupEvent`."""
    return f"{game.VIEW.__name__.removesuffix('View')}Event"


def also_of(game: ModuleType) -> dict[str, Any]:
    """Other types of a game that have a name."""
    also: dict[str, Any] = getattr(game, "ALSO", {})
    return also


AnyView: Any = reduce(or_, (game.VIEW for game in GAMES.values()))
"""What a seat sees, or a spectator."""
