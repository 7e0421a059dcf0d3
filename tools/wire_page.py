"""Writes the example game in docs/wire.md: `make wire`.

Only this program writes between the marks of the page. To keep it readable, it shows only what is
new: the fields of a table or a view that changed since it was last shown, and nothing that a second
receiver is told in the same way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import msgspec

from tools.wire_story import SENT, Part, Scene, tell

PAGE = Path(__file__).resolve().parents[1] / "docs" / "wire.md"
BEGIN, END = "<!-- game -->", "<!-- end of game -->"
WIDTH = 100


class Shortened(dict[str, Any]):
    """What is new about something: the fields that changed, and the fields that are gone."""

    gone: Sequence[str] = ()


class Teller:
    """Writes the scenes, and remembers what it has shown."""

    def __init__(self) -> None:
        self.shown: dict[object, dict[str, Any]] = {}

    def scene(self, scene: Scene) -> str:
        told: list[Any] = []
        code = "\n".join([self.part(part, told) for part in scene.parts])
        return f"### {scene.title}\n\n{fill(scene.note, WIDTH)}\n\n```jsonc\n{code}\n```"

    def part(self, part: Part, told: list[Any]) -> str:
        if isinstance(part.what, str):
            return f"// {part.who}: {part.what}"
        plain = msgspec.to_builtins(part.what, str_keys=True)
        common = {key: value for key, value in plain.items() if key != "done"}
        if common in told:
            return f"// {part.who} gets the same, without `done`"
        told.append(common)
        if "table" in plain:
            plain["table"] = self.news("table", plain["table"])
        if "views" in plain:
            plain["views"] = [self.news(view["seat"], view) for view in plain["views"]]
        return f"// {part.who} {'sends' if part.way == SENT else 'gets'}\n{layout(plain)}"

    def news(self, what: object, now: dict[str, Any]) -> dict[str, Any]:
        """Return what is new about something since it was last shown."""
        before = self.shown.get(what)
        self.shown[what] = now
        if before is None:
            return now
        news = Shortened(
            {key: value for key, value in now.items() if before.get(key, ...) != value}
        )
        news.gone = [key for key in before if key not in now]
        return news


def page() -> str:
    """Return the page as it should be."""
    teller = Teller()
    game = "\n\n".join([BEGIN, *(teller.scene(scene) for scene in tell().scenes), END])
    written = PAGE.read_text(encoding="utf-8")
    return re.sub(f"{BEGIN}.*{END}", lambda _: game, written, flags=re.DOTALL)


def layout(value: Any, indent: int = 0, before: int = 0) -> str:
    """Return JSON on one line if it fits after `before` letters, otherwise with an item per
    line."""
    if isinstance(value, Shortened) and not value and not value.gone:
        return "{ /* as before */ }"
    line = json.dumps(value, ensure_ascii=False)
    fits = indent + before + len(line) < WIDTH and not _has_shortened(value)
    if fits or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        names = {key: f"{json.dumps(key)}: " for key in value}
        items = [names[key] + layout(value[key], inner, len(names[key])) for key in value]
    elif all(isinstance(item, str | int) for item in value):
        # Put as many items on a line as fit. An item is never broken.
        words = json.dumps(value, ensure_ascii=False)[1:-1].replace(", ", "\n")
        packed = fill(words.replace(" ", "\0").replace("\n", ", "), WIDTH - inner)
        items = [packed.replace("\0", " ").replace("\n", "\n" + " " * inner)]
    else:
        items = [layout(item, inner) for item in value]
    opening, closing = _brackets(value)
    separator = ",\n" + " " * inner
    return f"{opening}\n{' ' * inner}{separator.join(items)}\n{' ' * indent}{closing}"


def _brackets(value: Any) -> tuple[str, str]:
    if isinstance(value, list):
        return "[", "]"
    if not isinstance(value, Shortened):
        return "{", "}"
    gone = f"; no longer there: {', '.join(value.gone)}" if value.gone else ""
    return "{ // what is new" + gone, "}"


def _has_shortened(value: Any) -> bool:
    if isinstance(value, Shortened):
        return True
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(_has_shortened(item) for item in inside)


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
