"""Upturn: an engine for games about playing together; `game_names()` tells which.

    import upturn
    game = upturn.new("dnup", players=4, seed=7)
    game.legal_moves()
    game.play("flip")

Everything in `__all__` is the public face; docs/python.md says what stays as it is. Importing this
is quick: the compiler is loaded with the first game.

An overload of `new` tells type checkers the exact type of a game's views. A game may do without:
then they know its views as `View`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from upturn.errors import (
    ComponentsError,
    IllegalMove,
    InvalidMove,
    InvalidRecord,
    InvalidSetup,
    InvalidView,
    MatchFailed,
    MoveError,
    NothingToUndo,
    NotInstalled,
    UnknownGame,
    UpturnError,
)

if TYPE_CHECKING:
    from upturn.bots import Bot, Decision, Player, bot_names, make_bot
    from upturn.games import names as game_names
    from upturn.games.data_types import Entry, Record, View
    from upturn.games.game import Game
    from upturn.games.views.dnup import DnupView
    from upturn.games.views.team_play import TeamPlayView
    from upturn.games.views.team_up import TeamUpView

__version__ = "0.2.0"

__all__ = [
    "Bot",
    "ComponentsError",
    "Decision",
    "DnupView",
    "Entry",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidRecord",
    "InvalidSetup",
    "InvalidView",
    "MatchFailed",
    "MoveError",
    "NotInstalled",
    "NothingToUndo",
    "Player",
    "Record",
    "TeamPlayView",
    "TeamUpView",
    "UnknownGame",
    "UpturnError",
    "View",
    "bot_names",
    "game_names",
    "make_bot",
    "new",
    "replay",
    "svg",
]

_LAZY = {
    "Bot": "upturn.bots:Bot",
    "Decision": "upturn.bots:Decision",
    "DnupView": "upturn.games.views.dnup:DnupView",
    "Entry": "upturn.games.data_types:Entry",
    "Game": "upturn.games.game:Game",
    "Player": "upturn.bots:Player",
    "Record": "upturn.games.data_types:Record",
    "TeamPlayView": "upturn.games.views.team_play:TeamPlayView",
    "TeamUpView": "upturn.games.views.team_up:TeamUpView",
    "View": "upturn.games.data_types:View",
    "bot_names": "upturn.bots:bot_names",
    "game_names": "upturn.games:names",
    "make_bot": "upturn.bots:make_bot",
}
"""Loaded when first asked for, and where from."""

if not TYPE_CHECKING:  # type checkers go by the imports above, and notice a wrong name

    def __getattr__(name):
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, attribute = _LAZY[name].partition(":")
        found = globals()[name] = getattr(import_module(module), attribute)
        return found

    def __dir__():
        return sorted({*globals(), *__all__})


@overload
def new(
    game: Literal["dnup"],
    *,
    players: int,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    deal: object = None,
    mode: str | None = None,
) -> Game[DnupView]: ...


@overload
def new(
    game: Literal["team-play"],
    *,
    players: int,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    deal: object = None,
    mode: str | None = None,
) -> Game[TeamPlayView]: ...


@overload
def new(
    game: Literal["team-up"],
    *,
    players: int,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    deal: object = None,
    mode: str | None = None,
) -> Game[TeamUpView]: ...


@overload
def new(
    game: str,
    *,
    players: int,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    deal: object = None,
    mode: str | None = None,
) -> Game[View]: ...


def new(
    game: str,
    *,
    players: int,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    deal: object = None,
    mode: str | None = None,
) -> Game[Any]:
    """Start a new game, dealt and ready for its first move.

    The same seed gives the same deals; without one they are unpredictable. `deal` is the record of
    another game: this one begins with the same cards, and in Team UP knows the score to beat.
    `mode` says how: as a "competition" (the default), a "challenge" or a "puzzle".
    """
    from upturn.games import rules_of
    from upturn.games.game import Game
    from upturn.games.record import take_up

    rules = rules_of(game)
    if deal is not None:
        return take_up(Game, rules, players, options, seed, deal, mode)
    if mode is not None:
        raise InvalidSetup("a mode is for the deal of another game: deal=record")
    started = Game(rules, players, options, seed)
    started.deal_on()
    return started


def replay(record: object) -> Game:
    """Play a record again, also one that another program wrote; every move is checked."""
    from upturn.games.game import Game
    from upturn.games.record import replay

    return replay(Game, record)


def svg(game: Game, seat: int | None = None) -> str:
    """Draw the table as this seat sees it, as SVG; without a seat, as a spectator does."""
    from upturn.pictures import svg_of

    return svg_of(game.view(seat))
