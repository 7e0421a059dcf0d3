"""Compiles the bots of a game by letting each of them think a little."""

from __future__ import annotations

from upturn.bots import ANY_GAME, KINDS, THINKERS, make_bot
from upturn.games import rules_of
from upturn.games.game import Game


def warm_up(name: str) -> None:
    """Compile every bot that plays this game, or load it from the cache."""
    rules = rules_of(name)
    game = Game(rules, rules.player_counts[0], seed=0)
    game.deal_on()
    for kind, plays in KINDS.items():
        if name in plays or ANY_GAME in plays:
            bot = make_bot(f"{kind}:1" if kind in THINKERS else kind, name, seed=0)
            for now in (game, after_a_move(game)):
                bot.decide(now.view(now.to_act))


def after_a_move(game: Game) -> Game:
    """A little further on, where there may be other things to decide."""
    then = game.copy()
    then.play(then.free_moves()[0])
    return then
