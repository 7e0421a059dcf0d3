"""Tunes a process for serving: threads, garbage, memory, open files."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

DONT_NEED, PAGE_OUT = 4, 21
"""Advice for Linux's madvise. Unlike the first, the second keeps pages that were written to."""
MOST_FILES = 65_536
"""Open files of a process. Every socket is one, and limits.toml allows more of them than most
systems do by default."""


def be_quick() -> None:
    """Tune this process for serving, before anything is compiled or loaded."""
    # No rule of a game does linear algebra. For it, Numba would load SciPy if that is installed
    # (16 MB), and NumPy would start threads, which a process should not have when it forks.
    sys.modules.setdefault("scipy", None)  # type: ignore[arg-type]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # By default a busy event loop keeps the interpreter for 5 ms at a time. Threads that write or
    # think need it only for a moment, but would have to wait that long.
    sys.setswitchinterval(0.001)
    # Searching a thousand tables for garbage takes longer than a move, and finds little: reference
    # counting frees most of what a move leaves behind at once.
    gc.set_threshold(20_000, 50, 1_000)


@cache
def load_games() -> None:
    """Load the rules, so that nobody waits for them at the first table. Bots are loaded when the
    first one sits down: a server without bots needs a third less memory."""
    import upturn
    from upturn.games import names, rules_of

    for name in names():
        game = upturn.new(name, players=rules_of(name).player_counts[-1], seed=0)
        game.play(game.free_moves()[0])
        game.view(1)
    # Everything loaded by now stays. Python searches it for garbage now and then, which would take
    # a tenth of a second in which nobody gets an answer.
    gc.collect()
    gc.freeze()
    release_library_code()


def release_library_code() -> None:
    """Give back the memory of code that was only needed to load the games: 60 MB, mostly LLVM.
    These are pages of files; the system loads them again when they are needed."""
    if sys.platform != "linux":
        return
    system = ctypes.CDLL(None)
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        area, access, *_, name = line.split(maxsplit=5)
        if ".so" in name:
            start, end = (int(edge, 16) for edge in area.split("-"))
            how = DONT_NEED if access == "r-xp" else PAGE_OUT
            system.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), how)


def allow_files() -> None:
    """Raise the limit on open files as far as is useful."""
    if sys.platform == "win32":  # Windows has no such limit
        return
    import resource

    few, many = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if many == resource.RLIM_INFINITY else min(MOST_FILES, many)
    if few != resource.RLIM_INFINITY and few < most:
        with suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, many))
