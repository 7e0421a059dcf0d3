"""How certain a figure is, when the games on one deal are not independent.

The unit is a deal. Its games share their cards, so `n` games tell less (or, mirrored, more) than
`n` independent games would. The spread between deals shows how much.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SURE = 1.959964
"""Standard errors to either side of a 95 % interval."""

Values = npt.NDArray[np.float64]


class Estimate(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """The standard error; approximate if the interval is lopsided."""
        return (self.high - self.low) / (2 * SURE)


def rate(wins: Values, chances: Values) -> Estimate:
    """Return a win rate, from the wins on each deal and how many there could have been.

    The interval is Wilson's, for the number n of independent games that would be as certain: a
    rate's variance is p(1 - p)/n, so n follows from the variance between deals. One imagined deal,
    on which all games ended alike, is added; without it two equal deals would leave no doubt.
    """
    deals, total = len(wins), float(chances.sum())
    value = float(wins.sum()) / total
    doubt = value * (1 - value)
    if doubt < 1e-12:  # always or never won: only the number of deals is known
        return wilson(value, deals)
    off = wins - value * chances
    usual = total / deals
    variance = float(off @ off + doubt * usual**2) / total**2
    return wilson(value, doubt / variance, quantile(deals))


def mean(sums: Values, counts: Values) -> Estimate | None:
    """Return a mean, from each deal's sum and number of values, or None if there is one deal."""
    deals, total = len(sums), float(counts.sum())
    if deals < 2:
        return None
    value = float(sums.sum()) / total
    off = sums - value * counts
    error = sqrt(float(off @ off) * deals / (deals - 1)) / total
    far = quantile(deals - 1) * error
    return Estimate(value, value - far, value + far)


def wilson(value: float, number: float, sure: float = SURE) -> Estimate:
    """Return the Wilson interval of a rate found in `number` independent games."""
    spread = sure * sure / number
    middle = (value + spread / 2) / (1 + spread)
    far = sqrt(value * (1 - value) * spread + spread * spread / 4) / (1 + spread)
    return Estimate(value, max(0.0, middle - far), min(1.0, middle + far))


def quantile(freedom: int) -> float:
    """Return Student's t for 95 % with `freedom` degrees of freedom: few deals leave more doubt.

    This is the Cornish-Fisher expansion; from 3 degrees on its error is below 2 %.
    """
    z = SURE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
