"""`upturn warm`: compile games, bots, solver and puzzles now, so that nobody waits for it later.

A process per game compiles its parts one after the other, two processes at a time. While a table is
open (`--beside`) they give way to it, and a game that somebody sits down to is compiled first.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from upturn.cli.terminal import INTERRUPTED, complain, console
from upturn.errors import UpturnError
from upturn.games import caching, check_game
from upturn.games.compiling import COMPILED

AT_ONCE = 2
"""Processes that compile at the same time."""
LOOKS = 0.2
"""Seconds between two checks which game is wanted."""
PATIENT = 10
"""How nice the processes are while a table is open."""


class CannotCompile(UpturnError):
    """A part could not be compiled; the message says which."""


def warm(
    game: Annotated[str | None, typer.Argument(help="Only this game.", show_default="all")] = None,
    beside: Annotated[bool, typer.Option("--beside", hidden=True)] = False,
) -> None:
    """Compile the games ahead of time. Otherwise it happens by itself, once per version."""
    if game is not None:
        check_game(game)
    if not COMPILED:
        console.print("There is nothing to compile: the rules run as plain Python here.")
        return
    if caching.is_warm(game):
        if not beside:
            console.print("Everything is compiled already.")
        return
    compile_parts(console, game, beside)


def compile_parts(told: Console, game: str | None = None, beside: bool = False) -> None:
    """Compile what is missing, and show a bar and a line for each part. Raise UpturnError if it
    fails."""
    if not caching.can_keep():
        raise CannotCompile(
            f"compiled code cannot be saved: {caching.cache_root()} is not writable, or belongs to "
            "another user. To use another folder, set UPTURN_CACHE=…"
        )
    missing = [part for part in caching.parts_of(game) if part not in caching.parts_done()]
    games = list(dict.fromkeys(part.split()[0] for part in missing))
    room = max(map(len, missing), default=0)
    bar = Progress(
        TextColumn(" Compiling, just once"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=told,
        transient=True,
        disable=not told.is_terminal,
    )

    def tell(part: str, seconds: float) -> None:
        told.print(f"   {part:<{room}}  {seconds:5.1f} s")
        bar.advance(task)

    signal.signal(signal.SIGTERM, _end)
    with bar:
        task = bar.add_task("", total=len(missing))
        try:
            Compilers(games, beside, tell).run()
        except KeyboardInterrupt:
            complain("Stopped. Whatever has been compiled so far is kept.")
            raise typer.Exit(INTERRUPTED) from None


def _end(*_: object) -> None:
    raise SystemExit(128 + signal.SIGTERM)


class Compilers:
    """The processes that compile, a game each."""

    def __init__(self, games: list[str], beside: bool, tell: Callable[[str, float], None]):
        self.waiting = games
        self.beside = beside
        self.tell = tell
        self.running: dict[Connection, tuple[str, BaseProcess]] = {}
        self.failed: list[str] = []

    def run(self) -> None:
        try:
            while self.waiting or self.running:
                self._begin_some()
                for heard in wait(list(self.running), LOOKS):
                    self._hear(heard)  # type: ignore[arg-type]
        finally:
            for _, process in self.running.values():
                process.terminate()
        if self.failed:
            raise CannotCompile(
                f"{' and '.join(self.failed)} could not be compiled; the reason is above"
            )

    def _begin_some(self) -> None:
        for game in [game for game in self.waiting if self.beside and caching.is_wanted(game)]:
            self._begin(game, PATIENT // 2 if len(self.running) >= AT_ONCE else 0)
        while self.waiting and len(self.running) < AT_ONCE:
            self._begin(self.waiting[0], PATIENT if self.beside else 0)

    def _begin(self, game: str, gives_way: int) -> None:
        self.waiting.remove(game)
        caching.grant(game)
        ours, theirs = multiprocessing.Pipe(duplex=False)
        start = multiprocessing.get_context("spawn").Process
        process = start(target=compile_game, args=(game, gives_way, theirs), daemon=True)
        process.start()
        theirs.close()
        self.running[ours] = game, process

    def _hear(self, connection: Connection) -> None:
        try:
            self.tell(*connection.recv())
        except EOFError:
            game, process = self.running.pop(connection)
            process.join()
            if process.exitcode:
                self.failed.append(game)


# --- In a process of its own -------------------------------------------------------------------


def compile_game(game: str, gives_way: int, connection: Connection) -> None:
    """Compile the parts of a game that are not compiled yet, and report each."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the parent reports Ctrl-C; a child just ends
    if gives_way and hasattr(os, "nice"):
        os.nice(gives_way)
    with caching.alone(game):
        for part in caching.parts_of(game):
            if part not in caching.parts_done():
                began = perf_counter()
                compile_part(part)
                expect_kept()
                caching.mark_done(part)
                with suppress(OSError):  # the parent is gone
                    connection.send((part, perf_counter() - began))
    connection.close()


def expect_kept() -> None:
    """Raise CannotCompile if the compiled code could not be saved."""
    from upturn.games.machine_code import Kept

    if Kept.lost:
        raise CannotCompile("compiled code could not be saved")


def compile_part(part: str) -> None:
    """Compile a part in this process, by using it."""
    import_module(f"upturn.{caching.package_of(part)}.warming").warm_up(part.split()[0])
