"""Team Play with other cards that a seat cannot see."""

from __future__ import annotations

from typing import Any

import upturn
from upturn.games.game import Game
from upturn.games.team_play.components import CARD_TEXTS, KINDS, MISSIONS
from upturn.games.team_play.story import DREW, GAVE, SHUFFLED, TURNED_UP


def with_other_secrets(game: Game, guess: Any) -> Game:
    """Return the same game with the hidden cards of a guess, by rewriting the log's deals and
    gifts.

    Replaying it checks that every move would have been legal with those cards.
    """
    piles: list[list[str]] = [[]]
    gifts: list[str] = []
    for event in guess.story[: guess.told].tolist():
        card = CARD_TEXTS[event % KINDS]
        if event == SHUFFLED:
            piles.append([])
        elif event // KINDS in (DREW, TURNED_UP):
            piles[-1].append(card)
        elif event // KINDS == GAVE:
            gifts.append(card)
    piles[-1] += [CARD_TEXTS[kind] for kind in guess.pile[: guess.pile_count].tolist()[::-1]]
    record = game.record()
    moves: list[str] = record["moves"]
    for ply, line in enumerate(moves):
        words = line.split(" ")
        if line.startswith("deal numbers "):
            moves[ply] = "deal numbers " + " ".join(piles.pop(0))
        elif line.startswith("deal missions "):
            last_shuffle = ply
        elif words[0] == "give":
            given = [gifts.pop(0) for _ in words[1:]]
            moves[ply] = "give " + " ".join(sorted(given, key=CARD_TEXTS.index))
    lying = [MISSIONS[one].id for one in guess.mission_pile[: guess.mission_count].tolist()[::-1]]
    drawn = moves[last_shuffle].split(" ")
    moves[last_shuffle] = " ".join(drawn[: len(drawn) - len(lying)] + lying)
    assert not piles
    assert not gifts
    return upturn.replay(record)
