"""What tests of all games need from Team Play."""

from __future__ import annotations

from functools import cache

from tests.naive.team_play import NaiveMission, NaiveTeamPlay
from tests.support import team_play_hidden
from tests.support.kits import Model, Record
from tests.support.random_games import guessed
from upturn.games.editions import read_components
from upturn.games.game import Game

GAMES, DEEP_GAMES = 7, 2_500
NOTHING_DONE = 0
MIDWAY = 4, 4
PREFERRED = ("fulfil", "draw", "discard", "keep", "end", "give", "swap")
TRIED = ["draw", "draw bank", "give r1", "keep", "swap", "fulfil sum12", "deal numbers r1"]
SECRET = {"hand", "pile", "mission_pile", "story"}


def model(record: Record) -> Model:
    return NaiveTeamPlay(record["players"], missions())


@cache
def missions() -> list[NaiveMission]:
    data, _ = read_components("team-play")
    return [
        NaiveMission(entry["id"], entry["points"], entry["requirement"])
        for entry in data["mission"]
    ]


def with_other_secrets(game: Game, seat: int, chance: int) -> Game:
    return team_play_hidden.with_other_secrets(game, guessed(game, seat, chance))
