"""Where a measurement was made."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench.ours import CORES

PACKAGES = ("upturn", "numpy", "numba", "open_spiel", "rlcard", "pettingzoo")


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def describe() -> list[tuple[str, str]]:
    """What a reader must know to judge the figures. Call it before measuring, for the load."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return [
        ("Date", datetime.now(UTC).date().isoformat()),
        ("Processor", f"{processor()}, {CORES} cores"),
        ("Load before the run", load),
        ("System", f"{platform.system()} {platform.machine()}"),
        ("Python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("Packages", ", ".join(f"{name} {version(name)}" for name in PACKAGES)),
    ]
