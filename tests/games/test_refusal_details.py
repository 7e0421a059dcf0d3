"""The details of a refusal are data: what somebody says in another language is made from them.

Words of a language in them would have to be taken apart by whoever translates them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import upturn
from tests.support.random_games import TABLES, random_game
from upturn.errors import MoveError
from upturn.games import names, rules_of
from upturn.games.team_play.components import MISSIONS
from upturn.games.team_up.components import COMPONENTS, NEUTRAL
from upturn.games.team_up.tables import CARD_TEXTS

IN_WORDS = {"asks": {"team-play": "mission", "team-up": "card"}}
"""Details that fill the English sentence alone, and the detail from which they are made."""
TYPED = {"text", "forms", "move"}
"""Details of texts that are no move: what was typed, and what moves look like."""
FEWEST_CODES = 10
"""So many different refusals at least are looked at in every game."""


def vocabulary(game: str) -> set[str]:
    """The words that moves are made of, and the names of things."""
    rules = rules_of(game)
    texts = (text for count in rules.player_counts for text in rules.notation(count).texts)
    known = {word for text in texts for word in text.split(" ")}
    if game == "team-play":
        known |= {mission.id for mission in MISSIONS}
    if game == "team-up":
        known |= {kind.shape for kind in COMPONENTS.kinds} | {*CARD_TEXTS, NEUTRAL, "z"}
    return known


def attempts(game: upturn.Game, chance: random.Random) -> Iterator[str]:
    """Moves of the game that are mostly not legal, and texts that are nearly moves."""
    texts = [text for text in game.rules.notation(game.players).texts if text]
    words = sorted({word for text in texts for word in text.split(" ")})
    for text in chance.sample(texts, min(120, len(texts))):
        yield text
        parts = text.split(" ")
        parts[chance.randrange(len(parts))] = chance.choice(words)
        yield " ".join(parts)
        yield " ".join([*parts, parts[-1]])
    yield from {text.split(" ")[0] for text in texts}


def refusals(name: str) -> Iterator[MoveError]:
    chance = random.Random(name)
    for players in [players for game, players in TABLES if game == name]:
        for seed in range(6):
            game = random_game(name, players, seed, chance.randrange(60))
            for text in attempts(game, chance):
                refused = game.why_not(text)
                if refused is not None:
                    yield refused


def is_data(value: object, known: set[str]) -> bool:
    """Whether a value is a number or made of the words of moves and the names of things."""
    if isinstance(value, list):
        return all(is_data(one, known) for one in value)
    if not isinstance(value, str):
        return value is None or isinstance(value, int)
    parts = re.split(r"[ ,]+", value)
    return all(part in known or re.fullmatch(r"[\W\d]*[a-z]?\d*", part) for part in parts)


@pytest.mark.parametrize("name", names())
def test_the_details_of_a_refusal_are_no_words_of_a_language(name: str) -> None:
    known, codes = vocabulary(name), set()
    for refused in refusals(name):
        codes.add(refused.code)
        for detail, value in refused.details.items():
            if detail in IN_WORDS:
                assert IN_WORDS[detail][name] in refused.details
            elif detail not in TYPED:
                assert is_data(value, known), (refused.code, detail, value)
    assert len(codes) >= FEWEST_CODES, codes


@pytest.mark.parametrize("value", ["one", "none", "a red box", ["r1", "the mission"]])
def test_words_of_a_language_are_noticed(value: object) -> None:
    assert not any(is_data(value, vocabulary(name)) for name in names())
