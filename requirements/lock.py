"""Pins every version, with hashes, for all supported Pythons and platforms: `make lock`.

The files name no index: whichever one pip is set up with serves them. Each agrees with those it
stands on, so that one can be installed over the other. Pins that still fit stay as they are;
`make lock FLAGS=--upgrade` takes the newest of everything.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
OLDEST_PYTHON = "3.11"
PLAY = ("pyproject.toml", "--extra", "serve", "--group", "build")
DEV = ("pyproject.toml", "--all-extras", "--group", "dev")
LOCKS: dict[str, tuple[tuple[str, ...], str | None]] = {
    "play": (PLAY, None),
    "dev": (DEV, "play"),
    "bench": ((*DEV, "--group", "bench"), "dev"),
    "node": (("--group", "node"), None),
}
"""What each file pins, and the file whose versions it keeps."""


def lock(name: str, wanted: tuple[str, ...], below: str | None) -> None:
    kept = ("--constraint", f"requirements/{below}.txt") if below else ()
    command = [
        *(sys.executable, "-m", "uv", "pip", "compile", *wanted, *kept, *sys.argv[1:]),
        *("--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes"),
        # An older pip, such as Python 3.11 brings, does not count a pin without them.
        *("--no-strip-extras", "--no-emit-index-url", "--no-annotate", "--no-header", "--quiet"),
        *("--output-file", f"requirements/{name}.txt"),
    ]
    subprocess.run(command, check=True, cwd=HERE.parent)


for name, (wanted, below) in LOCKS.items():
    lock(name, wanted, below)
