"""Compiles the rules with Numba where it is installed; without it they run as they stand.

Compiled code is kept on disk. Numba does not notice a change in *another* file than the one it
compiled, so each package that compiles has a cache folder named after a hash of its sources, of
those it stands on, and of the cards in use: a change to a bot leaves the compiled rules alone.
Set `UPTURN_COMPILE=0` to run everything as plain Python (slow; good for debugging the rules).
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from upturn.games.editions import component_files, components_file, content

Function = TypeVar("Function", bound=Callable[..., object])

COMPILED_SOURCES = Path(__file__).resolve().parent.parent
PACKAGES = ("games", "solver", "bots", "puzzles")
"""What is compiled, each standing on those before it."""
CACHES_KEPT = 16

COMPILED = find_spec("numba") is not None and os.environ.get("UPTURN_COMPILE") != "0"
"""Whether the rules are compiled. Numba itself is imported when needed, being slow to load."""


def cache_root() -> Path:
    """The folder that holds one cache folder per state of the sources."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "upturn" / "compiled"


@cache
def cache_folder(package: str = PACKAGES[-1]) -> Path | None:
    """Where compiled code for exactly these sources and cards is kept; None if nowhere can be."""
    digest = hashlib.sha256()
    for below in PACKAGES[: PACKAGES.index(package) + 1]:
        for source in sorted((COMPILED_SOURCES / below).rglob("*.py")):
            digest.update(str(source.relative_to(COMPILED_SOURCES)).encode())
            digest.update(source.read_bytes())
    for name in component_files():
        digest.update(content(components_file(name)))
    folder = cache_root() / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def warm_marker(folder: Path) -> Path:
    """The file that says "all is compiled", for the things Numba keeps apart in one folder."""
    parts = (COMPILED_SOURCES, sys.version, version("numba"), version("numpy"), platform.machine())
    return folder / f"warm-{hashlib.sha256(repr(parts).encode()).hexdigest()[:8]}"


def is_warm() -> bool:
    """Whether compiling now would spare nobody a wait: it is done, or cannot be kept."""
    folder = cache_folder()
    return not COMPILED or folder is None or warm_marker(folder).exists()


def mark_warm() -> None:
    """Remember that everything is compiled, and drop the caches of long-gone sources."""
    folder = cache_folder()
    if not COMPILED or folder is None:
        return
    warm_marker(folder).touch()
    for package in PACKAGES:
        in_use = cache_folder(package)
        if in_use is not None:
            in_use.touch()
    caches = sorted(cache_root().iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for stale in caches[CACHES_KEPT:]:
        shutil.rmtree(stale, ignore_errors=True)


def package_of(function: Callable[..., object]) -> str:
    """The package a function belongs to; a game from elsewhere counts as one of ours."""
    package = function.__module__.removeprefix("upturn.").split(".")[0]
    return package if package in PACKAGES else PACKAGES[0]


def compiled(function: Function) -> Function:
    """Compile a function over positions; it releases the GIL while it runs."""
    if not COMPILED:
        return function
    import numba

    folder = cache_folder(package_of(function))
    wrap = numba.njit(cache=folder is not None, nogil=True, error_model="numpy")
    # Numba reads its cache folder when it wraps a function; others in this process keep theirs.
    settings: Any = numba.config
    others = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder or "")
    try:
        return cast(Function, wrap(function))
    finally:
        settings.CACHE_DIR = others


def direct(function: Function, *examples: object) -> Function:
    """A compiled function for arguments of exactly these types, without looking at them again.

    The look is half of what a call from Python costs. Arguments of other types are not refused
    but misread, so this is only for callers that own what they pass.
    """
    if not COMPILED:
        return function
    import numba

    dispatcher, typeof = cast(Any, function), cast(Any, numba.typeof)
    types = tuple(typeof(example) for example in examples)
    dispatcher.compile(types)
    return cast(Function, dispatcher.overloads[types].entry_point)
