"""Bots: a seat's view in, a move out.

    bot = make_bot("expert", "dnup", seed=7)
    game.play(bot.choose(game.view(game.to_act)))

A bot never meets a game, only views of it, so it cannot peep. It keeps no notes either: what it
chooses depends on its seed and the view alone, so an undone or resumed game goes on as before.

A bot is named by a level of play (`levels.toml`) or by itself, with a budget and a temperature if
one likes: `search:2000` thinks for 2,000 iterations, `search:0.5s` for half a second,
`greedy@0.8` errs a little. A new kind of bot is a file here and a line in `KINDS`.
"""

from __future__ import annotations

import re
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING

from upturn.bots.bot import Bot, Decision, Player, Seed
from upturn.bots.levels import Level, levels
from upturn.bots.while_warming import WhileWarming
from upturn.errors import InvalidSetup, quoted
from upturn.games.compiling import runs_plain

if TYPE_CHECKING:
    from upturn.bots.bot import Weigher

__all__ = ["Bot", "Decision", "Level", "Player", "bot_names", "levels", "make_bot"]

ANY_GAME = "any game"
KINDS = {
    "stacking": {"team-up": "stacking.Stacker"},
    "search": {ANY_GAME: "search.Searcher"},
    "greedy": {ANY_GAME: "greedy.Greedy"},
    "random": {ANY_GAME: "uniform.Uniform"},
}
"""By name and game: file and class. A file is loaded when its bot is asked for, as games are."""
THINKERS = {"stacking": 500, "search": 1000}
"""Bots that have a budget, and what it is if nobody says."""
SPEC = re.compile(
    r"(?P<name>[a-z-]+)(:(?P<budget>[1-9][0-9]{0,8})|:(?P<seconds>[0-9]{1,4}(\.[0-9]{1,3})?)s)?"
    r"(@(?P<temperature>[0-9]{1,4}(\.[0-9]{1,4})?))?",
    re.ASCII,
)


def bot_names(game: str) -> list[str]:
    """The levels of this game, the strongest first, then the bots they are made of."""
    kinds = [name for name, plays in KINDS.items() if game in plays or ANY_GAME in plays]
    return [level.name for level in reversed(levels(game))] + kinds


def make_bot(name: str, game: str, seed: Seed, seconds: float = inf) -> Player:
    """The bot of this name, for one seat or many. Raises InvalidSetup if there is none.

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
    plays = KINDS[level.bot]
    file, maker = plays.get(game, plays.get(ANY_GAME, "")).split(".")
    kind = getattr(import_module(f"upturn.bots.{file}"), maker)
    weigher: Weigher = kind(seed, level.budget, seconds) if level.bot in THINKERS else kind()
    if level.bot in THINKERS and people_wait and runs_plain():
        weigher = WhileWarming(weigher, game)
    return Player(weigher, seed, level.temperature)


def _read(name: object, game: str) -> tuple[Level, float]:
    """What a spec like `search:2000@0.1` asks for, as a level; and seconds, if it names any."""
    spec = SPEC.fullmatch(name) if isinstance(name, str) else None
    if spec is None or spec["name"] not in bot_names(game) or spec["name"] not in KINDS:
        known = ", ".join(bot_names(game))
        raise InvalidSetup(f"no bot {quoted(name)} plays {game}; there is {known}")
    kind, seconds = spec["name"], spec["seconds"]
    if (spec["budget"] or seconds) and kind not in THINKERS:
        raise InvalidSetup(f"{kind} has no budget: it does not think ahead")
    budget = int(spec["budget"]) if spec["budget"] else THINKERS.get(kind)
    level = Level(kind, "", kind, None if seconds else budget, float(spec["temperature"] or 0))
    return level, float(seconds or inf)
