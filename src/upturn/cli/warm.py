"""`upturn warm`: compile the rules of all games now, so that nobody waits for it later."""

from __future__ import annotations

from upturn.cli.terminal import messages
from upturn.games import names
from upturn.games.compiling import is_warm, mark_warm


def warm() -> None:
    """Compile the rules ahead of time. Once per installation is enough."""
    if is_warm():
        return
    from upturn.games.warming import warm_up  # loads the compiler

    with messages.status("Compiling the rules; this happens once …"):
        for name in names():
            warm_up(name)
    mark_warm()
