"""Where this user's things are kept, and how a file there is replaced."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def state_folder() -> Path:
    """The folder for games that are to be there tomorrow; it need not exist yet."""
    base = os.environ.get("XDG_STATE_HOME", "")
    folder = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "state"
    return folder / "upturn"


def replace_file(path: Path, text: str) -> None:
    """Put this text into the file in one step: all of it, or nothing has changed."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
