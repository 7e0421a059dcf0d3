"""Opens a table at once: the rules run as plain Python while another process compiles them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

from upturn.cli.terminal import complain
from upturn.games import caching, compiling

OF_ITS_OWN: dict[str, Any] = (
    {"creationflags": 0x200} if sys.platform == "win32" else {"process_group": 0}
)
"""Options for a separate process group, which the terminal's Ctrl-C does not reach."""
ENDING_TIMEOUT = 5.0
"""Seconds for the compilers to end."""


@contextmanager
def compiling_beside(game: str | None = None, looks: bool = True) -> Iterator[bool]:
    """Compile a game, or all of them, in another process meanwhile. Yield whether that is needed.

    Enter this before a game is loaded. A server looks for compiled code itself, in each of its
    processes; for others a thread does so (`looks`).
    """
    if not compiling.COMPILED or caching.is_warm(game):
        yield False
        return
    compiling.begin_plain()
    with ExitStack() as beside:
        try:
            beside.enter_context(_compilers(game))
        except OSError as problem:
            compiling.give_up()
            complain(
                f"The rules cannot be compiled here ({problem.strerror or problem}), so the bots "
                "will keep playing below their strength."
            )
        if looks:
            Thread(target=_go_over, daemon=True).start()
        yield True


@contextmanager
def _compilers(game: str | None) -> Iterator[None]:
    """Run the block while another process compiles."""
    with _somewhere() as folder:
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
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, **OF_ITS_OWN
            )
        ended = Event()
        try:
            Thread(target=_await, args=(compilers, said, ended), daemon=True).start()
            yield
        finally:
            ended.set()
            compilers.terminate()
            try:
                compilers.wait(ENDING_TIMEOUT)
            except subprocess.TimeoutExpired:
                compilers.kill()


@contextmanager
def _somewhere() -> Iterator[Path]:
    """Yield the cache folder or, if it cannot be written to, a temporary one."""
    folder = caching.cache_folder()
    if folder is not None and caching.can_keep():
        yield folder
        return
    complain(
        "Compiled code cannot be saved in the usual folder, so the rules will be compiled again at "
        "every start. To use another folder, set UPTURN_CACHE=…"
    )
    with tempfile.TemporaryDirectory(prefix="upturn-", ignore_cleanup_errors=True) as spare:
        os.environ["UPTURN_CACHE"] = spare
        caching.cache_folder.cache_clear()
        yield Path(spare)


def _go_over() -> None:
    while compiling.is_going_over():
        compiling.look()
        sleep(compiling.LOOKS)


def _await(compilers: subprocess.Popen[bytes], said: Path, ended: Event) -> None:
    """Say if the compilers fail, unless we ended them. Everything then goes on, but slowly."""
    if compilers.wait() != 0 and not ended.is_set():
        caching.set_failed(True)
        complain(
            "The rules could not be compiled, so the bots will keep playing below their strength "
            f"(to see why, read {said})."
        )
