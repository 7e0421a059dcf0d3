"""A sequential test: play on until it is settled whether the first bot wins more than its share.

This is the generalised sequential probability ratio test. A deal gives one result, the share of its
games that the bot won, so games on one deal need not be independent. H0: the mean of these results
is the even share; H1: it is `more` above. Nothing else is assumed: the likelihood of a hypothesis
is that of the likeliest distribution over the results seen so far that has its mean. This is

    p(x) = found(x) / (1 + tilt · (x - mean))

with the tilt for which the probabilities sum to 1. From the start, a hundredth of a won deal and a
hundredth of a lost deal are counted, so that every mean is possible.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log

from upturn.errors import InvalidSetup, quoted
from upturn.games.setup import is_int

ERROR_RATE = 0.05
"""The probability that the test is wrong, for either verdict."""
MORE, EVEN, OPEN = "more", "even", "open"
"""The verdicts: the first bot wins more, it wins its even share, or the test is not settled."""
IMAGINED = 0.01
HALVINGS = 60
"""How often the range of the tilt is halved; more would not change the number."""


@dataclass
class Sprt:
    """A running test. `add` the deals in their order."""

    even: float
    more: float
    deals: int = 0
    llr: float = 0.0
    """The log-likelihood ratio; the test is settled at ±`bound`."""
    found: dict[float, float] = field(
        default_factory=lambda: {0.0: IMAGINED, 1.0: IMAGINED}, repr=False
    )
    """How often each share was seen."""

    @property
    def bound(self) -> float:
        return log((1 - ERROR_RATE) / ERROR_RATE)

    def add(self, share: float) -> None:
        """Add the share of wins on one more deal."""
        self.deals += 1
        share = round(share, 9)
        self.found[share] = self.found.get(share, 0.0) + 1
        self.llr = self._log_likelihood(self.even + self.more) - self._log_likelihood(self.even)

    @property
    def verdict(self) -> str:
        if abs(self.llr) < self.bound:
            return OPEN
        return MORE if self.llr > 0 else EVEN

    def _log_likelihood(self, mean: float) -> float:
        """Return that of the likeliest distribution with this mean, up to a common constant."""
        by = tilt(self.found, mean)
        return -sum(weight * log(1 + by * (share - mean)) for share, weight in self.found.items())


def tilt(found: dict[float, float], mean: float) -> float:
    """Return the tilt that gives the distribution this mean: the zero of a falling function."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        slope = sum(
            weight * (share - mean) / (1 + middle * (share - mean))
            for share, weight in found.items()
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2


def check_sprt(points: float, even: float, bots: int) -> Sprt:
    """Return a test for `points` percentage points above the even share, or raise InvalidSetup."""
    number = is_int(points) or isinstance(points, float)
    if bots < 2:
        raise InvalidSetup("a test needs a second bot to compare the first one with")
    if not number or not 0 < points < 100 * (1 - even):
        most = f"{100 * (1 - even):.0f}"
        raise InvalidSetup(
            f"a test needs more than 0 and less than {most} percentage points above the even"
            f" share of {100 * even:.1f} %, not {quoted(points)}"
        )
    return Sprt(even, points / 100)
