"""The stacking bot at work."""

from __future__ import annotations

from typing import Any

from upturn.bots import Player
from upturn.bots.team_up.stacking import Stacker
from upturn.games.game import Game


def bot(effort: int = 4) -> Stacker:
    return Stacker(1, effort)


def choice(view: dict[str, Any], effort: int = 4) -> str:
    return Player(bot(effort), 1).choose(view)


def played(game: Game, effort: int = 2) -> Game:
    """Play this game to its end with the bot in every seat."""
    while game.to_act is not None:
        view = game.view(game.to_act)
        move = choice(view, effort)
        assert move in view["legal"]
        game.play(move)
    return game
