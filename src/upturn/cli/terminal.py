"""Shared by the commands: where text goes, and how errors look."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from upturn.cli.drawing.speech import complaint

console = Console(highlight=False)
messages = Console(stderr=True, highlight=False)
INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def command() -> str:
    """Return the command that runs us again: our name, or our path if the name is not found."""
    started = Path(sys.argv[0])
    if started.name == "upturn" and not shutil.which("upturn"):
        return os.path.relpath(started)
    ours = started.name == "__main__.py" and started.parent.name == "upturn"
    return "python -m upturn" if ours else "upturn"


def complain(text: str) -> None:
    """Say what went wrong, to the person at the terminal."""
    messages.print(Text.assemble(("✗ ", "bold red"), complaint(text)), soft_wrap=True)
