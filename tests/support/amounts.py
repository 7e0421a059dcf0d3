"""How much random testing to do: some in `make test`, more in `make check-deep`."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

USUAL, DEEP = "usual", "deep"
"""Profiles of hypothesis. `--hypothesis-profile=deep` selects the second for everything."""

# Machines are shared and noisy, so nothing here may depend on the clock.
settings.register_profile(
    USUAL,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    max_examples=30,
)
settings.register_profile(DEEP, settings.get_profile(USUAL), max_examples=100)


def amount(usual: int, deep: int) -> int:
    """Return how many games, hands or examples to try."""
    return deep if settings.get_current_profile_name() == DEEP else usual
