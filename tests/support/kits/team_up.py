"""What tests of all games need from Team UP."""

from __future__ import annotations

from tests.naive.team_up import NaiveTeamUp
from tests.support.kits import Model, Record
from tests.support.team_up_hidden import with_another_order
from upturn.games.game import Game

GAMES, DEEP_GAMES = 10, 5_000
NOTHING_DONE = -27 - 36
"""27 boxes left, 36 penalties."""
MIDWAY = 1, 9
PREFERRED = ("place", "draw", "penalty")
"""Nobody stops, so that the pallet is filled."""
TRIED = ["draw", "stop", "penalty", "place red wide2 a1 x"]
SECRET = {"cards"}


def model(record: Record) -> Model:
    return NaiveTeamUp(record["players"], record["options"], record.get("same_deal"))


def with_other_secrets(game: Game, seat: int, chance: int) -> Game:
    """Return the game with its unknown cards in another order. Every seat sees the same here."""
    return with_another_order(game, chance)
