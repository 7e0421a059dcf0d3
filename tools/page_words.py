"""The page's words: from locale/*.po, as JSON that the page reads.

With the standard library alone, so that the page can be built wherever there is Node. Babel writes
the catalogues (tools/catalogues.py), and a test compares what it reads in them with what we do.
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from pathlib import Path

LANGUAGES = ("fr", "de", "it")
FIELD = re.compile(r"(?:(msgid|msgid_plural|msgstr)(?:\[\d\])? )?(\".*\")")
"""A field of an entry with its first line, or a line that goes on with it."""


def write(locale: Path, folder: Path) -> None:
    """The words of every language into a folder, a file each."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        catalogue = (locale / f"{language}.po").read_text(encoding="utf-8")
        (folder / f"{language}.json").write_text(as_json(catalogue), encoding="utf-8")


def as_json(catalogue: str) -> str:
    """A text and its translation, or those for one thing and for many; not what has none."""
    words: dict[str, str | list[str]] = {}
    for entry in catalogue.split("\n\n"):
        english, said = _fields(entry)
        if english and english[0] and all(said):
            words[english[0]] = said[0] if len(english) == 1 else said
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def _fields(entry: str) -> tuple[list[str], list[str]]:
    """The English of an entry and its translation, each for one thing and for many."""
    english: list[str] = []
    said: list[str] = []
    for found in filter(None, map(FIELD.fullmatch, entry.splitlines())):  # the rest is comments
        keyword, text = found[1], literal_eval(found[2])
        if keyword is None:
            (said or english)[-1] += text
        else:
            (said if keyword == "msgstr" else english).append(text)
    return english, said
