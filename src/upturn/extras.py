"""The optional extras of the engine, and the command that installs each.

    need("serve")                  raises if a package of `upturn[serve]` is missing
    load("ray", "ray").init()      imports a module of an extra, or raises

Every missing package is reported in the same sentence, with the command to type.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from upturn.errors import NotInstalled

WHAT = {
    "serve": "The online table needs",
    "arena": "The arena needs",
    "ray": "Playing on Ray needs",
    "png": "Drawing a PNG needs",
}
MODULES = {
    "serve": (
        *("anyio", "asyncpg", "httptools", "msgspec", "openskill", "prometheus_client", "segno"),
        *("starlette", "structlog", "uvicorn", "websockets"),
    ),
    "arena": ("openskill",),
    "ray": ("ray",),
    "png": ("resvg_py",),
}
"""The modules of each extra, without those that only some systems have."""


def need(extra: str) -> None:
    """Raise NotInstalled, with the command to type, if a package of this extra is missing."""
    missing = [name for name in MODULES[extra] if find_spec(name) is None]
    if missing:
        raise _not_installed(extra, missing)


def load(module: str, extra: str) -> ModuleType:
    """Import and return a module of this extra. Raise NotInstalled if it is missing."""
    try:
        return import_module(module)
    except ModuleNotFoundError as problem:
        raise _not_installed(extra, [problem.name or module]) from problem


def _not_installed(extra: str, missing: list[str]) -> NotInstalled:
    packages = "one more package" if len(MODULES[extra]) == 1 else "more packages"
    command = f'pip install "upturn[{extra}]"'
    return NotInstalled(f"{WHAT[extra]} {packages}: {command} (missing: {', '.join(missing)})")
