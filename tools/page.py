"""Builds the page people play at: `make page`.

From web/ into src/upturn/server/static, with Node from the path or from its wheel. `check` also
checks its types and runs its tests.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools import catalogues, node

WEB = Path(__file__).resolve().parents[1] / "web"
VITE = ("node", "node_modules/vite/bin/vite.js")
TSC = ("node", "node_modules/typescript/bin/tsc")
VITEST = ("node", "node_modules/vitest/vitest.mjs")


def build(env: dict[str, str]) -> None:
    catalogues.compile_all()
    node.run([*VITE, "build", "--logLevel", "warn"], WEB, env)


def check(env: dict[str, str]) -> None:
    node.run([*TSC, "--noEmit"], WEB, env)
    node.run([*VITEST, "run", "--silent"], WEB, env)


def main(wishes: list[str]) -> None:
    env = node.environment()
    node.install(WEB, env)
    build(env)
    if "check" in wishes:
        check(env)


if __name__ == "__main__":
    main(sys.argv[1:])
