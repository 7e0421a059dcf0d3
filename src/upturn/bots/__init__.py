"""Bots: a seat's view in, a move out.

    bot = make_bot("greedy", "dnup", seed=7)
    game.play(bot.choose(game.view(game.to_act)))

A bot never meets a game, only views of it, so it cannot peep. It keeps no notes either: what it
chooses depends on its seed and the view alone, so an undone or resumed game goes on as before.
A new bot is a file here and a line in `BOTS`.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from upturn.bots.bot import Bot, Seed
from upturn.errors import InvalidSetup, quoted

__all__ = ["Bot", "bot_names", "make_bot"]

ANY_GAME = "any game"
BOTS = {
    "greedy": {
        "dnup": "dnup.GreedyBot",
        "team-play": "team_play.GreedyBot",
        "team-up": "team_up.GreedyBot",
    },
    "random": {ANY_GAME: "uniform.RandomBot"},
}
"""By name and game: file and class. A file is loaded when its bot is asked for, as games are."""


def bot_names(game: str) -> list[str]:
    """The bots that play this game, the strongest first."""
    return [name for name, plays in BOTS.items() if game in plays or ANY_GAME in plays]


def make_bot(name: str, game: str, seed: Seed) -> Bot:
    """The bot of this name, for one seat or many. Raises InvalidSetup if there is none."""
    plays = BOTS.get(name, {}) if isinstance(name, str) else {}
    found = plays.get(game) or plays.get(ANY_GAME)
    if found is None:
        known = ", ".join(bot_names(game))
        raise InvalidSetup(f"no bot {quoted(name)} plays {game}; there is {known}")
    file, maker = found.split(".")
    return cast(Bot, getattr(import_module(f"upturn.bots.{file}"), maker)(seed))
