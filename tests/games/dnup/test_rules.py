"""The rules of dnup, one test per sentence of them; the rulebook's own examples come first."""

from __future__ import annotations

import pytest

import upturn
from tests.support.dnup_table import discarded, hand, lay, plays, refusal, sets
from upturn.games.dnup.components import CARDS
from upturn.games.game import Game

# --- The rulebook's examples -----------------------------------------------------------------


@pytest.fixture
def seven_and_three_sixes() -> Game:
    mine = "7/1 8/1 6/1 6/2 6/3 7/2 7/3 2/4 2/5 1/9"
    return lay(3, {1: mine}, {"2": "7/4", "3": "6/1 6/4 6/7"})


def test_example_a_single_card_must_be_higher_than_the_single_seven(
    seven_and_three_sixes: Game,
) -> None:
    game = seven_and_three_sixes
    assert {move for move in plays(game) if len(move.split()) == 2} == {"play 8/1"}
    error = game.why_not("play 7/1")
    assert isinstance(error, upturn.IllegalMove)
    assert error.code == "set-too-low"
    assert str(error) == (
        "there is a single 7 on the table, so a single card must be higher than 7"
    )


def test_example_a_triple_must_be_higher_than_the_three_sixes(seven_and_three_sixes: Game) -> None:
    game = seven_and_three_sixes
    assert {move for move in plays(game) if len(move.split()) == 4} == {"play 7/1 7/2 7/3"}
    assert str(game.why_not("play 6/1 6/2 6/3")) == (
        "there is a set of 3 cards of value 6 on the table, so a set of 3 must be higher than 6"
    )


def test_example_a_set_of_any_other_size_may_have_any_value(seven_and_three_sixes: Game) -> None:
    assert "play 2/4 2/5" in plays(seven_and_three_sixes)


def test_example_a_three_cannot_be_added_when_a_pair_of_fives_lies_there() -> None:
    game = lay(3, {1: "3/8 1/6"}, {"2": "3/7", "3": "5/1 5/8"})
    error = game.why_not("add 3/8 to 2")
    assert isinstance(error, upturn.IllegalMove)
    assert error.code == "add-too-low"
    assert str(error) == (
        "there is a pair of 5s on the table, so the new pair must be higher than 5"
    )
    assert "add 3/8 to 2" not in game.legal_moves()


def test_example_a_five_added_beats_the_pair_of_threes_which_come_back_as_four_and_six() -> None:
    game = lay(3, {1: "5/8 1/6", 3: "9/1"}, {"2": "5/1", "3": "3/4 3/6"})
    game.play("add 5/8 to 2")
    assert sets(game) == {}  # the pair of 5s was discarded as seat 2's turn began
    assert hand(game, 3) == ["4/3", "6/3", "9/1"]


def test_example_a_taken_set_of_twos_becomes_a_five_a_seven_and_a_nine() -> None:
    game = lay(3, {1: "1/6"}, {"3": "2/5 2/7 2/9"})
    game.play("take 3")
    assert hand(game, 1) == ["1/6", "5/2", "7/2", "9/2"]
    assert sets(game) == {}


def test_example_flipping_turns_every_card_of_the_hand() -> None:
    game = lay(3, {1: "1/6 3/8 7/2 10/2"})
    game.play("flip")
    assert hand(game, 1) == ["2/7", "2/10", "6/1", "8/3"]


def test_example_a_set_has_a_value_and_a_size() -> None:
    game = lay(3, {1: "3/4 3/5 3/6 3/7 1/9"})
    game.play("play 3/4 3/5 3/6 3/7")
    [laid] = game.rules.seen_by(game.now, 2)["sets"]
    assert (laid["value"], len(laid["cards"])) == (3, 4)


# --- The deal --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "each"), [(2, 13), (3, 10), (4, 9), (5, 8)])
def test_all_cards_in_the_deck_at_this_count_are_dealt_out_evenly(players: int, each: int) -> None:
    game = upturn.new("dnup", players=players, seed=1)
    hands = [hand.split(" ") for hand in game.moves[0].removeprefix("deal ").split(" | ")]
    assert [len(cards) for cards in hands] == [each] * players
    dealt = sorted(
        tuple(sorted(int(end) for end in card.split("/"))) for cards in hands for card in cards
    )
    assert dealt == sorted((card.low, card.high) for card in CARDS if card.players <= players)


