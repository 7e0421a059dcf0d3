"""The rules of Team Play, one test per sentence: the turn.

Set-up, how missions are read, refilled and end the game, what a seat sees and why a move is refused
are tested in the files beside this one.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.team_play_table import (
    NUMBERS,
    hand,
    holding,
    lay,
    moves_like,
    pass_turn,
    play,
    refusal,
)

every_count = pytest.mark.parametrize("players", [3, 4, 5, 6])
everyone_alone = pytest.mark.parametrize("players", [3, 5])

# --- A turn: the limit -----------------------------------------------------------------------


@pytest.mark.parametrize(("players", "limit"), [(3, 8), (4, 6), (5, 8), (6, 6)])
def test_the_limit_is_six_and_eight_where_everyone_plays_alone(players: int, limit: int) -> None:
    rounds = limit // 2 - 1  # seat 2 holds as many cards as the limit, seat 3 one more
    game = lay(players, rounds=rounds, to_act=2)
    assert game.sight()["limit"] == limit
    assert len(hand(game, 2)) == limit
    assert game.sight()["asked"] == "turn"
    game = lay(players, rounds=rounds, to_act=3)
    assert len(hand(game, 3)) == limit + 1
    assert game.sight()["asked"] == "discard"
    game.play(min(game.legal_moves()))
    assert len(hand(game, 3)) == limit
    assert game.sight()["asked"] == "turn"


def test_a_seat_above_the_limit_discards_before_anything_else() -> None:
    game = lay(4, {3: "r1 r1 r2 r3 r4 b5 b6"}, rounds=2, to_act=3, centre="run3_red")
    discards = {f"discard {card}" for card in ("r1", "r2", "r3", "r4", "b5", "b6")}
    assert set(game.legal_moves()) == discards
    for move in ("draw pile", "fulfil run3_red r2 r3 r4", "give r1", "end"):
        assert refusal(game, move) == "discard-first"


def test_discarded_cards_go_one_at_a_time_to_the_number_discard() -> None:
    game = lay(4, {1: "r1 b2 r3 b4 b8", 3: "r1 r1 r2 r3 r4 b5 b6"}, rounds=2, moves=["give b4 b8"])
    play(game, "draw pile", "draw pile", "end")
    pass_turn(game)
    assert len(hand(game, 3)) == 9
    for left, card in ((8, "b8"), (7, "r1"), (6, "b5")):
        assert game.sight()["asked"] == "discard"
        game.play(f"discard {card}")
        assert (game.to_act, len(hand(game, 3))) == (3, left)
    assert game.sight()["asked"] == "turn"
    assert game.sight()["discard"] == ["r1", "b5", "b8"]
    assert hand(game, 3) == ["r1", "r2", "r3", "r4", "b4", "b6"]
    assert game.sight()["draws"] == 0


def test_the_limit_counts_at_no_other_time_than_the_start_of_a_turn() -> None:
    game = lay(4, rounds=2, to_act=2)
    play(game, "draw pile", "draw pile")
    assert len(hand(game, 2)) == 8
    assert moves_like(game, "discard") == set()
    assert refusal(game, f"discard {hand(game, 2)[0]}") == "no-discard"
    game.play("end")
    assert game.sight()["counts"][1] == 8


def test_a_seat_below_the_limit_cannot_discard() -> None:
    game = lay(4, {1: "r3"})
    assert moves_like(game, "discard") == set()
    assert refusal(game, "discard r3") == "no-discard"


# --- A turn: A, drawing ----------------------------------------------------------------------


@every_count
def test_drawing_two_cards_is_mandatory(players: int) -> None:
    game = lay(players)
    for _ in range(2):
        assert "end" not in game.legal_moves()
        assert refusal(game, "end") == "draws-first"
        game.play("draw pile")
    assert "end" in game.legal_moves()


def test_each_draw_is_one_of_the_bank_or_the_top_of_the_pile() -> None:
    game = lay(4, {1: "r1"}, bank="r5 b2 r5", pile="b7")
    assert moves_like(game, "draw") == {"draw r5", "draw b2", "draw pile"}
    game.play("draw pile")
    assert hand(game, 1) == ["r1", "b7"]
    assert game.sight()["bank"] == ["r5", "b2", "r5"]
    assert game.sight()["draws"] == 1


def test_there_is_no_third_draw() -> None:
    game = lay(4, bank="r5 b2 b3", moves=["draw pile", "draw b2"])
    assert moves_like(game, "draw") == set()
    assert refusal(game, "draw pile") == refusal(game, "draw r5") == "drawn-twice"


def test_a_taken_bank_card_is_replaced_at_once_and_can_be_the_second_pick() -> None:
    game = lay(4, {1: "r1"}, bank="r5 b2 b3", pile="b8 r6")
    game.play("draw b2")
    assert game.sight()["bank"] == ["r5", "b8", "b3"]
    assert "draw b2" not in game.legal_moves()
    game.play("draw b8")
    assert game.sight()["bank"] == ["r5", "r6", "b3"]
    assert hand(game, 1) == ["r1", "b2", "b8"]
    assert game.sight()["pile"] == 64 - 12 - 2


def test_of_two_equal_bank_cards_the_first_is_taken() -> None:
    game = lay(4, {1: "r1"}, bank="b3 r5 r5", pile="b8", moves=["draw r5"])
    assert game.sight()["bank"] == ["b3", "b8", "r5"]


def test_a_mission_may_be_fulfilled_between_the_two_draws() -> None:
    game = lay(4, {1: "r4"}, pile="b8", centre="sum12", coming="pair_any")
    game.play("draw pile")
    game.play("fulfil sum12 r4 b8")
    assert game.sight()["centre"] == "pair_any"
    assert refusal(game, "end") == "draws-first"
    game.play("draw pile")
    game.play("end")
    assert game.to_act == 2


def test_cards_may_be_given_before_or_after_the_draws_but_not_between_them() -> None:
    game = lay(4, {1: "r1 r2 r3"}, rounds=1)
    assert refusal(game, "give r1") == ""
    game.play("draw pile")
    assert moves_like(game, "give") == set()
    assert refusal(game, "give r1") == "between-draws"
    game.play("draw pile")
    assert refusal(game, "give r1") == ""


def test_missions_may_be_fulfilled_before_the_draws_and_after_them() -> None:
    game = lay(4, {1: "r1 r1 b8"}, pile="b4", rounds=1, centre="pair_any", coming="sum12 pair_red")
    play(game, "fulfil pair_any r1 r1", "draw pile", "draw pile", "fulfil sum12 b4 b8", "end")
    assert game.sight()["scored"] == [["pair_any", "sum12"], []]


@every_count
def test_all_64_number_cards_are_always_somewhere_and_there_is_always_one_to_draw(
    players: int,
) -> None:
    game = lay(players)
    for _ in range(60):
        pass_turn(game)
        sight = game.sight()
        assert sight["pile"] + len(sight["discard"]) > 0
        lying: Counter[str] = Counter(sight["discard"]) + Counter(sight["bank"])
        held = Counter(card for seat in range(1, players + 1) for card in hand(game, seat))
        assert lying.total() + held.total() + sight["pile"] == 64
        assert not (lying + held) - Counter(NUMBERS)


# --- A turn: B, fulfilling missions ----------------------------------------------------------


def test_a_seat_may_fulfil_its_own_mission_and_the_one_in_the_centre_only() -> None:
    missions = {1: "pair_any", 2: "pair_red", 3: "sum12", 4: "sum_abc_red"}
    game = lay(4, {1: "r4 r4 r8"}, rounds=1, centre="run3_red", missions=missions)
    assert moves_like(game, "fulfil") == {"fulfil pair_any r4 r4"}
    assert refusal(game, "fulfil sum12 r4 r8") == "not-yours"  # the partner's
    assert refusal(game, "fulfil pair_red r4 r4") == "not-yours"
    assert refusal(game, "fulfil sum_abc_red r4 r4 r8") == "not-yours"
    game = lay(4, {1: "r4 r4 r8"}, rounds=1, centre="sum12", missions={1: "pair_any"})
    assert moves_like(game, "fulfil") == {"fulfil pair_any r4 r4", "fulfil sum12 r4 r8"}


def test_at_odd_counts_a_seat_may_fulfil_both_of_its_missions() -> None:
    missions = {1: "pair_any pair_red", 2: "sum12 full_house"}
    game = lay(3, {1: "r4 r4 r8"}, rounds=1, centre="run3_red", missions=missions)
    assert moves_like(game, "fulfil") == {"fulfil pair_any r4 r4", "fulfil pair_red r4 r4"}
    assert refusal(game, "fulfil sum12 r4 r8") == "not-yours"


def test_the_cards_come_from_the_hand_not_from_the_bank() -> None:
    game = lay(4, {1: "r4"}, bank="b4 b8 r1", centre="sum12")
    assert refusal(game, "fulfil sum12 r4 b8") == "not-held"
    game.play("draw b8")
    assert refusal(game, "fulfil sum12 r4 b8") == ""


def test_the_cards_must_match_exactly_with_no_surplus() -> None:
    game = lay(4, {1: "r4 b4 b5"}, rounds=1, centre="pair_any")
    assert moves_like(game, "fulfil") == {"fulfil pair_any r4 b4"}
    assert refusal(game, "fulfil pair_any r4 b4 b5") == "surplus"


def test_the_cards_used_go_to_the_number_discard_and_the_mission_to_the_team() -> None:
    game = lay(4, {3: "r4 r8 b4 b2 b3"}, rounds=1, to_act=3, centre="pair_any")
    game.play("fulfil pair_any r4 b4")
    sight = game.sight()
    assert hand(game, 3) == ["r8", "b2", "b3"]
    assert sight["discard"] == ["r4", "b4"]
    assert sight["scored"] == [["pair_any"], []]
    assert game.scores == sight["scores"] == [1, 0, 1, 0]
    assert sight["mission_discard"] == []


def test_at_odd_counts_everyone_scores_alone() -> None:
    game = lay(5, {3: "r4 r8 b4 b2 b3"}, rounds=1, to_act=3, centre="pair_any")
    game.play("fulfil pair_any r4 b4")
    assert game.sight()["scored"] == [[], [], ["pair_any"], [], []]
    assert game.scores == [0, 0, 1, 0, 0]


def test_the_points_of_partners_add_up() -> None:
    game = lay(
        6,
        {1: "r1 r2 r3", 4: "b4 b4 b6 b6 b7"},
        rounds=1,
        centre="run3_red",
        coming="pair_blue sum12",
    )
    play(game, "fulfil run3_red r1 r2 r3", "draw pile", "draw pile", "end")
    pass_turn(game)
    pass_turn(game)
    game.play("fulfil pair_blue b6 b6")
    assert game.sight()["scored"] == [["run3_red", "pair_blue"], [], []]
    assert game.scores == [5, 0, 0, 5, 0, 0]


def test_a_new_mission_may_be_fulfilled_in_the_same_turn_with_other_cards() -> None:
    game = lay(4, {1: "r1 r1 r2 b2 b8"}, rounds=2, centre="pair_any", coming="pair_red full_house")
    game.play("fulfil pair_any r2 b2")
    assert game.sight()["centre"] == "pair_red"
    assert refusal(game, "fulfil pair_red r2 r2") == "not-held"  # that r2 is gone
    game.play("fulfil pair_red r1 r1")
    assert game.sight()["scored"] == [["pair_any", "pair_red"], []]
    assert hand(game, 1) == ["b8"]


def test_missions_may_be_fulfilled_any_number_of_times_in_a_turn() -> None:
    game = lay(
        3,
        {1: "r1 r1 b1 b1 r4 b8 b2"},
        rounds=3,
        pile="b2",
        centre="pair_any",
        coming="pair_red sum12 pair_blue",
    )
    play(game, "fulfil pair_any b1 b1", "fulfil pair_red r1 r1", "draw pile")
    play(game, "fulfil sum12 r4 b8", "fulfil pair_blue b2 b2")
    assert game.scores[0] == 1 + 2 + 1 + 2
    assert hand(game, 1) == []


def test_fulfilling_is_optional() -> None:
    game = lay(4, {1: "r4 r4 r8"}, rounds=1, centre="pair_any")
    play(game, "draw pile", "draw pile", "end")
    assert game.to_act == 2
    assert game.sight()["centre"] == "pair_any"


def test_every_exact_match_in_the_hand_is_a_move_and_each_is_one_move() -> None:
    game = holding("r4 r4 b4 r8 b8", "sum12")
    sums = [move for move in game.legal_moves() if move.startswith("fulfil sum12")]
    assert sorted(sums) == [
        "fulfil sum12 b4 b8",
        "fulfil sum12 r4 b8",
        "fulfil sum12 r4 r4 b4",
        "fulfil sum12 r4 r8",
        "fulfil sum12 r8 b4",
    ]


# --- A turn: C, giving -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seat", "partner"),
    [(4, 1, 3), (4, 2, 4), (4, 4, 2), (6, 1, 4), (6, 3, 6), (6, 5, 2)],
)
def test_cards_are_given_to_the_partner(players: int, seat: int, partner: int) -> None:
    own = {1: "r7 b7 b8", 2: "r7 b7 b8 r6"}.get(seat, "r7 b7 b8 r6 r6")
    game = lay(players, {seat: own}, rounds=1, to_act=seat)
    before, counts = hand(game, partner), game.sight()["counts"]
    game.play("give r7 b8")
    assert Counter(hand(game, partner)) == Counter([*before, "r7", "b8"])
    assert Counter(hand(game, seat)) == Counter(own.split()) - Counter(["r7", "b8"])
    counts[seat - 1] -= 2
    counts[partner - 1] += 2
    assert game.sight()["counts"] == counts
    assert game.to_act == seat


def test_one_or_two_cards_are_given_also_two_equal_ones() -> None:
    game = lay(4, {1: "r3 r3 b4"}, rounds=1)
    assert moves_like(game, "give") == {"give r3", "give b4", "give r3 r3", "give r3 b4"}
    assert refusal(game, "give b4 b4") == "too-few-held"
    assert refusal(game, "give r3 r3 b4") == "two-at-most"


def test_the_last_card_of_a_hand_may_be_given() -> None:
    game = lay(4, {1: "r3"})
    game.play("give r3")
    assert game.sight()["counts"] == [0, 2, 4, 3]
    assert hand(game, 1) == []


def test_cards_are_given_once_per_turn() -> None:
    game = lay(4, {1: "r3 r3 b4"}, rounds=1, moves=["give r3"])
    assert game.sight()["gave"] is True
    assert moves_like(game, "give") == set()
    assert refusal(game, "give r3") == "given-already"
    play(game, "draw pile", "draw pile")
    assert refusal(game, "give r3") == "given-already"
    game.play("end")
    assert game.sight()["gave"] is False
    assert moves_like(game, "give") != set()


@everyone_alone
def test_where_everyone_plays_alone_nobody_gives(players: int) -> None:
    game = lay(players, {1: "r3"})
    assert moves_like(game, "give") == set()
    assert refusal(game, "give r3") == "no-partner"


def test_a_given_card_counts_against_the_limit_only_when_the_partners_turn_begins() -> None:
    game = lay(4, {1: "r3 r3 b4 b4 b4"}, rounds=2, moves=["give r3 b4"])
    assert game.sight()["counts"][2] == 9
    assert game.to_act == 1
    play(game, "draw pile", "draw pile", "end")
    assert (game.to_act, game.sight()["asked"]) == (2, "turn")
    pass_turn(game)
    assert (game.to_act, game.sight()["asked"]) == (3, "discard")


# --- A turn: its end -------------------------------------------------------------------------


def test_the_turn_ends_when_the_seat_says_so() -> None:
    game = lay(4, moves=["draw pile", "draw pile"])
    assert game.to_act == 1
    assert moves_like(game, "give") != set()
    game.play("end")
    assert game.to_act == 2
    assert (game.sight()["draws"], game.sight()["gave"]) == (0, False)


@every_count
def test_play_goes_clockwise(players: int) -> None:
    game = lay(players)
    order = []
    for _ in range(2 * players + 1):
        order.append(game.to_act)
        pass_turn(game)
    assert order == [*range(1, players + 1), *range(1, players + 1), 1]
