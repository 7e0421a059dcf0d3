"""A perfect solution of a puzzle, as moves: the proof that it is one."""

from __future__ import annotations

import numpy as np

import upturn
from upturn.games.team_up.notation import notation
from upturn.games.team_up.tables import KINDS, LAYERS
from upturn.puzzles.counting import PATIENT, neutral_of, numbered
from upturn.puzzles.puzzle import PERFECT, PLAYERS, Puzzle, check_edition
from upturn.puzzles.rating import NotSolvable
from upturn.solver.failures import make_failures
from upturn.solver.lines import line_of
from upturn.solver.ordering import FOUND, search_from_both_ends
from upturn.solver.perfect import perfect_pallets
from upturn.solver.plans import make_plan
from upturn.solver.solving import position_of


def solution_of(puzzle: Puzzle) -> list[str]:
    """Moves that solve it, always the same. Raises NotSolvable if there are none.

    They are played by the rules before they are handed out.
    """
    check_edition()
    now, cards = position_of(upturn.replay(puzzle.record())), numbered(puzzle.cards)
    order = np.zeros(len(cards) + 1, np.int64)
    settled = np.zeros((len(cards) + 1, KINDS), np.int64)
    failures = make_failures()
    for codes in perfect_pallets(neutral_of(puzzle)):
        plan = make_plan(now, codes, LAYERS)
        if search_from_both_ends(now, plan, cards, PATIENT, failures, order) == FOUND:
            texts = notation(PLAYERS).texts
            moves = [texts[move] for move in line_of(now, plan, cards, order, settled).moves]
            check_solution(puzzle, moves)
            return moves
    raise NotSolvable("this deal is no puzzle: it cannot be solved perfectly")


def check_solution(puzzle: Puzzle, moves: list[str]) -> None:
    """Play it by the rules. Raises what a record with a fault raises."""
    upturn.replay(
        puzzle.record() | {"moves": puzzle.deals + moves, "over": True, "scores": [PERFECT]}
    )