def test_a_card_lands_either_way_up_with_equal_chance() -> None:
    deals = 400
    low_up = sum(
        int(card.split("/")[0]) < int(card.split("/")[1])
        for seed in range(deals)
        for card in upturn.new("dnup", players=5, seed=seed).moves[0].split(" ")
        if "/" in card
    )
    # 16,000 fair coins: five standard deviations are 316.
    assert abs(low_up - 40 * deals / 2) < 316


def test_the_holder_of_the_star_starts_every_round_anew() -> None:
    for seed in range(30):
        game = upturn.new("dnup", players=3, seed=seed)
        hands = game.moves[0].removeprefix("deal ").split(" | ")
        holder = next(n for n, cards in enumerate(hands, 1) if {"1/5", "5/1"} & {*cards.split(" ")})
        assert game.to_act == holder
    game = lay(3, {1: "9/1", 2: "8/1"}, to_act=1)
    game.play("play 9/1")
    game.play("flip")
    game = lay(3, {2: "9/1"}, to_act=2, out=(1,))
    game.play("play 9/1")  # the second is out: the next round is dealt
    dealt = game.moves[-1].removeprefix("deal ").split(" | ")
    holder = next(n for n, cards in enumerate(dealt, 1) if {"1/5", "5/1"} & {*cards.split(" ")})
    assert game.to_act == holder


def test_play_goes_clockwise() -> None:
    game = lay(5, {}, to_act=3)
    order = []
    for _ in range(6):
        order.append(game.to_act)
        game.play("flip")
    assert order == [3, 4, 5, 1, 2, 3]


# --- A turn ----------------------------------------------------------------------------------


def test_the_own_set_is_discarded_as_the_turn_begins_before_any_choice() -> None:
    game = lay(3, {1: "1/6 4/5", 3: "2/6 2/4 8/1"}, {"1": "9/1 9/2"}, to_act=3)
    assert "add 9/3 to 1" not in game.legal_moves()
    game.play("flip")
    assert game.to_act == 1
    assert sets(game) == {}
    assert discarded(game) == 2


def test_a_set_need_not_hold_all_cards_of_its_value() -> None:
    game = lay(3, {1: "7/1 7/3 2/4"})
    assert plays(game) == {"play 7/1", "play 7/3", "play 7/1 7/3", "play 2/4"}


def test_equal_value_does_not_beat_a_set() -> None:
    game = lay(3, {1: "5/1 5/2 4/6"}, {"2": "5/3 5/8"})
    assert refusal(game, "play 5/1 5/2") == "set-too-low"
    assert (
        str(game.why_not("play 5/1 5/2"))
        == "there is a pair of 5s on the table, so a pair must be higher than 5"
    )


def test_a_beaten_set_returns_to_its_owner_each_card_turned() -> None:
    game = lay(4, {1: "6/1 6/2 4/7", 4: "8/2"}, {"4": "5/3 5/8"})
    game.play("play 6/1 6/2")
    assert hand(game, 4) == ["3/5", "8/2", "8/5"]
    assert sets(game) == {"1": ["6/1", "6/2"]}
    assert discarded(game) == 0


def test_a_set_of_another_size_is_left_alone() -> None:
    game = lay(4, {1: "6/1 6/2 4/7"}, {"4": "5/3", "3": "9/1 9/2 9/3"})
    game.play("play 6/1 6/2")
    assert sets(game) == {"1": ["6/1", "6/2"], "3": ["9/1", "9/2", "9/3"], "4": ["5/3"]}


def test_a_card_is_added_one_at_a_time_and_only_at_the_value_of_the_set() -> None:
    game = lay(3, {1: "5/8 5/7 8/5 6/1"}, {"3": "5/1"})
    adds = {move for move in game.legal_moves() if move.startswith("add")}
    assert adds == {"add 5/7 to 3", "add 5/8 to 3"}
    assert refusal(game, "add 6/1 to 3") == "other-value"
    assert str(game.why_not("add 6/1 to 3")) == (
        "the set at 3 has the value 5, so you can't add 6/1 to it"
    )


