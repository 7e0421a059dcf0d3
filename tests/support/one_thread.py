"""An event loop without other threads or real time: what happens depends on the test alone.

Work for a thread is done at once. The time of the loop passes only when everything waits for it, or
when a test lets it pass (`loop.now`).
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from upturn.server.tables.registry import TableRegistry
from upturn.store import Store

T = TypeVar("T")


class Inline(ThreadPoolExecutor):
    """Does work at once, in the thread that submits it."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        if self._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **named))
        except Exception as problem:
            future.set_exception(problem)
        return future


class OwnTimeLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Selector(self))
        self.set_default_executor(Inline())

    def time(self) -> float:
        return self.now


class _Selector(selectors.SelectSelector):
    """Lets time pass instead of waiting for it."""

    def __init__(self, loop: OwnTimeLoop):
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(timeout if timeout is None else 0)
        if not ready and timeout:
            self._loop.now += timeout
        return ready


def use_no_threads(store: Store, registry: TableRegistry) -> None:
    """Let a store and the bots of a registry work in the thread of the event loop."""
    driver: Any = store._driver
    for name in ("_writing", "_reading"):
        getattr(driver, name).shutdown()
        setattr(driver, name, Inline())
    registry.context.thinkers._threads = Inline()
