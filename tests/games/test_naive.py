"""The compiled rules against slow models written from the rules text alone, move for move."""

from __future__ import annotations

import random

import pytest

import upturn
from tests.support.kits import Facts, Record, kit_of, model_of
from tests.support.playthroughs import undealt
from tests.support.random_games import TABLES
from upturn.games.game import Game
from upturn.games.simulation import random_records

PARTS = 50  # into which the games of `make check-deep` are cut, for all cores to share


def sight(game: Game, seat: int | None) -> Facts:
    """What a seat sees now, the legal moves sorted as the models do."""
    seen = game.sight(seat)
    return seen | {"legal": sorted(seen["legal"])}


def compare(record: Record, look: random.Random) -> None:
    """Follow a game line by line in both, comparing all there is to see."""
    players = record["players"]
    model = model_of(record)
    game = undealt(record)
    for line in record["moves"]:
        if game.to_act:
            assert sorted(game.legal_moves()) == model.legal_moves(), game.moves
        game.follow(line)
        model.apply(line)
        assert (game.to_act, game.over, game.scores) == (model.to_act, model.over, model.scores)
        seat = look.choice([None, *range(1, players + 1)])
        assert sight(game, seat) == model.sight(seat), (seat, game.moves)
    for viewer in (None, look.randint(1, players)):
        assert game.history(viewer) == model.history(viewer), (viewer, game.moves)
    assert game.record() == record


def compare_random_games(name: str, players: int, seeds: range) -> None:
    for seed in seeds:
        [record] = random_records(name, players, 1, seed)
        compare(record, random.Random(seed))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_games_agree_with_the_naive_model(name: str, players: int) -> None:
    compare_random_games(name, players, range(kit_of(name).GAMES))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_thousands_of_random_games_agree_with_the_naive_model(
    name: str, players: int, part: int
) -> None:
    share = kit_of(name).DEEP_GAMES // PARTS
    compare_random_games(name, players, range(part * share, (part + 1) * share))


@pytest.mark.parametrize(("players", "seeds"), [(5, (4, 5, 11)), (6, (10, 11, 15))])
def test_games_in_which_the_mission_pile_runs_out_agree_with_the_naive_model(
    players: int, seeds: tuple[int, ...]
) -> None:
    """All swap and fulfil whenever they can, in games found by trying seeds."""
    for seed in seeds:
        game = upturn.new("team-play", players=players, seed=seed)
        choose = random.Random(seed)
        while not game.over:
            legal = game.legal_moves()
            eager = [move for move in legal if move.split()[0] in ("swap", "fulfil")]
            idle = [move for move in legal if move.split()[0] != "give"]
            game.play(choose.choice(eager or idle))
        assert sum(line.startswith("deal missions") for line in game.moves) == 2
        compare(game.record(), choose)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_naive_model_refuses_what_the_rules_refuse(name: str, players: int) -> None:
    for seed in range(4):
        [record] = random_records(name, players, 1, seed)
        model = model_of(record)
        game = undealt(record)
        pick = random.Random(seed)
        for line in record["moves"]:
            legal = model.legal_moves()
            for text in pick.sample([text for text in game.notation.texts if text], 5):
                assert (game.why_not(text) is None) == (text in legal)
            game.follow(line)
            model.apply(line)


# --- Team UP under its house rule, stopped, and with another game's deal ----------------------


def random_team_up(game: Game, choose: random.Random, stop: float = 0.0) -> Game:
    """Play on at random, stopping before a draw with this chance."""
    while not game.over:
        legal, free = game.legal_moves(), game.free_moves()
        agreed = [move for move in legal if move not in free]
        game.play(agreed[0] if agreed and choose.random() < stop else choose.choice(free))
    return game


@pytest.mark.parametrize("players", [1, 4])
def test_team_up_with_the_other_reading_of_clones_agrees_with_the_naive_model(players: int) -> None:
    for seed in range(15):
        choose = random.Random(seed)
        options = {"clone": "shape"}
        game = upturn.new("team-up", players=players, seed=seed, options=options)
        compare(random_team_up(game, choose, stop=0.02).record(), choose)


@pytest.mark.parametrize("mode", ["competition", "challenge", "puzzle"])
def test_team_up_with_the_deal_of_another_game_agrees_with_the_naive_model(mode: str) -> None:
    for seed in range(6):
        choose = random.Random(seed)
        first = random_team_up(upturn.new("team-up", players=2, seed=seed), choose, stop=0.05)
        again = upturn.new("team-up", players=3, deal=first.record(), mode=mode)
        compare(random_team_up(again, choose, stop=0.03).record(), choose)
