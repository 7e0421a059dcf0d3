"""Finds a perfect solution of a puzzle, as moves: the proof that it can be solved."""

from __future__ import annotations

import upturn
from upturn.games.team_up.notation import notation
from upturn.games.team_up.tables import LAYERS
from upturn.puzzles.counting import PATIENT, neutral_of, numbered
from upturn.puzzles.puzzle import PERFECT, PLAYERS, Puzzle, check_edition
from upturn.puzzles.rating import NotSolvable
from upturn.solver.ordering import FOUND
from upturn.solver.perfect import perfect_pallets
from upturn.solver.plans import make_plan
from upturn.solver.questions import Questions
from upturn.solver.solver import position_of


def solution_of(puzzle: Puzzle) -> list[str]:
    """Return moves that solve it, always the same. Raise NotSolvable if none are found.

    The moves are checked by playing them before they are returned.
    """
    check_edition()
    now = position_of(upturn.replay(puzzle.record()))
    questions = Questions(now, numbered(puzzle.cards))
    for codes in perfect_pallets(neutral_of(puzzle)):
        plan = make_plan(now, codes, LAYERS)
        if questions.ask(plan, 0, PATIENT) == FOUND:
            texts = notation(PLAYERS).texts
            moves = [texts[move] for move in questions.line(plan).moves]
            check_solution(puzzle, moves)
            return moves
    raise NotSolvable("this deal is not a puzzle: it cannot be solved perfectly")


def check_solution(puzzle: Puzzle, moves: list[str]) -> None:
    """Play the solution by the rules. Raise the errors of a faulty record if it is wrong."""
    upturn.replay(
        puzzle.record() | {"moves": puzzle.deals + moves, "over": True, "scores": [PERFECT]}
    )
