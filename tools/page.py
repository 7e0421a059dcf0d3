"""Builds the page people play at from web/ and locale/, with Node: `make page`.

    python -m tools.page           into src/upturn/server/static
    python -m tools.page check     the same, then checks its types and runs its tests
    python -m tools.page FOLDER    into another folder, without writing anything here: for a wheel

A page is complete or not there at all, since it is built elsewhere and then moved into place. This
needs no Python package.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from tools import node, page_words
from tools.turns import ROOT, one_at_a_time

WEB = "web"
LOCALE = "locale"
MODULES = "node_modules"
PLACE = ROOT / "src" / "upturn" / "server" / "static"
BESIDE = ROOT / "build" / "page"
VITE = ("node", "node_modules/vite/bin/vite.js")
TSC = ("node", "node_modules/typescript/bin/tsc")
VITEST = ("node", "node_modules/vitest/vitest.mjs")


def is_fresh() -> bool:
    """Return whether the built page is up to date with its sources. In an sdist it always is."""
    built = PLACE / "index.html"
    if not built.exists() or (ROOT / "PKG-INFO").exists():
        return built.exists()
    sources = [ROOT / LOCALE, *(file for file in (ROOT / WEB).iterdir() if file.name != MODULES)]
    files = (file for source in sources for file in [source, *source.rglob("*")] if file.is_file())
    return all(file.stat().st_mtime <= built.stat().st_mtime for file in files)


def build(root: Path, into: Path, env: dict[str, str]) -> None:
    """Build the page from the sources in `root`."""
    web = root / WEB
    page_words.write(root / LOCALE, web / "public" / "words")
    aim = ("--outDir", str(into), "--emptyOutDir")
    node.run([*VITE, "build", "--logLevel", "warn", *aim], web, env)


def build_here(check: bool) -> None:
    with one_at_a_time("page"):
        env = node.environment()
        node.install(ROOT / WEB, env, everything=check)
        if not is_fresh():
            build(ROOT, BESIDE, env)
            put_in_place()
        if check:
            node.run([*TSC, "--noEmit"], ROOT / WEB, env)
            node.run([*VITEST, "run", "--silent"], ROOT / WEB, env)


def put_in_place() -> None:
    old = BESIDE.with_name("old-page")
    shutil.rmtree(old, ignore_errors=True)
    if PLACE.exists():
        PLACE.rename(old)
    BESIDE.rename(PLACE)
    shutil.rmtree(old, ignore_errors=True)


def build_elsewhere(into: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        ignored = shutil.ignore_patterns(MODULES)
        shutil.copytree(ROOT / WEB, copy / WEB, ignore=ignored)
        shutil.copytree(ROOT / LOCALE, copy / LOCALE)
        env = node.environment()
        node.install(copy / WEB, env)
        build(copy, into.resolve(), env)


def main(wishes: list[str]) -> None:
    if wishes and wishes[0] != "check":
        build_elsewhere(Path(wishes[0]))
    else:
        build_here(check="check" in wishes)


if __name__ == "__main__":
    main(sys.argv[1:])
