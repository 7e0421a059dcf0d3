"""Sets up games by the options of `upturn play` and `upturn simulate`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import upturn
from upturn.cli import saves
from upturn.cli.company import check_company, cut_to, usual_company
from upturn.cli.drawing.speech import joined
from upturn.cli.saves import Sitting
from upturn.cli.terminal import command
from upturn.errors import InvalidRecord, InvalidSetup, MoveError, UpturnError, quoted
from upturn.games import names, rules_of

if TYPE_CHECKING:
    from upturn.games.game import Game
    from upturn.games.rules import Rules

HouseRules = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="A house rule, as in clone=shape; repeatable. The rules (? at the table) list them.",
    ),
]
"""The option for house rules, for commands that set up games."""
STANDARD_STREAM = Path("-")
GAMES = joined(names(), "or")
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gwen")
CHALLENGE = "challenge"
TRUE, FALSE = ("true", "yes", "on"), ("false", "no", "off")


def sit_down(game: Game, seat: int, bots: str | None) -> Sitting:
    """Return a person in this seat and bots in the others. Raise InvalidSetup for what cannot
    be."""
    if game.players == 1 and seat != 1:
        raise InvalidSetup(
            f"there is no seat {seat}: you’re playing alone; to change that, use --players"
        )
    game.view(seat)  # refuses a seat that does not exist
    if bots is None:
        bots = usual_company(game.name)
    bots = check_company(bots, game.name, game.players)
    around = list(NAMES[: game.players - 1])
    around.insert(seat - 1, "You")
    return Sitting(game, seat, bots, around)


def place_of(game: Game, seat: int | None, bots: str | None, again: bool) -> tuple[int, str | None]:
    """Return where the person sits and with which bots. What they do not say is as last time, or
    the default."""
    if again:
        last_seat, last_bots = saves.last_place(game.name)
        if bots is None and last_bots is not None:
            bots = cut_to(last_bots, game.players)
        if seat is None and last_seat <= game.players:
            seat = last_seat
    return 1 if seat is None else seat, bots


def same_again(sitting: Sitting) -> str:
    """Return the arguments for another game at the same table, without those that are the
    default."""
    game = sitting.game
    words = ["play", game.name]
    if game.players != game.rules.usual_players:
        words.append(f"--players {game.players}")
    if sitting.seat != 1:
        words.append(f"--seat {sitting.seat}")
    if game.players > 1 and sitting.bots != usual_company(game.name):
        words.append(f"--bots {sitting.bots}")
    words += [f"--option {name}={value}" for name, value in game.options.items()]
    return " ".join(words)


def new_game(
    rules: Rules,
    players: int | None,
    seed: str | None,
    options: Sequence[str],
    deal: object = None,
    mode: str | None = None,
) -> Game:
    """Return a new game, perhaps with the deal of another. Raise InvalidSetup for what cannot
    be."""
    if players is None:
        players = rules.usual_players
        if isinstance(deal, dict):
            players = deal.get("players", players)
    try:
        return upturn.new(
            rules.name,
            players=players,
            seed=read_seed(seed),
            options=house_rules(rules, options) if options else None,
            deal=deal,
            mode=mode,
        )
    except (InvalidRecord, MoveError) as problem:
        raise InvalidSetup(f"this deal cannot be played: {problem}") from problem


def read_seed(text: str | None) -> int | str | None:
    """Return the seed that a text means. A number is the same seed as in Python; any other text is
    a seed too."""
    try:
        return int(text) if text else text
    except ValueError:
        return text


def house_rules(rules: Rules, options: Sequence[str]) -> dict[str, object]:
    """Return house rules written as name=value, with values that the game knows."""
    chosen: dict[str, object] = {}
    for option in options:
        name, equals, value = (part.strip() for part in option.partition("="))
        if not (name and equals):
            raise InvalidSetup(f"write an option as name=value, not {quoted(option)}")
        if name in chosen:
            raise InvalidSetup(f"the option {name} is given twice")
        chosen[name] = next((c for c in rules.options.get(name, ()) if is_called(c, value)), value)
    return chosen


def is_called(choice: object, word: str) -> bool:
    """Return whether a word means this choice, which may be a number, or yes or no."""
    if isinstance(choice, bool):
        return word.lower() in (TRUE if choice else FALSE)
    return str(choice) == word


def deal_of(
    rules: Rules, path: Path | None, again: bool, notices: list[str]
) -> dict[str, Any] | None:
    """Return the record with the wanted deal, from a file or the last finished game."""
    if path and again:
        raise InvalidSetup(
            "--deal takes the deal from a file, --again from your last game: choose one"
        )
    if path:
        return record_in(path, notices)
    if not again:
        return None
    return record_in(last_finished(rules.name), notices)


def last_finished(game: str) -> Path:
    """Return the file of the game of this name that was finished last."""
    if not saves.last_file(game).exists():
        raise InvalidSetup(
            f"you have not finished a game of {rules_of(game).title} yet "
            f"(to play: {command()} play {game})"
        )
    return saves.last_file(game)


def mode_of(rules: Rules, mode: str | None, deal: object, again: bool) -> str | None:
    """Return the mode of the deal. People who play their own last game again know what they saw."""
    if mode is not None and deal is None:
        raise InvalidSetup("--mode is about a deal you play again: name it with --deal or --again")
    challenge = again and rules.same_deals is not None and CHALLENGE in rules.same_deals.known
    return CHALLENGE if mode is None and challenge else mode


def record_in(path: Path, notices: list[str]) -> dict[str, Any]:
    """Return the record in a file, which may have one record, several or a saved game.

    Of several, return the first. A file called `-` is standard input.
    """
    name = name_of(path, "input")
    try:
        data = sys.stdin.buffer.read() if path == STANDARD_STREAM else path.read_bytes()
        text = data.decode()
    except (OSError, UnicodeDecodeError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else "it is not text"
        raise UpturnError(f"cannot read {name}: {why}") from problem
    found = parsed(text)
    if not found:
        lines = [*filter(str.strip, text.splitlines()), ""]
        found = parsed(lines[0])
        if len(lines) > 2:
            notices.append(f"{name} has {len(lines) - 1} lines; only the first is used.")
    if found and isinstance(found.get("record"), dict):
        found = found["record"]
    if not found:
        raise UpturnError(f"{name} contains no record")
    return found


def name_of(path: Path, stream: str) -> str:
    """Return words for a file, for a sentence."""
    return f"standard {stream}" if path == STANDARD_STREAM else str(path)


def parsed(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
