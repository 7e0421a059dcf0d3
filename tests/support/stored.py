"""Rows for tests of the store, and a store that is closed when a test is done with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.support.databases import run
from upturn.store import ResultRow, ResultSeat, Store, TableRow, open_store

TABLE = TableRow(
    id="t1",
    code="ABCDEF",
    game="dnup",
    players=4,
    public=True,
    state="gathering",
    deal=None,
    host="ann",
    created=1_000,
    changed=1_000,
    summary='{"seats": 4}',
)
RESULT = ResultRow(
    table="t1",
    game="dnup",
    players=2,
    options="{}",
    mode="open",
    deal="d1",
    day="2026-11-16",
    finished=9_000,
    scores="[3, 5]",
    seats=(ResultSeat("ann", "Ann", None), ResultSeat(None, "Bo", "greedy")),
    flags="{}",
)


def using(url: str, test: Callable[[Store], Awaitable[Any]]) -> None:
    async def opened() -> None:
        store = await open_store(url)
        try:
            await test(store)
        finally:
            await store.close()

    run(opened())
