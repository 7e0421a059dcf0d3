"""How a mission of Team Play is read: what fulfils it, what does not, and what is too much."""

from __future__ import annotations

import pytest

from tests.support.team_play_table import POINTS, fulfil, hand, holding, reading, refusal

MATCHES = {
    "pair_any": ["r3 b3", "r3 r3", "b8 b8"],
    "pair_red": ["r3 r3", "r8 r8"],
    "pair_blue": ["b1 b1", "b5 b5"],
    "two_pairs_any": ["r1 b1 r8 r8", "r4 r4 b5 b5"],
    "two_pairs_red": ["r2 r2 r5 r5", "r7 r7 r8 r8"],
    "two_pairs_blue": ["b2 b2 b5 b5", "b1 b1 b8 b8"],
    "two_pairs_odd": ["r3 b3 r7 b7", "r1 r1 b5 b5"],
    "two_pairs_even": ["r2 b2 b8 b8", "r4 r4 r6 b6"],
    "pair_red_pair_blue": ["r3 r3 b5 b5", "r8 r8 b1 b1"],
    "three_pairs_any": ["r3 b3 r5 b5 b8 b8", "r1 r1 r2 r2 r3 r3"],
    "three_pairs_parity": ["r7 b7 r5 b5 r1 r1", "r2 b2 b4 b4 r8 b8"],
    "triple_any": ["r4 r4 b4", "b7 b7 b7"],
    "triple_odd": ["r3 r3 b3", "b7 b7 b7"],
    "triple_even": ["r4 b4 b4", "r8 r8 r8"],
    "full_house": ["r7 r7 b7 r5 b5", "r1 r1 r1 b8 b8"],
    "four_kind": ["r6 r6 b6 b6", "r1 r1 r1 r1", "b8 b8 b8 r8"],
    "run3_any": ["r2 b3 r4", "b6 b7 b8"],
    "run3_red": ["r1 r2 r3", "r6 r7 r8"],
    "run3_blue": ["b1 b2 b3", "b6 b7 b8"],
    "run4_any": ["r5 b6 r7 b8", "b1 b2 b3 b4"],
    "run4_red": ["r1 r2 r3 r4", "r5 r6 r7 r8"],
    "run4_blue": ["b1 b2 b3 b4", "b5 b6 b7 b8"],
    "run5_any": ["r1 b2 r3 b4 r5", "b4 b5 b6 b7 r8"],
    "run5_red": ["r2 r3 r4 r5 r6", "r4 r5 r6 r7 r8"],
    "run5_blue": ["b2 b3 b4 b5 b6", "b1 b2 b3 b4 b5"],
    "fixed_1357": ["r1 b3 r5 b7", "b1 b3 b5 b7"],
    "fixed_2468": ["r2 b4 r6 b8", "r2 r4 r6 r8"],
    "fixed_567_mono": ["r5 r6 r7", "b5 b6 b7"],
    "fixed_234_mono": ["r2 r3 r4", "b2 b3 b4"],
    "low3_any": ["r1 b3 b3", "r2 r2 r2", "b1 b2 r3"],
    "high3_any": ["r6 b8 b8", "b7 b7 b7", "r6 r7 r8"],
    "high3_blue": ["b6 b6 b8", "b7 b7 b7"],
    "low3_red": ["r1 r3 r3", "r2 r2 r2"],
    "high4_blue": ["b6 b6 b7 b8", "b8 b8 b8 b8"],
    "low4_red": ["r1 r2 r3 r3", "r1 r1 r1 r1"],
    "odd4_mono": ["r1 r5 r5 r7", "b1 b3 b5 b7"],
    "even4_mono": ["r2 r4 r4 r8", "b2 b2 b6 b6"],
    "odd4_red": ["r1 r1 r1 r1", "r1 r3 r5 r7"],
    "odd4_blue": ["b1 b3 b3 b7", "b5 b5 b5 b7"],
    "five_red": ["r1 r1 r4 r7 r8", "r2 r3 r4 r5 r6"],
    "five_blue": ["b1 b1 b4 b7 b8", "b8 b8 b8 b8 b1"],
    "sum_abc_red": ["r1 r5 r6", "r2 r2 r4", "r1 r7 r8"],
    "sum_abc_blue": ["b1 b5 b6", "b4 b4 b8", "b1 b1 b2"],
    "sum7_red": ["r3 r2 r2", "r1 r1 r5", "r1 r2 r4"],
    "sum10_three": ["r1 b1 b8", "r3 r3 r4", "b2 b2 r6"],
    "sum12": ["r4 b8", "r4 b3 b4 r1", "b2 b2 r8", "r1 r1 r1 r1 b1 b1 b1 b1 r2 b2"],
}

