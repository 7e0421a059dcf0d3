"""Orders of a Team UP plan's boxes, and what the cards alone allow: checked by trying all."""

from __future__ import annotations

import random
from itertools import permutations, product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.team_up_table import CARDS as ALL_CARDS
from tests.support.team_up_table import lay, perfect_boxes
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.team_up.tables import ASKS, CARD_TEXTS, COLOURS, KINDS, LAYERS, LEFT
from upturn.solver.bounds import least_loss, obeyable
from upturn.solver.completions import from_library, left_by_kind, searched
from upturn.solver.failures import make_failures
from upturn.solver.ordering import (
    END,
    FOUND,
    NONE,
    UNDECIDED,
    search_backwards,
    search_forwards,
    search_from_both_ends,
)
from upturn.solver.packing import Codes, Numbers
from upturn.solver.plans import ALWAYS, Plan, loosened, make_plan
from upturn.solver.questions import Questions
from upturn.solver.solver import position_of

PLENTY = 10**6


def ending(boxes: int) -> Game:
    """The perfect pallet without its last so many boxes."""
    return lay(*perfect_boxes()[:-boxes], neutral="d1 x")


def plan_for(game: Game) -> Plan:
    """What is left of the perfect pallet."""
    return make_plan(position_of(game), from_library(position_of(game))[0], LAYERS)


def numbers(cards: list[str]) -> Numbers:
    return np.array([CARD_TEXTS.index(card) for card in cards], np.int64)


def some_cards(seed: int, count: int) -> Numbers:
    return numbers(random.Random(seed).sample(ALL_CARDS, count))


def obeyed(game: Game, plan: Plan, cards: Numbers, order: tuple[int, ...]) -> bool:
    """Whether the boxes can be stacked in this order, in some colours, and obey the cards."""
    placed = 0
    for box in order:
        if plan.needs[box] & ~placed or not plan.touches[box] & (placed | ALWAYS):
            return False
        placed |= 1 << box
    left = position_of(game)["left"][0]
    return any(
        all(
            ASKS[card, colour, plan.kinds[box]]
            for card, colour, box in zip(cards, colours, order, strict=True)
        )
        and all(
            sum(
                c == colour and plan.kinds[box] == kind
                for c, box in zip(colours, order, strict=True)
            )
            <= left[colour, kind]
            for colour, kind in product(range(COLOURS), range(KINDS))
        )
        for colours in product(range(COLOURS), repeat=len(order))
    )


# --- Plans -----------------------------------------------------------------------------------


def test_a_plan_knows_what_its_boxes_rest_on_and_carry() -> None:
    plan = plan_for(ending(12))
    for box in range(12):
        for other in range(12):
            assert bool(plan.needs[box] >> other & 1) == bool(plan.carries[other] >> box & 1)
    assert plan.needed == (1 << 12) - 1


def test_a_plan_may_be_told_in_any_order() -> None:
    now = position_of(ending(8))
    codes = from_library(now)[0]
    one = make_plan(now, codes, LAYERS)
    other = make_plan(now, codes[::-1].copy(), LAYERS)
    assert sorted(one.codes.tolist()) == sorted(other.codes.tolist())
    rests = [
        {
            plan.codes[box]: {plan.codes[o] for o in range(8) if plan.needs[box] >> o & 1}
            for box in range(8)
        }
        for plan in (one, other)
    ]
    assert rests[0] == rests[1]


def test_on_the_ground_a_box_must_touch_one_that_stands() -> None:
    now = position_of(lay(neutral="a1 z"))
    plan = make_plan(now, from_library(now)[0], LAYERS)
    on_ground = [box for box in range(27) if plan.codes[box] % 128 == 0]
    touching = [box for box in on_ground if plan.touches[box] == ALWAYS]
    assert 1 <= len(touching) <= 2  # the neutral box in its corner has two sides to touch
    assert all(0 < plan.touches[box] < ALWAYS for box in on_ground if box not in touching)


def test_boxes_without_a_place_are_ready_at_any_time() -> None:
    game = ending(6)
    now = position_of(game)
    none: Codes = np.zeros(0, np.int32)
    plan = loosened(make_plan(now, none, LAYERS), left_by_kind(now))
    assert len(plan.kinds) == 6
    assert not plan.needs.any()
    assert (plan.touches == ALWAYS).all()
    assert plan.needed == 0


# --- Orders ----------------------------------------------------------------------------------


@pytest.mark.parametrize("boxes", [3, 4, 5])
def test_an_order_is_found_if_there_is_one_and_only_then(boxes: int) -> None:
    game = ending(boxes)
    plan = plan_for(game)
    now = position_of(game)
    answers = set()
    for seed in range(40):
        cards = some_cards(seed, boxes)
        there_is = any(obeyed(game, plan, cards, p) for p in permutations(range(boxes)))
        expected = FOUND if there_is else NONE
        order = np.zeros(boxes + 1, np.int64)
        settled = np.zeros((boxes + 1, KINDS), np.int64)
        failures = make_failures()
        for found in (
            search_forwards(now, plan, cards, 0, False, PLENTY, failures, order, settled),
            search_backwards(now, plan, cards, PLENTY, failures, order),
            search_from_both_ends(now, plan, cards, PLENTY, failures, order),
        ):
            assert found == expected
            if found == FOUND:
                assert order[boxes] == END
                assert obeyed(game, plan, cards, tuple(order[:boxes].tolist()))
        answers.add(expected)
    assert answers == {FOUND, NONE}


