"""Opens a table at once: the rules run as they stand while another process compiles them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep

from upturn.cli.terminal import complain
from upturn.games import caching, compiling

PATIENCE = 5.0
"""Seconds for the compilers to end."""


@contextmanager
def compiling_beside(game: str | None = None) -> Iterator[bool]:
    """Have a game, or all, compiled beside what is done here; whether that is needed at all.

    To be entered before a game is loaded.
    """
    if not compiling.COMPILED or caching.is_warm(game):
        yield False
        return
    with _somewhere() as folder:
        compiling.begin_plain()
        caching.set_failed(False)
        if game is not None:
            caching.want(game)
        said = folder / "compiling.log"
        with said.open("wb") as output:
            command = [
                sys.executable,
                "-m",
                "upturn",
                "warm",
                "--beside",
                *([game] if game else []),
            ]
            compilers = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        Thread(target=_await, args=(compilers, said), daemon=True).start()
        Thread(target=_go_over, daemon=True).start()
        try:
            yield True
        finally:
            compilers.terminate()
            try:
                compilers.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                compilers.kill()


@contextmanager
def _somewhere() -> Iterator[Path]:
    """The cache folder; if that cannot be written to, another one for as long as this runs."""
    folder = caching.cache_folder()
    if folder is not None and caching.can_keep():
        yield folder
        return
    complain(
        f"Compiled code cannot be kept in {caching.cache_root()}: it is compiled again each time. "
        "Name another folder: UPTURN_CACHE=…"
    )
    with tempfile.TemporaryDirectory(prefix="upturn-", ignore_cleanup_errors=True) as spare:
        os.environ["UPTURN_CACHE"] = spare
        caching.cache_folder.cache_clear()
        yield Path(spare)


def _go_over() -> None:
    while compiling.is_going_over():
        compiling.look()
        sleep(compiling.LOOKS)


def _await(compilers: subprocess.Popen[bytes], said: Path) -> None:
    """Say if they fail. Everything goes on as it is then, slowly."""
    if compilers.wait() not in (0, -signal.SIGTERM, 128 + signal.SIGTERM):
        caching.set_failed(True)
        complain(f"The rules could not be compiled, so bots stay simple. Why is in {said}")
