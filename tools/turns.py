"""Lets only one process at a time do something in this folder, such as setting it up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

try:
    import fcntl
except ImportError:  # Windows, where nothing of ours runs twice: it has no make
    fcntl = None  # type: ignore[assignment]


@contextmanager
def one_at_a_time(what: str) -> Iterator[None]:
    """Within it nobody else does this. The system lets go of it for whoever dies."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / f"{what}.lock").open("w") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print(f"Waiting for another {what} in this folder …", flush=True)
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
