"""`upturn simulate` and `upturn replay`: games as records, one per line, in and out.

Both work record by record, so that a file of a million games does not fill the memory.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

import upturn
from upturn.cli.ready import get_ready
from upturn.cli.seating import (
    GAMES,
    STANDARD_STREAM,
    HouseRules,
    house_rules,
    name_of,
)
from upturn.cli.terminal import complain, console, messages
from upturn.errors import InvalidRecord, MoveError, UpturnError

if TYPE_CHECKING:
    from upturn.games.game import Game


def simulate(
    game: Annotated[str, typer.Argument(help=f"Which game: {GAMES}.")],
    players: Annotated[int | None, typer.Option(help="Number of players.")] = None,
    out: Annotated[
        Path, typer.Option(help="The file to write, one record per line; - is standard output.")
    ] = STANDARD_STREAM,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: HouseRules = None,
    legal: Annotated[
        bool, typer.Option("--legal", help="Record the legal moves along with each move.")
    ] = False,
) -> None:
    """Play random games and save them as records."""
    get_ready()
    from upturn.games import rules_of
    from upturn.games.rules import DEAL
    from upturn.games.setup import check_options, check_players
    from upturn.games.simulation import random_records

    rules = rules_of(game)
    players = check_players(rules, rules.usual_players if players is None else players)
    options = check_options(rules, house_rules(rules, option or []))
    moves = unfinished = 0
    with _open(out, "w") as file, _progress() as progress:
        task = progress.add_task("Playing", total=games)
        for record in random_records(game, players, games, seed, legal, options):
            file.write(json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n")
            moves += sum(not line.startswith(DEAL) for line in record["moves"])
            unfinished += not record.get("over", True)
            progress.advance(task)
    stopped = f"; {unfinished:,} left unfinished" if unfinished else ""
    where = name_of(out, "output")
    messages.print(f"{_count(games, 'game')}, {_count(moves, 'move')} written to {where}{stopped}.")


def replay(
    file: Annotated[
        Path, typer.Argument(help="A file of records, one per line; - is standard input.")
    ],
) -> None:
    """Check every record in a file, whoever wrote it. Stop at the first error."""
    get_ready()
    records = moves = 0
    game = None
    with _open(file, "r") as lines, _progress() as progress:
        size = None if file == STANDARD_STREAM else file.stat().st_size
        task = progress.add_task("Checking", total=size)
        for line in lines:
            progress.advance(task, len(line))
            if not line.strip():
                continue
            records += 1
            fault, game = _check(line)
            if game is None:
                progress.stop()
                complain(f"{name_of(file, 'input')}, record {records}{fault}")
                raise typer.Exit(1)
            moves += len(game.moves)
    if game is None:
        complain(f"{name_of(file, 'input')} contains no record")
        raise typer.Exit(1)
    console.print(f"{_count(records, 'record')}, {_count(moves, 'line')} of play: all correct.")
    if records == 1:
        console.print(_summary(game), soft_wrap=True)


def _summary(game: Game) -> str:
    """Return one game in a line: what was played, and how it stands."""
    view = game.sight()
    parts = [game.name, _count(game.players, "player")]
    parts += [f"{name}={value}" for name, value in game.options.items()]
    if view.get("mode"):
        parts.append(view["mode"])
    if view.get("to_beat") is not None:
        parts.append(f"{view['to_beat']} to beat")
    same = len(set(game.scores)) == 1
    scores = f"score {game.scores[0]}" if same else f"scores {', '.join(map(str, game.scores))}"
    return f"{', '.join(parts)}: {scores}{'' if game.over else ', not finished'}."


def _check(line: bytes) -> tuple[str, Game | None]:
    """Return what is wrong with a record, worded to follow its number. If nothing is wrong, return
    its game."""
    record: Any = None
    try:
        record = json.loads(line)
        return "", upturn.replay(record)
    except MoveError as fault:
        text = record["moves"][(fault.ply or 1) - 1]
        return f", ply {fault.ply} ({text!r:.80}): {fault.code}: {fault.sentence}", None
    except InvalidRecord as fault:
        ply = "" if fault.ply is None else f", ply {fault.ply}"
        return f"{ply}: {fault}", None
    except (ValueError, RecursionError) as fault:
        return f": not JSON: {fault}", None


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
    )
    return Progress(
        *columns,
        TimeRemainingColumn(),
        console=messages,
        transient=True,
        disable=not messages.is_terminal,
    )


@contextmanager
def _open(path: Path, mode: str) -> Iterator[IO[Any]]:
    """Open a file to write text or to read bytes. `-` is the standard stream."""
    if path == STANDARD_STREAM:
        yield sys.stdout if mode == "w" else sys.stdin.buffer
        return
    try:
        with path.open("w", encoding="utf-8") if mode == "w" else path.open("rb") as file:
            yield file
    except OSError as problem:
        verb = "write" if mode == "w" else "read"
        raise UpturnError(f"cannot {verb} {path}: {problem.strerror}") from problem
