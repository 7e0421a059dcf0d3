"""What tests of all games need from each game: a module in this folder with the game's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from upturn.games.game import Game
from upturn.games.pieces import module_of

Facts = dict[str, object]
Record = Mapping[str, Any]


class Model(Protocol):
    """The interface of a naive model of a game."""

    @property
    def to_act(self) -> int | None: ...
    @property
    def over(self) -> bool: ...
    @property
    def scores(self) -> list[int]: ...
    def apply(self, line: str) -> None: ...
    def legal_moves(self) -> list[str]: ...
    def sight(self, seat: int | None) -> Facts: ...
    def history(self, seat: int | None) -> list[Facts]: ...


class Kit(Protocol):
    """The interface of a game's kit."""

    GAMES: int
    """Random games per number of players to compare with the model in `make test`."""
    DEEP_GAMES: int
    """The same in `make check-deep`."""
    NOTHING_DONE: int
    """The score of a whole game in which nothing was achieved."""
    MIDWAY: tuple[int, int]
    """The number of players, and of our moves until there is something to see on the page."""
    PREFERRED: tuple[str, ...]
    """The first words of moves that a person on the page makes, the most preferred first."""
    TRIED: list[str]
    """Moves to try at a table, most of them refused."""
    SECRET: set[str]
    """The fields of a position in which things lie that not everybody may see."""

    def model(self, record: Record) -> Model:
        """Return the naive model of a record's game, before its first line."""
        ...

    def with_other_secrets(self, game: Game, seat: int, chance: int) -> Game:
        """Return a game that looks the same to this seat, with other cards where it cannot see."""
        ...


def kit_of(game: str) -> Kit:
    """Return the kit of this game."""
    return cast(Kit, module_of(game, __name__))


def left_out(game: str) -> set[str]:
    """Return the pieces that a game deliberately leaves to a default: `LEFT_OUT` of its kit, if
    any.

    `tests/support/pieces.py` has their names.
    """
    found: set[str] = getattr(module_of(game, __name__), "LEFT_OUT", set())
    return found


def model_of(record: Record) -> Model:
    """Return the model of a record's game, before its first line."""
    return kit_of(record["game"]).model(record)
