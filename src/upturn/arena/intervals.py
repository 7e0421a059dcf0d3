"""How sure a figure is, when the games on one deal are not independent.

A deal is the unit: its games share their cards, so `n` games tell less (or, mirrored, more) than
`n` independent ones would. The spread between deals says how much.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SURE = 1.959964
"""Standard errors to either side that make 95 %."""

Values = npt.NDArray[np.float64]


class Estimate(NamedTuple):
    """A figure, and where it would be found in 95 of 100 matches like this one."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """The standard error, or what comes nearest to it in a lopsided interval."""
        return (self.high - self.low) / (2 * SURE)


def rate(wins: Values, chances: Values) -> Estimate:
    """A win rate, from the wins on each deal and how many there could have been.

    The Wilson interval for as many independent games as would be so sure: a rate's variance is
    p(1 - p)/n, so n follows from the variance between deals. One more deal is reckoned with, on
    which all games ended alike; without it two equal deals would leave no doubt.
    """
    deals, total = len(wins), float(chances.sum())
    value = float(wins.sum()) / total
    doubt = value * (1 - value)
    if doubt < 1e-12:  # always or never won: nothing is known but the number of deals
        return wilson(value, deals)
    off = wins - value * chances
    usual = total / deals
    variance = float(off @ off + doubt * usual**2) / total**2
    return wilson(value, doubt / variance, quantile(deals))


def mean(sums: Values, counts: Values) -> Estimate | None:
    """A mean, from the sum on each deal and of how many; None if one deal is all there is."""
    deals, total = len(sums), float(counts.sum())
    if deals < 2:
        return None
    value = float(sums.sum()) / total
    off = sums - value * counts
    error = sqrt(float(off @ off) * deals / (deals - 1)) / total
    far = quantile(deals - 1) * error
    return Estimate(value, value - far, value + far)


def wilson(value: float, number: float, sure: float = SURE) -> Estimate:
    """The Wilson interval of a rate found in so many independent games."""
    spread = sure * sure / number
    middle = (value + spread / 2) / (1 + spread)
    far = sqrt(value * (1 - value) * spread + spread * spread / 4) / (1 + spread)
    return Estimate(value, max(0.0, middle - far), min(1.0, middle + far))


def quantile(freedom: int) -> float:
    """Student's t for 95 %, with so many degrees of freedom: few deals leave more doubt.

    The Cornish-Fisher expansion; from 3 degrees on it is right to 2 %.
    """
    z = SURE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
