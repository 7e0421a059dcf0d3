"""A mission is said in words and drawn in symbols: those of the game, and any an owner writes."""

from __future__ import annotations

import re
from itertools import product

import pytest

import upturn
from tests.support.team_play_table import holding
from upturn.games.team_play.components import MISSIONS, Mission, Requirement
from upturn.games.team_play.wording import in_symbols, in_words

WIDEST = 30  # columns of a mission's symbols at the table

SAID_AND_DRAWN = {
    "pair_any": ("a pair", "▲▲"),
    "pair_red": ("a red pair", "r▲r▲"),
    "pair_blue": ("a blue pair", "b▲b▲"),
    "two_pairs_any": ("two pairs, each of a different number", "▲▲ ■■"),
    "two_pairs_red": ("two red pairs, each of a different number", "r▲r▲ r■r■"),
    "two_pairs_blue": ("two blue pairs, each of a different number", "b▲b▲ b■b■"),
    "two_pairs_odd": ("two pairs, each of a different odd number", "▲▲ ■■  1·3·5·7"),
    "two_pairs_even": ("two pairs, each of a different even number", "▲▲ ■■  2·4·6·8"),
    "pair_red_pair_blue": ("a red pair and a blue pair of another number", "r▲r▲ b■b■"),
    "three_pairs_any": ("three pairs, each of a different number", "▲▲ ■■ ●●"),
    "three_pairs_parity": (
        "three pairs, each of a different number, all odd or all even",
        "▲▲ ■■ ●●  1·3·5·7 / 2·4·6·8",
    ),
    "triple_any": ("three of a kind", "▲▲▲"),
    "triple_odd": ("three cards of the same odd number", "▲▲▲  1·3·5·7"),
    "triple_even": ("three cards of the same even number", "▲▲▲  2·4·6·8"),
    "full_house": ("three of a kind and a pair of another number", "▲▲▲ ■■"),
    "four_kind": ("four of a kind", "▲▲▲▲"),
    "run3_any": ("three consecutive numbers", "▲ ▲+1 ▲+2"),
    "run3_red": ("three consecutive red numbers", "r▲ r▲+1 r▲+2"),
    "run3_blue": ("three consecutive blue numbers", "b▲ b▲+1 b▲+2"),
    "run4_any": ("four consecutive numbers", "▲ ▲+1 ▲+2 ▲+3"),
    "run4_red": ("four consecutive red numbers", "r▲ r▲+1 r▲+2 r▲+3"),
    "run4_blue": ("four consecutive blue numbers", "b▲ b▲+1 b▲+2 b▲+3"),
    "run5_any": ("five consecutive numbers", "▲ ▲+1 ▲+2 ▲+3 ▲+4"),
    "run5_red": ("five consecutive red numbers", "r▲ r▲+1 r▲+2 r▲+3 r▲+4"),
    "run5_blue": ("five consecutive blue numbers", "b▲ b▲+1 b▲+2 b▲+3 b▲+4"),
    "fixed_1357": ("the numbers 1, 3, 5 and 7", "1 3 5 7"),
    "fixed_2468": ("the numbers 2, 4, 6 and 8", "2 4 6 8"),
    "fixed_567_mono": ("the numbers 5, 6 and 7, all red or all blue", "5 6 7  r / b"),
    "fixed_234_mono": ("the numbers 2, 3 and 4, all red or all blue", "2 3 4  r / b"),
    "low3_any": ("any three cards from 1 to 3", "? ? ?  1–3"),
    "high3_any": ("any three cards from 6 to 8", "? ? ?  6–8"),
    "high3_blue": ("any three blue cards from 6 to 8", "b? b? b?  6–8"),
    "low3_red": ("any three red cards from 1 to 3", "r? r? r?  1–3"),
    "high4_blue": ("any four blue cards from 6 to 8", "b? b? b? b?  6–8"),
    "low4_red": ("any four red cards from 1 to 3", "r? r? r? r?  1–3"),
    "odd4_mono": ("any four odd cards, all red or all blue", "? ? ? ?  1·3·5·7  r / b"),
    "even4_mono": ("any four even cards, all red or all blue", "? ? ? ?  2·4·6·8  r / b"),
    "odd4_red": ("any four odd red cards", "r? r? r? r?  1·3·5·7"),
    "odd4_blue": ("any four odd blue cards", "b? b? b? b?  1·3·5·7"),
    "five_red": ("any five red cards", "r? r? r? r? r?"),
    "five_blue": ("any five blue cards", "b? b? b? b? b?"),
    "sum_abc_red": ("three red cards, two of which add up to the third", "r? + r? = r?"),
    "sum_abc_blue": ("three blue cards, two of which add up to the third", "b? + b? = b?"),
    "sum7_red": ("three red cards that add up to 7", "r? + r? + r? = 7"),
    "sum10_three": ("three cards that add up to 10", "? + ? + ? = 10"),
    "sum12": ("any cards that add up to 12", "? + … = 12"),
}


@pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission.id)
def test_a_mission_is_said_and_drawn(mission: Mission) -> None:
    asked = mission.requirement
    assert (in_words(asked), in_symbols(asked)) == SAID_AND_DRAWN[mission.id]


def test_no_two_missions_are_said_or_drawn_alike() -> None:
    said, drawn = zip(*SAID_AND_DRAWN.values(), strict=True)
    assert len(set(said)) == len(set(drawn)) == len(MISSIONS) == 46


def test_every_mission_is_drawn_in_few_columns() -> None:
    assert max(len(drawn) for _, drawn in SAID_AND_DRAWN.values()) <= WIDEST


def test_red_and_blue_are_drawn_without_colour() -> None:
    for mission in MISSIONS:
        asked = mission.requirement
        marks = {mark for mark in "rb" if mark in in_symbols(asked)}
        expected = {"any": set(), "red": {"r"}, "blue": {"b"}, "one": {"r", "b"}}[asked.colour]
        assert marks == expected.union(colour[0] for colour in asked.colours)


def test_the_words_stand_in_a_refusal() -> None:
    game = holding("r2 b3 r4", "run3_red")
    with pytest.raises(upturn.IllegalMove) as refused:
        game.play("fulfil run3_red r2 r4 b3")
    assert str(refused.value).startswith("run3_red asks for three consecutive red numbers, not ")


# --- What an owner may write -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("requirement", "words", "symbols"),
    [
        (Requirement("groups", sizes=(3, 3)),
         "two sets of three of a kind, each of a different number", "▲▲▲ ■■■"),
        (Requirement("groups", sizes=(4, 2)),
         "four of a kind and a pair of another number", "▲▲▲▲ ■■"),
        (Requirement("groups", sizes=(1, 1, 2)),
         "two cards and a pair, each of a different number", "▲ ■ ●●"),
        (Requirement("groups", sizes=(4,), colour="red"),
         "four of a kind in red", "r▲r▲r▲r▲"),
        (Requirement("groups", sizes=(4, 4), pool="even"),
         "two sets of four of a kind, each of a different even number", "▲▲▲▲ ■■■■  2·4·6·8"),
        (Requirement("groups", sizes=(2, 2, 3), colours=("red", "any", "blue")),
         "a red pair, a pair and three of a kind in blue, each of a different number",
         "r▲r▲ ■■ b●b●b●"),
        (Requirement("groups", sizes=(2, 3), colours=("red", "blue"), pool="2-5"),
         "a red pair and three of a kind in blue, each of a different number from 2 to 5",
         "r▲r▲ b■b■b■  2–5"),
        (Requirement("groups", sizes=(2,), pool="2-5"),
         "two cards of the same number from 2 to 5", "▲▲  2–5"),
        (Requirement("groups", sizes=(2,), pool="3-3"),
         "two 3s", "▲▲  3"),
        (Requirement("groups", sizes=(8,)),
         "eight of a kind", "8×▲"),
        (Requirement("run", length=8, colour="red"),
         "eight consecutive red numbers", "r▲ r▲+1 … r▲+7"),
        (Requirement("run", length=2, colour="one"),
         "two consecutive numbers, all red or all blue", "▲ ▲+1  r / b"),
        (Requirement("exact", numbers=(5,), colour="red"),
         "the red number 5", "r5"),
        (Requirement("exact", numbers=(7, 5, 6), colour="blue"),
         "the blue numbers 5, 6 and 7", "b5 b6 b7"),
        (Requirement("from", count=1, pool="odd", colour="red"),
         "any odd red card", "r?  1·3·5·7"),
        (Requirement("from", count=1, pool="2-5"),
         "any card from 2 to 5", "?  2–5"),
        (Requirement("from", count=3, pool="5-5", colour="red"),
         "any three red 5s", "r? r? r?  5"),
        (Requirement("from", count=4, pool="parity"),
         "any four cards, all odd or all even", "? ? ? ?  1·3·5·7 / 2·4·6·8"),
        (Requirement("addition", colour="one"),
         "three cards, two of which add up to the third, all red or all blue",
         "? + ? = ?  r / b"),
        (Requirement("sum", total=8, count=1, colour="red"),
         "the red number 8", "r? = 8"),
        (Requirement("sum", total=20, colour="blue"),
         "any blue cards that add up to 20", "b? + … = 20"),
        (Requirement("sum", total=40, count=10, colour="red"),
         "ten red cards that add up to 40", "Σ 10×r? = 40"),
    ],
)  # fmt: skip
def test_an_owners_mission_is_said_and_drawn(
    requirement: Requirement, words: str, symbols: str
) -> None:
    assert in_words(requirement) == words
    assert in_symbols(requirement) == symbols


