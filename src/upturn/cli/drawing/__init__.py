"""How games look and sound in a terminal. A new game is a file here and a line in `DRAWERS`."""

from __future__ import annotations

from importlib import import_module

from upturn.cli.drawing.drawer import Drawer

DRAWERS = {
    "dnup": "dnup.DnupDrawer",
    "team-play": "team_play.TeamPlayDrawer",
    "team-up": "team_up.TeamUpDrawer",
}
"""Loaded when first asked for, since a drawer may load its game."""


def drawer_of(game: str, names: list[str], seat: int) -> Drawer:
    """The drawer of the game of this name, for the person in this seat."""
    return kind_of_drawer(game)(names, seat)


def kind_of_drawer(game: str) -> type[Drawer]:
    """What draws the game of this name, whoever looks."""
    module, _, name = DRAWERS[game].partition(".")
    kind: type[Drawer] = getattr(import_module(f"{__name__}.{module}"), name)
    return kind
