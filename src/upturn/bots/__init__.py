"""Bots: a seat's view in, a move out.

    bot = make_bot("expert", "dnup", seed=7)
    game.play(bot.choose(game.view(game.to_act)))

A bot never meets a game, only views of it, so it cannot peep. It keeps no notes either: what it
chooses depends on its seed and the view alone, so an undone or resumed game goes on as before.

A bot is named by a level of play or by itself, with a budget and a temperature if one likes:
`search:2000` thinks for 2,000 iterations, `search:0.5s` for half a second, `greedy@0.8` errs a
little. Levels and bots are written down in `bots.toml` (see `data.py`); what is known of one game
is in a folder under its name, which is found by that name.
"""

from __future__ import annotations

import re
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING

from upturn.bots.bot import Bot, Decision, Player, Seed
from upturn.bots.data import Kind, kinds
from upturn.bots.levels import Level, levels
from upturn.bots.while_warming import WhileWarming
from upturn.errors import InvalidSetup, quoted
from upturn.games.compiling import runs_plain

if TYPE_CHECKING:
    from upturn.bots.bot import Weigher

__all__ = ["Bot", "Decision", "Kind", "Level", "Player", "bot_names", "kinds", "levels", "make_bot"]

SPEC = re.compile(
    r"(?P<name>[a-z-]+)(:(?P<budget>[1-9][0-9]{0,8})|:(?P<seconds>[0-9]{1,4}(\.[0-9]{1,3})?)s)?"
    r"(@(?P<temperature>[0-9]{1,4}(\.[0-9]{1,4})?))?",
    re.ASCII,
)


def bot_names(game: str) -> list[str]:
    """The levels of this game, the strongest first, then the bots they are made of."""
    return [level.name for level in reversed(levels(game))] + list(kinds(game))


def make_bot(name: str, game: str, seed: Seed, seconds: float = inf) -> Player:
    """The bot of this name, for one seat or many. Raise InvalidSetup if there is none.

    It answers within about so many seconds; as long as it is not compiled, by playing as `greedy`
    does. Without them a budget is counted in iterations alone,
    and the same seed and view always give the same move.
    """
    people_wait = seconds < inf
    known = {level.name: level for level in levels(game)}
    level = known.get(name) if isinstance(name, str) else None
    if level is None:
        level, limit = _read(name, game)
        seconds = min(seconds, limit)
    kind = kinds(game)[level.bot]
    file, _, name_of_class = kind.maker.rpartition(".")
    maker = getattr(import_module(f"upturn.bots.{file}"), name_of_class)
    weigher: Weigher = maker(seed, level.budget, seconds) if kind.thinks else maker()
    if kind.thinks and people_wait and runs_plain():
        weigher = WhileWarming(weigher, game)
    return Player(weigher, seed, level.temperature, game)


def _read(name: object, game: str) -> tuple[Level, float]:
    """What a spec like `search:2000@0.1` asks for, as a level; and seconds, if it names any."""
    spec = SPEC.fullmatch(name) if isinstance(name, str) else None
    if spec is None or spec["name"] not in kinds(game):
        known = ", ".join(bot_names(game))
        raise InvalidSetup(
            f"there is no bot called {quoted(name)} for {game}. The bots are {known}"
        )
    bot, seconds = spec["name"], spec["seconds"]
    kind = kinds(game)[bot]
    if (spec["budget"] or seconds) and not kind.thinks:
        raise InvalidSetup(f"{bot} takes no budget: it does not think ahead")
    budget = int(spec["budget"]) if spec["budget"] else kind.budget
    level = Level(bot, "", bot, None if seconds else budget, float(spec["temperature"] or 0))
    return level, float(seconds or inf)
