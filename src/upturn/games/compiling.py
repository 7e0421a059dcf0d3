"""Compiles the rules with Numba where it is installed; without it they run as they stand.

`@entry_point` marks a function that Python calls, `@compiled` one that only compiled code calls.
Entry points are compiled when they are first called, and kept on disk (`caching.py`).

Compiling takes a while. A program with a person before it calls `begin_plain()` before it loads a
game: the rules then run as plain Python, another process compiles them (`upturn warm`), and each
entry point goes over to its compiled form as soon as that is kept.

Set `UPTURN_COMPILE=0` to run everything as plain Python (slow; good for debugging the rules).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import update_wrapper
from importlib.util import find_spec
from pathlib import Path
from time import sleep
from typing import Any, TypeVar, cast

from upturn.games import caching

Function = TypeVar("Function", bound=Callable[..., object])

COMPILED = find_spec("numba") is not None and os.environ.get("UPTURN_COMPILE") != "0"
"""Whether the rules are compiled. Numba itself is imported when needed, being slow to load."""
LOOKS = 0.5
"""Seconds between two looks at what another process has compiled meanwhile."""


class _Warming:
    """What a process knows that began with plain rules."""

    def __init__(self) -> None:
        self.done: frozenset[str] = frozenset()
        """The parts that are compiled, and may be loaded."""
        self.over = False
        """Nothing more will be compiled: all is, or it failed."""
        self.wished: set[str] = set()


_warming: _Warming | None = None


def begin_plain() -> None:
    """Run games that are loaded from now on as plain Python until they are compiled."""
    global _warming
    if COMPILED and _warming is None:
        if "upturn.games.contract" in sys.modules:
            raise RuntimeError("begin_plain() comes before the first game is loaded")
        _warming = _Warming()


def runs_plain() -> bool:
    """Whether the games of this process began as plain Python, or are nothing else."""
    return not COMPILED or _warming is not None


def look() -> None:
    """Take up what another process has compiled meanwhile.

    A process that began plain does so every `LOOKS` seconds as long as `is_going_over()`.
    """
    if _warming is None:
        return
    done = caching.parts_done()
    if done != _warming.done:
        import numba  # noqa: F401  before anybody who plays must wait for it

        _warming.done = done
    _warming.over = done == frozenset(caching.parts_of()) or caching.has_failed()


def give_up() -> None:
    """Nothing will be compiled: what is plain stays so."""
    if _warming is not None:
        _warming.over = True


def is_going_over() -> bool:
    """Whether this process began plain, and more will be compiled."""
    return _warming is not None and not _warming.over


def wait_for(part: str) -> bool:
    """Wait until a part is compiled, if anybody compiles it; whether it is."""
    while is_warming(part):
        sleep(LOOKS)
        look()
    return is_quick(part)


def is_warming(part: str) -> bool:
    """Whether this part is plain, and somebody compiles it."""
    return _warming is not None and not _warming.over and part not in _warming.done


def wish(game: str) -> None:
    """Somebody sits down to this game: have it compiled first."""
    if _warming is not None and game not in _warming.wished:
        _warming.wished.add(game)
        caching.want(game)


def is_quick(part: str) -> bool:
    """Whether this part runs as compiled code."""
    return COMPILED and (_warming is None or part in _warming.done)


class _Going:
    """An entry point that runs as plain Python until its compiled form is on disk.

    It looks again whenever another part is done.
    """

    def __init__(self, function: Callable[..., object], warming: _Warming):
        update_wrapper(self, function)
        self.function = function
        self._warming = warming
        self._looked: frozenset[str] = frozenset()  # what was done when it last looked
        self._loaded: Any = None

    def __call__(self, *args: object) -> object:
        if self._looked != self._warming.done:
            self._look()
        if self._loaded is None:
            return self._run_plain(args)
        from upturn.games.machine_code import NotKept

        try:
            return self._loaded(*args)
        except NotKept:
            return self._run_plain(args)

    def _run_plain(self, args: tuple[object, ...]) -> object:
        return self.function(*args)

    def _look(self) -> None:
        from upturn.games.machine_code import Loaded

        self._looked = self._warming.done
        folder = _folder_of(self.function)
        if self._loaded is not None:
            self._loaded.take_up()
        elif folder is not None:
            loaded = Loaded(self.function, folder)
            self._loaded = loaded if loaded.overloads else None


def _folder_of(function: Callable[..., object]) -> Path | None:
    """Where the compiled form of a function is kept; a game from elsewhere counts as ours."""
    package = function.__module__.removeprefix("upturn.").split(".")[0]
    return caching.cache_folder(package if package in caching.PACKAGES else caching.PACKAGES[0])


def compiled(function: Function) -> Function:
    """Compile a function for other compiled functions to call."""
    if runs_plain():
        return function
    from upturn.games.machine_code import Inner

    return cast(Function, Inner(function))


def entry_point(function: Function) -> Function:
    """Compile a function for Python to call; it releases the GIL while it runs."""
    if _warming is not None:
        return cast(Function, _Going(function, _warming))
    if not COMPILED:
        return function
    from upturn.games.machine_code import EntryPoint

    return cast(Function, EntryPoint(function, _folder_of(function)))


def direct(function: Function, *examples: object) -> Function:
    """An entry point for arguments of exactly these types, without looking at them again.

    The look is half of what a call from Python costs. Arguments of other types are not refused
    but misread, so this is only for callers that own what they pass.
    """
    if runs_plain():
        return function
    import numba

    dispatcher, typeof = cast(Any, function), cast(Any, numba.typeof)
    types = tuple(typeof(example) for example in examples)
    dispatcher.compile(types)
    return cast(Function, dispatcher.overloads[types].entry_point)
