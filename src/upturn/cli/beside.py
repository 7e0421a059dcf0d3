"""Opens a table at once: the rules run as they stand while another process compiles them."""

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
"""A group of processes of its own, which the terminal's Ctrl-C does not reach."""
ENDING_TIMEOUT = 5.0
"""Seconds for the compilers to end."""


@contextmanager
def compiling_beside(game: str | None = None, looks: bool = True) -> Iterator[bool]:
    """Have a game, or all, compiled beside what is done here; whether that is needed at all.

    To be entered before a game is loaded. A server looks for what is compiled by itself, in each of
    its processes; others have a thread do so.
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
                "will keep playing simply."
            )
        if looks:
            Thread(target=_go_over, daemon=True).start()
        yield True


@contextmanager
def _compilers(game: str | None) -> Iterator[None]:
    """While another process compiles."""
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
    """The cache folder; if that cannot be written to, another one for as long as this runs."""
    folder = caching.cache_folder()
    if folder is not None and caching.can_keep():
        yield folder
        return
    complain(
        "Compiled code cannot be saved in the usual folder, so it will be compiled again at every "
        "start. To use another folder, set UPTURN_CACHE=…"
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
    """Say if they fail, unless we ended them. Everything goes on as it is then, slowly."""
    if compilers.wait() != 0 and not ended.is_set():
        caching.set_failed(True)
        complain(
            "The rules could not be compiled, so the bots will keep playing simply. "
            f"The reason is in {said}"
        )
