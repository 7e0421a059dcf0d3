"""Somebody at the terminal: typed lines in, text out."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from upturn.cli.app import app, main
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.drawer import Drawer, menu
from upturn.games.game import Game

Run = subprocess.CompletedProcess[str]
PROMPT = "q quit): "
BOTS = ["Ada", "Ben", "Cleo", "Dov", "Eva"]


def typed(command: str, *lines: str) -> str:
    """Return the output of a command that reads these lines, after which the input ends."""
    text = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(app, command.split(), input=text)
    if result.exception is not None:
        raise result.exception
    assert result.exit_code == 0
    return result.output


def command(*arguments: object, text: str | None = None) -> Run:
    """Run `upturn` with these arguments in this process, which is faster than starting another."""
    typed = ["upturn", *map(str, arguments)]
    with (
        CliRunner().isolation(input=text) as (stdout, stderr, _),
        pytest.MonkeyPatch.context() as patched,
    ):
        patched.setattr(sys, "argv", typed)
        try:
            main()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
        said, complained = stdout.getvalue().decode(), stderr.getvalue().decode()
    return subprocess.CompletedProcess(typed, code, said, complained)


def go_on(state: Path, game: Game, *lines: str, bots: str = "random") -> str:
    """Return the output after continuing this game from the seat to act."""
    seat = game.to_act
    assert seat is not None
    sitting = {"save": 1, "seat": seat, "bots": bots, "seed": 1, "record": game.record()}
    state.mkdir(exist_ok=True)
    data = json.dumps(sitting | {"names": names_around(seat, game.players)})
    (state / f"{game.name}.json").write_text(data)
    return typed(f"play {game.name} --bots {bots}", "y", *lines)


def at_height(height: int, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the terminal have this many lines and columns."""
    low = Console(force_terminal=True, color_system=None, width=width, height=height)
    for module in ("play", "talking"):
        monkeypatch.setattr(f"upturn.cli.{module}.console", low)


def sit_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that a person types, so that the input does not come from a file."""
    monkeypatch.setattr("upturn.cli.talking.somebody_sits_there", lambda: True)


def saved_moves(state: Path, game: str) -> list[str]:
    """Return the log of the saved game."""
    data: dict[str, Any] = json.loads((state / f"{game}.json").read_text())
    moves: list[str] = data["record"]["moves"]
    return moves


def last_move(state: Path, game: str) -> str:
    """Return the last move of the saved game."""
    return saved_moves(state, game)[-1]


def answers(output: str) -> list[str]:
    """Return what followed each line that was typed at the prompt."""
    return output.split(PROMPT)[1:]


def squeezed(text: str) -> str:
    """Return the text without line breaks and the space between columns."""
    return " ".join(text.split())


def names_around(seat: int, players: int) -> list[str]:
    """Return the names by seat if the person has this seat."""
    others = BOTS[: players - 1]
    return [*others[: seat - 1], "You", *others[seat - 1 :]]


def drawer_for(game: Game, seat: int) -> Drawer:
    return drawer_of(game.name, names_around(seat, game.players), seat)


def drawn(game: Game, seat: int, width: int = 80, color: bool = False) -> str:
    """Return the screen and the list of moves, as text without styles."""
    console = Console(width=width, record=True, file=StringIO(), force_terminal=color)
    drawer, view = drawer_for(game, seat), game.view(seat)
    console.print(drawer.screen(view, width))
    if view["legal"]:
        console.print(menu(view["legal"], drawer, width)[1])
    return console.export_text()
