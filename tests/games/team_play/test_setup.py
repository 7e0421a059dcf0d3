"""The rules of Team Play, one test per sentence: components and set-up."""

from __future__ import annotations

from collections import Counter

import pytest

import upturn
from tests.support.team_play_table import POINTS, hand, lay, refusal

every_count = pytest.mark.parametrize("players", [3, 4, 5, 6])
teams_of_two = pytest.mark.parametrize("players", [4, 6])
everyone_alone = pytest.mark.parametrize("players", [3, 5])

# --- Components ------------------------------------------------------------------------------


@every_count
def test_there_are_64_number_cards_four_of_each_number_in_each_colour(players: int) -> None:
    game = upturn.new("team-play", players=players, seed=1)
    word, kind, *cards = game.moves[0].split(" ")
    assert (word, kind) == ("deal", "numbers")
    assert Counter(cards) == {f"{colour}{n}": 4 for colour in "rb" for n in range(1, 9)}


@every_count
def test_there_are_46_missions_all_different(players: int) -> None:
    game = upturn.new("team-play", players=players, seed=1)
    word, kind, *missions = game.moves[1].split(" ")
    assert (word, kind) == ("deal", "missions")
    assert len(missions) == 46
    assert set(missions) == set(POINTS)


@every_count
def test_every_shuffle_is_another_one_and_a_seed_repeats_it(players: int) -> None:
    decks = [tuple(upturn.new("team-play", players=players, seed=n).moves[:2]) for n in range(20)]
    assert len(set(decks)) == 20
    assert len({numbers for numbers, _ in decks}) == len({missions for _, missions in decks}) == 20
    assert decks[7] == tuple(upturn.new("team-play", players=players, seed=7).moves[:2])


@pytest.mark.parametrize("players", range(9))
def test_three_to_six_can_play(players: int) -> None:
    if 3 <= players <= 6:
        assert upturn.new("team-play", players=players).to_act == 1
    else:
        with pytest.raises(upturn.InvalidSetup):
            upturn.new("team-play", players=players)


# --- Set-up ----------------------------------------------------------------------------------


@every_count
def test_three_number_cards_lie_in_the_bank(players: int) -> None:
    game = lay(players, bank="r5 b5 r5", answers=())
    for seat in (None, *range(1, players + 1)):
        assert game.sight(seat)["bank"] == ["r5", "b5", "r5"]


@every_count
def test_the_first_seat_is_dealt_one_card_the_second_two_everyone_else_three(players: int) -> None:
    counts = [1, 2, 3, 3, 3, 3][:players]
    sight = lay(players, answers=()).sight()
    assert sight["counts"] == counts
    assert sight["pile"] == 64 - 3 - sum(counts)
    assert sight["discard"] == []


@every_count
def test_number_cards_are_dealt_off_the_top_bank_first_then_the_seats_in_order(
    players: int,
) -> None:
    game = lay(players, answers=())
    deck = game.moves[0].split(" ")[2:]
    assert game.sight()["bank"] == deck[:3]
    start = 3
    for seat in range(1, players + 1):
        count = min(seat, 3)
        assert Counter(hand(game, seat)) == Counter(deck[start : start + count])
        start += count


def test_a_hand_is_shown_red_first_by_number() -> None:
    game = lay(4, {3: "b1 r8 r2"})
    assert hand(game, 3) == ["r2", "r8", "b1"]


@teams_of_two
def test_even_counts_one_mission_lies_in_the_centre_and_one_before_each_seat(players: int) -> None:
    game = lay(players, answers=())
    deck = game.moves[1].split(" ")[2:]
    sight = game.sight()
    assert sight["centre"] == deck[0]
    assert sight["missions"] == [[mission] for mission in deck[1 : players + 1]]
    assert sight["mission_pile"] == 46 - 1 - players


@everyone_alone
def test_odd_counts_two_missions_lie_before_each_seat_dealt_in_two_passes(players: int) -> None:
    game = lay(players)
    deck = game.moves[1].split(" ")[2:]
    sight = game.sight()
    assert sight["centre"] == deck[0]
    assert sight["missions"] == [[deck[n], deck[n + players]] for n in range(1, players + 1)]
    assert sight["mission_pile"] == 46 - 1 - 2 * players


@teams_of_two
def test_even_counts_every_seat_in_order_may_exchange_its_mission_before_the_first_turn(
    players: int,
) -> None:
    game = lay(players, missions={2: "run5_red"}, answers=())
    asked = []
    while game.sight()["asked"] == "exchange":
        sight = game.sight(game.to_act)
        assert sorted(sight["legal"]) == ["keep", "swap"]
        assert sight["offered"] == sight["missions"][sight["seat"] - 1][0]
        asked.append(game.to_act)
        game.play("keep")
    assert asked == list(range(1, players + 1))
    assert (game.to_act, game.sight()["asked"], game.sight()["offered"]) == (1, "turn", None)
    assert game.moves[2:] == ["keep"] * players
    assert game.sight()["missions"][1] == ["run5_red"]


def test_an_exchanged_mission_goes_to_the_discard_and_the_next_one_must_be_kept() -> None:
    missions = {1: "run5_red", 2: "sum12"}
    game = lay(4, missions=missions, coming="pair_any full_house", answers=())
    game.play("swap")
    sight = game.sight()
    assert sight["missions"][0] == ["pair_any"]
    assert sight["mission_discard"] == ["run5_red"]
    assert sight["mission_pile"] == 46 - 5 - 1
    assert (game.to_act, sight["asked"], sight["offered"]) == (2, "exchange", "sum12")
    game.play("swap")
    assert game.sight()["missions"][:2] == [["pair_any"], ["full_house"]]
    assert game.sight()["mission_discard"] == ["run5_red", "sum12"]
    assert game.to_act == 3


def test_the_last_seat_may_exchange_too_and_then_the_first_turn_begins() -> None:
    game = lay(4, coming="pair_any", answers=("keep", "keep", "keep"))
    game.play("swap")
    assert game.sight()["missions"][3] == ["pair_any"]
    assert (game.to_act, game.sight()["asked"]) == (1, "turn")


@everyone_alone
def test_odd_counts_have_no_exchange_in_the_set_up(players: int) -> None:
    game = lay(players)
    assert (game.to_act, game.sight()["asked"]) == (1, "turn")
    assert refusal(game, "swap") == refusal(game, "keep") == "nothing-to-exchange"


def test_seats_that_face_each_other_are_a_team_and_at_odd_counts_everyone_plays_alone() -> None:
    assert lay(4).sight()["teams"] == [[1, 3], [2, 4]]
    assert lay(6).sight()["teams"] == [[1, 4], [2, 5], [3, 6]]
    assert lay(3).sight()["teams"] == [[1], [2], [3]]
    assert lay(5).sight()["teams"] == [[1], [2], [3], [4], [5]]
