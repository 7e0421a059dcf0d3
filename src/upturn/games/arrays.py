"""Small things compiled code does with arrays, spelt out.

NumPy's own `a[:] = b` and `a.sort()` make Numba compile dozens of functions that we never use:
their error messages, above all.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from upturn.games.compiling import compiled


@compiled
def overwrite(target: npt.NDArray[Any], source: npt.NDArray[Any]) -> None:
    """Write the numbers of an array over those of another of the same shape."""
    for at in np.ndindex(target.shape):
        target[at] = source[at]


@compiled
def put_in_order(items: npt.NDArray[Any]) -> None:
    """Sort a few numbers in place, the smallest first."""
    for end in range(1, len(items)):
        item = items[end]
        at = end
        while at > 0 and items[at - 1] > item:
            items[at] = items[at - 1]
            at -= 1
        items[at] = item


@compiled
def turn_round(items: npt.NDArray[Any], count: int) -> None:
    """Put the first `count` items into the opposite order."""
    for at in range(count // 2):
        items[at], items[count - 1 - at] = items[count - 1 - at], items[at]