def test_both_ends_agree_on_long_orders() -> None:
    game = ending(16)
    now, plan = position_of(game), plan_for(game)
    failures, order = make_failures(1 << 20), np.zeros(17, np.int64)
    settled = np.zeros((17, KINDS), np.int64)
    answers = set()
    for seed in range(60):
        cards = some_cards(seed, 16)
        forwards = search_forwards(now, plan, cards, 0, False, PLENTY, failures, order, settled)
        backwards = search_backwards(now, plan, cards, PLENTY, failures, order)
        assert forwards == backwards != UNDECIDED
        answers.add(forwards)
    assert answers == {FOUND, NONE}


def test_a_search_gives_up_when_its_steps_are_spent() -> None:
    game = ending(16)
    answers = []
    for seed in range(10):
        questions = Questions(position_of(game), some_cards(seed, 16))
        if questions.ask(plan_for(game), 0, PLENTY) == FOUND:
            answers.append(questions.ask(plan_for(game), 0, 1))
    assert set(answers) == {UNDECIDED}


def test_too_few_cards_stack_no_whole_pallet() -> None:
    game = ending(5)
    questions = Questions(position_of(game), some_cards(1, 4))
    assert questions.ask(plan_for(game), 0, PLENTY) == NONE


def test_to_be_lenient_is_never_stricter() -> None:
    game = ending(9)
    plan = plan_for(game)
    kinds = set()
    for seed in range(40):
        questions = Questions(position_of(game), some_cards(seed, 12))
        for loss in range(4):
            strictly = questions.ask(plan, loss, PLENTY)
            leniently = questions.ask(plan, loss, PLENTY, lenient=True)
            assert strictly <= leniently
            kinds.add((strictly, leniently))
    assert (NONE, FOUND) in kinds


def test_what_may_be_lost_more_is_found_sooner() -> None:
    game = ending(7)
    plan, now = plan_for(game), position_of(game)
    for seed in range(30):
        cards = some_cards(seed, 14)
        now["cards"][0, 20:34] = cards
        questions = Questions(now, cards)
        answers = [questions.ask(plan, loss, PLENTY) for loss in range(6)]
        assert answers == sorted(answers)
        if FOUND in answers:
            loss = answers.index(FOUND)
            assert questions.ask(plan, loss, PLENTY) == FOUND
            assert questions.line(plan).score == 25 - loss


# --- What the cards allow --------------------------------------------------------------------


def most_obeyed(left: npt.NDArray[np.int8], cards: Numbers) -> int:
    """By trying, for each card, every box and none."""
    best = 0
    to_try = [(0, 0, tuple(map(int, left.flatten())))]
    while to_try:
        at, count, boxes = to_try.pop()
        best = max(best, count)
        if at == len(cards):
            continue
        to_try.append((at + 1, count, boxes))
        for box, there in enumerate(boxes):
            if there and ASKS[cards[at], box // KINDS, box % KINDS]:
                to_try.append((at + 1, count + 1, (*boxes[:box], there - 1, *boxes[box + 1 :])))
    return best


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10**6), boxes=st.integers(0, 5), cards=st.integers(0, 6))
def test_as_many_cards_are_obeyed_as_can_be(seed: int, boxes: int, cards: int) -> None:
    choose = random.Random(seed)
    left = np.zeros((COLOURS, KINDS), np.int8)
    for _ in range(boxes):
        colour, kind = choose.randrange(COLOURS), choose.randrange(KINDS)
        left[colour, kind] = min(left[colour, kind] + 1, LEFT[kind])
    coming = some_cards(seed, cards)
    counts = obeyable(left, coming)
    assert counts.tolist() == [most_obeyed(left, coming[:n]) for n in range(cards + 1)]


def test_all_boxes_can_obey_the_cards_of_a_deal() -> None:
    left = np.tile(LEFT, (COLOURS, 1)).astype(np.int8)
    for seed in range(50):
        assert least_loss(left, some_cards(seed, 36), drawn=False) == 0


def test_a_card_that_lies_drawn_cannot_be_left() -> None:
    left = np.zeros((COLOURS, KINDS), np.int8)
    left[0, 0] = 1
    blue = numbers(["blue"])
    assert least_loss(left, blue, drawn=False) == 1  # stop: the box is left
    assert least_loss(left, blue, drawn=True) == 2


# --- The library -----------------------------------------------------------------------------


@pytest.mark.parametrize("boxes", [16, 17, 18])
def test_the_library_has_every_perfect_completion_that_a_search_finds(boxes: int) -> None:
    now = position_of(ending(boxes))
    found = searched(now, LAYERS, PLENTY * 10, PLENTY * 10, 10_000, seeded(1))
    assert found.all
    known = {frozenset(codes.tolist()) for codes in from_library(now)}
    assert {frozenset(codes.tolist()) for codes in found.codes} == known
