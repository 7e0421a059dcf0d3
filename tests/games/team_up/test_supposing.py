"""What a seat knows, laid out as a position again, is what the true position becomes by redeal."""

from __future__ import annotations

import pytest

import upturn
from tests.support.team_up_table import wander
from upturn.games import engine
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.team_up.supposing import suppose

MODES = ["competition", "challenge", "puzzle"]


def same_after_redeal(game: Game) -> None:
    for seat in [None, *range(1, game.players + 1)]:
        guess, truth = suppose(game.view(seat)), game.now.copy()
        engine.redeal_at(guess, 0, seat or 0, seeded(game.moves, seat))
        engine.redeal_at(truth, 0, seat or 0, seeded(game.moves, seat))
        assert guess.tobytes() == truth.tobytes()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("clone", ["face", "shape"])
def test_a_supposed_position_is_the_true_one_but_for_the_order_of_the_cards(
    players: int, clone: str
) -> None:
    for seed in range(8):
        more = seed % 2
        same_after_redeal(wander(seed, draws=5 * seed, players=players, clone=clone, more=more))


@pytest.mark.parametrize("mode", MODES)
def test_so_it_is_when_cards_are_known_beforehand(mode: str) -> None:
    for seed in range(6):
        before = wander(seed, draws=4 * seed)
        game = upturn.new("team-up", players=2, deal=before.record(), mode=mode)
        for _ in range(30):
            if game.to_act is None:
                break
            same_after_redeal(game)
            game.play(game.legal_moves()[0])
        same_after_redeal(game)


def test_so_it_is_when_the_game_is_over() -> None:
    stopped = wander(1, draws=3)
    stopped.play("stop")
    same_after_redeal(stopped)
    same_after_redeal(wander(2, draws=36))
