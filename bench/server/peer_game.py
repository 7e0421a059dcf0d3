"""dnup as the peers on Node play it: bench/boardgame/dnup.cjs."""

from __future__ import annotations

from typing import Any

import msgspec

from bench.server.dnup import Card, Move, Sight


class Told(msgspec.Struct):
    """Its state `G`, as one seat is told it."""

    hands: dict[str, list[Card]]
    sets: dict[str, list[Card] | None]


def sight_of(seat: int, told: Told) -> Sight:
    sets = {int(owner): cards for owner, cards in told.sets.items() if cards}
    return Sight(seat, told.hands[str(seat)], sets)


def arguments(move: Move) -> list[Any]:
    """What a move's function is called with."""
    match move.name:
        case "play":
            return [list(move.indices)]
        case "add":
            return [move.indices[0], str(move.owner)]
        case "take":
            return [str(move.owner)]
        case _:
            return []
