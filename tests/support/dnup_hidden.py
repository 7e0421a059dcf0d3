"""dnup with other cards that a seat cannot see."""

from __future__ import annotations

from typing import Any

import upturn
from tests.support.dnup_table import cards
from tests.support.random_games import guessed
from upturn.games.dnup.position import ACTIVE
from upturn.games.dnup.tables import INSIDE, SIZE
from upturn.games.game import Game

Card = tuple[int, int]


def unseen(position: Any, seat: int) -> list[Card]:
    """Return the cards of a hand that have not been on the table this round."""
    held, known = position.hand[seat - 1, ACTIVE], position.known[seat - 1, ACTIVE]
    found: list[Card] = []
    for value in range(1, 11):
        group = int(held[value] - known[value])
        found += [(value, int(end)) for end in INSIDE[value, group, : SIZE[value, group]]]
    return found


def turned(card: Card, times: int) -> Card:
    return (card[1], card[0]) if times % 2 else card


def with_other_secrets(game: Game, seat: int, chance: int) -> Game:
    """Return the same game with other hidden cards: rewrite the log's last deal and replay.

    An unseen card has been in its hand since the deal, and only turns when the hand is flipped.
    """
    guess = guessed(game, seat, chance)
    record = game.record()
    moves = record["moves"]
    start = max(ply for ply, line in enumerate(moves) if line.startswith("deal "))
    hands = [cards(text) for text in moves[start].removeprefix("deal ").split(" | ")]
    movers = [entry["seat"] for entry in game.history()]
    for other in range(1, game.players + 1):
        if other == seat:
            continue
        flips = sum(
            line == "flip" and mover == other
            for line, mover in zip(moves[start:], movers[start:], strict=True)
        )
        for card in unseen(game.now[0], other):
            hands[other - 1].remove(turned(card, flips))
        hands[other - 1] += [turned(card, flips) for card in unseen(guess, other)]
    dealt = " | ".join(" ".join(f"{a}/{i}" for a, i in sorted(held)) for held in hands)
    moves[start] = f"deal {dealt}"
    return upturn.replay(record)
