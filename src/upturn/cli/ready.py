"""Compiles games before a command needs them."""

from __future__ import annotations

from upturn.cli.terminal import messages
from upturn.games.caching import can_keep, is_warm
from upturn.games.compiling import COMPILED


def get_ready(game: str | None = None) -> None:
    """Compile a game, or all games, unless that is done. A bar shows the progress."""
    if COMPILED and can_keep() and not is_warm(game):
        from upturn.cli.warm import compile_parts

        compile_parts(messages, game)
