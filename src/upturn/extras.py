"""What the engine alone comes without, and the command that brings it.

    need("serve")                  raises if a package of `upturn[serve]` is not here
    load("ray", "ray").init()      a module of an extra, if it is here

So everybody who lacks something is told in the same sentence what to type.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from upturn.errors import NotInstalled

WHAT = {
    "serve": "The table on the network needs",
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
"""By extra, what it brings; but for what only some systems have."""


def need(extra: str) -> None:
    """Raise NotInstalled, with what to type, if a package of this extra is missing."""
    missing = [name for name in MODULES[extra] if find_spec(name) is None]
    if missing:
        raise _not_installed(extra, missing)


def load(module: str, extra: str) -> ModuleType:
    """A module that this extra brings."""
    try:
        return import_module(module)
    except ModuleNotFoundError as problem:
        raise _not_installed(extra, [problem.name or module]) from problem


def _not_installed(extra: str, missing: list[str]) -> NotInstalled:
    packages = "one more package" if len(MODULES[extra]) == 1 else "more packages"
    command = f'pip install "upturn[{extra}]"'
    return NotInstalled(f"{WHAT[extra]} {packages}: {command} (missing: {', '.join(missing)})")
