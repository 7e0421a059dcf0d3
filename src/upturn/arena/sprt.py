"""A sequential test: play on until it is settled whether the first bot wins more than its share.

The generalised sequential probability ratio test. A deal gives one result, the share of its games
that the bot won, so that games on one deal need not be independent. H0: the mean of these results
is the even share; H1: it is `more` above. Nothing else is assumed about them: each hypothesis is as
likely as the likeliest distribution over the results seen so far that has its mean. That one is

    p(x) = found(x) / (1 + tilt · (x - mean))

for the tilt that makes it sum up. A hundredth of a deal won and one lost are reckoned with from
the beginning, so that every mean is possible.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log

from upturn.errors import InvalidSetup, quoted
from upturn.games.setup import is_int

ERROR_RATE = 0.05
"""How often the test may be wrong, either way."""
MORE, EVEN, OPEN = "more", "even", "open"
"""What a test says: the first bot wins more, it has its even share, or it is not settled."""
IMAGINED = 0.01
HALVINGS = 60
"""Of the range in which a tilt is looked for; more would not change the number."""


@dataclass
class Sprt:
    """A test under way: `add` the deals in their order."""

    even: float
    more: float
    deals: int = 0
    llr: float = 0.0
    """The log-likelihood ratio; settled at ±`bound`."""
    found: dict[float, float] = field(
        default_factory=lambda: {0.0: IMAGINED, 1.0: IMAGINED}, repr=False
    )
    """How often each share was seen."""

    @property
    def bound(self) -> float:
        return log((1 - ERROR_RATE) / ERROR_RATE)

    def add(self, share: float) -> None:
        """The share of wins on one more deal."""
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
        """That of the likeliest distribution with this mean, but for what all have in common."""
        by = tilt(self.found, mean)
        return -sum(weight * log(1 + by * (share - mean)) for share, weight in self.found.items())


def tilt(found: dict[float, float], mean: float) -> float:
    """What makes the distribution's mean right: where a falling function is 0."""
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
    """A test for so many percentage points more than the even share."""
    number = is_int(points) or isinstance(points, float)
    if bots < 2:
        raise InvalidSetup("a test needs a second bot to compare the first one with")
    if not number or not 0 < points < 100 * (1 - even):
        most = f"{100 * (1 - even):.0f}"
        raise InvalidSetup(
            f"a test is for more than 0 and less than {most} percentage points above the even"
            f" share of {100 * even:.1f} %, not {quoted(points)}"
        )
    return Sprt(even, points / 100)
