"""Compare the size of parts of the page with that of libraries that do the same.

    python -m tools.sizes

It fetches the libraries into build/sizes and prints a table: what we would import of each, bundled,
minified and compressed. The decisions about parts of our own go by it.
"""

from __future__ import annotations

import json
import shutil
import subprocess

from tools import node
from tools.turns import ROOT

FOLDER = ROOT / "build" / "sizes"
SOURCES = ROOT / "web" / "src"
SCRIPT = ROOT / "web" / "tools" / "sizes.mjs"
LIBRARIES = {
    "ui/drag.ts": {
        "interactjs": 'export { default } from "interactjs"',
        "@dnd-kit/core": 'export { DndContext, useDraggable, useDroppable } from "@dnd-kit/core"',
        "sortablejs": 'export { default } from "sortablejs"',
        "@use-gesture/vanilla": 'export { DragGesture } from "@use-gesture/vanilla"',
        "@atlaskit/pragmatic-drag-and-drop": "export { draggable, dropTargetForElements } from "
        '"@atlaskit/pragmatic-drag-and-drop/element/adapter"',
    },
    "learn/markdown.tsx": {
        "marked": 'export { marked } from "marked"',
        "markdown-it": 'export { default } from "markdown-it"',
        "markdown-to-jsx": 'export { default } from "markdown-to-jsx"',
        "snarkdown": 'export { default } from "snarkdown"',
    },
    "ui/router.tsx": {
        "wouter-preact": 'export { Link, Route, Switch, useLocation } from "wouter-preact"',
        "preact-iso": 'export { LocationProvider, Route, Router, useLocation } from "preact-iso"',
    },
    "words/i18n.ts": {
        "i18next": 'export { default } from "i18next"',
        "@lingui/core": 'export { i18n } from "@lingui/core"',
        "intl-messageformat": 'export { IntlMessageFormat } from "intl-messageformat"',
    },
}
"""By part of the page: the libraries, and what we would import of them."""


def entry(library: str) -> str:
    """Return the name of the file that imports a library."""
    return f"{library.replace('/', '-')}.mjs"


def measure() -> dict[str, int]:
    """Return the size of every part and library, in bytes."""
    env = node.environment()
    libraries = {name: how for others in LIBRARIES.values() for name, how in others.items()}
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    for name, how in libraries.items():
        (FOLDER / entry(name)).write_text(f"{how};\n", encoding="utf-8")
    flags = ["--no-audit", "--no-fund", "--legacy-peer-deps", "--silent"]
    node.run(["npm", "install", *flags, *libraries], FOLDER, env)
    files = {str(SOURCES / part): part for part in LIBRARIES}
    files |= {str(FOLDER / entry(name)): name for name in libraries}
    command = [shutil.which("node", path=env["PATH"]) or "node", str(SCRIPT), *files]
    said = subprocess.run(command, env=env, check=True, capture_output=True, encoding="utf-8")
    return {files[file]: size for file, size in json.loads(said.stdout).items()}


def main() -> None:
    sizes = measure()
    for part, libraries in LIBRARIES.items():
        print(f"{part:38} {sizes[part] / 1000:5.1f} kB")
        for name in sorted(libraries, key=sizes.__getitem__):
            print(f"  {name:36} {sizes[name] / 1000:5.1f} kB")


if __name__ == "__main__":
    main()
