"""Writes the TypeScript types of what crosses the network, web/src/wire.ts: `make wire`."""

from __future__ import annotations

from pathlib import Path

from upturn.wire.typescript import typescript

FILE = Path(__file__).resolve().parents[1] / "web" / "src" / "wire.ts"


def main() -> None:
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    main()
