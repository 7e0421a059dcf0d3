"""Waits for what another process does."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.support.servers import TEST_TIMEOUT


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds, for as long as it takes on a busy machine."""
    end = time.monotonic() + TEST_TIMEOUT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)
