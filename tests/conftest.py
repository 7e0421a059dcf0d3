"""Settings for every test."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.amounts import USUAL
from tests.databases import postgres_server, postgres_url, sqlite_url, store_url
from tests.servers import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["postgres_server", "postgres_url", "sqlite_url", "store_url"]

settings.load_profile(USUAL)

# Who was started in the background inherits that Ctrl-C is ignored, and would never notice one.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Ray and OR-Tools are for the Pythons they have wheels for; see pyproject.toml.
NEED_WHEELS = ["test_arena_ray.py", "test_solver_cross_check.py"]
collect_ignore = [] if sys.version_info < (3, 15) else NEED_WHEELS


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where saved games go during a test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "upturn"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without anybody at it.

    One per file and not per run: as long as it is open Playwright's event loop counts as running
    in this thread, and tests of other files run loops of their own.
    """
    from tests.browsing import opened

    with opened() as ready:
        yield ready


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for people at browsers; everybody opens tables of their own there."""
    with serving(tmp_path_factory.mktemp("site")) as server:
        yield server
