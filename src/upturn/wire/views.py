"""What a seat sees of each game, as types for the schema and for people who write clients.

    {"game": "dnup", "players": 3, "seat": 1, "to_act": 2, …, "legal": []}

The types of a game are in the module here that has its name: `VIEW` is what a seat sees, `EVENT` is
what can happen, and `ALSO` has other named types. The server sends the result of `Game.sight`
unchanged, so a game without such a module can still be played. To clients its views are then plain
data.

`Game.view` has a `history`, but a view on the wire does not, since the entries of the table's log
tell it line by line. A view with `seat` null is a spectator's.
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
"""The module with the types of each game."""


def name_of_event(game: ModuleType) -> str:
    """Return the name of a game's event type. For `DnupView` it is `DnupEvent`."""
    return f"{game.VIEW.__name__.removesuffix('View')}Event"


def also_of(game: ModuleType) -> dict[str, Any]:
    """Return other types of a game that have a name."""
    also: dict[str, Any] = getattr(game, "ALSO", {})
    return also


AnyView: Any = reduce(or_, (game.VIEW for game in GAMES.values()))
"""What a seat sees, or a spectator."""