NEAR_MISSES = {
    "pair_any": ["r3 r4", "r3"],
    "pair_red": ["r3 b3", "b3 b3", "r3 r4"],
    "pair_blue": ["r3 b3", "r3 r3"],
    "two_pairs_any": ["r1 r1 b1 b1", "r1 r1 r2 r3"],
    "two_pairs_red": ["r2 r2 r2 r2", "r2 r2 b5 b5", "r2 r2 r5 b5"],
    "two_pairs_blue": ["b2 b2 b2 b2", "r2 r2 b5 b5"],
    "two_pairs_odd": ["r3 b3 r4 b4", "r3 r3 b3 b3", "r2 b2 r4 b4"],
    "two_pairs_even": ["r2 b2 r3 b3", "r2 r2 b2 b2"],
    "pair_red_pair_blue": ["r3 r3 b3 b3", "r3 r3 r5 r5", "r3 b3 r5 b5", "b3 b3 b5 b5"],
    "three_pairs_any": ["r3 r3 r5 r5 b3 b3", "r1 r1 r2 r2 r3 b4"],
    "three_pairs_parity": ["r7 b7 r5 b5 r2 b2", "r7 r7 b7 b7 r5 r5"],
    "triple_any": ["r4 r4 b5", "r4 r4"],
    "triple_odd": ["r4 r4 b4", "r3 r3 b5"],
    "triple_even": ["r3 r3 b3", "r2 r2 b4"],
    "full_house": ["r7 r7 r7 b7 b7", "r7 r7 b5 b5 r1", "r7 r7 b7 b5"],
    "four_kind": ["r6 r6 b6 b5", "r6 r6 b6"],
    "run3_any": ["r7 r8 r1", "r8 b1 r2", "r2 r3 b3", "r2 r4 r6"],
    "run3_red": ["r2 r3 b4", "r7 r8 r1", "b2 b3 b4"],
    "run3_blue": ["r2 b3 b4", "b8 b1 b2", "r2 r3 r4"],
    "run4_any": ["r6 b7 r8 b1", "r1 b2 r3 b3", "r1 r2 r4 r5"],
    "run4_red": ["r5 r6 r7 b8", "r7 r8 r1 r2"],
    "run4_blue": ["b5 b6 b7 r8", "b6 b7 b8 b1"],
    "run5_any": ["r5 b6 r7 b8 r1", "r1 r2 r3 r4 r6"],
    "run5_red": ["r1 r2 r3 r4 b5", "r5 r6 r7 r8 r1"],
    "run5_blue": ["b1 b2 b3 b4 r5", "b5 b6 b7 b8 b1"],
    "fixed_1357": ["r1 r3 r5 r5", "r2 r4 r6 r8", "r1 r3 r5"],
    "fixed_2468": ["r1 b3 r5 b7", "r2 r4 r6 r6"],
    "fixed_567_mono": ["r5 r6 b7", "r4 r5 r6", "r5 r6 r6"],
    "fixed_234_mono": ["r2 r3 b4", "b3 b4 b5"],
    "low3_any": ["r1 r3 r4", "r1 b1"],
    "high3_any": ["r5 r6 r7", "b8 b8"],
    "high3_blue": ["b6 b7 r8", "b5 b6 b7"],
    "low3_red": ["r1 r2 b3", "r2 r3 r4"],
    "high4_blue": ["b6 b7 b8 r8", "b5 b6 b7 b8", "b6 b7 b8"],
    "low4_red": ["r1 r2 r3 b1", "r1 r2 r3 r4"],
    "odd4_mono": ["r1 r5 b5 b7", "r1 r5 r5 r6", "r2 r4 r6 r8"],
    "even4_mono": ["r2 r4 b4 b8", "b2 b4 b6 b7"],
    "odd4_red": ["b1 b3 b5 b7", "r1 r3 r5 b7", "r1 r3 r5 r6"],
    "odd4_blue": ["r1 r3 r5 r7", "b1 b3 b5 r7", "b2 b3 b5 b7"],
    "five_red": ["r1 r1 r4 r7 b8", "r1 r1 r4 r7"],
    "five_blue": ["b1 b1 b4 b7 r8", "b1 b1 b4 b7"],
    "sum_abc_red": ["r2 r3 r6", "b1 b5 b6", "r1 r5 b6", "r3 r3 r3"],
    "sum_abc_blue": ["b2 b3 b6", "r1 r5 r6", "b2 b2 r4"],
    "sum7_red": ["r3 r4", "r1 r1 r2 r3", "r1 r2 b4", "r1 r2 r5"],
    "sum10_three": ["r2 r8", "r1 r2 r3 r4", "r1 b2 r8"],
    "sum12": ["r4 b7", "r8", "r5 b8"],
}

