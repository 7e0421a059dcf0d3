"""What tests of every game ask of one: a module in this folder, found by the game's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from upturn.games.game import Game
from upturn.games.pieces import module_of

Facts = dict[str, object]
Record = Mapping[str, Any]


class Model(Protocol):
    """What a naive model of any game can be asked."""

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
    """What every game's kit has."""

    GAMES: int
    """Random games per number of players that are compared with the model in `make test`."""
    DEEP_GAMES: int
    """The same in `make check-deep`."""
    NOTHING_DONE: int
    """The score of a whole game in which nothing was achieved."""
    MIDWAY: tuple[int, int]
    """Players, and moves of ours after which there is something to see on the page."""
    PREFERRED: tuple[str, ...]
    """What a person at the page does, by first words, rather than anything after it."""
    TRIED: list[str]
    """Moves to try at a table, most of them refused."""
    SECRET: set[str]
    """The fields of a position in which things lie that not everybody may see."""

    def model(self, record: Record) -> Model:
        """The naive model of a record's game, before its first line."""
        ...

    def with_other_secrets(self, game: Game, seat: int, chance: int) -> Game:
        """A game that looks the same to this seat, with other cards where it cannot look."""
        ...


def kit_of(game: str) -> Kit:
    """The kit of the game of this name."""
    return cast(Kit, module_of(game, __name__))


def left_out(game: str) -> set[str]:
    """The pieces that a game leaves to a default on purpose: `LEFT_OUT` of its kit, if it has any.

    `tests/support/pieces.py` says what they are called.
    """
    found: set[str] = getattr(module_of(game, __name__), "LEFT_OUT", set())
    return found


def model_of(record: Record) -> Model:
    """The model of a record's game, before its first line."""
    return kit_of(record["game"]).model(record)
