"""The `upturn` command. It reads arguments and shows results; other packages do the work."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import upturn
from upturn.cli.admin import app as admin
from upturn.cli.arena import arena
from upturn.cli.bots import bots
from upturn.cli.play import play
from upturn.cli.puzzle import app as puzzles
from upturn.cli.records import replay, simulate
from upturn.cli.serve import serve
from upturn.cli.solve import solve
from upturn.cli.terminal import complain, console
from upturn.cli.verify import verify
from upturn.cli.warm import warm
from upturn.errors import UpturnError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (serve, play, solve, bots, arena, simulate, replay, verify, warm):
    app.command()(command)
app.add_typer(puzzles, name="puzzle")
app.add_typer(admin, name="admin")


def tell_version(wanted: bool) -> None:
    if wanted:
        console.print(f"upturn {upturn.__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool,
        typer.Option("--version", callback=tell_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Board and card games to play together. Play them here, or study them."""


def main() -> None:
    """Run the command. Show an error that we understand as one sentence, not as a traceback."""
    try:
        app()
    except UpturnError as problem:
        complain(str(problem))
        sys.exit(1)
