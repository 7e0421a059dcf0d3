"""boardgame.io, in the versions of its lock file, and the Node that runs it."""

from __future__ import annotations

import json
from pathlib import Path

from tools import node

FOLDER = Path(__file__).resolve().parents[1] / "boardgame"


def environment(wheel: bool = False) -> dict[str, str]:
    """For its processes: as in production."""
    return node.environment(wheel) | {"NODE_ENV": "production"}


def install(env: dict[str, str]) -> None:
    node.install(FOLDER, env)


def versions(env: dict[str, str]) -> str:
    installed = (FOLDER / "node_modules" / ".package-lock.json").read_text(encoding="utf-8")
    ours = json.loads(installed)["packages"]["node_modules/boardgame.io"]["version"]
    return f"node {node.version(env)}, boardgame.io {ours}"
