"""Team UP with its undrawn cards in another order."""

from __future__ import annotations

import random

import upturn
from tests.support.team_up_table import CARDS
from upturn.games.game import Game


def with_cards(game: Game, cards: list[str]) -> Game:
    """Return the same game with the cards in this order."""
    record = game.record()
    assert sorted(cards) == sorted(CARDS)
    record["moves"][1] = " ".join(["deal cards", *cards])
    return upturn.replay(record)


def cards_of(game: Game) -> list[str]:
    """Return all cards, in the order in which they are drawn."""
    return game.moves[1].split(" ")[2:]


def unknown_from(game: Game) -> int:
    """Return how many cards from the top are known, because they were drawn or seen before."""
    view = game.view()
    known: int = 36 - view["deck"] + len(view["coming"])
    return known


def with_another_order(game: Game, chance: int) -> Game:
    """Return the same game with the cards that nobody can know in another order."""
    known, cards = unknown_from(game), cards_of(game)
    rest = random.Random(chance).sample(cards[known:], len(cards) - known)
    return with_cards(game, cards[:known] + rest)
