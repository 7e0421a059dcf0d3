"""Advice by the solver, where the view shows enough of the cards to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.bots.bot import Decision
from upturn.errors import InvalidSetup
from upturn.games.compiling import is_quick

if TYPE_CHECKING:
    from upturn.games.rules import Facts


def advise(view: Facts, seconds: float) -> Decision | None:
    """The next move on the way to the best score; None if the view does not show the way.

    Nobody waits for the solver to be compiled: until then there is no advice from it.
    """
    if not is_quick("team-up solver"):
        return None
    from upturn.solver.knowing import solve_view

    try:
        found = solve_view(view, seconds)
    except InvalidSetup:  # more boxes than the solver is made for
        return None
    if found is None or not found.moves or (found.moves[0] == "stop" and not found.proven):
        return None
    code = "leads-to-best" if found.proven else "leads-to"
    return Decision(found.moves[0], {"code": code, "score": found.score})
