"""Team UP's solver against two programs that share no code with it.

On small pallets every play is tried (`team_up_brute_force.py`); on all sizes OR-Tools' CP-SAT packs
and plays (`team_up_cpsat.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import upturn
from tests.support import team_up_cpsat as cpsat
from tests.support.amounts import amount
from tests.support.team_up_editions import standard
from tests.support.team_up_small import SEEDS, SMALL, Asked, asked_about, some_deal
from tests.support.team_up_table import play
from upturn.games.game import Game
from upturn.games.rng import seeded
from upturn.games.team_up.components import PERFECT
from upturn.games.team_up.supposing import suppose
from upturn.games.team_up.tables import BOXES, LAYERS, PLACEMENTS
from upturn.solver import solve
from upturn.solver.packing import LEVELS_CODED, complete
from upturn.solver.solver import Solution

FULL_DEALS = amount(8, 20)
READINGS = ("face", "shape")

# --- Small pallets: every play ---------------------------------------------------------------


@pytest.fixture(scope="module", params=SMALL)
def small_deals(request: pytest.FixtureRequest) -> list[Asked]:
    data = SMALL[request.param]
    return [some_deal(data, clone, seed) for clone in READINGS for seed in SEEDS]


@pytest.fixture(scope="module")
def answers(
    small_deals: list[Asked], tmp_path_factory: pytest.TempPathFactory
) -> list[dict[str, Any]]:
    return asked_about(tmp_path_factory.mktemp("edition"), small_deals)


def test_brute_force_and_cp_sat_agree_on_which_small_deals_can_be_perfect(
    small_deals: list[Asked],
) -> None:
    by_force = [deal.best == deal.perfect for deal in small_deals]
    assert {True, False} == {*by_force}
    verdicts = {True: cpsat.FEASIBLE, False: cpsat.INFEASIBLE}
    assert [deal.verdict for deal in small_deals] == [verdicts[perfect] for perfect in by_force]


def test_the_engine_knows_the_moves_that_brute_force_tries(
    small_deals: list[Asked], answers: list[dict[str, Any]]
) -> None:
    assert [answer["legal"] for answer in answers] == [deal.legal for deal in small_deals]


def test_what_the_solver_proves_is_the_best_of_all_plays(
    small_deals: list[Asked], answers: list[dict[str, Any]]
) -> None:
    assert any(answer["proven"] for answer in answers)
    for deal, answer in zip(small_deals, answers, strict=True):
        where = (deal.clone, deal.lines, answer)
        assert answer["score"] <= deal.best <= answer["bound"], where
        if answer["proven"]:
            assert answer["score"] == deal.best, where


def test_the_moves_of_the_solver_lead_to_its_score(answers: list[dict[str, Any]]) -> None:
    assert all(answer["over"] for answer in answers)
    assert [answer["reached"] for answer in answers] == [answer["score"] for answer in answers]


# --- The standard pallet: CP-SAT -------------------------------------------------------------

DATA = standard()
STANDARD_KINDS = cpsat.kinds_of(DATA)


def full_deal(seed: int) -> Game:
    clone = READINGS[seed % 2]
    return upturn.new("team-up", players=1 + seed % 4, seed=seed, options={"clone": clone})


def pallet_of(game: Game) -> cpsat.Pallet:
    return cpsat.pallet_seen(DATA, game.sight())


@pytest.fixture(scope="module")
def solutions() -> list[Solution]:
    return [solve(full_deal(seed)) for seed in range(FULL_DEALS)]


@pytest.fixture(scope="module")
def lines(solutions: list[Solution]) -> dict[int, list[str]]:
    """By seed, the moves to a perfect pallet. On a slow machine a deal or two may have none."""
    found = {n: each.moves for n, each in enumerate(solutions) if each.score == PERFECT}
    assert len(found) > FULL_DEALS // 2
    return found


def test_no_full_deal_comes_to_more_than_a_perfect_pallet(solutions: list[Solution]) -> None:
    for solution in solutions:
        assert solution.score <= solution.bound <= PERFECT
        assert solution.proven == (solution.score == solution.bound)


def test_cp_sat_confirms_the_perfect_pallets_of_full_deals(lines: dict[int, list[str]]) -> None:
    """The packing, and by a play of its own that the cards can be obeyed with these boxes."""
    for seed, moves in lines.items():
        game = full_deal(seed)
        start, cards = pallet_of(game), game.moves[1].split()[2:]
        play(game, *moves)
        assert (game.over, game.scores[0]) == (True, PERFECT)
        placed = pallet_of(game).standing[1:]
        assert cpsat.packable(start, only=placed).verdict == cpsat.FEASIBLE
        answer = cpsat.playable(start, cards, only=placed)
        assert answer.verdict == cpsat.FEASIBLE
        again = full_deal(seed)
        for spot, colour in zip(answer.boxes, answer.colours, strict=True):
            play(again, "draw", move_of(spot, colour))
        assert (again.over, again.scores[0]) == (True, PERFECT)


def move_of(spot: cpsat.Box, colour: str) -> str:
    (x, y, _), (wide, deep, _) = spot.at, spot.size
    axis = "" if wide == deep else "x" if wide > deep else "y"
    return f"place {colour} {spot.name} {'abcdef'[x]}{y + 1} {axis}".strip()


# --- The standard pallet, some boxes placed: exhaustive search -------------------------------


def exhaustively(game: Game, most: int) -> list[frozenset[cpsat.Box]]:
    """Ways to fill the pallet, by a search that ends when there are no more, or with so many."""
    endless = 1 << 40
    completions, sizes = np.zeros((most, BOXES + 1), np.int32), np.zeros(most, np.int64)
    now = suppose(game.view())
    found = complete(now, 0, LAYERS, LAYERS, endless, endless, seeded(1), completions, sizes)
    assert found < 0 or found == most
    count = found if found > 0 else -found - 1
    return [
        frozenset(spot_of(code) for code in completions[at, : sizes[at]].tolist())
        for at in range(count)
    ]


def spot_of(code: int) -> cpsat.Box:
    place = PLACEMENTS[code // LEVELS_CODED]
    kind = STANDARD_KINDS[place.kind]
    at = (place.column, place.row, code % LEVELS_CODED)
    return cpsat.Box(kind.name, kind.shape, at, place.size)


def after(seed: int, moves: list[str], boxes: int, *, spoiled: bool) -> Game:
    """A deal after so many boxes of a perfect pallet; spoiled, after one more that is any."""
    game = full_deal(seed)
    play(game, *moves[: 2 * boxes])
    if spoiled:
        game.play("draw")
        game.play(random.Random(seed).choice(sorted(game.legal_moves())))
    return game


@pytest.mark.parametrize(
    ("boxes", "spoiled"), [(8, False), (11, False), (4, True), (6, True), (8, True), (11, True)]
)
def test_cp_sat_and_exhaustive_search_agree_on_what_can_still_be_filled(
    lines: dict[int, list[str]], boxes: int, spoiled: bool
) -> None:
    verdicts: Counter[str] = Counter()
    for seed, moves in lines.items():
        game = after(seed, moves, boxes, spoiled=spoiled)
        ours = cpsat.FEASIBLE if exhaustively(game, 1) else cpsat.INFEASIBLE
        assert cpsat.packable(pallet_of(game)).verdict == ours, game.moves
        verdicts[ours] += 1
    assert verdicts[cpsat.FEASIBLE]
    assert verdicts[cpsat.INFEASIBLE] or not spoiled


def test_cp_sat_and_exhaustive_search_find_the_same_packings(lines: dict[int, list[str]]) -> None:
    for seed, moves in lines.items():
        game = after(seed, moves, 12, spoiled=False)
        theirs = [frozenset(packing) for packing in cpsat.packings(cpsat.Packing(pallet_of(game)))]
        ours = exhaustively(game, 10_000)
        assert len({*ours}) == len(ours)
        assert Counter(theirs) == Counter(ours)