def test_an_added_card_belongs_to_the_owner_of_the_set() -> None:
    game = lay(4, {1: "5/8 1/6", 2: "6/1 6/2 1/7", 3: "2/4"}, {"3": "5/1"})
    game.play("add 5/8 to 3")
    game.play("play 6/1 6/2")
    assert hand(game, 3) == ["1/5", "2/4", "8/5"]


def test_adding_does_not_reach_an_own_or_a_missing_set() -> None:
    game = lay(3, {1: "5/8 1/6"}, {"3": "5/1"})
    assert refusal(game, "add 5/8 to 2") == "no-set"
    assert refusal(game, "add 5/8 to 1") == "own-set"
    assert refusal(game, "take 2") == "no-set"
    assert refusal(game, "take 1") == "own-set"


def test_adding_with_equal_value_to_a_set_that_would_have_the_same_size_is_illegal() -> None:
    game = lay(3, {1: "5/8 1/6"}, {"2": "5/1", "3": "5/3 5/4"})
    assert refusal(game, "add 5/8 to 2") == "add-too-low"


def test_no_two_sets_ever_have_the_same_size() -> None:
    for seed in range(40):
        game = upturn.new("dnup", players=2 + seed % 4, seed=seed)
        for step in range(150):
            if game.over:
                break
            legal = game.legal_moves()
            game.play(legal[(step * 7 + seed) % len(legal)])
            sizes = [len(cards) for cards in sets(game).values()]
            assert len(sizes) == len(set(sizes))


def test_a_taken_set_goes_to_the_taker_and_its_owner_gets_nothing() -> None:
    game = lay(4, {1: "1/6", 3: "2/4"}, {"3": "5/1 5/8"})
    game.play("take 3")
    assert hand(game, 1) == ["1/5", "1/6", "8/5"]
    assert hand(game, 3) == ["2/4"]


def test_flipping_is_always_legal() -> None:
    for seed in range(20):
        game = upturn.new("dnup", players=2 + seed % 4, seed=seed)
        for step in range(100):
            if game.over:
                break
            legal = game.legal_moves()
            assert "flip" in legal
            game.play(legal[(step * 5 + seed) % len(legal)])


def test_a_card_not_held_cannot_be_played() -> None:
    game = lay(3, {1: "7/1 3/8 1/6"})
    assert refusal(game, "play 9/1") == "not-held"
    assert refusal(game, "play 7/1 7/3") == "not-held"
    assert refusal(game, "play 1/6 1/6") == "too-few-held"
    assert refusal(game, "play 1/6 1/6 1/6") == "too-few-cards"
    assert str(game.why_not("play 1/6 1/6")) == "you need 2 copies of 1/6, but you hold only 1"


def test_a_card_cannot_be_turned_in_the_hand() -> None:
    game = lay(3, {1: "7/1 3/8"})
    assert refusal(game, "play 8/3") == "other-way-up"
    assert (
        str(game.why_not("play 8/3"))
        == "you hold 3/8, not 8/3. You can't turn a single card in your hand"
    )


def test_a_card_held_both_ways_up_is_held_once_each_way() -> None:
    game = lay(3, {1: "2/5 5/2 9/1"})
    assert refusal(game, "play 2/5 2/5") == "too-few-held"


def test_the_card_there_are_too_few_of_is_named() -> None:
    game = lay(3, {1: "3/6 3/6 3/7"})
    error = game.why_not("play 3/6 3/6 3/7 3/7")
    assert str(error) == "you need 2 copies of 3/7, but the deck has only 1"


def test_the_cards_of_a_set_share_their_active_value() -> None:
    game = lay(3, {1: "7/1 3/8 1/6"})
    for text in ("play 3/8 7/1", "play 7/1 3/8", "play 1/6 7/1", "play 7/1 1/6"):
        assert refusal(game, text) == "mixed-set"


# --- Out, round and game ---------------------------------------------------------------------


def test_the_first_out_gets_two_tokens_and_takes_no_more_turns() -> None:
    game = lay(3, {1: "9/1"})
    game.play("play 9/1")
    assert game.scores == [2, 0, 0]
    order = []
    for _ in range(4):
        order.append(game.to_act)
        game.play("flip")
    assert order == [2, 3, 2, 3]


