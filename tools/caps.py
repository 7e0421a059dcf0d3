"""Looks for new versions of the packages whose internals we use, which we have not tried yet.

`make caps` asks the registry through pip, and says how to try each newer version. The caps are in
pyproject.toml, and the reasons for them in caps.toml.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.version import Version

from tools.turns import ROOT


@dataclass(frozen=True)
class Cap:
    """What caps.toml says about one package."""

    name: str
    uses: str
    internal: list[str]
    where: list[str]
    tests: list[str]

    @cached_property
    def requirement(self) -> Requirement:
        """The requirement in pyproject.toml."""
        return requirements()[self.name]

    @cached_property
    def below(self) -> Version:
        """The first version that we have not tried."""
        [first] = [each.version for each in self.requirement.specifier if each.operator == "<"]
        return Version(first)

    def beyond(self, tried: Version) -> str:
        """Return a cap that allows this version but not the next series, as precise as the present
        cap."""
        fine = len(self.below.release)
        *front, last = tried.release[:fine]
        return ".".join(map(str, [*front, last + 1]))

    def advice(self, newest: Version) -> str:
        now, then = f"< {self.below}", f"< {self.beyond(newest)}"
        return (
            f"{self.name} {newest} is there, and we stop at {now}. We use {self.uses}.\n"
            f"  To try it, write {then} in pyproject.toml and run\n"
            f'    make lock FLAGS="--upgrade-package {self.name}"\n'
            f"    make .venv/.warm && .venv/bin/pytest {' '.join(self.tests)}\n"
            f"  If they pass, so should `make test`; if not, {', '.join(self.where)} must follow."
        )


def caps() -> list[Cap]:
    told = tomllib.loads((ROOT / "tools" / "caps.toml").read_text(encoding="utf-8"))
    return [Cap(name, **about) for name, about in told.items()]


def requirements() -> dict[str, Requirement]:
    """Return the requirements in pyproject.toml, including all extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras: Mapping[str, list[str]] = project["optional-dependencies"]
    lines = [*project["dependencies"], *(line for extra in extras.values() for line in extra)]
    return {found.name: found for found in map(Requirement, lines)}


def locked(name: str, lock: Path = ROOT / "requirements" / "play.txt") -> Version:
    """Return the version that a lock pins."""
    found = re.search(rf"^{re.escape(name)}==(\S+)", lock.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise LookupError(f"{lock.name} does not pin {name}")
    return Version(found[1])


def newest(names: list[str]) -> dict[str, Version]:
    """Return the newest versions that the registry has for this Python. Nothing is installed."""
    wish = ("--dry-run", "--no-deps", "--ignore-installed", "--quiet", "--report", "-")
    asked = [sys.executable, "-m", "pip", "install", *wish, *names]
    told = subprocess.run(asked, check=False, stdout=subprocess.PIPE, text=True)
    if told.returncode:
        sys.exit("pip could not ask the registry, for the reason above.")
    found: list[dict[str, Any]] = [each["metadata"] for each in json.loads(told.stdout)["install"]]
    return {each["name"]: Version(each["version"]) for each in found}


def main() -> int:
    known = caps()
    there = newest([cap.name for cap in known])
    beyond = [cap for cap in known if there[cap.name] >= cap.below]
    for cap in known:
        if cap in beyond:
            print(cap.advice(there[cap.name]))
        else:
            print(f"{cap.name} {there[cap.name]} is the newest, and below our cap {cap.below}.")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
