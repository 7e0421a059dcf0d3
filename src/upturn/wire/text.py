"""Names and chat as they are kept: text, on one line, without what cannot be seen."""

from __future__ import annotations

import unicodedata

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (bidi among them), surrogates, private, unassigned, separators of lines."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like a gap."""
JOINER, AS_EMOJI = "\u200d", "\ufe0f"
"""Emoji of families, flags and hearts are written with them; elsewhere they only hide."""
EMOJI = {"So", "Sk"}
SIGNS = {"So", "Sk", "Sm", "Po", "Nd"}
"""What can be asked to look like an emoji: ❤ ↔ ‼ and the digits on keys."""
MARKS = 3
"""So many combining marks may stand on one letter."""


def clean(text: str, longest: int) -> str:
    """The text with one space for every gap and nothing invisible, at most so long."""
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
    """Names with the same key are the same name."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    letters = "".join(letter for letter in plain if letter not in (" ", JOINER, AS_EMOJI))
    return unicodedata.normalize("NFKC", letters)


def _shown(letter: str) -> str:
    """A space for a gap, nothing for what cannot be seen."""
    if letter.isspace() or letter in BLANK:
        return " "
    hidden = unicodedata.category(letter) in INVISIBLE and letter != JOINER
    return "" if hidden or _only_selects(letter) else letter


def _only_selects(letter: str) -> bool:
    """Whether it only chooses between shapes of the letter before it, or glues."""
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
