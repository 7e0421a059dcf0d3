"""Compiles the code that makes puzzles, by asking a pallet."""

from __future__ import annotations

from upturn.games.rng import seeded
from upturn.puzzles.climbing import any_order
from upturn.puzzles.counting import Table


def warm_up(name: str = "team-up") -> None:
    """Compile the code that makes puzzles of this game, or load it from the cache."""
    if name != "team-up":
        return
    table, rng = Table(0), seeded(0)
    table.mix(rng)
    table.may_admit(any_order(rng), min(1, len(table.queue)), 1)
