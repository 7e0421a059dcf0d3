"""The pages of decisions name files, commands and settings of the sources as they are now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PAGES = sorted(ROOT.glob("docs/decisions/*.md"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
NAME = re.compile(r"[\w*\[\]./-]+\.(?:py|toml|md|json|xz|tsx?|cjs|sql|txt)")
OTHERS = {"upturn.toml"}
"""Files of people, not of ours."""
LONGEST = 45
"""Lines: about a screen."""


FOLDERS = ("src", "tests", "tools", "bench", "docs", "requirements", "web/src", "web/test")
FILES = {
    path.relative_to(ROOT)
    for found in (ROOT.glob("*.*"), *(ROOT.glob(f"{folder}/**/*.*") for folder in FOLDERS))
    for path in found
}


def code_in(page: Path) -> str:
    """Everything that stands between backticks."""
    return "\n".join(re.findall(r"`+([^`]+)`+", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_files_that_a_decision_names_are_there(page: Path) -> None:
    named = set(NAME.findall(code_in(page))) - OTHERS
    assert [name for name in sorted(named) if not any(file.match(name) for file in FILES)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_that_a_decision_names_are_there(page: Path) -> None:
    text = code_in(page)
    modules = re.findall(r"python -m ([a-z_.]+)", text)
    paths = [Path(*module.split(".")) for module in modules]
    missing = [
        path for path in paths if not {path.with_suffix(".py"), path / "__main__.py"} & {*FILES}
    ]
    assert missing == []
    targets = re.findall(r"make ([a-z][a-z-]+)", text)
    assert [name for name in targets if f"\n{name}:" not in MAKEFILE] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_decision_has_a_number_and_fits_on_a_screen(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith(f"# {page.stem[:4]}: ")
    assert len(lines) <= LONGEST
    told = "\n".join(lines)
    assert all(word in told for word in ("**Context.**", "**Choice.**", "**Consequence.**"))


def test_every_decision_has_a_number_of_its_own() -> None:
    numbers = [int(page.stem[:4]) for page in PAGES]
    assert numbers == list(range(1, len(PAGES) + 1))