def test_adding_the_last_card_puts_a_seat_out_too() -> None:
    game = lay(3, {1: "9/1"}, {"3": "9/2"})
    game.play("add 9/1 to 3")
    assert game.scores == [2, 0, 0]
    assert sets(game) == {"3": ["9/1", "9/2"]}


def test_the_set_of_a_player_who_is_out_lies_until_their_next_turn_would_come() -> None:
    game = lay(3, {1: "9/1"})
    game.play("play 9/1")
    game.play("flip")
    assert sets(game) == {"1": ["9/1"]}
    game.play("flip")  # seat 3; now seat 1's turn would come
    assert sets(game) == {}
    assert discarded(game) == 1
    assert game.to_act == 2


def test_a_beaten_set_of_a_player_who_is_out_is_discarded() -> None:
    game = lay(3, {2: "10/1 4/6"}, {"1": "9/1"}, to_act=2, out=(1,))
    game.play("play 10/1")
    assert sets(game) == {"2": ["10/1"]}
    assert hand(game, 1) == []
    assert discarded(game) == 1


def test_a_set_beaten_by_adding_is_discarded_too_when_its_owner_is_out() -> None:
    game = lay(4, {2: "5/8 4/6"}, {"1": "3/4 3/6", "4": "5/1"}, to_act=2, out=(1,))
    game.play("add 5/8 to 4")
    assert sets(game) == {"4": ["5/1", "5/8"]}
    assert discarded(game) == 2


def test_the_set_of_a_player_who_is_out_may_be_added_to_or_taken() -> None:
    game = lay(3, {2: "9/2 4/6", 3: "1/7"}, {"1": "9/1"}, to_act=2, out=(1,))
    assert {"add 9/2 to 1", "take 1"} <= {*game.legal_moves()}
    game.play("add 9/2 to 1")
    assert sets(game) == {"1": ["9/1", "9/2"]}
    game.play("take 1")
    assert hand(game, 3) == ["1/7", "1/9", "2/9"]


def test_cards_added_to_the_set_of_a_player_who_is_out_do_not_bring_them_back() -> None:
    game = lay(3, {2: "9/2 4/6"}, {"1": "9/1"}, to_act=2, out=(1,))
    game.play("add 9/2 to 1")
    game.play("flip")
    assert game.to_act == 2
    assert sets(game) == {}
    assert discarded(game) == 2
    assert hand(game, 1) == []


def test_the_second_out_gets_one_token_and_the_round_ends_at_once() -> None:
    game = lay(4, {3: "9/2"}, {"1": "10/1 10/2"}, to_act=3, tokens=(2, 0, 0, 0), out=(1,))
    game.play("play 9/2")
    assert game.scores == [2, 0, 1, 0]
    assert game.moves[-1].startswith("deal ")
    view = game.rules.seen_by(game.now, None)
    assert (view["round"], view["out"], view["discard"], view["sets"]) == (2, [], 0, [])


def test_four_tokens_win_at_once_even_in_the_middle_of_a_round() -> None:
    game = lay(4, {3: "9/2"}, to_act=3, tokens=(0, 0, 2, 0))
    game.play("play 9/2")
    assert game.over
    assert game.scores == [0, 0, 4, 0]
    assert game.to_act is None
    assert game.legal_moves() == []
    with pytest.raises(upturn.IllegalMove, match="the game is over") as refused:
        game.play("flip")
    assert refused.value.code == "game-over"


def test_more_than_four_tokens_win_too() -> None:
    game = lay(4, {3: "9/2"}, to_act=3, tokens=(0, 0, 3, 0))
    game.play("play 9/2")
    assert (game.over, game.scores) == (True, [0, 0, 5, 0])


def test_the_second_out_can_win_the_game_with_one_token() -> None:
    game = lay(4, {3: "9/2"}, to_act=3, tokens=(2, 0, 3, 0), out=(1,))
    game.play("play 9/2")
    assert (game.over, game.scores) == (True, [2, 0, 4, 0])


def test_tokens_are_kept_from_round_to_round() -> None:
    game = lay(3, {2: "9/2"}, to_act=2, tokens=(3, 1, 2), out=(1,))
    game.play("play 9/2")
    assert not game.over
    assert game.scores == [3, 2, 2]


