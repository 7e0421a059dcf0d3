"""A sequential test: play on until it is settled whether the first bot wins more than its share.

The generalised sequential probability ratio test. A deal gives one result, the share of its games
that the bot won, so that games on one deal need not be independent. H0: the mean of these results
is the even share; H1: it is `more` above. The likelihood ratio is that of a normal distribution
whose variance is whatever fits each hypothesis best:

    LLR = n/2 · log(Σ(x - mean0)² / Σ(x - mean1)²)

Both sums begin with the variance of a deal that is won or lost as a whole; so a few deals that end
alike settle nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log

from upturn.errors import InvalidSetup, quoted
from upturn.games.setup import is_int

ERROR_RATE = 0.05
"""How often the test may be wrong, either way."""
BOUND = log((1 - ERROR_RATE) / ERROR_RATE)
MORE, EVEN, OPEN = "more", "even", "open"
"""What a test says: the first bot wins more, it has its even share, or it is not settled."""


@dataclass
class Sprt:
    """A test under way: `add` the deals in their order."""

    even: float
    more: float
    deals: int = 0
    _off0: float = field(default=0.0, repr=False)
    _off1: float = field(default=0.0, repr=False)

    def __post_init__(self) -> None:
        self._off0 = self._off1 = self.even * (1 - self.even)

    def add(self, share: float) -> None:
        """The share of wins on one more deal."""
        self.deals += 1
        self._off0 += (share - self.even) ** 2
        self._off1 += (share - self.even - self.more) ** 2

    @property
    def llr(self) -> float:
        """The log-likelihood ratio; settled at ±`BOUND`."""
        return self.deals / 2 * log(self._off0 / self._off1)

    @property
    def verdict(self) -> str:
        if abs(self.llr) < BOUND:
            return OPEN
        return MORE if self.llr > 0 else EVEN


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
