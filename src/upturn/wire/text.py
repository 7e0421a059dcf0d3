"""Names and chat as they are kept: text, on one line, without what cannot be seen."""

from __future__ import annotations

import unicodedata

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (bidi among them), surrogates, private, unassigned, separators of lines."""
JOINERS = {"\u200d", "\ufe0f"}
"""Kept, since emoji of families and flags are written with them."""
MARKS = 3
"""So many combining marks may stand on one letter."""


def clean(text: str, longest: int) -> str:
    """The text with one space for every gap and nothing invisible, at most so long."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if letter.isspace():
            kept.append(" ")
        elif (kind not in INVISIBLE or letter in JOINERS) and marks <= MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())[:longest].strip(" " + "".join(JOINERS))


def key_of(name: str) -> str:
    """Names with the same key are the same name."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
