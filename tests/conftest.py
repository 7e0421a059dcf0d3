"""Settings for every test."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.support import marks
from tests.support.amounts import USUAL
from tests.support.databases import postgres_server, postgres_url, sqlite_url, store_url
from tests.support.servers import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["postgres_server", "postgres_url", "sqlite_url", "store_url"]

settings.load_profile(USUAL)

# Who was started in the background inherits that Ctrl-C is ignored, and would never notice one.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Ray and OR-Tools are for the Pythons they have wheels for; see pyproject.toml.
NEED_WHEELS = ["arena/test_ray_apart.py", "solver/test_cross_check.py"]
collect_ignore = [] if sys.version_info < (3, 15) else NEED_WHEELS
if "UPTURN_TEST_RAY" not in os.environ:
    collect_ignore.append("arena/test_ray.py")  # `test_ray_apart.py` runs it

ORDER = (marks.BROWSER, marks.SERVER, marks.POSTGRES)
"""Files with such tests come first, as they take longest: no core idles in the end."""

WORKERS_PER_CORE = 2
"""For `-n auto`: tests wait for servers, browsers and timers much of their time, and other tests
use the cores meanwhile. `-n logical` is for tests that never wait."""

_browser, _open = ExitStack(), list["Browser"]()
"""One for all files that need it."""


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Return how many workers to start. xdist's own variable overrules this."""
    found = yield
    is_given = "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ
    return (
        found if is_given or config.option.numprocesses == "logical" else found * WORKERS_PER_CORE
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Tests are marked by what they need, and come file by file in `ORDER`."""
    rank: dict[Path, int] = {}
    for item in items:
        for mark in marks.found(item):
            item.add_marker(mark)
        own = [at for at, mark in enumerate(ORDER) if item.get_closest_marker(mark)]
        rank[item.path] = min([rank.get(item.path, len(ORDER)), *own])
    items.sort(key=lambda item: rank[item.path])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    marks.begin({mark.name for mark in item.iter_markers()})


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """The browser is closed after the last test that has one.

    As long as it is open Playwright's event loop counts as running in this thread, and other tests
    run loops of their own.
    """
    if nextitem is None or nextitem.get_closest_marker(marks.BROWSER) is None:
        _browser.close()
        _open.clear()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """A browser without anybody at it."""
    from tests.support.browsing import opened

    if not _open:
        _open.append(_browser.enter_context(opened()))
    return _open[0]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for people at browsers; everybody opens tables of their own there."""
    with serving(tmp_path_factory.mktemp("site")) as server:
        yield server


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where saved games go during a test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "upturn"