TOO_MUCH = {
    "pair_any": ["r3 r3 b3", "r3 b3 r5"],
    "pair_red": ["r3 r3 b3"],
    "three_pairs_any": ["r1 r1 r2 r2 r3 r3 b3"],
    "full_house": ["r7 r7 r7 b7 b5 b5"],
    "four_kind": ["r6 r6 r6 b6 b6"],
    "run3_any": ["r2 r3 r4 r5", "r2 r3 b3 r4"],
    "run5_blue": ["b1 b2 b3 b4 b5 b6"],
    "fixed_1357": ["r1 r3 r5 r7 b7"],
    "fixed_567_mono": ["r5 r6 r7 b7"],
    "low3_any": ["r1 r2 r3 r3", "r1 r2 r3 r8"],
    "odd4_mono": ["r1 r3 r5 r7 r7", "r1 r3 r5 r7 b7"],
    "five_red": ["r1 r1 r1 r1 r2 r2"],
    "sum_abc_red": ["r1 r2 r3 r8"],
    "sum7_red": ["r1 r2 r4 r8"],
    "sum10_three": ["r1 r1 r8 b1"],
    "sum12": ["r4 b8 b1", "r4 r4 b4 b8"],
}


def listed(examples: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(mission, cards) for mission, several in examples.items() for cards in several]


# --- The rulebook's examples -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("mission", "cards"),
    [
        ("sum_abc_red", "r1 r5 r6"),
        ("sum7_red", "r3 r2 r2"),
        ("high4_blue", "b6 b6 b7 b8"),
        ("run5_red", "r2 r3 r4 r5 r6"),
        ("pair_any", "r3 b3"),
        ("full_house", "r7 r7 b7 r5 b5"),
        ("two_pairs_odd", "r3 b3 b7 b7"),
        ("triple_even", "r4 b4 b4"),
        ("triple_odd", "r3 r3 b3"),
        ("three_pairs_any", "r3 b3 b5 b5 r8 r8"),
        ("two_pairs_red", "r2 r2 r5 r5"),
        ("three_pairs_parity", "r7 b7 r5 b5 b1 b1"),
        ("sum12", "r4 b3 b4 r1"),
        ("odd4_mono", "b1 b5 b5 b7"),
        ("low3_any", "r1 b3 b3"),
        ("fixed_1357", "r1 b3 r5 b7"),
    ],
)
def test_the_examples_of_the_rulebook_fulfil_their_missions(mission: str, cards: str) -> None:
    assert reading(mission, cards) == ""


def test_example_two_threes_twice_and_two_fives_are_only_two_different_pairs() -> None:
    assert reading("three_pairs_any", "r3 r3 r5 b5 b3 b3") == "not-fulfilled"


# --- Every mission ---------------------------------------------------------------------------


def test_every_mission_has_examples_here() -> None:
    assert MATCHES.keys() == NEAR_MISSES.keys() == POINTS.keys()


