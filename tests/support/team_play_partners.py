"""Positions of Team Play in which one partner has shown what it collects."""

from __future__ import annotations

from tests.support.team_play_table import lay, pass_turn, play
from upturn.games.game import Game


def partner_took(
    bank: str, mission: str, hand: str, own: str = "pair_red", centre: str = "four_kind"
) -> Game:
    """Return a game in which everybody saw seat 3 take the first two cards of the bank. Its
    partner, seat 1, is to act."""
    first, second, _ = bank.split()
    game = lay(
        4,
        {1: hand},
        to_act=3,
        bank=bank,
        pile="b7 b7 r7 r7 b8 b8",
        missions={1: own, 3: mission},
        centre=centre,
        moves=[f"draw {first}", f"draw {second}", "end"],
    )
    pass_turn(game)
    return game


def drawn(game: Game) -> Game:
    play(game, "draw pile", "draw pile")
    return game
