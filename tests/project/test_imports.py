"""Tests stand alone: what several of them need is in tests/support, and none imports another."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.paths import TESTS

HELPERS = ("support", "naive")
FILES = sorted(TESTS.rglob("*.py"))


def imported(code: str) -> Iterator[str]:
    """The names that some code imports, and those that code within its strings imports."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"(?:from|import) (tests[\w.]*)", node.value)


def imported_tests(code: str) -> list[str]:
    return [name for name in imported(code) if re.search(r"(^|\.)test_\w+", name)]


@pytest.mark.parametrize(
    "code",
    [
        "import tests.games.test_contract",
        "from tests.games import test_contract",
        "from tests.games.test_contract import random_game",
        "from . import test_contract",
        "from .test_contract import random_game",
        "def late():\n    from tests.games import test_contract",
        "run([python, '-c', 'import upturn; from tests.games.test_contract import random_game'])",
        "run([python, '-c', f'from tests.games.test_contract import random_game; {more}'])",
    ],
)
def test_an_import_of_a_test_is_noticed(code: str) -> None:
    assert imported_tests(code) != []


def test_no_test_is_imported_by_another() -> None:
    found = {str(path.relative_to(TESTS)): imported_tests(path.read_text()) for path in FILES}
    found.pop("project/test_imports.py")  # its examples
    assert {path: names for path, names in found.items() if names} == {}


def test_helpers_are_in_support() -> None:
    """The naive models have a folder of their own: they share nothing with the rest."""
    others = [
        path.relative_to(TESTS)
        for path in FILES
        if not path.name.startswith("test_") and path.name not in ("__init__.py", "conftest.py")
    ]
    assert len(others) > 20
    assert [str(path) for path in others if path.parts[0] not in HELPERS] == []


def test_there_are_no_tests_among_the_helpers() -> None:
    for folder in HELPERS:
        assert list((TESTS / folder).rglob("test_*.py")) == []