COLOURS = ("any", "red", "blue", "one")
POOLS = ("1-8", "odd", "even", "parity", "2-5", "3-3", "7-8")
SIZES = ((1,), (2,), (3,), (4,), (7,), (1, 1), (2, 3), (2, 2, 3), (4, 4), (1, 1, 2), (1,) * 8)


def everything() -> list[Requirement]:
    """Every kind with every colour, and every pool where it has one."""
    both = list(product(COLOURS, POOLS))
    groups = [
        Requirement("groups", sizes=sizes, colour=colour, pool=pool)
        for sizes, (colour, pool) in product(SIZES, both)
    ]
    own_colours = [
        Requirement("groups", sizes=sizes, colours=colours, pool=pool)
        for sizes in SIZES
        if len(sizes) <= 3
        for colours in product(("any", "red", "blue"), repeat=len(sizes))
        for pool in POOLS
    ]
    chosen = [
        Requirement("from", count=count, colour=colour, pool=pool)
        for count, (colour, pool) in product(range(1, 11), both)
    ]
    coloured = [
        requirement
        for colour in COLOURS
        for requirement in (
            *(Requirement("run", length=length, colour=colour) for length in range(2, 9)),
            *(
                Requirement("exact", numbers=numbers, colour=colour)
                for numbers in ((1,), (2, 3), (8, 6, 4), tuple(range(1, 9)))
            ),
            Requirement("addition", colour=colour),
            *(Requirement("sum", count=count, total=24, colour=colour) for count in range(11)),
        )
    ]
    return groups + own_colours + chosen + coloured


def test_whatever_an_owner_writes_reads_as_english() -> None:
    ones = r"\b(?:one|a|an|any|the) (?:(?:red|blue|odd|even) )*(?:pairs|sets|numbers \d+$)"
    several = r"\b(?:two|three|four|five|six|seven|eight|nine|ten) (?:(?:red|blue|odd|even) )*"
    for requirement in everything():
        words, drawn = in_words(requirement), in_symbols(requirement)
        assert words == words.strip() != "", requirement
        assert drawn == drawn.strip() != "", requirement
        assert not re.search(r"  |[{}]| ,|,,|None|parity|\bno\b", words), words
        assert not re.search(r"   |[{}]|None|parity|[^\d]-|×1\b", drawn), drawn
        assert not re.search(ones, words), words
        assert not re.search(several + r"(?:card|pair|set|number)\b", words), words
        assert not re.search(r"\ba (?:odd|even)\b|\ban (?:red|blue|number|card)\b", words), words


def takes(requirement: Requirement) -> tuple[object, ...]:
    """A requirement without what makes no difference to the cards it takes.

    One card is always of one colour and one parity, and one group of one parity.
    """
    asked = requirement
    single = asked.sizes == (1,) or len(asked.numbers) == 1 or asked.count == 1
    colour = "any" if single and asked.colour == "one" else asked.colour
    pool = "1-8" if (single or len(asked.sizes) == 1) and asked.pool == "parity" else asked.pool
    groups = sorted(
        zip(asked.sizes, asked.colours or (colour,) * len(asked.sizes), strict=True)
    )  # in any order
    if asked.sizes and colour != "one":
        colour = ""
    numbers = tuple(sorted(asked.numbers))
    return (asked.kind, colour, *groups, pool, asked.length, numbers, asked.count, asked.total)


def test_different_requirements_are_said_differently() -> None:
    said: dict[tuple[str, str], set[tuple[object, ...]]] = {}
    for requirement in everything():
        words = (requirement.kind, in_words(requirement))
        said.setdefault(words, set()).add(takes(requirement))
    assert [words for words, taken in said.items() if len(taken) > 1] == []