@pytest.mark.parametrize("mission", POINTS)
def test_a_fulfilled_mission_scores_its_points(mission: str) -> None:
    game = holding(MATCHES[mission][0], mission)
    seat = game.to_act
    assert seat is not None
    before = len(hand(game, seat))
    game.play(fulfil(mission, MATCHES[mission][0]))
    assert game.scores[seat - 1] == POINTS[mission]
    assert game.history(None)[-1]["events"][0]["points"] == POINTS[mission]
    assert len(hand(game, seat)) == before - len(MATCHES[mission][0].split())


@pytest.mark.parametrize(("mission", "cards"), listed(MATCHES))
def test_cards_that_match_fulfil(mission: str, cards: str) -> None:
    game = holding(cards, mission)
    assert refusal(game, fulfil(mission, cards)) == ""
    assert fulfil(mission, cards) in game.legal_moves()


@pytest.mark.parametrize(("mission", "cards"), listed(NEAR_MISSES))
def test_cards_that_do_not_match_do_not_fulfil(mission: str, cards: str) -> None:
    game = holding(cards, mission)
    assert refusal(game, fulfil(mission, cards)) == "not-fulfilled"
    assert fulfil(mission, cards) not in game.legal_moves()


@pytest.mark.parametrize(("mission", "cards"), listed(TOO_MUCH))
def test_a_match_and_more_does_not_fulfil(mission: str, cards: str) -> None:
    game = holding(cards, mission)
    assert refusal(game, fulfil(mission, cards)) == "surplus"
    assert fulfil(mission, cards) not in game.legal_moves()


# --- Sentence by sentence --------------------------------------------------------------------


@pytest.mark.parametrize("mission", [name for name in POINTS if name.endswith("_red")])
def test_red_means_red_in_every_card(mission: str) -> None:
    for cards in MATCHES[mission]:
        for at in range(len(cards.split())):
            mixed = cards.split()
            mixed[at] = mixed[at].replace("r", "b")
            assert reading(mission, " ".join(mixed)) == "not-fulfilled"


@pytest.mark.parametrize(
    "mission", [name for name in POINTS if name.endswith("_blue") and name != "pair_red_pair_blue"]
)
def test_blue_means_blue_in_every_card(mission: str) -> None:
    for cards in MATCHES[mission]:
        for at in range(len(cards.split())):
            mixed = cards.split()
            mixed[at] = mixed[at].replace("b", "r")
            assert reading(mission, " ".join(mixed)) == "not-fulfilled"


COLOURED = ("_red", "_blue", "_mono")


@pytest.mark.parametrize("mission", [name for name in POINTS if not name.endswith(COLOURED)])
def test_otherwise_colours_mix_freely(mission: str) -> None:
    for cards in MATCHES[mission]:
        numbers = [card[1] for card in cards.split()]
        if max(map(numbers.count, numbers)) <= 4:
            assert reading(mission, " ".join(f"r{number}" for number in numbers)) == ""
            assert reading(mission, " ".join(f"b{number}" for number in numbers)) == ""
        mixed = [f"{'rb'[at % 2]}{number}" for at, number in enumerate(numbers)]
        assert reading(mission, " ".join(mixed)) == ""


@pytest.mark.parametrize("mission", [name for name in POINTS if name.endswith("_mono")])
def test_one_colour_means_all_red_or_all_blue(mission: str) -> None:
    for cards in MATCHES[mission]:
        numbers = [card[1] for card in cards.split()]
        assert reading(mission, " ".join(f"r{number}" for number in numbers)) == ""
        assert reading(mission, " ".join(f"b{number}" for number in numbers)) == ""
        mixed = [f"{'rb'[at == 0]}{number}" for at, number in enumerate(numbers)]
        assert reading(mission, " ".join(mixed)) == "not-fulfilled"


def test_the_triple_and_the_pair_of_a_full_house_differ() -> None:
    assert reading("full_house", "r4 r4 b4 r6 b6") == ""
    assert reading("full_house", "r4 r4 r4 b4 b4") == "not-fulfilled"


def test_the_red_pair_and_the_blue_pair_differ() -> None:
    assert reading("pair_red_pair_blue", "r4 r4 b6 b6") == ""
    assert reading("pair_red_pair_blue", "r4 r4 b4 b4") == "not-fulfilled"


