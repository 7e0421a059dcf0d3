"""`upturn solve`: the best score for a deal of Team UP, or for a game in progress.

It knows the whole order of the cards. Ctrl-C ends the search but not the command, which then shows
what it has found so far.
"""

from __future__ import annotations

import json as notation
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

import upturn
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.speech import some
from upturn.cli.ready import get_ready
from upturn.cli.seating import HouseRules, last_finished, name_of, new_game, record_in
from upturn.cli.talking import be_legible, say, width
from upturn.cli.terminal import INTERRUPTED, complain, console, messages
from upturn.errors import InvalidRecord, InvalidSetup, MoveError, UpturnError
from upturn.games import rules_of
from upturn.solver import SECONDS

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.solver.solver import Solution

GAME = "team-up"
"""The only game with a solver."""
DEALS = "name one deal: a file with a record, --seed, or --last for your last game"


def solve(
    deal: Annotated[
        Path | None,
        typer.Argument(help="A file with the record of a Team UP game; - is standard input."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="Instead of a file: the deal that this seed gives.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="With --seed: number of players.")] = None,
    option: HouseRules = None,
    last: Annotated[
        bool, typer.Option("--last", help="Instead of a file: the last game you finished.")
    ] = False,
    after: Annotated[
        int | None,
        typer.Option(metavar="BOXES", min=0, help="Start after this many boxes of the record."),
    ] = None,
    as_it_stands: Annotated[
        bool, typer.Option("--as-it-stands", help="Start where the record ends.")
    ] = False,
    seconds: Annotated[float, typer.Option(min=0, help="How long to think.")] = SECONDS,
    draw: Annotated[bool, typer.Option("--draw", help="Draw the resulting pallet.")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print score, bound, proven and moves as JSON.")
    ] = False,
    review: Annotated[
        bool,
        typer.Option(
            "--review",
            help="Say what was possible and which move lost it, without showing a solution.",
        ),
    ] = False,
) -> None:
    """Find the best score that a Team UP deal allows, and the moves that lead to it."""
    if (deal is not None) + (seed is not None) + last != 1:
        raise InvalidSetup(DEALS)
    if seed is None and (players is not None or option):
        raise InvalidSetup("--players and --option only go with --seed: a record has its own")
    if as_it_stands and after is not None:
        raise InvalidSetup("--after and --as-it-stands both say where to start: choose one")
    if review and (as_it_stands or after is not None or draw):
        raise InvalidSetup(
            "--review covers the whole game: leave out --after, --as-it-stands and --draw"
        )
    get_ready()
    be_legible()
    if seed is not None:
        game = new_game(rules_of(GAME), players, seed, option or [])
    else:
        game = recorded(last_finished(GAME) if deal is None else deal)
    if review:
        return look_back(game, seconds, json)
    kept = len(game.moves) if as_it_stands else plies_to(game, after or 0)
    while len(game.moves) > kept:
        game.undo()
    where = "As it stands: " if as_it_stands else f"After {some(after, 'box')}: " if after else ""
    solution, interrupted = think(game, seconds)
    if solution is None:
        complain("stopped before anything was found")
        raise typer.Exit(INTERRUPTED)
    if json:
        told = {"score": solution.score, "bound": solution.bound, "proven": solution.proven}
        console.out(notation.dumps(told | {"moves": solution.moves}))
    else:
        show(game, solution, where, draw)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    return None


# --- The game --------------------------------------------------------------------------------


def recorded(path: Path) -> Game:
    """Return the game of a record in a file, as far as it was played."""
    notices: list[str] = []
    name = name_of(path, "input")
    try:
        game = upturn.replay(record_in(path, notices))
    except (InvalidRecord, MoveError) as problem:
        raise UpturnError(f"{name}: {problem}") from problem
    for notice in notices:
        messages.print(notice, soft_wrap=True)
    if game.name != GAME:
        known = rules_of(GAME).title
        raise InvalidSetup(
            f"{name} is a game of {game.rules.title}; the solver is only for {known}"
        )
    if game.awaits_deal:
        raise InvalidSetup(f"{name}: the record ends before the cards are dealt")
    return game


def plies_to(game: Game, boxes: int) -> int:
    """Return how many lines the log has until `boxes` boxes are placed."""
    moves = game.moves
    placed = [ply for ply, move in enumerate(moves, 1) if move.startswith("place ")]
    if boxes > len(placed):
        raise InvalidSetup(f"the record places {some(len(placed), 'box')}, not {boxes}")
    if boxes:
        return placed[boxes - 1]
    return sum(move.startswith("deal ") for move in moves)


# --- Thinking --------------------------------------------------------------------------------


def think(game: Game, seconds: float) -> tuple[Solution | None, bool]:
    """Return the solution, if one was found, and whether the search was interrupted."""
    from upturn.games.team_up.wording import signed
    from upturn.solver import solve

    found: list[Solution] = []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    progress = Progress(
        *columns, console=messages, transient=True, disable=not messages.is_terminal
    )
    task = progress.add_task("Solving", total=None)

    def watch(solution: Solution) -> None:
        found.append(solution)
        best, most = signed(solution.score), signed(solution.bound)
        told = f"Solving: best so far {best}, at most {most} (Ctrl-C to stop)"
        progress.update(task, description=told)

    with progress:
        try:
            return solve(game, seconds, watch), False
        except KeyboardInterrupt:
            return found[-1] if found else None, True


# --- The answer ------------------------------------------------------------------------------


def show(game: Game, solution: Solution, where: str, draw: bool) -> None:
    """Show the score, the moves by card, and the final pallet."""
    from upturn.cli.drawing.team_up.cards import coloured
    from upturn.cli.drawing.team_up.story import points, reckoned

    if game.over:
        say(f"The game is over, with {points(solution.score)}.")
        return
    if solution.proven:
        say(f"{where}{points(solution.score)}, proven to be the best.")
    else:
        least, most = points(solution.score), points(solution.bound)
        said = f"{where}at least {least} and at most {most}, as far as we looked."
        say(said[:1].upper() + said[1:])
    then = game.copy()
    console.print(Group(*map(coloured, listed(then, solution.moves))), soft_wrap=True)
    view = then.view(1)
    if draw:
        names = [str(seat) for seat in range(1, game.players + 1)]
        look = drawer_of(GAME, names, 1).last_look(view, width())
        console.print(look, width=width())
    say(reckoned(view))


def listed(then: Game, moves: list[str]) -> Iterator[Text]:
    """Make the moves, and yield a line per card. A card keeps its number in the deck."""
    drawn = sum(move == "draw" for move in then.moves)
    deck = then.sight()["deck"] + drawn
    if not drawn:
        yield Text(f"     {then.moves[0].removeprefix('deal ')}")
    for move in moves:
        view = then.sight()
        then.play(move)
        if move == "stop":
            yield Text("     stop")
        elif move != "draw":
            yield Text(f"{deck - view['deck']:>3}. {view['card']}: {move}")


def look_back(game: Game, seconds: float, json: bool) -> None:
    """Print what was possible in a game, in sentences or as data."""
    from upturn.cli.drawing.team_up.review import looked_back
    from upturn.cli.drawing.team_up.story import reckoned
    from upturn.solver import review

    try:
        with messages.status("Looking back at the game …"):
            found = review(game, seconds)
    except KeyboardInterrupt:
        complain("stopped before the whole game was reviewed")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        console.out(notation.dumps(asdict(found)))
        return
    if game.over:
        say(reckoned(game.view(1)))
    say(looked_back(found))
