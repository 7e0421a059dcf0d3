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
    MatchFailed,
    MoveError,
    NothingToUndo,
    NotInstalled,
    UnknownGame,
    UpturnError,
)

if TYPE_CHECKING:
    from upturn.games.game import Game

__version__ = "0.2.0"

__all__ = [
    "ComponentsError",
    "IllegalMove",
    "InvalidMove",
    "InvalidRecord",
    "InvalidSetup",
    "MatchFailed",
    "MoveError",
    "NotInstalled",
    "NothingToUndo",
    "UnknownGame",
    "UpturnError",
    "new",
    "replay",
    "svg",
]


def new(
    game: str,
    *,
    players: int,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    deal: object = None,
    mode: str | None = None,
) -> Game:
    """A new game, dealt and ready for its first move.

    The same seed gives the same deals; without one they are unpredictable. `deal` is the record of
    another game: this one begins with the same cards, and in Team UP knows the score to beat.
    `mode` says how: as a "competition" (the default), a "challenge" or a "puzzle".
    """
    from upturn.games import rules_of
    from upturn.games.game import Game
    from upturn.games.record import take_up

    rules = rules_of(game)
    if deal is not None:
        return take_up(rules, players, options, seed, deal, mode)
    if mode is not None:
        raise InvalidSetup("a mode is for the deal of another game: deal=record")
    started = Game(rules, players, options, seed)
    started.deal_on()
    return started


def replay(record: object) -> Game:
    """The game of a record, also one that another program wrote; every move is checked."""
    from upturn.games.record import replay

    return replay(record)


def svg(game: Game, seat: int | None = None) -> str:
    """A picture of the table as this seat sees it, as SVG; without a seat, as a spectator does."""
    from upturn.pictures import svg_of

    return svg_of(game.view(seat))
