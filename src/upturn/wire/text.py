"""Cleans names and chat before they are stored: text on one line, without invisible characters."""

from __future__ import annotations

import unicodedata

from upturn.wire.look_alikes import is_ignorable, skeleton

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (such as bidi), surrogates, private use, unassigned, line separators."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that look like a space."""
JOINER, AS_EMOJI = "\u200d", "\ufe0f"
"""Emoji of families, flags and hearts need these. Elsewhere they are invisible."""
EMOJI = {"So", "Sk"}
SIGNS = {"So", "Sk", "Sm", "Po", "Nd"}
"""What can be asked to look like an emoji: ❤ ↔ ‼ and the digits on keys."""
ROUNDS = 8
"""Small letters may look like large ones, and so on; more than four rounds change nothing."""
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
    """Return what names are compared by as they are said: names with the same key are the same one,
    however large their letters are, and whatever letters were used that look like them."""
    key = name
    for _ in range(ROUNDS):
        before = key
        key = skeleton(_plain(unicodedata.normalize("NFKC", key)).casefold())
        if key == before:
            break
    return key


def look_of(name: str) -> str:
    """Return what names are compared by as they are seen: AIi looks like Ali, and neither is said
    like the other."""
    return skeleton(_plain(name))


def same_name(one: str, other: str) -> bool:
    """Return whether two names are said or look the same."""
    return key_of(one) == key_of(other) or look_of(one) == look_of(other)


def _plain(name: str) -> str:
    return "".join(letter for letter in name if letter != " " and not is_ignorable(letter))


def _shown(letter: str) -> str:
    """Return a space for a gap, and nothing for an invisible character."""
    if letter.isspace() or letter in BLANK:
        return " "
    if letter in (JOINER, AS_EMOJI):
        return letter  # for now
    hidden = unicodedata.category(letter) in INVISIBLE or is_ignorable(letter)
    return "" if hidden else letter


def _belongs(letter: str, before: str) -> bool:
    kind = unicodedata.category(before)
    if letter == AS_EMOJI:
        return kind in SIGNS
    return kind in EMOJI or before == AS_EMOJI
