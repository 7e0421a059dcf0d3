"""Upturn: an engine for Team UP, Team Play and dnup, three games about playing together.

    import upturn
    game = upturn.new("dnup", players=4, seed=7)
    game.legal_moves()
    game.play("flip")

Importing this is quick; the compiler is loaded with the first game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from upturn.errors import (
    ComponentsError,
    IllegalMove,
    InvalidMove,
    InvalidRecord,
    InvalidSetup,
    MoveError,
    NothingToUndo,
    UnknownGame,
    UpturnError,
)

if TYPE_CHECKING:
    from upturn.games.game import Game

__version__ = "0.1.0"

__all__ = [
    "ComponentsError",
    "IllegalMove",
    "InvalidMove",
    "InvalidRecord",
    "InvalidSetup",
    "MoveError",
    "NothingToUndo",
    "UnknownGame",
    "UpturnError",
    "new",
    "replay",
]


def new(
    game: str,
    *,
    players: int,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """A new game, dealt and ready for its first move.

    The same seed gives the same deals; without one they are unpredictable.
    """
    from upturn.games import rules_of
    from upturn.games.game import Game

    started = Game(rules_of(game), players, options, seed)
    started.deal_on()
    return started


def replay(record: object) -> Game:
    """The game of a record, also one that another program wrote; every move is checked."""
    from upturn.games.record import replay

    return replay(record)
