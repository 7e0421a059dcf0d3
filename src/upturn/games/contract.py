"""What every game offers, and how code that serves every game calls it.

A game's position is one record of a NumPy structured type. Whatever else it holds, it has

- `players`: how many play,
- `phase`: DEALING (chance is due), PLAYING or OVER,
- `to_act`: the seat whose move is due, 1..players, or 0.

A game's `rules.py` marks the functions below with `@rule(POSITION)`. Code that works for every
game calls them from here; the record's type decides which game's function runs. Under Numba that
is settled while compiling, and the result can be kept on disk.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from upturn.games.caching import SOURCES
from upturn.games.compiling import compiled, runs_plain
from upturn.games.rng import Rng

# One position; game-neutral code does not know its fields beyond the three above.
Position = Any
Positions = npt.NDArray[Any]
Cards = npt.NDArray[np.int16]
Moves = npt.NDArray[np.int32]
Function = TypeVar("Function", bound=Callable[..., object])

DEALING, PLAYING, OVER = 0, 1, 2

# Why a move is refused. These three are every game's; a game's own reasons start at 10.
ALLOWED, GAME_OVER, DEAL_AWAITED = 0, 1, 2


def room_for_moves(*shape: int) -> Moves:
    """Space for so many moves, as compiled code wants it."""
    return np.zeros(shape, np.int32)


def room_for_cards(count: int) -> Cards:
    return np.zeros(count, np.int16)


def copy_of(position: Any) -> Any:
    """A copy of a position or an array of them; NumPy's own goes field by field and is slow."""
    return np.ndarray(position.shape, position.dtype, bytearray(position.tobytes()))[()]


def record_type(
    fields: type,
    shapes: Mapping[str, tuple[int, ...]],
    small: Collection[str] = (),
    large: Collection[str] = (),
) -> np.dtype[Any]:
    """The type of a position with these fields, in their order.

    A number has two bytes; those in `small` have one, those in `large` four.
    """
    sizes = dict.fromkeys(small, np.int8) | dict.fromkeys(large, np.int32)
    return np.dtype(
        (
            np.record,
            [
                (field.name, sizes.get(field.name, np.int16), shapes.get(field.name, ()))
                for field in dataclasses.fields(fields)
            ],
        )
    )


_implementations: dict[tuple[str, Any], Callable[..., object]] = {}


def rule(position_type: np.dtype[Any]) -> Callable[[Function], Function]:
    """Mark a function of a game's rules as its answer to the function of that name below."""

    def register(function: Function) -> Function:
        plain = isinstance(function, FunctionType)
        answer = compiled(function) if plain else function
        key = _key(position_type)
        _implementations[function.__name__, key] = answer
        if not runs_plain():
            _depend_on_sources(function, key)
        return answer

    return register


def _key(position_type: np.dtype[Any]) -> Any:
    """What a position is known by: its type, for Numba if that is what looks it up."""
    if runs_plain():
        return position_type
    import numba

    return numba.from_dtype(position_type)


def _depend_on_sources(function: Callable[..., object], position: Any) -> None:
    """The cache folder is named after our sources; those of a game from elsewhere count too."""
    from upturn.games.machine_code import depend_on_sources

    folder = Path(inspect.getfile(inspect.unwrap(function))).resolve().parent
    if SOURCES not in folder.parents:
        depend_on_sources(position, folder)


def by_position(question: Function, optional: bool = False) -> Function:
    """Make a function run the implementation of the game its first argument belongs to.

    If it is optional, a game without one does what the function itself says.
    """
    name = question.__name__
    if runs_plain():

        def ask(position: Any, *rest: Any) -> object:
            return _implementations.get((name, position.dtype), question)(position, *rest)

        return cast(Function, ask)
    from upturn.games.machine_code import choose_by_position

    usual = compiled(question) if optional else None
    choose_by_position(question, lambda position: _implementations.get((name, position), usual))
    return question


@by_position
def legal(position: Position, moves: Moves) -> int:
    """Write every legal move into `moves`, each once; how many there are."""
    raise NotImplementedError


@partial(by_position, optional=True)
def free(position: Position, count: int) -> int:
    """How many of the `count` legal moves a seat may make without asking the others.

    Moves that all players must agree to are listed after them; random play leaves them out.
    """
    return count


@by_position
def check(position: Position, move: int) -> int:
    """ALLOWED, or why this move of the seat to act is refused."""
    raise NotImplementedError


@by_position
def apply(position: Position, move: int) -> None:
    """Make a move that `check` allows, and all that follows from it up to the next choice."""
    raise NotImplementedError


@by_position
def shuffle(position: Position, rng: Rng, cards: Cards) -> int:
    """Write a random outcome of the chance that is due into `cards`; how many cards it has."""
    raise NotImplementedError


@by_position
def deal(position: Position, cards: Cards) -> None:
    """Let chance have this outcome."""
    raise NotImplementedError


@by_position
def redeal(position: Position, seat: int, rng: Rng) -> None:
    """Replace all that this seat (0: a spectator) cannot know by a random consistent guess."""
    raise NotImplementedError


@by_position
def score(position: Position, seat: int) -> int:
    """The seat's score as it stands."""
    raise NotImplementedError


@by_position
def stalled(position: Position) -> bool:
    """Whether simulation should give up on a game that may go on for ever."""
    raise NotImplementedError
