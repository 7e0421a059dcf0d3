"""docs/benchmarks.md: each benchmark writes its own part of it and leaves the other alone."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
SEAM = "\n<!-- What follows is written by `make bench-server`. -->\n\n"


def write_engine(text: str) -> str:
    """Write what stands above the seam; returns the name of the page."""
    return _write(text, _parts()[1])


def write_server(text: str) -> str:
    """Write what stands below the seam; returns the name of the page."""
    return _write(_parts()[0], text)


def _parts() -> tuple[str, str]:
    above, _, below = PAGE.read_text(encoding="utf-8").partition(SEAM)
    return above, below


def _write(above: str, below: str) -> str:
    PAGE.write_text(above + (SEAM + below if below else ""), encoding="utf-8")
    return PAGE.relative_to(ROOT).as_posix()
