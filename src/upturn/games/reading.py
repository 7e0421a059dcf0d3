"""Reading the open fields of a position, and no others.

What all may see is built from fields that lie open. A reader is made of the type of the record and
a NamedTuple that names such fields. It steps over the bytes of all others, so that what is secret
cannot come into a view by mistake. Reading all at one go is also the quickest way outside compiled
code, and a table does it with every move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    pick = cast(Callable[[Any], Any], itemgetter(*(where[name] for name in fields._fields)))
    unpack, make = Struct(layout).unpack, fields._make

    def read(position: Positions) -> Open:
        return make(pick(unpack(position.tobytes())))

    return read


def rows_of(position_type: np.dtype[Any], name: str) -> list[slice]:
    """Where the rows of a field lie among the bytes of a position, row by row."""
    fields: Mapping[str, Any] = position_type.fields or {}
    kind, start = fields[name][:2]
    size = kind.shape[-1] * kind.base.itemsize
    return [slice(at, at + size) for at in range(start, start + kind.itemsize, size)]
