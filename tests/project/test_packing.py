"""Completions of a Team UP pallet: they can be stacked by the rules and fill what they say."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from tests.support.team_up_table import NEUTRAL_PLACES, dealt, lay, perfect_boxes, wander
from upturn.games.contract import ALLOWED, Positions
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.team_up.notation import NEUTRAL_TEXTS
from upturn.games.team_up.rules import stack, stands
from upturn.games.team_up.supposing import suppose
from upturn.games.team_up.tables import BOXES, KIND, KINDS, LAYERS, LEVELS, PLACEMENTS, PLACES
from upturn.solver.packing import LEVELS_CODED, Codes, Numbers, complete
from upturn.solver.perfect import mirror, packed, perfect_pallets, unpacked
from upturn.solver.pool import WORD_BITS, count_common, count_ones, make_pool


def position_of(game: Game) -> Positions:
    return suppose(game.view())


def left_of(now: Positions) -> Numbers:
    left: Numbers = now["left"][0].sum(axis=0, dtype=np.int64)
    return left


def searched(
    now: Positions, layers: int, *, most: int = 40, patience: int = 300, steps: int = 40_000
) -> list[list[int]]:
    """Completions of so many layers, as lists of codes."""
    completions, sizes = np.zeros((most, BOXES + 1), np.int32), np.zeros(most, np.int64)
    high = LAYERS if layers == LAYERS else LEVELS
    count = complete(now, 0, layers, high, patience, steps, seeded(1), completions, sizes)
    count = count if count >= 0 else -count - 1
    return [completions[at, : sizes[at]].tolist() for at in range(count)]


def stacked_by_the_rules(now: Positions, codes: list[int]) -> Positions:
    """The pallet after these boxes, placed in some order that the rules allow."""
    then, to_place = now.copy(), list(codes)
    while to_place:
        placed = next(
            code
            for code in to_place
            if then["heights"][0, PLACEMENTS[code // LEVELS_CODED].at] == code % LEVELS_CODED
            and stands(then[0], code // LEVELS_CODED) == ALLOWED
        )
        stack(then[0], placed // LEVELS_CODED, 0, 1)
        to_place.remove(placed)
    return then


def by_brute_force(now: Positions) -> set[frozenset[int]]:
    """All perfect completions, found by placing the boxes in every order there is."""
    if not left_of(now).any():
        return {frozenset()}
    found: set[frozenset[int]] = set()
    for placement in range(PLACES):
        kind = KIND[placement]
        level = int(now["heights"][0, PLACEMENTS[placement].at])
        fits = level + PLACEMENTS[placement].size[2] <= LAYERS
        if left_of(now)[kind] and fits and stands(now[0], placement) == ALLOWED:
            then = now.copy()
            stack(then[0], placement, 0, 1)
            then["left"][0, int(then["left"][0, :, kind].argmax()), kind] -= 1
            code = placement * LEVELS_CODED + level
            found |= {rest | {code} for rest in by_brute_force(then)}
    return found


# --- Searching -------------------------------------------------------------------------------


@pytest.mark.parametrize("clone", ["face", "shape"])
@pytest.mark.parametrize("layers", [1, 2, 3, 4])
def test_a_completion_fills_its_layers_with_boxes_that_are_left(layers: int, clone: str) -> None:
    seen = 0
    for seed in range(6):
        now = position_of(wander(seed, draws=seed, clone=clone))
        for codes in searched(now, layers, most=5):
            seen += 1
            assert stacked_by_the_rules(now, codes)["heights"].min() >= layers
            used = Counter(int(KIND[code // LEVELS_CODED]) for code in codes)
            assert all(used[kind] <= left_of(now)[kind] for kind in range(KINDS))
    assert seen >= 10


def test_a_perfect_completion_uses_every_box() -> None:
    now = position_of(lay(*perfect_boxes()[:9], neutral="d1 x"))
    completions = searched(now, LAYERS, patience=5_000, steps=200_000)
    assert completions
    for codes in completions:
        assert len(codes) == 18
        assert set(stacked_by_the_rules(now, codes)["heights"][0].tolist()) == {LAYERS}


@pytest.mark.parametrize("boxes", [3, 4, 5])
def test_a_patient_search_finds_all_completions_and_each_once(boxes: int) -> None:
    now = position_of(lay(*perfect_boxes()[:-boxes], neutral="d1 x"))
    found = searched(now, LAYERS, most=1000, patience=10_000, steps=10_000)
    assert len(found) == len({frozenset(codes) for codes in found})
    assert {frozenset(codes) for codes in found} == by_brute_force(now) != set()


def test_a_search_says_whether_it_came_to_its_end() -> None:
    now = position_of(lay(*perfect_boxes()[:-4], neutral="d1 x"))
    completions, sizes = np.zeros((100, BOXES + 1), np.int32), np.zeros(100, np.int64)
    all_of_them = len(by_brute_force(now))
    for steps, answers in ((1_000, {-all_of_them - 1}), (1, {0}), (3, {0})):
        rng = seeded(1)
        found = complete(now, 0, LAYERS, LAYERS, steps, steps, rng, completions, sizes)
        assert found in answers


def test_a_try_that_goes_on_finds_kin() -> None:
    """They have most boxes in common, and none comes twice in one try."""
    now = position_of(lay(*perfect_boxes()[:6], neutral="d1 x"))

    def shared(kin: int) -> float:
        room, sizes = np.zeros((10, BOXES + 1), np.int32), np.zeros(10, np.int64)
        assert complete(now, 0, 4, LEVELS, 2_000, 10**9, seeded(1), room, sizes, kin) == 10
        sets = [frozenset(room[at, : sizes[at]].tolist()) for at in range(10)]
        if kin == 10:
            assert len({*sets}) == 10
        return sum(len(one & other) for one in sets for other in sets) / len(sets)

    assert shared(kin=10) > 1.5 * shared(kin=1)


def test_a_search_leaves_the_pallet_as_it_was() -> None:
    now = position_of(wander(3, draws=1))
    before = now.copy()
    assert searched(now, 2)
    for field in ("heights", "ground", "left", "boxes"):
        assert (now[field] == before[field]).all()


def test_a_hopeless_pallet_has_no_perfect_completion() -> None:
    now = position_of(wander(1, draws=20))
    assert now["heights"].max() > LAYERS
    assert searched(now, LAYERS) == []


# --- The library -----------------------------------------------------------------------------


@pytest.mark.parametrize("neutral", NEUTRAL_PLACES)
def test_the_library_has_all_perfect_pallets_for_every_place_of_the_neutral_box(
    neutral: str,
) -> None:
    pallets = perfect_pallets(NEUTRAL_TEXTS.index(neutral))
    assert len(pallets) == {"x": 101_061, "y": 78_629, "z": 101_420}[neutral[-1]]
    now = position_of(dealt(neutral=neutral))
    for at in random.Random(neutral).sample(range(len(pallets)), 8):
        codes = pallets[at].tolist()
        then = stacked_by_the_rules(now, codes)
        assert set(then["heights"][0].tolist()) == {LAYERS}
        used = Counter(int(KIND[code // LEVELS_CODED]) for code in codes)
        assert [used[kind] for kind in range(KINDS)] == left_of(now).tolist()


def test_no_pallet_is_in_the_library_twice() -> None:
    for steps in unpacked().values():
        assert len(np.unique(steps, axis=0)) == len(steps)


def test_the_library_is_written_as_it_is_read() -> None:
    some = {axis: steps[:50] for axis, steps in unpacked().items()}
    assert len(packed(some)) < 50 * 3 * BOXES


def test_a_mirror_image_of_a_mirror_image_is_the_placement_itself() -> None:
    for columns, rows in ((True, False), (False, True), (True, True)):
        image = mirror(columns, rows)
        assert image[image].tolist() == list(range(len(PLACEMENTS)))


# --- Pools -----------------------------------------------------------------------------------


def some_completions() -> tuple[Positions, Codes, Numbers, list[list[int]]]:
    now = position_of(wander(4, draws=1))
    lists = searched(now, 2, most=150, steps=200_000)
    assert len(lists) > 2 * WORD_BITS
    sizes = np.array([len(codes) for codes in lists], np.int64)
    rows = np.zeros((len(lists), BOXES + 1), np.int32)
    for row, codes in zip(rows, lists, strict=True):
        row[: len(codes)] = codes
    return now, rows, sizes, lists


def test_a_pool_counts_the_completions_that_have_a_box_and_another() -> None:
    now, rows, sizes, lists = some_completions()
    pool = make_pool(2, rows, sizes, left_of(now))
    assert set(pool.codes.tolist()) == {code for codes in lists for code in codes}
    for one in pool.codes.tolist():
        has_one = [codes for codes in lists if one in codes]
        bits = pool.bits[pool.item_of[one]]
        assert count_common(pool.all, bits) == len(has_one)
        other = lists[0][0]
        both = count_common(bits, pool.bits[pool.item_of[other]])
        assert both == sum(other in codes for codes in has_one)


def test_a_pool_knows_which_completions_can_spare_a_box() -> None:
    now, rows, sizes, lists = some_completions()
    left = left_of(now)
    pool = make_pool(2, rows, sizes, left)
    for kind in range(KINDS):
        spare = [
            left[kind] - sum(KIND[code // LEVELS_CODED] == kind for code in codes)
            for codes in lists
        ]
        for number in range(int(left[kind]) + 2):
            expected = sum(one >= number for one in spare)
            assert count_common(pool.all, pool.spare[kind, number]) == expected


def test_ones_are_counted_in_words_of_any_value() -> None:
    choose = random.Random(1)
    for word in [0, 1, (1 << WORD_BITS) - 1, *(choose.getrandbits(WORD_BITS) for _ in range(50))]:
        assert count_ones(word) == word.bit_count()
