"""A puzzle of Team UP: the place of the neutral box and the order of all cards, open to everybody.

A puzzle's file is the record of a game in which nobody has moved yet, with facts about the puzzle
added. So every tool that plays or checks records also works with puzzles:

    {"upturn": 1, "game": "team-up", …, "moves": ["deal neutral d1 x", "deal cards red …"],
     "over": false, "puzzle": {"id": "3fa85c", "difficulty": 4, "packings": 812, …}}
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from upturn.errors import InvalidRecord, InvalidSetup, UpturnError

GAME = "team-up"
DIFFICULTIES = range(1, 6)
PERFECT = 25
"""The score of a perfect pallet of the standard edition."""
PLAYERS = 1
"""The number of players in a puzzle's record; any number can play its deal."""
ID_DIGITS = 6
FACTS = "puzzle"
"""The field of a record that holds facts about the puzzle."""


@dataclass(frozen=True)
class Puzzle:
    """A deal that can be solved perfectly, in the texts of a game's log."""

    neutral: str
    cards: tuple[str, ...]

    @property
    def id(self) -> str:
        """A short name made from the deals, so that it never changes."""
        content = "\n".join(self.deals)
        return hashlib.sha256(content.encode()).hexdigest()[:ID_DIGITS]

    @property
    def deals(self) -> list[str]:
        """The first lines in the log of every game of this puzzle."""
        return [f"deal neutral {self.neutral}", f"deal cards {' '.join(self.cards)}"]

    def record(self) -> dict[str, Any]:
        """Return a record in which nobody has moved, for `upturn.new(…, deal=…, mode="puzzle")`."""
        from upturn.games import rules_of

        rules = rules_of(GAME)
        return {
            "upturn": 1,
            "game": GAME,
            "players": PLAYERS,
            "options": {},
            "rules": rules.version,
            "edition": rules.edition,
            "moves": self.deals,
            "over": False,
        }


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is; `rating.py` explains the figures."""

    packings: int  # perfect pallets that can be stacked in the order of the cards
    pallets: int  # all perfect pallets with the neutral box in this place
    bots: float  # mean score of the bots that tried
    best: int  # the best of these scores
    points: float
    difficulty: int


def puzzle_of(record: object) -> Puzzle:
    """Return the deal of a record as a puzzle. Raise InvalidSetup if it is not of Team UP."""
    import upturn

    try:
        game = upturn.replay(record)
    except InvalidRecord as problem:
        raise InvalidSetup(f"this is not a puzzle: {problem}") from problem
    except UpturnError as problem:
        raise InvalidSetup(f"this is not a puzzle: its record goes wrong: {problem}") from problem
    if game.name != GAME:
        raise InvalidSetup(f"puzzles are for {GAME}; this is a record of {game.name}")
    if game.options:
        house = ", ".join(f"{name}={value}" for name, value in game.options.items())
        raise InvalidSetup(f"puzzles have no house rules; this record has {house}")
    if game.awaits_deal:
        raise InvalidSetup("this record ends before the cards are dealt")
    neutral, cards = game.moves[:2]
    return Puzzle(
        neutral.removeprefix("deal neutral "), tuple(cards.removeprefix("deal cards ").split(" "))
    )


def check_edition() -> None:
    """Raise InvalidSetup unless the boxes are the standard ones: the library is for those only."""
    from upturn.games import rules_of
    from upturn.games.editions import STANDARD

    edition = rules_of(GAME).edition
    if edition != STANDARD:
        raise InvalidSetup(
            f"puzzles are for the standard edition of {GAME}; {edition!r} is in use "
            "(UPTURN_COMPONENTS chooses the edition)"
        )


def written(puzzle: Puzzle, rating: Rating | None = None) -> str:
    """Return the content of a puzzle's file."""
    facts = {"id": puzzle.id, **(asdict(rating) if rating else {})}
    return json.dumps(puzzle.record() | {FACTS: facts}, indent=1, ensure_ascii=False) + "\n"
