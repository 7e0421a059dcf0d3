"""Turns the page's words in locale/*.po into JSON that the page reads.

It uses only the standard library, so that the page can be built wherever there is Node. Babel
writes the catalogues (tools/catalogues.py), and a test checks that we read the same in them as
Babel.
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Sequence
from pathlib import Path

PLURALS = {"fr": ("one", "other"), "de": ("one", "other"), "it": ("one", "other")}
"""The category of numbers, with its CLDR name, that each plural form is for, by language.

The forms are in the order of the catalogue's Plural-Forms. A category without its own form, such as
the French for a million, uses that of "other".
"""
LANGUAGES = tuple(PLURALS)
FIELD = re.compile(r"(?:(msgid|msgid_plural|msgstr)(?:\[\d\])? )?(\".*\")")
"""The first line of a field, or a line that continues it."""


def write(locale: Path, folder: Path) -> None:
    """Write the words of every language into a folder, one file each."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        catalogue = (locale / f"{language}.po").read_text(encoding="utf-8")
        words = as_json(catalogue, PLURALS[language])
        (folder / f"{language}.json").write_text(words, encoding="utf-8")


def as_json(catalogue: str, plurals: Sequence[str]) -> str:
    """Return each text with its translation, or with its translations by plural category.

    A text without a translation is left out, and the page shows it in English.
    """
    words: dict[str, str | dict[str, str]] = {}
    for entry in catalogue.split("\n\n"):
        english, said = _fields(entry)
        if english and english[0] and all(said):
            counted = len(english) > 1
            words[english[0]] = dict(zip(plurals, said, strict=True)) if counted else said[0]
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def _fields(entry: str) -> tuple[list[str], list[str]]:
    """Return the English of an entry and its translation, with all their plural forms."""
    english: list[str] = []
    said: list[str] = []
    for found in filter(None, map(FIELD.fullmatch, entry.splitlines())):  # the rest is comments
        keyword, text = found[1], literal_eval(found[2])
        if keyword is None:
            (said or english)[-1] += text
        else:
            (said if keyword == "msgstr" else english).append(text)
    return english, said
