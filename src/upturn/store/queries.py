"""What the parts of a `Store` share: asking the database, and changing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from upturn.store.driver import Driver, Step
from upturn.store.rows import TableRow

T = TypeVar("T")


class Queries:
    def __init__(self, driver: Driver):
        self._driver = driver

    async def _done(self, *steps: Step) -> bool:
        return await self._change(*steps) is not None

    async def _change(
        self, *steps: Step, words: Sequence[str] = ()
    ) -> list[tuple[Any, ...]] | None:
        for step in steps:
            check_texts(*step.args)
        return await self._driver.change(*steps, words=words)

    async def _rows(self, statement: str, *args: Any) -> list[tuple[Any, ...]]:
        try:
            check_texts(*args)
        except ValueError:
            return []  # no stored text can match it
        return await self._driver.rows(statement, *args)


def check_texts(*values: Any) -> None:
    """Raise ValueError for a text that a database cannot hold, before it spoils a whole batch."""
    for value in values:
        if isinstance(value, str):
            if "\0" in value:
                raise ValueError("text cannot contain a zero byte")
            value.encode()


def first(rows: list[T]) -> T | None:
    return rows[0] if rows else None


def table_rows(rows: list[tuple[Any, ...]]) -> list[TableRow]:
    found = (TableRow(*row[: len(TableRow._fields)]) for row in rows)
    return [row._replace(public=bool(row.public)) for row in found]
