"""A seat supposes a position from its view, and a guess makes the same of it as of the true one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import upturn
from tests.support.random_games import random_game
from tests.support.team_play_table import lay
from upturn.games import engine
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.team_play.components import COPIES, KINDS
from upturn.games.team_play.position import STORY

every_count = pytest.mark.parametrize("players", [3, 4, 5, 6])


def guess(positions: Any, seat: int) -> Any:
    engine.redeal_at(positions, 0, seat, seeded("guess", seat))
    return positions[0]


def assert_supposed_well(game: Game) -> None:
    """For every seat, field by field: what a guess makes of its supposition and of the truth."""
    for seat in range(1, game.players + 1):
        supposed = game.rules.suppose(game.view(seat))
        mine, true = guess(supposed, seat), guess(game.now.copy(), seat)
        for field in mine.dtype.names:
            assert np.array_equal(mine[field], true[field]), (seat, field)


@every_count
def test_a_guess_makes_the_same_of_a_supposition_as_of_the_truth(players: int) -> None:
    for seed in range(12):
        assert_supposed_well(random_game("team-play", players, seed, moves=seed * 25))


def without_fulfilling(players: int, moves: int) -> Game:
    game = upturn.new("team-play", players=players, seed=players)
    choose = random.Random(players)
    for _ in range(moves):
        legal = [move for move in game.legal_moves() if not move.startswith("fulfil")]
        game.play(choose.choice(legal))
    return game


@pytest.mark.parametrize("players", [4, 6])
def test_a_story_too_long_to_remember_is_supposed_as_it_is_remembered(players: int) -> None:
    game = without_fulfilling(players, moves=1000)
    assert sum("deal numbers" in line for line in game.moves) > 5
    events = sum(len(entry["events"]) for entry in game.history(1))
    assert events > STORY > game.now[0].told
    assert_supposed_well(game)


def test_before_the_deals_there_is_nothing_to_suppose() -> None:
    game = Game(upturn.games.rules_of("team-play"), 4, seed=1)
    assert game.rules.suppose(game.view(2)).tobytes() == game.now.tobytes()


def test_missions_swapped_away_and_shuffled_again_are_supposed_where_they_are() -> None:
    game = lay(4, answers=["swap", "keep", "swap", "swap"])
    assert game.rules.suppose(game.view(1))[0].put_away == 3
    assert_supposed_well(game)
    game = lay(4, answers=["swap", "keep"])
    assert game.view()["asked"] == "exchange"
    assert_supposed_well(game)


@every_count
def test_what_the_seat_sees_of_its_supposition_is_what_it_saw(players: int) -> None:
    for seed in range(6):
        game = random_game("team-play", players, seed, moves=90)
        for seat in range(1, players + 1):
            view = game.view(seat)
            position = game.rules.suppose(view)
            seen = game.rules.seen_by(position, seat)
            assert seen == {name: view[name] for name in seen}


@every_count
def test_the_cards_of_a_supposition_are_all_there_are(players: int) -> None:
    for seed in range(6):
        game = random_game("team-play", players, seed, moves=90)
        for seat in range(1, players + 1):
            position = game.rules.suppose(game.view(seat))[0]
            lying = [*position.bank, *position.pile[: position.pile_count]]
            cards = position.discard + position.hand.sum(axis=0)
            cards = cards + np.bincount(lying, minlength=KINDS)
            assert cards.tolist() == [COPIES] * KINDS
            assert (position.hand >= 0).all()
            assert position.hand.sum(axis=1)[:players].tolist() == game.view()["counts"]


def test_a_seat_that_saw_a_card_being_taken_supposes_it_in_that_hand() -> None:
    game = lay(4, bank="r2 r3 b8", moves=["draw r2", "draw r3", "end"])
    for seat in (2, 3, 4):
        hand = game.rules.suppose(game.view(seat))[0].hand[0]
        assert hand[1] >= 1
        assert hand[2] >= 1


def test_nothing_hidden_changes_a_supposition() -> None:
    true, other = (
        lay(4, hands, bank="r8 r8 b8", pile="b5 b6", moves=["draw r8", "draw r8"])
        for hands in ({1: "r1", 2: "r2 r3", 4: "b1 b2 b3"}, {1: "r1", 2: "b7 b7", 4: "r5 r6 r7"})
    )
    assert str(true.view(2)["hand"]) != str(other.view(2)["hand"])
    one, two = (game.rules.suppose(game.view(1)).tobytes() for game in (true, other))
    assert one == two
