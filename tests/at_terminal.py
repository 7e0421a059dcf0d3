"""Somebody at the terminal: typed lines in, text out."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from typer.testing import CliRunner

from upturn.cli.app import app
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.drawer import Drawer, menu
from upturn.games.game import Game

PROMPT = "q quit): "
BOTS = ["Ada", "Ben", "Cleo", "Dov", "Eva"]


def typed(command: str, *lines: str) -> str:
    """What stands there after this command was given these lines and the input ended."""
    text = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(app, command.split(), input=text)
    if result.exception is not None:
        raise result.exception
    assert result.exit_code == 0
    return result.output


def names_around(seat: int, players: int) -> list[str]:
    """Who sits where if the person has this seat."""
    others = BOTS[: players - 1]
    return [*others[: seat - 1], "You", *others[seat - 1 :]]


def drawer_for(game: Game, seat: int) -> Drawer:
    return drawer_of(game.name, names_around(seat, game.players), seat)


def drawn(game: Game, seat: int, width: int = 80, color: bool = False) -> str:
    """The screen and the list of moves, as text without styles."""
    console = Console(width=width, record=True, file=StringIO(), force_terminal=color)
    drawer, view = drawer_for(game, seat), game.view(seat)
    console.print(drawer.screen(view, width))
    if view["legal"]:
        console.print(menu(view["legal"], drawer, width)[1])
    return console.export_text()
