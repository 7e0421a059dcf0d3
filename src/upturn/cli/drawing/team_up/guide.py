"""The way to the best score, for a team that knows the coming cards: in a puzzle or a challenge.

It uses only the view. People who follow it are led along one line to the end. People who leave it
are shown another line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.cli.drawing.drawer import Guide
from upturn.errors import InvalidSetup
from upturn.games.team_up.components import PERFECT
from upturn.games.team_up.wording import signed
from upturn.solver import solve_view

if TYPE_CHECKING:
    from upturn.games.rules import Facts
    from upturn.solver.solver import Solution


class TeamUpGuide(Guide):
    """Remembers the way in one game once it has been found."""

    def __init__(self) -> None:
        self.solution: Solution | None = None
        self.before: list[str] = []  # the moves before it was found

    def advise(self, view: Facts, seconds: float) -> str:
        played = [entry["move"] for entry in view["history"]]
        if not self._ahead(played):
            self._look(view, played, seconds)
        ahead = self._ahead(played)
        if self.solution is None or not ahead:
            return ""
        if ahead[0] == "stop" and not self.solution.proven:  # no reason to give up
            return ""
        turn = ahead[: 2 if ahead[0] == "draw" else 1]
        return f"{meant(self.solution)}: {', then '.join(turn)}."

    def _ahead(self, played: list[str]) -> list[str]:
        """Return the rest of the way from here, or nothing if the game has left it."""
        if self.solution is None or len(played) < len(self.before):
            return []
        way = [*self.before, *self.solution.moves]
        return way[len(played) :] if way[: len(played)] == played else []

    def _look(self, view: Facts, played: list[str], seconds: float) -> None:
        try:
            self.solution = solve_view(view, seconds)
        except InvalidSetup:  # too many components for the solver
            self.solution = None
        self.before = played


def meant(solution: Solution) -> str:
    """Return where a way leads, and whether there is a better one."""
    to = f"The way to {signed(solution.score)}"
    if solution.score == PERFECT:
        return to
    if solution.proven:
        return f"{to}, the best you can still reach"
    return f"{to}, as far as we can tell ({signed(solution.bound)} may be possible)"
