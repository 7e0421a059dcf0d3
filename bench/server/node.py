"""The peers that run on Node, in the versions of their lock files, and the Node itself."""

from __future__ import annotations

import json
from pathlib import Path

from tools import node

BENCH = Path(__file__).resolve().parents[1]
BOARDGAME, COLYSEUS = BENCH / "boardgame", BENCH / "colyseus"
PACKAGES = {BOARDGAME: "boardgame.io", COLYSEUS: "@colyseus/core"}
OLDEST = 22
"""What Colyseus asks for. All peers run on the same Node."""


def environment(wheel: bool = False) -> dict[str, str]:
    """For their processes: as in production."""
    env = node.environment(wheel)
    if int(node.version(env).partition(".")[0] or 0) < OLDEST:
        env = node.environment(wheel=True)
    return env | {"NODE_ENV": "production"}


def install(env: dict[str, str]) -> None:
    for folder in PACKAGES:
        node.install(folder, env)


def versions(env: dict[str, str]) -> str:
    return ", ".join([f"node {node.version(env)}", *map(_version, PACKAGES)])


def _version(folder: Path) -> str:
    installed = (folder / "node_modules" / ".package-lock.json").read_text(encoding="utf-8")
    name = PACKAGES[folder]
    return f"{name} {json.loads(installed)['packages'][f'node_modules/{name}']['version']}"
