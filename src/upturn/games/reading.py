"""Reading the open fields of a position, and no others.

What all may see is built from fields that lie open. A reader is made of the type of the record and
a NamedTuple that names such fields. It steps over the bytes of all others, so that what is secret
cannot come into a view by mistake. Reading all at one go is also the quickest way outside compiled
code, and a table does it with every move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import prod
from operator import itemgetter
from struct import Struct
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from upturn.games.contract import Positions

Open = TypeVar("Open", bound=NamedTuple)
CODES = {1: "b", 2: "h", 4: "i"}
"""How `struct` calls a signed number, by its bytes."""


def reader(position_type: np.dtype[Any], fields: type[Open]) -> Callable[[Positions], Open]:
    """Make a function that reads these fields of an array of one position.

    A field of several numbers is read as one flat tuple.
    """
    layout, where, at = "=", {}, 0
    for name in position_type.names or ():  # in the order of their bytes
        kind = position_type[name]
        count = prod(kind.shape)
        if name in fields._fields:
            layout += f"{count}{CODES[kind.base.itemsize]}"
            where[name] = slice(at, at + count) if kind.shape else at
            at += count
        else:
            layout += f"{kind.itemsize}x"
    pick = _picker([where[name] for name in fields._fields])
    unpack, make = Struct(layout).unpack, fields._make

    def read(position: Positions) -> Open:
        return make(pick(unpack(position.tobytes())))

    return read


def _picker(places: list[int | slice]) -> Callable[[tuple[int, ...]], Iterable[Any]]:
    """Make a function that takes what is at these places."""
    if len(places) == 1:  # of which itemgetter makes no tuple
        [place] = places
        return lambda values: (values[place],)
    return cast(Callable[[tuple[int, ...]], Iterable[Any]], itemgetter(*places))


def row_of(position_type: np.dtype[Any], name: str, *index: int) -> slice:
    """Where one row of a field lies among the bytes of a position.

    The index has a number for each dimension of the field but the last, counted from 0.
    """
    fields: Mapping[str, Any] = position_type.fields or {}
    kind, at = fields[name][:2]
    *outer, length = kind.shape
    size, row = length * kind.base.itemsize, 0
    for number, count in zip(index, outer, strict=True):
        if not 0 <= number < count:
            raise IndexError(f"{name} has no row {index}")
        row = row * count + number
    return slice(at + row * size, at + (row + 1) * size)
