"""Pins every version, with hashes, for all supported Pythons and platforms: `make lock`.

The files name no index: whichever one pip is set up with serves them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
GROUPS = {"dev": ["--group", "dev"], "bench": ["--group", "dev", "--group", "bench"]}


def lock(name: str, groups: list[str]) -> None:
    compile_to = [
        *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", *groups),
        *("--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"),
        *("--no-annotate", "--no-header", "--quiet", "--output-file", f"requirements/{name}.txt"),
    ]
    if name == "bench":
        compile_to += ["--constraint", "requirements/dev.txt"]
    subprocess.run(compile_to, check=True, cwd=HERE.parent)


for group, arguments in GROUPS.items():
    lock(group, arguments)
