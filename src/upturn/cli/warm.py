"""`upturn warm`: compile games, bots, solver and puzzles now, so that nobody waits for it later."""

from __future__ import annotations

from upturn.cli.terminal import messages
from upturn.games import names
from upturn.games.compiling import is_warm, mark_warm


def warm() -> None:
    """Compile games, bots, solver and puzzles ahead of time. Once per installation is enough."""
    if is_warm():
        return
    from upturn.bots import warming as bots  # these load the compiler
    from upturn.games import warming as games
    from upturn.puzzles import warming as puzzles
    from upturn.solver import warming as solver

    for name in names():
        with messages.status(f"Compiling {name}; this happens once …"):
            games.warm_up(name)
            solver.warm_up(name)
            bots.warm_up(name)
    with messages.status("Compiling puzzles; this happens once …"):
        puzzles.warm_up()
    mark_warm()
