"""Moves of Team UP that a learner could try by pressing things on the table."""

from __future__ import annotations

from collections.abc import Iterator

from tools.lessons.picking import Facts


def tries(view: Facts) -> Iterator[str]:
    columns, rows = len(view["heights"][0]), len(view["heights"])
    cells = [f"{chr(97 + column)}{row + 1}" for column in range(columns) for row in range(rows)]
    for colour, kinds in view["left"].items():
        for kind in [kind for kind, left in kinds.items() if left]:
            axes = [""] if kind in ("square1", "bar3") else [" x", " y"]
            # A box that the card does not ask for is equally wrong in every place.
            tried = cells if obeys(view["card"], colour, kind) else cells[:1]
            yield from (f"place {colour} {kind} {cell}{axis}" for cell in tried for axis in axes)
    yield from ("draw", "penalty", "stop")


def obeys(card: str | None, colour: str, kind: str) -> bool:
    return card is not None and (card == colour or kind[:-1] in card.split("|"))
