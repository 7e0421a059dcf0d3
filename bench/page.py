"""docs/benchmarks.md: each benchmark writes its own part of it and leaves the others alone."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
ENGINE = "make bench"
SERVER = "make bench-server"
SPREAD = "python -m bench.server.spread"
WORKERS = "python -m bench.server.workers"
FIRST_START = "python -m tools.first_start --write"
PARTS = (ENGINE, SERVER, SPREAD, WORKERS, FIRST_START)
"""The commands that write a part each, in the order of the page; above the first is no seam."""
SEAM = "\n<!-- What follows is written by `{}`. -->\n\n"


def write(command: str, text: str, page: Path = PAGE) -> str:
    """Put a command's part in its place; returns the name of the page."""
    parts = _parts(page.read_text(encoding="utf-8")) | {command: text}
    told = [(parts[one], SEAM.format(one)) for one in PARTS if one in parts]
    page.write_text(told[0][0] + "".join(seam + part for part, seam in told[1:]), encoding="utf-8")
    return page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else str(page)


def _parts(text: str) -> dict[str, str]:
    engine, *rest = re.split(SEAM.format("([^`]+)"), text)
    return {ENGINE: engine, **dict(zip(rest[::2], rest[1::2], strict=True))}
