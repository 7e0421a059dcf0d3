"""The page's words: from locale/*.po, as JSON that the page reads.

With the standard library alone, so that the page can be built wherever there is Node. Babel writes
the catalogues (tools/catalogues.py), and a test compares what it reads in them with what we do.
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Sequence
from pathlib import Path

PLURALS = {"fr": ("one", "other"), "de": ("one", "other"), "it": ("one", "other")}
"""By language: the category of numbers, as CLDR names them, that each plural form is for.

The forms are in the order of the catalogue's Plural-Forms. A category without a form of its own,
such as the French for a million, has that of "other".
"""
LANGUAGES = tuple(PLURALS)
FIELD = re.compile(r"(?:(msgid|msgid_plural|msgstr)(?:\[\d\])? )?(\".*\")")
"""A field of an entry with its first line, or a line that goes on with it."""


def write(locale: Path, folder: Path) -> None:
    """The words of every language into a folder, a file each."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        catalogue = (locale / f"{language}.po").read_text(encoding="utf-8")
        words = as_json(catalogue, PLURALS[language])
        (folder / f"{language}.json").write_text(words, encoding="utf-8")


def as_json(catalogue: str, plurals: Sequence[str]) -> str:
    """Each text and its translation, or by plural category those of what is counted.

    A text without its translation is left out: the page then says it in English.
    """
    words: dict[str, str | dict[str, str]] = {}
    for entry in catalogue.split("\n\n"):
        english, said = _fields(entry)
        if english and english[0] and all(said):
            counted = len(english) > 1
            words[english[0]] = dict(zip(plurals, said, strict=True)) if counted else said[0]
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def _fields(entry: str) -> tuple[list[str], list[str]]:
    """The English of an entry and its translation, with all their plural forms."""
    english: list[str] = []
    said: list[str] = []
    for found in filter(None, map(FIELD.fullmatch, entry.splitlines())):  # the rest is comments
        keyword, text = found[1], literal_eval(found[2])
        if keyword is None:
            (said or english)[-1] += text
        else:
            (said if keyword == "msgstr" else english).append(text)
    return english, said
