"""`upturn arena`: bots against bots, and the figures that show which is better."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upturn.bots import bot_names, levels
from upturn.cli.arena_table import Board, closing_words, table_of
from upturn.cli.ready import get_ready
from upturn.cli.seating import GAMES, HouseRules, house_rules, read_seed
from upturn.cli.terminal import INTERRUPTED, complain, console, messages
from upturn.errors import InvalidSetup, UpturnError
from upturn.extras import need

if TYPE_CHECKING:
    from upturn.arena import Match, Result

USUAL_GAMES = 100
PICTURES = (".svg", ".png")


def arena(
    game: Annotated[str | None, typer.Argument(help=f"Which game: {GAMES}.")] = None,
    players: Annotated[int | None, typer.Option(help="Number of players.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="BOT,BOT,…", help="Who plays; you can name a bot more than once."),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            min=1, help="Number of games, rounded up: each deal is played from every seat."
        ),
    ] = USUAL_GAMES,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same games.")] = None,
    option: HouseRules = None,
    sprt: Annotated[
        float | None,
        typer.Option(
            metavar="POINTS",
            help="Stop once it is settled whether the first bot wins this many percentage points"
            " more than an even share.",
        ),
    ] = None,
    on: Annotated[
        str, typer.Option(help="Where to play: one (process), cores (of this machine) or ray.")
    ] = "cores",
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="How many games at a time.", show_default="one per core"),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write all results to this file.")] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the ratings and scores in this .svg or .png file.")
    ] = None,
    regress: Annotated[
        bool,
        typer.Option("--regress", help="Play the stored matches again to see if a bot got worse."),
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help="With --regress: store the new figures.")
    ] = False,
) -> None:
    """Let bots play every deal from every seat; show which is better, and how certain that is."""
    need("arena")
    if on == "ray":
        need("ray")
    if regress:
        play_stored(game, on, workers, write)
        return
    if write:
        raise InvalidSetup(
            "--write stores the figures of --regress; for a single match, use --json"
        )
    if game is None:
        raise InvalidSetup(f"which game? {GAMES}")
    save = [
        *([writer(json, lambda result: result.json().encode())] if json else []),
        *([writer(picture, drawn_as(picture))] if picture else []),
    ]
    get_ready()
    from upturn.arena import set_up
    from upturn.games import rules_of

    rules = rules_of(game)
    match = set_up(
        game,
        rules.usual_players if players is None else players,
        [name.strip() for name in bots.split(",")] if bots else everyone(game),
        games,
        read_seed(seed),
        house_rules(rules, option or []),
    )
    announce(match)
    result = play_live(match, on, workers, sprt)
    if not result.played:
        complain("stopped before the first deal was played out, so there are no results")
        raise typer.Exit(INTERRUPTED)
    figures = result.figures
    console.print(table_of(figures, match, result.seconds, result.unfinished, result.test))
    for line in closing_words(result):
        console.print(line, soft_wrap=True)
    for write_file in save:
        write_file(result)
    if result.partial:
        raise typer.Exit(INTERRUPTED)


def everyone(game: str) -> list[str]:
    """Return the bots that play if none are named: the levels, or all bots if there are no
    levels."""
    return [level.name for level in levels(game)] or bot_names(game)


def announce(match: Match) -> None:
    """Say what will be played, and if that is a little more than was asked for."""
    options = "".join(f", {name}={value}" for name, value in match.options.items())
    more = (
        f" ({match.games:,} asked for, rounded up to whole deals)"
        if match.total > match.games
        else ""
    )
    messages.print(
        f"{match.game}, {match.players} player{'s' if match.players > 1 else ''}{options}:"
        f" {match.total:,} games on {len(match.deals):,} deals{more}, seed {match.seed}",
        soft_wrap=True,
    )


def play_live(match: Match, on: str, workers: int | None, sprt: float | None) -> Result:
    """Play a match, and show its table meanwhile."""
    from upturn.arena import play_out

    with Board(match, messages) as board:
        return play_out(match, on=on, workers=workers, sprt=sprt, watch=board.show)


def play_stored(game: str | None, on: str, workers: int | None, write: bool) -> None:
    """Play all stored matches, or those of one game. Exit with code 1 if a bot got worse."""
    get_ready()
    from upturn.arena.regress import STORED, compare, load, store, stored_of
    from upturn.games import rules_of

    if game is not None:
        rules_of(game)  # refuses an unknown game
    everything = load(STORED)
    again = []
    worse = 0
    for entry in everything:
        if game not in (None, entry.game):
            again.append(entry)
            continue
        match = entry.match()
        announce(match)
        result = play_live(match, on, workers, None)
        if result.partial:
            complain("stopped, so this match is not compared")
            raise typer.Exit(INTERRUPTED)
        for finding in compare(entry, result):
            console.print(f"  {finding}", soft_wrap=True)
            worse += finding.worse
        again.append(stored_of(entry, result))
        if write:  # write it now, as the next match may take long
            store(STORED, [*again, *everything[len(again) :]])
    if write:
        console.print(f"The new figures are stored in {STORED}.", soft_wrap=True)
    elif worse:
        complain(f"{worse} bot{' plays' if worse == 1 else 's play'} worse than the stored figures")
        raise typer.Exit(1)


def drawn_as(path: Path) -> Callable[[Result], bytes]:
    """Return a function that draws a result in the format of the file's name."""
    if path.suffix.lower() not in PICTURES:
        raise InvalidSetup(f"a picture must be a {' or '.join(PICTURES)} file, not {path.name}")
    if path.suffix.lower() == ".svg":
        return lambda result: result.svg().encode()
    from upturn.pictures.png import png_of, renderer

    renderer()  # if it is not installed, say so before everything is played
    return lambda result: png_of(result.svg())


def writer(path: Path, made: Callable[[Result], bytes]) -> Callable[[Result], None]:
    """Return a function that writes part of a result to a file. Check first that the file can be
    written."""
    if not path.parent.is_dir():
        raise UpturnError(f"cannot write {path}: there is no folder {path.parent}")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UpturnError(f"cannot write {path}: it is a folder, or you lack permission")

    def write(result: Result) -> None:
        try:
            path.write_bytes(made(result))
        except OSError as problem:
            raise UpturnError(f"cannot write {path}: {problem.strerror}") from problem
        messages.print(f"Written to {path}.", soft_wrap=True)

    return write
