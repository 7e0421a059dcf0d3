"""Where compiled code is kept, and which parts of it are there.

Numba does not notice a change in *another* file than the one it compiled, so each package that
compiles has a cache folder named after a hash of its sources, of those it stands on, and of the
cards in use: a change to a bot leaves the compiled rules alone. Nothing in a name depends on where
Upturn is installed.

Compiling is done by parts: "dnup rules", "dnup bots" and so on. A part that is done has a marker,
which names the Python, the Numba and the processor it is for. `UPTURN_CACHE` names another folder
for all this.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import IO

from upturn.games.editions import component_files, components_file, content
from upturn.games.pieces import GAMES, table_of
from upturn.games.registry import names

SOURCES = Path(__file__).resolve().parent.parent
PACKAGES = ("games", "solver", "bots", "puzzles")
"""What is compiled, each standing on those before it."""
EVERY_GAME = {"rules": "games", "bots": "bots"}
"""What is compiled of every game, and by which package."""
MORE = "compiled.toml"
"""The file in a game's folder that says the same of what only this game has."""
OURS = re.compile("[0-9a-f]{16}")
"""The names of our folders; UPTURN_CACHE may hold others."""
KEPT = 16
"""Cache folders that are kept: those used last."""


def cache_root() -> Path:
    """The folder that holds one cache folder per state of the sources."""
    own = os.environ.get("UPTURN_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "upturn" / "compiled"


@cache
def cache_folder(package: str = PACKAGES[-1]) -> Path | None:
    """Where compiled code for exactly these sources and cards is kept; None if nowhere can be."""
    try:
        folder = cache_root() / sources_hash(package)
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(PermissionError):  # somebody else's, for us to read
            os.utime(folder)  # the folders used last are kept
        return folder if _is_safe(folder) and _is_safe(folder.parent) else None
    except (OSError, RuntimeError):  # nowhere to write, or no home
        return None


def _is_safe(folder: Path) -> bool:
    """Whether nobody but this user and root can put code there for us to run."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.stat()
    return found.st_uid in (0, os.getuid()) and not found.st_mode & stat.S_IWOTH


@cache
def sources_hash(package: str) -> str:
    digest = hashlib.sha256()
    for below in PACKAGES[: PACKAGES.index(package) + 1]:
        for source in sorted((SOURCES / below).rglob("*.py")):
            digest.update(source.relative_to(SOURCES).as_posix().encode())
            digest.update(source.read_bytes())
    for name in component_files():
        digest.update(content(components_file(name)))
    return digest.hexdigest()[:16]


def can_keep() -> bool:
    """Whether compiled code can be written down at all."""
    folder = cache_folder()
    return folder is not None and os.access(folder, os.W_OK)


# --- Which parts are done ----------------------------------------------------------------------


def parts_of(game: str | None = None) -> list[str]:
    """The parts of a game, or of all, in the order in which they are compiled."""
    games = names() if game is None else [game]
    return [f"{name} {what}" for name in games for what in _packages(name)]


def package_of(part: str) -> str:
    """The package that a part is compiled from."""
    game, what = part.split()
    return _packages(game)[what]


@cache
def _packages(game: str) -> dict[str, str]:
    """By what is compiled of a game: the package it is compiled from."""
    return EVERY_GAME | table_of(game, GAMES, MORE)


def parts_done() -> frozenset[str]:
    return frozenset(part for part in parts_of() if _is_there(_marker(part)))


def is_warm(game: str | None = None) -> bool:
    """Whether all parts of a game, or of all games, are compiled and kept."""
    return parts_done().issuperset(parts_of(game))


def mark_done(part: str) -> None:
    """Remember that a part is compiled, and drop the caches that were not used for longest."""
    marker = _marker(part)
    if marker is None:
        return
    marker.touch()
    aged = []
    for folder in cache_root().iterdir():
        if OURS.fullmatch(folder.name):
            with suppress(OSError):  # another process drops it, too
                aged.append((folder.stat().st_mtime, folder))
    for _, stale in sorted(aged, reverse=True)[KEPT:]:
        shutil.rmtree(stale, ignore_errors=True)


@contextmanager
def alone(game: str) -> Iterator[None]:
    """Wait until no other process compiles this game; let none begin meanwhile."""
    folder = cache_folder()
    if folder is None:
        yield
        return
    with (folder / f"lock {game}").open("a+b") as file:
        _lock(file)
        yield


def _lock(file: IO[bytes]) -> None:
    """Until the file is closed, however this process ends."""
    if sys.platform == "win32":
        import msvcrt

        while True:
            with suppress(OSError):  # it waits ten seconds at most
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                return
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def set_failed(failed: bool) -> None:
    """Remember whether compiling failed, for those who wait for it."""
    folder = cache_folder()
    if folder is None:
        return
    with suppress(OSError):
        if failed:
            _failure(folder).touch()
        else:
            _failure(folder).unlink(missing_ok=True)


def has_failed() -> bool:
    folder = cache_folder()
    return folder is None or _failure(folder).exists()


def _failure(folder: Path) -> Path:
    return folder / f"failed {_made_for()}"


def want(game: str) -> None:
    """Ask whoever compiles to take this game first."""
    folder = cache_folder()
    if folder is not None:
        with suppress(OSError):  # it is only a wish
            (folder / f"wanted {game}").touch()


def grant(game: str) -> None:
    """The wish for this game is being fulfilled."""
    folder = cache_folder()
    if folder is not None:
        (folder / f"wanted {game}").unlink(missing_ok=True)


def is_wanted(game: str) -> bool:
    folder = cache_folder()
    return folder is not None and (folder / f"wanted {game}").exists()


def _marker(part: str) -> Path | None:
    folder = cache_folder(package_of(part))
    return None if folder is None else folder / f"done {part} {_made_for()}"


def _is_there(marker: Path | None) -> bool:
    return marker is not None and marker.exists()


@cache
def _made_for() -> str:
    """Whatever compiled code depends on beside the sources, as a short name."""
    from llvmlite import binding

    processor = os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name()
    features = "" if processor.lower() == "generic" else binding.get_host_cpu_features().flatten()
    parts = (
        sys.version_info[:2],
        *(version(package) for package in ("numba", "llvmlite", "numpy")),
        binding.get_default_triple(),
        processor,
        os.environ.get("NUMBA_CPU_FEATURES", features),  # as Numba reads it
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:8]