# --- Two players -----------------------------------------------------------------------------


def test_two_players_the_opening_is_a_single_turn_in_the_second_area() -> None:
    game = upturn.new("dnup", players=2, seed=5)
    starter = game.to_act
    turns = []
    for _ in range(6):
        turns.append((game.to_act == starter, game.view(1)["area"]))
        game.play("flip")
    assert turns == [
        (True, "b"),
        (False, "a"),
        (False, "b"),
        (True, "a"),
        (True, "b"),
        (False, "a"),
    ]


def test_two_players_a_played_set_goes_to_the_area_of_the_turn() -> None:
    game = lay(2, {1: "9/1 8/1 8/2 1/6"})
    game.play("play 9/1")
    game.play("play 8/1 8/2")
    assert sets(game) == {"1a": ["9/1"], "1b": ["8/1", "8/2"]}


def test_two_players_each_turn_discards_the_set_of_its_own_area_only() -> None:
    game = lay(2, {}, {"1a": "9/1", "1b": "8/1 8/2"}, to_act=2, area="b")
    game.play("flip")
    assert sets(game) == {"1b": ["8/1", "8/2"]}
    game.play("flip")
    assert sets(game) == {}
    assert discarded(game) == 3


def test_two_players_an_own_set_in_the_other_area_must_be_beaten_too() -> None:
    game = lay(2, {1: "9/1 9/3 7/1 5/8"}, {"1a": "9/2"}, area="b")
    assert refusal(game, "play 7/1") == "set-too-low"
    assert refusal(game, "play 9/1") == "set-too-low"


def test_two_players_an_own_beaten_set_returns_to_the_own_hand_turned() -> None:
    game = lay(2, {1: "9/1 5/8"}, {"1a": "7/2"}, area="b")
    game.play("play 9/1")
    assert sets(game) == {"1b": ["9/1"]}
    assert hand(game, 1) == ["2/7", "5/8"]


def test_two_players_an_own_set_beaten_by_adding_returns_too() -> None:
    game = lay(2, {1: "9/1 5/8"}, {"1a": "7/2 7/3", "2a": "9/2"}, area="b")
    game.play("add 9/1 to 2a")
    assert hand(game, 1) == ["2/7", "3/7", "5/8"]
    assert game.to_act == 2
    assert sets(game) == {}  # seat 2's turn in area a has begun


def test_two_players_an_own_set_that_comes_back_with_the_last_card_means_no_win() -> None:
    game = lay(2, {1: "9/1"}, {"1a": "7/2"}, area="b")
    game.play("play 9/1")
    assert game.scores == [0, 0]
    assert hand(game, 1) == ["2/7"]
    assert game.to_act == 2


def test_two_players_add_and_take_reach_the_opponents_areas_only() -> None:
    game = lay(2, {1: "9/1 7/3"}, {"1a": "7/2", "2a": "9/2 9/3", "2b": "3/4 3/5 3/6"}, area="b")
    assert refusal(game, "add 7/3 to 1a") == "own-set"
    assert refusal(game, "take 1a") == "own-set"
    reached = {move for move in game.legal_moves() if move.split()[0] in ("add", "take")}
    assert reached == {"take 2a", "take 2b", "add 9/1 to 2a"}


def test_two_players_an_empty_hand_wins_the_round_and_two_rounds_the_game() -> None:
    game = lay(2, {1: "9/1"}, tokens=(0, 1))
    game.play("play 9/1")
    assert not game.over
    assert game.scores == [1, 1]
    assert game.moves[-1].startswith("deal ")
    game = lay(2, {1: "9/1"}, tokens=(1, 1))
    game.play("play 9/1")
    assert game.over
    assert game.scores == [2, 1]


# --- A round that never ends -----------------------------------------------------------------


def test_people_may_go_on_for_ever_but_simulation_stops_after_a_thousand_moves() -> None:
    game = upturn.new("dnup", players=3, seed=3)
    for _ in range(999):
        game.play("flip")
    assert game.stalled is False
    game.play("flip")
    assert bool(game.stalled)
    for _ in range(2000):
        game.play("flip")
    assert not game.over
    assert game.legal_moves()
    assert upturn.replay(game.record()).record() == game.record()
