"""Saved games: one file per game, written whenever the person moves and when a bot is done.

    {"save": 1, "seat": 1, "bots": "casual", "names": ["You", "Ada", …], "seed": …, "record": {…}}

A record alone is not enough: the seed decides the coming deals, and a record does not say who sits
where. `bots` is the company as `company.py` writes it. A file is replaced in one step, so a crash
leaves either the old file or the new one.

Once a game is over its file is deleted, and its record is kept as that of the last game. Another
file says where the person sat, and with which bots.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import upturn
from upturn.cli.company import check_company
from upturn.errors import UpturnError
from upturn.folders import replace_file, state_folder
from upturn.games import rules_of
from upturn.games.editions import STANDARD

if TYPE_CHECKING:
    from upturn.games.game import Game

FORMAT = 1
KEYS = {"save", "seat", "bots", "names", "seed", "record"}
LONGEST_NAME = 12
LAST, PLACE = "-last", "-place"


class DamagedSave(UpturnError):
    """A save file that cannot be used; the message says why."""


@dataclass
class Sitting:
    """A game, and who sits at it: one person, the rest bots."""

    game: Game
    seat: int
    bots: str  # the company, as `company.py` writes it
    names: list[str]  # by seat; the person's own is not shown


def save_file(game: str, kind: str = "") -> Path:
    """Return the file of a saved game. Games with other cards have other files."""
    edition = rules_of(game).edition
    name = game if edition == STANDARD else f"{game}-{edition}"
    return state_folder() / f"{name}{kind}.json"


def last_file(game: str) -> Path:
    """Return the file with the record of the last finished game of this name, on one line."""
    return save_file(game, LAST)


def last_place(game: str) -> tuple[int, str | None]:
    """Return where the person sat when they finished a game of this name, and with which bots."""
    try:
        data = json.loads(save_file(game, PLACE).read_bytes())
        seat = data["seat"]
        bots = check_company(data["bots"], game, max(rules_of(game).player_counts))
    except (OSError, ValueError, RecursionError, TypeError, KeyError):
        return 1, None
    return (seat, bots) if type(seat) is int and seat >= 1 else (1, None)


def saved_at(game: str) -> datetime | None:
    """Return when a game of this name was saved, if one is."""
    try:
        return datetime.fromtimestamp(save_file(game).stat().st_mtime).astimezone()
    except OSError:
        return None


def save(sitting: Sitting) -> None:
    """Write the game to its file; once it is over, keep its record instead. Raise OSError."""
    path = save_file(sitting.game.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if sitting.game.over:
        record = json.dumps(sitting.game.record(), separators=(",", ":"), ensure_ascii=False)
        replace_file(last_file(sitting.game.name), f"{record}\n")
        place = json.dumps({"seat": sitting.seat, "bots": sitting.bots})
        replace_file(save_file(sitting.game.name, PLACE), f"{place}\n")
        path.unlink(missing_ok=True)  # last, so that a saved move is always in some file
        return
    data = {
        "save": FORMAT,
        "seat": sitting.seat,
        "bots": sitting.bots,
        "names": sitting.names,
        "seed": sitting.game.seed,
        "record": sitting.game.record(),
    }
    replace_file(path, json.dumps(data, indent=1))


def load(game: str) -> Sitting:
    """Return the saved game of this name. Raise DamagedSave, or OSError if there is none to
    read."""
    try:
        return _sit_down(game, json.loads(save_file(game).read_bytes()))
    except UpturnError as problem:
        raise DamagedSave(str(problem)) from problem
    except (ValueError, RecursionError) as problem:
        raise DamagedSave("the file is damaged") from problem


def set_aside(game: str) -> Path:
    """Move a damaged file out of the way, in case somebody wants to look into it. Return its new
    path."""
    path = save_file(game)
    for number in count(1):
        aside = path.with_name(f"{path.name}.damaged{'' if number == 1 else f'-{number}'}")
        if not aside.exists():
            break
    return path.replace(aside)


def _sit_down(game: str, data: object) -> Sitting:
    if not isinstance(data, dict) or set(data) != KEYS:
        raise DamagedSave(f"a saved game must have {', '.join(sorted(KEYS))} and nothing else")
    if data["save"] != FORMAT:
        raise DamagedSave(
            f"this version reads saved games of format {FORMAT}, not {data['save']!r:.40}"
        )
    played = upturn.replay(data["record"])
    if played.name != game:
        raise DamagedSave(f"it is a game of {played.rules.title}")
    seat, names, seed = data["seat"], data["names"], data["seed"]
    if type(seat) is not int or not 1 <= seat <= played.players:
        raise DamagedSave(f"there is no seat {seat!r:.40} at a table of {played.players}")
    bots = check_company(data["bots"], game, played.players)
    if type(seed) not in (int, str):
        raise DamagedSave("the seed must be a number or text")
    if not isinstance(names, list) or len(names) != played.players or not all(map(_good, names)):
        raise DamagedSave("it does not name everyone at the table")
    # The coming deals must be those of the interrupted game.
    played.seed = seed
    played.deal_on()
    return Sitting(played, seat, bots, names)


def _good(name: object) -> bool:
    return isinstance(name, str) and name.isprintable() and 0 < len(name) <= LONGEST_NAME
