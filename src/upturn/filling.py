"""Fills the sentences of refusals and of bots' reasons.

    filled("{name} has {held|card|cards} left", {"seat": 2, "held": 1})  # seat 2 has 1 card left

The page fills the same sentences in other languages (web/src/words/i18n.ts).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

PLACE = re.compile(r"\{([a-z_]+)(?:\[(\d+)\])?((?:\|[^|{}]*)*)\}")
"""`{card}`, `{cells[0]}`, or a number with the word for one thing and for many."""
SEATS = ("seat", "owner", "to_act")
"""Details that are a seat. A sentence calls its player `{name}`."""


def filled(sentence: str, details: Mapping[str, object]) -> str:
    """Return a sentence with its placeholders filled from the details."""
    values = called(details)

    def fill(place: re.Match[str]) -> str:
        name, index, forms = place.groups()
        value = values[name] if index is None else values[name][int(index)]  # type: ignore[index]
        if not forms:
            return listed(value)
        _, one, many = forms.split("|")
        return f"{value} {one if value == 1 else many}"

    return PLACE.sub(fill, sentence)


def called(details: Mapping[str, object]) -> Mapping[str, object]:
    """Return the details with the `name` of the seat they are about, unless they have one."""
    seat = seat_in(details)
    if seat is None or details.get("name"):
        return details
    return {**details, "name": f"seat {seat}"}


def seat_in(details: Mapping[str, Any]) -> Any:
    """Return the seat that a sentence with these details is about, or None."""
    return next((details[key] for key in SEATS if details.get(key) is not None), None)


def listed(value: object, last_word: str = "and") -> str:
    """Return a list as "a, b and c", and anything else as text."""
    if not isinstance(value, list) or not value:
        return str(value)
    *others, last = map(str, value)
    return f"{', '.join(others)} {last_word} {last}" if others else last
