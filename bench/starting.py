"""What a fresh process costs: one process per slice, however short that is."""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter

from bench.contender import Contender, Run, Slice, Unit

INTERPRETER = "Python itself"
IMPORT = "import upturn"


def first_call(game: str) -> str:
    return f"first call of {game}"


def _python(code: str) -> str:
    """Run this in a fresh Python; what it printed."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    return done.stdout


def whole_process(code: str) -> Run:
    """The time from starting Python to its end."""

    def run(_: float) -> Slice:
        begin = perf_counter()
        _python(code)
        return Slice(1, perf_counter() - begin)

    return run


def within_process(before: str, code: str) -> Run:
    """The time that the code takes in a fresh process, once what comes before it is done."""
    program = (
        f"from time import perf_counter; {before}; begin = perf_counter(); {code}; "
        "print(perf_counter() - begin)"
    )

    def run(_: float) -> Slice:
        return Slice(1, float(_python(program)))

    return run


def contenders() -> list[Contender]:
    unit = Unit.SECONDS
    return [
        Contender(INTERPRETER, "a process that does nothing", whole_process("pass"), unit),
        Contender(
            IMPORT, "a process that does only this, Python included", whole_process(IMPORT), unit
        ),
    ]


def game_contenders(game: str, players: int) -> list[Contender]:
    code = f"upturn.new({game!r}, players={players}).legal_moves()"
    how = f"`{code}` after the import, compiled code on disk"
    return [
        Contender(first_call(game), how, within_process("import upturn", code), Unit.SECONDS),
    ]
