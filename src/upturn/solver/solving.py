"""Finds the best score that a Team UP position can still reach; `solver.py` does the search."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from upturn.errors import InvalidSetup, quoted
from upturn.games.compiling import wait_for
from upturn.games.contract import OVER, Positions
from upturn.games.team_up.rules import score
from upturn.games.team_up.tables import BOXES
from upturn.solver.clock import SECONDS
from upturn.solver.plans import MOST_BOXES
from upturn.solver.solver import Solution, Solver, Watch, position_of
from upturn.solver.warming import warm_up

if TYPE_CHECKING:
    from upturn.games.game import Game


def solve(game: Game, seconds: float = SECONDS, watch: Watch | None = None) -> Solution:
    """Find the best score this game of Team UP can still reach, with its order of cards.

    The search takes `seconds` at most and calls `watch` whenever score or bound changes.
    """
    if game.name != "team-up":
        raise InvalidSetup(f"the solver is for team-up, not for {game.name}")
    if game.awaits_deal:
        raise InvalidSetup("the cards have not been dealt yet")
    return solve_position(position_of(game), seconds, watch)


def solve_position(
    now: Positions, seconds: float = SECONDS, watch: Watch | None = None
) -> Solution:
    """Do the same for a position, given as an array of one."""
    if BOXES > MOST_BOXES:
        raise InvalidSetup(f"the solver handles at most {MOST_BOXES} boxes, not {BOXES}")
    if not seconds >= 0:
        raise InvalidSetup(
            f"the seconds to think must be a number, 0 or more, not {quoted(seconds)}"
        )
    if now["phase"][0] == OVER:
        reached = int(score(now[0], 1))
        return Solution(reached, [], reached)
    load()
    return Solver(now, seconds, watch).solve()


@cache
def load() -> None:
    """Get the solver compiled before its clock starts: load it, wait for it or compile it here."""
    if wait_for("team-up solver"):
        warm_up("team-up")
