"""How games look and sound in a terminal.

A game is drawn by `DRAWER` in `drawer.py`, in the folder here that has its name; one without such
a folder is shown in plain words (`plain.py`).
"""

from __future__ import annotations

from upturn.cli.drawing.drawer import Drawer
from upturn.cli.drawing.plain import PlainDrawer
from upturn.games.pieces import module_of


def drawer_of(game: str, names: list[str], seat: int) -> Drawer:
    """The drawer of the game of this name, for the person in this seat."""
    found = module_of(game, __name__, "drawer")  # loaded now, since a drawer may load its game
    kind: type[Drawer] = found.DRAWER if found else PlainDrawer
    return kind(names, seat)
