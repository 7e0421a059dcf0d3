"""A queue that people share: they take turns, however much each of them asks for."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items come out person by person, and each person's items table by table.

    So an item waits for at most one item of each other person, and of each other table of its own
    person, before the ones that were added to its table earlier.
    """

    def __init__(self) -> None:
        # Whoever comes first in the dictionary is next; so is a person's first table.
        self._people: dict[str, dict[str, deque[Item]]] = {}

    def add(self, person: str, table: str, item: Item) -> None:
        tables = self._people.setdefault(person, {})
        tables.setdefault(table, deque()).append(item)

    def take(self) -> Item | None:
        """Remove and return the next item, or return None if nothing waits."""
        if not self._people:
            return None
        person = next(iter(self._people))
        tables = self._people.pop(person)
        table = next(iter(tables))
        items = tables.pop(table)
        item = items.popleft()
        if items:
            tables[table] = items
        if tables:
            self._people[person] = tables
        return item
