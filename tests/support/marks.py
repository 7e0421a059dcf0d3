"""Marks for what a test needs besides Python: `browser`, `server`, `postgres`.

`conftest.py` sets them by a test's fixtures and by what its file imports. A file that starts
servers in another way has its own mark (`pytestmark = pytest.mark.server`). Code that starts one of
these calls `need` first, so a test without the mark fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

BROWSER, SERVER, POSTGRES = "browser", "server", "postgres"
STARTERS = {"serving", "spawned", "in_thread", "with_log", "MortalServer"}
"""A file that imports one of these starts servers."""

_running: set[str] | None = None
"""The marks of the test that runs."""


def found(item: Any) -> Iterator[str]:
    """Yield the marks of a test, by what it uses."""
    if "browser" in item.fixturenames:
        yield BROWSER
    if "site" in item.fixturenames or STARTERS & vars(item.module).keys():
        yield SERVER
    params = item.callspec.params.values() if hasattr(item, "callspec") else ()
    each = (one for param in params for one in (param if isinstance(param, tuple) else (param,)))
    kinds = [one for one in each if isinstance(one, str)]
    if "postgres_server" in item.fixturenames or POSTGRES in kinds:
        yield POSTGRES


def begin(marks: set[str]) -> None:
    """Note that a test with these marks begins."""
    global _running
    _running = marks


def need(mark: str) -> None:
    """Fail if a test is running that does not have this mark."""
    assert _running is None or mark in _running, f"this test lacks @pytest.mark.{mark}"
