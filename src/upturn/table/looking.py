"""Who looks at a device that several people pass around.

A person may have several seats: then several people play on one device, in turns. While hands are
hidden, the device is sent one view at a time: that of the seat that looks. Until somebody says that
they look, and when the turn comes to another seat of the device, it is sent what spectators see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from upturn.errors import Refusal

if TYPE_CHECKING:
    from upturn.table.state import TableState

Eyes = tuple[int | None, ...]
"""Whose views a device is sent: seats, or None for what spectators see."""
SPECTATORS: Eyes = (None,)


def eyes(table: TableState, seats: tuple[int, ...], looking: int | None) -> Eyes:
    """Return whose views a device of these seats is sent.

    `looking` matters only for several seats of a game with hidden hands that is not over yet.
    """
    if len(seats) > 1 and table.rules.private and table.finished is None:
        return (looking,)
    return seats or SPECTATORS


def still_looking(table: TableState, seats: Sequence[int], looking: int | None) -> int | None:
    """Return the seat that goes on looking at a device of these seats, if one does."""
    is_next_ones_turn = table.to_act in seats and table.to_act != looking
    return None if looking not in seats or is_next_ones_turn else looking


def check_look(seats: Sequence[int], seat: int | None) -> None:
    """Refuse to show a device of these seats the view of another one."""
    if seat is not None and seat not in seats:
        raise Refusal("not-your-seat", seat=seat)
