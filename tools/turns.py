"""Lets only one process at a time do something in this folder, such as setting it up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

try:
    import fcntl
except ImportError:  # Windows, which has no make, so nothing of ours runs twice
    fcntl = None  # type: ignore[assignment]


@contextmanager
def one_at_a_time(what: str) -> Iterator[None]:
    """Let nobody else do this during the block. The system frees the lock if its owner dies."""
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
