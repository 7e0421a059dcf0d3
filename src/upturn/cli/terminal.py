"""What the commands share: where text goes, how errors look, waiting for the compiler."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

console = Console(highlight=False)
messages = Console(stderr=True, highlight=False)
INTERRUPTED = 130
"""The exit code of what Ctrl-C ended."""


def command() -> str:
    """How to call us again from here: by name, or by path where the name is not known."""
    started = Path(sys.argv[0])
    if started.name == "upturn" and not shutil.which("upturn"):
        return os.path.relpath(started)
    ours = started.name == "__main__.py" and started.parent.name == "upturn"
    return "python -m upturn" if ours else "upturn"


def complain(sentence: str) -> None:
    """Say what went wrong, to the person at the terminal."""
    messages.print(Text.assemble(("✗ ", "bold red"), sentence), soft_wrap=True)
