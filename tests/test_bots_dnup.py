"""What dnup's bots know."""

from __future__ import annotations

from itertools import product

import pytest

from tests.dnup_table import lay
from tests.knowing import best, weighed
from upturn.bots.dnup import CHANCES, RISK, worth
from upturn.games.contract import DEALING, OVER


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
    game._now["phase"] = DEALING
    chances = [worth(game._now[0], seat) for seat in range(1, players + 1)]
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > max(chances[1:])


def test_chances_to_win_by_hand() -> None:
    """With 3 tokens each of two, and four players: whoever of the two is out first or, behind one
    who cannot win by it, second."""
    game = lay(4, {}, tokens=(3, 3, 0, 0))
    game._now["phase"] = DEALING
    # Out first of four (1/4); or second (1/4) behind one of the two others (2/3): 1/4 + 1/6.
    # Else the two others are out (2 of 12 orders), with 2 and 1 tokens, and it goes on.
    straight = 1 / 4 + 1 / 6
    after = [CHANCES[4, 3 + 3 * 4 + 2 * 16 + 1 * 64, 0], CHANCES[4, 3 + 3 * 4 + 1 * 16 + 2 * 64, 0]]
    assert worth(game._now[0], 1) == pytest.approx(straight + sum(after) / 12)


def test_a_game_won_is_worth_all_and_a_game_lost_nothing() -> None:
    game = lay(3, {}, tokens=(4, 3, 3))
    game._now["phase"] = OVER
    assert [worth(game._now[0], seat) for seat in (1, 2, 3)] == [1, 0, 0]
