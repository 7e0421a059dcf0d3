"""Team Play's matcher and enumerator against brute force, for all 46 missions.

`way_of` says whether cards fulfil a mission, `list_ways` which cards of a hand do. Both are asked
about every small hand, of six cards at most, and about random larger ones, and compared with the
slow model's reading of the component list, which knows nothing of the tables behind the two.
How missions are read, example by example, is in test_missions.py.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.naive import team_play as naive
from tests.support.amounts import amount
from upturn.games.editions import standard_file
from upturn.games.team_play.components import COPIES, LARGEST_HAND, MISSIONS, Requirement
from upturn.games.team_play.position import NOTHING
from upturn.games.team_play.requirements import MOST_WAYS, ways
from upturn.games.team_play.tables import (
    CARD_NUMBERS,
    FIRST_FULFIL,
    FIRST_WAY,
    MOST_LEGAL,
    MOST_OPEN,
    WAY,
    WAY_COUNT,
)
from upturn.games.team_play.ways import Hand, fewest_missing, list_ways, way_of

Cards = tuple[str, ...]
"""A multiset of cards, in card order."""

SMALL = 6
"""Every hand up to this size is tried."""

REQUIREMENTS: dict[str, dict[str, Any]] = {
    entry["id"]: entry["requirement"]
    for entry in tomllib.loads(standard_file("team-play").read_text(encoding="utf-8"))["mission"]
}
MISSION_NUMBERS = {name: number for number, name in enumerate(REQUIREMENTS)}
every_mission = pytest.mark.parametrize("mission", REQUIREMENTS)

WAYS_OF_EACH = {
    "pair_any": 24, "pair_red": 8, "pair_blue": 8,
    "two_pairs_any": 252, "two_pairs_red": 28, "two_pairs_blue": 28,
    "two_pairs_odd": 54, "two_pairs_even": 54, "pair_red_pair_blue": 56,
    "three_pairs_any": 1512, "three_pairs_parity": 216,
    "triple_any": 32, "triple_odd": 16, "triple_even": 16, "full_house": 672, "four_kind": 40,
    "run3_any": 48, "run3_red": 6, "run3_blue": 6,
    "run4_any": 80, "run4_red": 5, "run4_blue": 5,
    "run5_any": 128, "run5_red": 4, "run5_blue": 4,
    "fixed_1357": 16, "fixed_2468": 16, "fixed_567_mono": 2, "fixed_234_mono": 2,
    "low3_any": 56, "high3_any": 56, "high3_blue": 10, "low3_red": 10,
    "high4_blue": 15, "low4_red": 15,
    "odd4_mono": 70, "even4_mono": 70, "odd4_red": 35, "odd4_blue": 35,
    "five_red": 784, "five_blue": 784,
    "sum_abc_red": 16, "sum_abc_blue": 16, "sum7_red": 4, "sum10_three": 56, "sum12": 904,
}  # fmt: skip


# --- Brute force -----------------------------------------------------------------------------


def multisets(size: int) -> Iterator[Cards]:
    """Every multiset of so many cards that four copies of each allow."""
    for cards in combinations_with_replacement(naive.CARDS, size):
        if all(cards[at] != cards[at + COPIES] for at in range(size - COPIES)):
            yield cards


@cache
def small_hands() -> list[Cards]:
    """Every hand of up to six cards, smaller ones first."""
    return [hand for size in range(SMALL + 1) for hand in multisets(size)]


@cache
def small_counts() -> list[Hand]:
    """The same hands as the compiled rules hold them."""
    return list(map(counted, small_hands()))


def one_less(hand: Cards) -> Iterator[Cards]:
    """The hands that are left when one card is taken away."""
    for at in range(len(hand)):
        if at == 0 or hand[at] != hand[at - 1]:
            yield hand[:at] + hand[at + 1 :]


def random_hand(size: int, rng: random.Random) -> Cards:
    return tuple(naive.in_order(rng.sample(naive.CARDS * COPIES, size)))


# --- The engine's answers --------------------------------------------------------------------


def counted(hand: Cards) -> Hand:
    counts: Hand = np.zeros(len(naive.CARDS), np.int8)
    for card in hand:
        counts[CARD_NUMBERS[card]] += 1
    return counts


@cache
def way_cards() -> list[Cards]:
    """By way: its cards, as the engine would take them off a hand."""
    return [tuple(np.repeat(naive.CARDS, counts).tolist()) for counts in WAY]


MOVES = np.zeros(WAY_COUNT, np.int32)
"""Room for more ways than any hand can have."""


def engine_ways(mission: str, hand: Hand) -> list[Cards]:
    """What the enumerator lists."""
    count = list_ways(MISSION_NUMBERS[mission], hand, MOVES, 0)
    cards = way_cards()
    return [cards[move - FIRST_FULFIL] for move in MOVES[:count].tolist()]


def ways_of(mission: str) -> range:
    number = MISSION_NUMBERS[mission]
    return range(FIRST_WAY[number], FIRST_WAY[number + 1])


# --- All hands -------------------------------------------------------------------------------


def test_there_are_74341_hands_of_up_to_six_cards() -> None:
    # 22 choose 6, without those that need a fifth copy: 16 kinds, and one more card or none
    assert len(small_hands()) == len(set(small_hands())) == 74_613 - 16 * 17


def largest_tried(mission: str) -> int:
    """One card more than it takes. Larger hands are random ones, below; in `check-deep` all are
    tried."""
    needed = naive.size_needed(REQUIREMENTS[mission]) or SMALL
    return amount(min(needed + 1, SMALL), SMALL)


@every_mission
def test_all_small_hands(mission: str) -> None:
    """What a hand can fulfil, it or one of the hands with a card less can."""
    number, requirement = MISSION_NUMBERS[mission], REQUIREMENTS[mission]
    largest = largest_tried(mission)
    within: dict[Cards, set[Cards]] = {}
    for hand, counts in zip(small_hands(), small_counts(), strict=True):
        if len(hand) > largest:
            break
        expected = set[Cards]().union(*(within[smaller] for smaller in one_less(hand)))
        way = way_of(number, counts)
        if naive.fulfils(requirement, hand):
            expected.add(hand)
            assert way in ways_of(mission)
            assert way_cards()[way] == hand
        else:
            assert way == -1, hand
        listed = engine_ways(mission, counts)
        assert len(listed) == len(expected), hand
        assert set(listed) == expected, hand
        within[hand] = expected


# --- Larger hands ----------------------------------------------------------------------------

LARGER_HANDS = amount(500, 2_000)


@cache
def fulfilling(mission: str) -> frozenset[Cards]:
    """The multisets of up to six cards that fulfil a mission."""
    return frozenset(
        cards for cards in small_hands() if naive.fulfils(REQUIREMENTS[mission], cards)
    )


def brute_force_ways(mission: str, hand: Cards) -> set[Cards]:
    """Every sub-multiset of a hand that fulfils a mission.

    Of ten cards at most: a seat that may fulfil never holds more, so the engine lists no larger.
    """
    needed = naive.size_needed(REQUIREMENTS[mission])
    found: set[Cards] = set()
    for size in range(1, min(len(hand), LARGEST_HAND) + 1) if needed is None else [needed]:
        chosen = set(combinations(hand, size))
        if size <= SMALL:
            found |= chosen & fulfilling(mission)
        else:
            found |= {cards for cards in chosen if naive.fulfils(REQUIREMENTS[mission], cards)}
    return found


@every_mission
def test_random_hands_of_seven_to_twelve_cards(mission: str) -> None:
    rng = random.Random("larger hands")
    for _ in range(LARGER_HANDS):
        hand = random_hand(rng.randint(7, 12), rng)
        listed, expected = engine_ways(mission, counted(hand)), brute_force_ways(mission, hand)
        assert len(listed) == len(expected), hand
        assert set(listed) == expected, hand


@every_mission
def test_random_cards_of_seven_to_twelve_match_as_the_model_says(mission: str) -> None:
    rng = random.Random("larger matches")
    for _ in range(500):
        cards = random_hand(rng.randint(7, 12), rng)
        expected = len(cards) <= LARGEST_HAND and naive.fulfils(REQUIREMENTS[mission], cards)
        assert (way_of(MISSION_NUMBERS[mission], counted(cards)) >= 0) == expected, cards


def test_the_most_cards_that_fulfil_a_mission_are_ten_for_a_sum_of_twelve() -> None:
    longest = ("r1", "r1", "r1", "r1", "r2", "b1", "b1", "b1", "b1", "b2")
    assert len(longest) == LARGEST_HAND
    assert way_cards()[way_of(MISSION_NUMBERS["sum12"], counted(longest))] == longest
    assert max(map(len, way_cards())) == LARGEST_HAND


# --- The ways themselves ---------------------------------------------------------------------


def test_how_many_ways_each_mission_has() -> None:
    assert {mission: len(ways_of(mission)) for mission in REQUIREMENTS} == WAYS_OF_EACH
    assert sum(WAYS_OF_EACH.values()) == WAY_COUNT


def test_the_engine_numbers_the_missions_as_the_file_lists_them() -> None:
    assert [mission.id for mission in MISSIONS] == list(REQUIREMENTS)


@every_mission
def test_every_way_matches_as_itself(mission: str) -> None:
    for way in ways_of(mission):
        assert way_of(MISSION_NUMBERS[mission], WAY[way]) == way
        assert engine_ways(mission, WAY[way]) == [way_cards()[way]]
        assert naive.fulfils(REQUIREMENTS[mission], way_cards()[way])


@every_mission
def test_no_way_is_part_of_another_of_its_mission(mission: str) -> None:
    taken = WAY[list(ways_of(mission))]
    for way in taken:
        assert (way <= taken).all(axis=1).sum() == 1


def test_there_is_room_for_every_list_of_legal_moves() -> None:
    """The most ways of the three missions a seat may fulfil, in hands of as many cards as can be.

    Where most ways are to be expected: many different small cards.
    """
    rng = random.Random("room")
    hands = [random_hand(LARGEST_HAND, rng) for _ in range(500)]
    hands.append(tuple(naive.in_order(f"{colour}{n}" for colour in "rb" for n in range(1, 6))))
    for hand in map(counted, hands):
        counts = sorted(len(engine_ways(mission, hand)) for mission in REQUIREMENTS)
        assert FIRST_FULFIL + sum(counts[-MOST_OPEN:]) <= MOST_LEGAL


def test_an_empty_place_has_no_ways_and_earlier_moves_stay() -> None:
    full = counted(tuple(naive.CARDS))
    moves = np.full(WAY_COUNT, -7, np.int32)
    assert list_ways(NOTHING, full, moves, 3) == 3
    assert (moves == -7).all()
    assert list_ways(MISSION_NUMBERS["run3_red"], full, moves, 3) == 3 + 6
    assert moves[:3].tolist() == [-7, -7, -7]
    assert (moves[9:] == -7).all()


# --- What is missing -------------------------------------------------------------------------


def smallest_additions(mission: str, hand: Cards) -> set[Cards]:
    """By trying: the smallest multisets of cards with which the hand can fulfil a mission."""
    held = counted(hand)
    for size in range(SMALL + 1):
        found = {
            cards
            for cards in multisets(size)
            if (together := held + counted(cards)).max() <= COPIES
            and list_ways(MISSION_NUMBERS[mission], together, MOVES, 0)
        }
        if found:
            return found
    raise AssertionError("six cards fulfil any mission")


@every_mission
def test_what_a_hand_lacks_is_the_least_that_helps(mission: str) -> None:
    rng = random.Random("missing")
    for size in (0, 1, 2, 3, 4, 5, 6, 8, 10):
        hand = random_hand(size, rng)
        rows = fewest_missing(MISSION_NUMBERS[mission], counted(hand))
        missing = [tuple(np.repeat(naive.CARDS, counts).tolist()) for counts in rows]
        expected = smallest_additions(mission, hand)
        assert len(missing) == len(expected), hand
        assert set(missing) == expected, hand


@pytest.mark.parametrize(
    ("mission", "hand", "missing"),
    [
        ("run3_red", "r2 r4 b3", ["r3"]),
        ("run3_red", "r2 r3", ["r1", "r4"]),
        ("run3_red", "r1 r2 r3", [""]),
        ("fixed_567_mono", "r5 b6", ["r6 r7", "b5 b7"]),
        ("pair_any", "r8", ["r8", "b8"]),
        ("full_house", "r7 r7 b7 r5", ["r5", "b5"]),
        ("sum7_red", "r3 r2", ["r2"]),
    ],
)
def test_example_of_what_is_missing(mission: str, hand: str, missing: list[str]) -> None:
    rows = fewest_missing(MISSION_NUMBERS[mission], counted(tuple(hand.split())))
    found = {" ".join(np.repeat(naive.CARDS, counts).tolist()) for counts in rows}
    assert found == set(missing)


# --- Any requirement an owner may write ------------------------------------------------------

colours = st.sampled_from(["any", "red", "blue", "one"])
pools = st.sampled_from(["1-8", "odd", "even", "parity", "2-5", "3-3", "7-8"])


def requirements() -> st.SearchStrategy[dict[str, Any]]:
    """Those of up to five cards, so that every multiset can be tried."""
    sizes = st.lists(st.integers(1, 5), min_size=1, max_size=4).filter(lambda s: sum(s) <= 5)
    group_colours = st.lists(st.sampled_from(["any", "red", "blue"]), min_size=4, max_size=4)
    one_colour = st.fixed_dictionaries(
        {"kind": st.just("groups"), "sizes": sizes, "colour": colours, "pool": pools}
    )
    own_colours = st.builds(
        lambda sizes, each, pool: {
            "kind": "groups", "sizes": sizes, "colours": each[: len(sizes)], "pool": pool
        },
        sizes, group_colours, pools,
    )  # fmt: skip
    numbers = st.lists(st.integers(1, 8), min_size=1, max_size=5, unique=True)
    kinds: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "run": {"length": st.integers(2, 5)},
        "exact": {"numbers": numbers},
        "from": {"count": st.integers(1, 4), "pool": pools},
        "addition": {},
        "sum": {"count": st.integers(1, 4), "total": st.integers(1, 33)},
    }
    others = [
        st.fixed_dictionaries({"kind": st.just(kind), "colour": colours, **fields})
        for kind, fields in kinds.items()
    ]
    return st.one_of(one_colour, own_colours, *others)


@cache
def small_multisets(size: int) -> list[Cards]:
    return list(multisets(size))


@settings(max_examples=amount(100, 300))
@given(requirements())
def test_any_requirement_is_read_as_the_model_reads_it(requirement: dict[str, Any]) -> None:
    lists = {key: tuple(value) for key, value in requirement.items() if isinstance(value, list)}
    size = naive.size_needed(requirement)
    assert size is not None
    expected = {cards for cards in small_multisets(size) if naive.fulfils(requirement, cards)}
    listed = [
        tuple(naive.in_order(naive.CARDS[kind] for kind in way))
        for way in ways(Requirement(**requirement | lists))
    ]
    assert len(listed) == len(expected)
    assert set(listed) == expected


@pytest.mark.parametrize("colour", ["any", "red", "one"])
@pytest.mark.parametrize("total", [1, 5, 9, 16])
def test_any_sum_of_any_number_of_cards_is_read_as_the_model_reads_it(
    colour: str, total: int
) -> None:
    """From above, where few cards are needed; the rest is in the random hands for a sum of 12."""
    requirement = {"kind": "sum", "total": total, "colour": colour}
    listed = {
        tuple(naive.in_order(naive.CARDS[kind] for kind in way))
        for way in ways(Requirement("sum", total=total, colour=colour))
    }
    expected = {cards for cards in small_hands() if naive.fulfils(requirement, cards)}
    assert {cards for cards in listed if len(cards) <= SMALL} == expected
    assert all(naive.fulfils(requirement, cards) for cards in listed)


def test_too_many_ways_are_not_listed_to_the_end() -> None:
    for much in (Requirement("from", count=10), Requirement("sum", total=60)):
        assert len(ways(much)) == MOST_WAYS + 1
