"""Compiles the bots of a game by letting each of them think a little."""

from __future__ import annotations

from upturn.bots import kinds, make_bot
from upturn.games import rules_of
from upturn.games.game import Game


def warm_up(name: str) -> None:
    """Compile every bot that plays this game, or load it from the cache."""
    rules = rules_of(name)
    game = Game(rules, rules.player_counts[0], seed=0)
    game.deal_on()
    for bot_name, kind in kinds(name).items():
        bot = make_bot(f"{bot_name}:1" if kind.thinks else bot_name, name, seed=0)
        for now in (game, after_a_move(game)):
            bot.decide(now.view(now.to_act))


def after_a_move(game: Game) -> Game:
    """A little further on, where there may be other things to decide."""
    then = game.copy()
    then.play(then.free_moves()[0])
    return then
