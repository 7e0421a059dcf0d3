"""What dnup's bots know."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support.dnup_table import lay
from tests.support.knowing import best, weighed
from tests.support.random_games import random_game
from upturn.bots.dnup.knowledge import CHANCES, RISK, worth
from upturn.bots.dnup.memory import moments, recall
from upturn.bots.dnup.reasons import why
from upturn.bots.knowledge import Moments
from upturn.bots.reasons import sentence
from upturn.bots.search import Search, Style
from upturn.bots.tree import GUESS, WORLD, guess, likelihood
from upturn.games.contract import DEALING, OVER, Position
from upturn.games.game import Game
from upturn.games.telling import steps


def test_goes_out_when_it_can() -> None:
    game = lay(4, {1: "7/1 7/3"}, {"2": "4/6"})
    assert best(game) == "play 7/1 7/3"


def test_flips_a_hand_that_is_much_better_the_other_way_up() -> None:
    game = lay(4, {1: "1/9 2/9 3/9 4/9 5/9"}, {"2": "10/6"})
    assert best(game) == "flip"


def test_with_its_last_cards_it_does_not_beat_its_own_set() -> None:
    game = lay(2, {1: "7/1"}, {"1b": "3/6", "2b": "7/2 7/4"})
    assert best(game) == "add 7/1 to 2b"
    weights = weighed(game)
    assert weights["play 7/1"] < weights["add 7/1 to 2b"]


def test_sends_a_set_back_to_the_rival_who_is_nearly_out() -> None:
    hands = {1: "8/1 8/2 3/4 3/5 3/6 5/1", 2: "1/2"}
    near = weighed(lay(4, hands, {"2": "4/6 4/8"}))
    far = weighed(lay(4, hands | {2: "1/2 1/3 1/4 1/6 1/7 1/8"}, {"2": "4/6 4/8"}))
    assert near["play 8/1 8/2"] > far["play 8/1 8/2"]


def test_a_set_that_no_rival_has_the_cards_to_beat_is_safe() -> None:
    hands = {1: "2/7 2/8 2/9 5/1", 2: "1/2", 3: "1/3", 4: "1/4"}
    safe = weighed(lay(4, hands))["play 2/7 2/8"]
    exposed = weighed(lay(4, hands | {2: "1/2 1/6"}))["play 2/7 2/8"]
    assert safe > exposed


def test_a_rival_who_is_out_gets_no_cards_back() -> None:
    hands = {1: "8/1 8/2 5/3", 3: "9/1 9/2", 4: "9/3 9/4"}
    alive = weighed(lay(4, hands | {2: "1/2"}, {"2": "4/6 4/8"}))
    gone = weighed(lay(4, hands, {"2": "4/6 4/8"}, out=(2,)))
    assert alive["play 8/1 8/2"] > gone["play 8/1 8/2"]


def test_the_risk_of_a_set_falls_with_its_value_and_size_and_grows_with_the_turns() -> None:
    for size, value in product(range(1, 5), range(1, 10)):
        assert RISK[2, size, value] > RISK[2, size, value + 1]
        assert RISK[2, size, value] > RISK[2, size + 1, value]
        assert RISK[3, size, value] > RISK[2, size, value]
    assert not RISK[:, :, 10].any()
    assert not RISK[0].any()


def test_hidden_hands_change_nothing_that_is_weighed() -> None:
    one = lay(3, {1: "7/1 7/3 4/5", 2: "9/1 9/2", 3: "2/3 2/6"}, {"2": "4/6"})
    two = lay(3, {1: "7/1 7/3 4/5", 2: "2/3 2/6", 3: "9/1 9/2"}, {"2": "4/6"})
    assert weighed(one) == weighed(two)


# --- What the end of a round is worth --------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chances_to_win_add_up_and_are_even_at_the_start(players: int) -> None:
    assert CHANCES[players, 0, :players] == pytest.approx([1 / players] * players)
    game = lay(players, {}, tokens=(1,) + (0,) * (players - 1))
    game.now["phase"] = DEALING
    chances = [worth(game.now[0], seat) for seat in range(1, players + 1)]
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > max(chances[1:])


def test_chances_to_win_by_hand() -> None:
    """With 3 tokens each of two, and four players: whoever of the two is out first or, behind one
    who cannot win by it, second."""
    game = lay(4, {}, tokens=(3, 3, 0, 0))
    game.now["phase"] = DEALING
    # Out first of four (1/4); or second (1/4) behind one of the two others (2/3): 1/4 + 1/6.
    # Else the two others are out (2 of 12 orders), with 2 and 1 tokens, and it goes on.
    straight = 1 / 4 + 1 / 6
    after = [CHANCES[4, 3 + 3 * 4 + 2 * 16 + 1 * 64, 0], CHANCES[4, 3 + 3 * 4 + 1 * 16 + 2 * 64, 0]]
    assert worth(game.now[0], 1) == pytest.approx(straight + sum(after) / 12)


def test_a_game_won_is_worth_all_and_a_game_lost_nothing() -> None:
    game = lay(3, {}, tokens=(4, 3, 3))
    game.now["phase"] = OVER
    assert [worth(game.now[0], seat) for seat in (1, 2, 3)] == [1, 0, 0]


# --- Why -------------------------------------------------------------------------------------


def said(game: Game, move: str) -> str:
    assert move in game.legal_moves()
    reason = why(game.view(game.to_act), move)
    assert reason is not None
    return sentence("dnup", reason)


def test_says_why_in_words() -> None:
    game = lay(4, {1: "7/1 7/3"}, {"2": "4/6"})
    assert said(game, "play 7/1 7/3") == "gets rid of the last cards"
    game = lay(4, {1: "8/1 8/2 3/4", 2: "1/2 1/3"}, {"2": "4/6 4/8"})
    assert said(game, "play 8/1 8/2") == (
        "sends 4/6 and 4/8 back to seat 2, who has only 2 cards left"
    )
    game = lay(4, {1: "8/1 8/2 3/4", 2: "1/2 1/3 1/4 1/6 1/7"}, {"2": "4/6 4/8"})
    assert said(game, "play 8/1 8/2") == "beats seat 2’s set (2 cards)"
    game = lay(4, {1: "9/1 9/2 3/4 3/5"})
    kept = "saves 2 cards of value 9 until the others have no sets that large"
    assert said(game, "play 3/4 3/5") == kept
    game = lay(4, {1: "10/1 10/2 3/4"})
    assert said(game, "play 10/1 10/2") == "hardly anyone can beat 2 cards of value 10"
    game = lay(4, {1: "4/2 4/2 3/5"})
    assert said(game, "play 4/2 4/2") == "gets rid of 2 cards at once"
    assert said(game, "play 3/5") == "gets rid of 3/5, which goes with nothing else in hand"
    game = lay(4, {1: "4/2 6/2 3/5"}, {"2": "4/6 4/8"})
    assert said(game, "add 4/2 to 2") == "gets rid of 4/2 for good by adding it to seat 2’s set"
    assert said(game, "take 2") == "upside down, 6/4 and 8/4 will match cards in hand"
    game = lay(4, {1: "1/9 2/9 3/9"})
    assert said(game, "flip") == "flipped, the hand is gone in 1 set instead of 3"


def test_the_last_card_on_an_opponents_set_goes_out_too() -> None:
    assert said(lay(4, {1: "4/2"}, {"2": "4/6 4/8"}), "add 4/2 to 2").startswith("gets rid of")


def test_a_set_that_comes_back_to_oneself_is_not_out() -> None:
    game = lay(2, {1: "7/1"}, {"1b": "3/6"})
    assert why(game.view(1), "play 7/1") != {"code": "goes-out"}


def test_has_no_reason_where_there_is_none_in_particular() -> None:
    assert why(lay(4, {1: "9/1 9/2"}).view(1), "flip") is None
    assert why(lay(4, {1: "9/1 2/9"}, {"2": "4/6"}).view(1), "take 2") is None


# --- Memory ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_recalls_the_hands_that_others_had_before_their_turns(players: int) -> None:
    """From the true hands of now follow the true hands of then."""
    seen = 0
    for seed in range(12):
        game = random_game("dnup", players, seed, moves=5 + 4 * seed)
        hands = hands_before_moves(game)
        for seat in range(1, players + 1):
            for then, move, turned in each(moments(game.view(seat))):
                recall(then, game.now[0], turned)
                key = (int(then.to_act), then.made, move)
                assert then.to_act != seat
                assert then.hand[then.to_act - 1].tolist() == hands[key]
                seen += 1
    assert seen > 50


def each(found: Moments) -> list[tuple[Position, int, int]]:
    return [
        (found.positions[at], int(found.moves[at]), int(found.turned[at]))
        for at in range(len(found.moves))
    ]


def hands_before_moves(game: Game) -> dict[tuple[int, int, int], list[list[int]]]:
    """By seat, moves made this round and the move: the hand as it was; of the last round."""
    hands: dict[tuple[int, int, int], list[list[int]]] = {}
    for before, _, line in steps(game, 0):
        if isinstance(line, str):
            hands.clear()
        else:
            [then] = before
            key = (int(then.to_act), int(then.made), line)
            hands[key] = then.hand[then.to_act - 1].tolist()
    return hands


def test_a_guess_that_fits_the_others_turns_is_chosen_sooner() -> None:
    chosen = {}
    for guesses in (1, 30):
        game = random_game("dnup", 3, seed=8, moves=9)
        search = Search(game.view(game.to_act), 1, Style(guesses=guesses, trust=2.0))
        desk = search.desk
        total = 0.0
        for _ in range(60):
            guess(search.seat, desk)
            desk.positions[WORLD] = desk.positions[GUESS]
            total += likelihood(desk)
        chosen[guesses] = total
    assert chosen[30] > 1.5 * chosen[1] > 0
