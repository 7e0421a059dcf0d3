"""The marks of tests are true: what needs a browser, a server or PostgreSQL says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support import databases, marks, servers


def test_no_server_is_started_for_a_test_that_does_not_say_so(tmp_path: Path) -> None:
    for server in (servers.serving(tmp_path), servers.spawned(tmp_path)):
        with pytest.raises(AssertionError, match=r"this test lacks @pytest\.mark\.server"), server:
            pass


def test_no_database_is_made_for_a_test_that_does_not_say_so() -> None:
    idle = object.__new__(databases.PostgresServer)
    with pytest.raises(AssertionError, match=r"this test lacks @pytest\.mark\.postgres"):
        idle.new_database()


def test_no_browser_is_opened_for_a_test_that_does_not_say_so() -> None:
    from tests.support import browsing

    with (
        pytest.raises(AssertionError, match=r"this test lacks @pytest\.mark\.browser"),
        browsing.opened(),
    ):
        pass


def test_every_test_is_marked_by_what_it_uses(request: pytest.FixtureRequest) -> None:
    items: list[Any] = request.session.items
    for item in items:
        assert {mark.name for mark in item.iter_markers()} >= set(marks.found(item)), item.nodeid
