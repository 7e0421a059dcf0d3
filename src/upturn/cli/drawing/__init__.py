"""How games look and sound in a terminal. A new game is a file here and a line in `DRAWERS`."""

from __future__ import annotations

from upturn.cli.drawing.dnup import DnupDrawer
from upturn.cli.drawing.drawer import Drawer

DRAWERS: dict[str, type[Drawer]] = {"dnup": DnupDrawer}


def drawer_of(game: str, names: list[str], seat: int) -> Drawer:
    """The drawer of the game of this name, for the person in this seat."""
    return DRAWERS[game](names, seat)