def test_two_pairs_differ() -> None:
    for mission in ("two_pairs_any", "two_pairs_even"):
        assert reading(mission, "r4 r4 b4 b4") == "not-fulfilled"
        assert reading(mission, "r4 r4 b2 b2") == ""


@pytest.mark.parametrize("length", [3, 4, 5])
def test_consecutive_numbers_do_not_wrap(length: int) -> None:
    for start in range(1, 9):
        numbers = [(start + step - 1) % 8 + 1 for step in range(length)]
        wraps = start + length - 1 > 8
        for mission, colour in (("any", "r"), ("any", "b"), ("red", "r"), ("blue", "b")):
            cards = " ".join(f"{colour}{number}" for number in numbers)
            assert reading(f"run{length}_{mission}", cards) == ("not-fulfilled" if wraps else "")


def test_two_equal_cards_may_add_up_to_the_third() -> None:
    assert reading("sum_abc_red", "r2 r2 r4") == ""
    assert reading("sum_abc_blue", "b3 b3 b6") == ""


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_any_two_of_the_three_may_be_the_ones_that_add_up(colour: str) -> None:
    for low in range(1, 9):
        for high in range(low, 9):
            for third in range(high, 9):
                cards = " ".join(f"{colour[0]}{number}" for number in (low, high, third))
                expected = "" if low + high == third else "not-fulfilled"
                assert reading(f"sum_abc_{colour}", cards) == expected


@pytest.mark.parametrize("parity", ["odd", "even"])
def test_odd_is_1_3_5_7_and_even_is_2_4_6_8(parity: str) -> None:
    for number in range(1, 9):
        right = number % 2 == (parity == "odd")
        expected = "" if right else "not-fulfilled"
        assert reading(f"triple_{parity}", f"r{number} r{number} b{number}") == expected


def test_three_pairs_of_one_parity_are_all_odd_or_all_even() -> None:
    assert reading("three_pairs_parity", "r1 b1 r3 b3 r5 b5") == ""
    assert reading("three_pairs_parity", "r4 b4 r6 b6 r8 b8") == ""
    assert reading("three_pairs_parity", "r1 b1 r3 b3 r4 b4") == "not-fulfilled"


def test_low_is_1_to_3_and_high_is_6_to_8() -> None:
    low = [number for number in range(1, 9) if not reading("low3_any", f"r1 r1 b{number}")]
    high = [number for number in range(1, 9) if not reading("high3_any", f"r8 r8 b{number}")]
    assert (low, high) == ([1, 2, 3], [6, 7, 8])


def test_a_sum_of_seven_or_ten_takes_exactly_three_cards() -> None:
    assert reading("sum7_red", "r3 r4") == "not-fulfilled"
    assert reading("sum7_red", "r1 r1 r1 r4") == "not-fulfilled"
    assert reading("sum7_red", "r1 r2 r4") == ""
    assert reading("sum10_three", "r2 b8") == "not-fulfilled"
    assert reading("sum10_three", "r1 b1 r4 b4") == "not-fulfilled"
    assert reading("sum10_three", "r1 b1 r8") == ""


@pytest.mark.parametrize(
    "cards",
    [
        "r4 b8",
        "r4 r4 b4",
        "r3 r3 b3 b3",
        "r1 r2 r2 b2 b5",
        "r2 r2 r2 r2 b2 b2",
        "r1 r1 b1 b1 r2 r2 b4",
        "r1 r1 r1 b1 b1 b1 r2 r4",
        "r1 r1 r1 r1 b1 b1 b1 r2 r3",
        "r1 r1 r1 r1 b1 b1 b1 b1 r2 b2",
    ],
)
def test_a_sum_of_twelve_takes_any_number_of_cards_of_any_colours(cards: str) -> None:
    assert sum(int(card[1]) for card in cards.split()) == 12
    game = holding(cards, "sum12")
    assert fulfil("sum12", cards) in game.legal_moves()
    game.play(fulfil("sum12", cards))
    assert game.sight()["discard"] == fulfil("sum12", cards).split()[2:]
