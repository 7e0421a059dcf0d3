"""Letters that cannot be told apart by looking, or cannot be seen at all, by Unicode's lists.

See https://www.unicode.org/reports/tr39 (confusables) and DerivedCoreProperties.txt.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

_IGNORABLE = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Default_Ignorable_Code_Point, as of Unicode 15: what fonts show nothing of."""


def is_ignorable(letter: str) -> bool:
    """Whether a letter is one that nothing is shown of."""
    code = ord(letter)
    return code >= 0xAD and any(first <= code <= last for first, last in _IGNORABLE)


def skeleton(text: str) -> str:
    """Return what a text looks like. Two texts that look alike have the same skeleton."""
    apart = unicodedata.normalize("NFD", text)
    shown = "".join(letter for letter in apart if not is_ignorable(letter))
    return unicodedata.normalize("NFD", shown.translate(_alike()))


@cache
def _alike() -> dict[int, str]:
    """Return what each letter looks like that looks like another."""
    written = files(__package__).joinpath("confusables.txt").read_text(encoding="utf-8")
    found = {}
    for line in written.splitlines():
        if not line.startswith("#"):
            alike, _, letters = line.partition(";")
            told = "".join(chr(int(code, 16)) for code in alike.split())
            found.update(dict.fromkeys((int(code, 16) for code in letters.split()), told))
    return found
