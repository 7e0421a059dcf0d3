"""`upturn bots`: the levels you can play against, and the bots behind them."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer
from rich.text import Text

from upturn.bots import Level, bot_names, kinds, levels
from upturn.cli.company import COMMA, usual_company
from upturn.cli.seating import GAMES
from upturn.cli.talking import say, width
from upturn.cli.terminal import command, console
from upturn.games import names, rules_of

USUAL = "The default."
HEADING = "made of"
GAP = 2


def bots(
    game: Annotated[
        str | None, typer.Argument(help=f"Which game: {GAMES}.", show_default="all")
    ] = None,
) -> None:
    """List the levels of play and the bots behind them."""
    if game is not None and game not in names():
        rules_of(game)  # says which games there are
    for one in [game] if game else names():
        console.print(table_of(one, width()), soft_wrap=True)
    shown = game or names()[0]
    some = COMMA.join(bot_names(shown)[:2])
    say(f"To play with some of them: {command()} play {shown} --bots {some}")
    say(
        "You can tell a bot that thinks ahead how far to think: search:2000 for 2000 imagined "
        "games, search:0.5s for half a second. At the table no bot thinks longer than a second. "
        "greedy@0.5 slips up now and then; the higher the number, the more often."
    )


def table_of(game: str, room: int) -> Text:
    """Return the levels of a game, the weakest first, then its bots."""
    known = levels(game)
    rows = [(level.name, made_of(level), level.description) for level in known]
    rows += [
        (name, spec(name, kind.budget), kind.description) for name, kind in kinds(game).items()
    ]
    first = max(len(text) for text in (game, *(row[0] for row in rows))) + GAP
    second = max(len(text) for text in (HEADING, *(row[1] for row in rows))) + GAP
    table = Text.assemble((f" {game:<{first}}{HEADING}", "bold"), "\n")
    for name, made, description in rows:
        told = f"{description} {USUAL if name == usual_company(game) else ''}".rstrip()
        lines = textwrap.wrap(told, room - first - second - 1) or [""]
        table.append(f" {name:<{first}}{made:<{second}}{lines[0]}".rstrip() + "\n")
        table.append("".join(f"{'':<{first + second + 1}}{line}\n" for line in lines[1:]))
    return table


def made_of(level: Level) -> str:
    """Return the name of the bot that plays exactly like a level."""
    return spec(level.bot, level.budget, level.temperature)


def spec(bot: str, budget: int | None, temperature: float = 0.0) -> str:
    """Return a bot's name with its budget and its temperature."""
    return bot + (f":{budget}" if budget else "") + (f"@{temperature:g}" if temperature else "")
