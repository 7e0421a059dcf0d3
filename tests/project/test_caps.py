"""The packages whose internals we use: none is newer than what we have tried, and it is said when
one could be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.version import Version

from tools import caps
from tools.caps import Cap, locked
from tools.turns import ROOT

CAPS = caps.caps()
each_cap = pytest.mark.parametrize("cap", CAPS, ids=lambda cap: cap.name)


@each_cap
def test_what_is_installed_is_below_the_cap(cap: Cap) -> None:
    assert version(cap.name) in cap.requirement.specifier


@each_cap
def test_a_cap_stands_right_behind_the_version_that_is_tested(cap: Cap) -> None:
    tried = locked(cap.name)
    assert cap.beyond(tried) == str(cap.below), (
        f"the lock has {cap.name} {tried}: either pyproject.toml is to say < {cap.beyond(tried)}, "
        f'or run `make lock FLAGS="--upgrade-package {cap.name}"` and these: {cap.tests}'
    )


@each_cap
def test_the_files_and_tests_that_a_cap_names_are_there(cap: Cap) -> None:
    assert [name for name in (*cap.where, *cap.tests) if not (ROOT / name).exists()] == []
    assert [name for name in cap.where if cap.name not in (ROOT / name).read_text()] == []


@each_cap
def test_nobody_else_imports_the_internals(cap: Cap) -> None:
    inside = tuple(f"{module}." for module in cap.internal)
    found = {
        str(file.relative_to(ROOT))
        for file in (ROOT / "src").rglob("*.py")
        if any(f"{module}.".startswith(inside) for module in imports(file))
    }
    assert found <= set(cap.where), "name them in tools/caps.toml"


def imports(file: Path) -> Iterator[str]:
    """The modules that a file imports when it runs, in whichever function."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_a_newer_version_is_told_with_what_to_try(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = {cap.name: locked(cap.name) for cap in CAPS}
    monkeypatch.setattr(caps, "newest", lambda names: there)
    assert caps.main() == 0
    there["numba"] = Version("99.3.1")
    assert caps.main() == 1
    told = capsys.readouterr().out
    assert "numba 99.3.1 is there, and we stop at < " in told
    assert "write < 99.4 in pyproject.toml" in told
    assert "pytest tests/games/test_compiling.py" in told


@pytest.mark.deep
def test_no_cap_can_move() -> None:
    there = caps.newest([cap.name for cap in CAPS])
    assert [cap.advice(there[cap.name]) for cap in CAPS if there[cap.name] >= cap.below] == []
