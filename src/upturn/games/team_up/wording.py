"""Team UP's cards and scores as they stand in sentences."""

from __future__ import annotations

from upturn.games.team_up.components import COMPONENTS

CALLED = {"wide": "wide box"}
"""Shapes that are not called by their name alone."""


def in_words(card: str) -> str:
    """What a card asks for: `a red box`, `a square or a wide box`."""
    if card in COMPONENTS.colours:
        return f"a {card} box"
    return " or ".join(f"a {CALLED.get(shape, shape)}" for shape in card.split("|"))


def signed(score: int) -> str:
    """A score, with a minus that is one."""
    return str(score).replace("-", "−")
