"""Where this user's things are kept."""

from __future__ import annotations

import os
from pathlib import Path


def state_folder() -> Path:
    """The folder for games that are to be there tomorrow; it need not exist yet."""
    base = os.environ.get("XDG_STATE_HOME", "")
    folder = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "state"
    return folder / "upturn"
