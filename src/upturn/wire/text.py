"""Cleans names and chat before they are stored: text on one line, without invisible characters."""

from __future__ import annotations

import unicodedata

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (such as bidi), surrogates, private use, unassigned, line separators."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that look like a space."""
JOINER, AS_EMOJI = "\u200d", "\ufe0f"
"""Emoji of families, flags and hearts need these. Elsewhere they are invisible."""
EMOJI = {"So", "Sk"}
SIGNS = {"So", "Sk", "Sm", "Po", "Nd"}
"""Categories of characters that can be shown as emoji: ❤ ↔ ‼ and the digits on keys."""
MARKS = 3
"""How many combining marks a letter may have."""


def clean(text: str, longest: int) -> str:
    """Return the text with one space for every gap, without invisible characters, and no longer
    than `longest`."""
    line = " ".join("".join(filter(None, map(_shown, text))).split())
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", line):
        before = kept[-1] if kept else " "
        if letter in (JOINER, AS_EMOJI):
            if _belongs(letter, before):
                kept.append(letter)
        elif unicodedata.category(letter) in {"Mn", "Me"}:
            marks += 1
            if before != " " and marks <= MARKS:
                kept.append(letter)
        else:
            marks = 0
            kept.append(letter)
    line = " ".join(unicodedata.normalize("NFC", "".join(kept)).split())
    return line[:longest].rstrip(" " + JOINER)


def key_of(name: str) -> str:
    """Return a key. Names with the same key count as the same name."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    letters = "".join(letter for letter in plain if letter not in (" ", JOINER, AS_EMOJI))
    return unicodedata.normalize("NFKC", letters)


def _shown(letter: str) -> str:
    """Return a space for a gap, and nothing for an invisible character."""
    if letter.isspace() or letter in BLANK:
        return " "
    hidden = unicodedata.category(letter) in INVISIBLE and letter != JOINER
    return "" if hidden or _only_selects(letter) else letter


def _only_selects(letter: str) -> bool:
    """Return whether a character only joins others, or selects a shape of the one before it."""
    return letter != AS_EMOJI and (
        letter in "\u034f\u180b\u180c\u180d\u180f"
        or "\ufe00" <= letter <= "\ufe0e"
        or "\U000e0100" <= letter <= "\U000e01ef"
    )


def _belongs(letter: str, before: str) -> bool:
    kind = unicodedata.category(before)
    if letter == AS_EMOJI:
        return kind in SIGNS
    return kind in EMOJI or before == AS_EMOJI
