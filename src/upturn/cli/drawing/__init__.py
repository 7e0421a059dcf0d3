"""Games in a terminal: how they are drawn and told.

`DRAWER` in `drawer.py`, in the folder here with the game's name, draws a game. A game without such
a folder is shown in plain words (`plain.py`).
"""

from __future__ import annotations

from upturn.cli.drawing.drawer import Drawer
from upturn.cli.drawing.plain import PlainDrawer
from upturn.games.pieces import module_of


def drawer_of(game: str, names: list[str], seat: int) -> Drawer:
    """Return the drawer of this game, for the person in this seat."""
    found = module_of(game, __name__, "drawer")  # loaded now, since a drawer may load its game
    kind: type[Drawer] = found.DRAWER if found else PlainDrawer
    return kind(names, seat)
