"""The parts that pictures of card games share: seats, name plates, cards held, words that fit.

Fonts differ from machine to machine, so `breadth` measures with the widest of them and a margin;
what fits here fits everywhere. Everything is drawn from 0, 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from upturn.pictures import paper
from upturn.pictures.paper import paper_card, words
from upturn.pictures.svg import Ink, circle, group, joined, moved, polygon, rectangle

# --- Words ---

NARROW, THIN, BROAD, BROADEST = 0.38, 0.46, 0.72, 1.0
"""Relative to the size of the letters."""
WIDTHS = {
    **dict.fromkeys("iljI.,:;'|!·", NARROW),
    **dict.fromkeys("frt()/- ", THIN),
    "_": 0.56,
    **dict.fromkeys("mwMW", BROADEST),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ+=–", BROAD),
}
OTHER = 0.65
BOLDER = 1.12
SMALLEST = 12

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def breadth(said: str, size: float, *, bold: bool = False) -> float:
    """Return the most room that words take."""
    letters = sum(WIDTHS.get(letter, OTHER) for letter in said)
    return letters * size * (BOLDER if bold else 1)


def fitting(said: str, size: float, room: float, *, bold: bool = False) -> float:
    """Return a size at which words fit into the room, `size` at most and SMALLEST at least."""
    return max(SMALLEST, min(size, size * room / max(1, breadth(said, size, bold=bold))))


def broken(said: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Break words into as few lines as possible, all about equally long."""
    size *= BOLDER if bold else 1
    lines = fewest = _filled(said, size, room)
    while len(lines) == len(fewest) and room > size:
        fewest = lines
        room -= size / 2
        lines = _filled(said, size, room)
    return fewest


def _filled(said: str, size: float, room: float) -> list[str]:
    """Break words into lines, each as full as possible."""
    lines: list[str] = []
    for word in said.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and breadth(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def some(count: int, one: str, many: str = "") -> str:
    """Return a count in words: `no cards`, `1 card`, `7 cards`."""
    return f"{count or 'no'} {one if count == 1 else many or one + 's'}"


def listed(parts: Sequence[object]) -> str:
    """Return a list in words: `1, 2 and 3`."""
    *first, last = map(str, parts)
    return f"{', '.join(first)} and {last}" if first else last


# --- Seats ---


def called(seat: int, own: int | None) -> str:
    """Return the name of a seat: `seat 2 (you)`."""
    return f"seat {seat} (you)" if seat == own else f"seat {seat}"


def capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def around(players: int, nearest: int) -> list[int]:
    """Return the other seats in order around the table, from the left of the nearest one."""
    return [(nearest - 1 + step) % players + 1 for step in range(1, players)]


PLATE_WIDE, PLATE_TALL = 166, 58


def name_plate(
    name: str, below: str, *, acting: bool, tokens: int = 0, wide: float = PLATE_WIDE
) -> Ink:
    """Draw a seat's name and a line below it, with tokens at its end. The plate of the seat to act
    is gold and has an arrow."""
    room = wide - 30
    soft = paper.INK if acting else paper.INK_SOFT
    small = fitting(below, 17, room - (6 + 9 * tokens if tokens else 0))
    inside = [
        words(15, 25, name, fitting(name, 20, room, bold=True), bold=True, serif=True),
        words(15, 47, below, small, fill=soft),
        *(_token(wide - 18 - 9 * at, 42) for at in reversed(range(tokens))),
    ]
    plate = paper_card(
        wide,
        PLATE_TALL,
        *inside,
        key=name,
        fill=paper.GOLD if acting else paper.PAPER,
        edge=paper.GOLD_DARK if acting else paper.PAPER_EDGE,
        depth=2,
    )
    return joined([_arrow() if acting else Ink(""), plate])


def _arrow() -> Ink:
    """Draw an arrow at the left of a plate."""
    return polygon(
        [(-13, PLATE_TALL / 2 - 10), (-2, PLATE_TALL / 2), (-13, PLATE_TALL / 2 + 10)],
        fill=paper.GOLD,
        stroke=paper.GOLD_DARK,
        stroke_width=1.4,
        stroke_linejoin="round",
    )


def _token(x: float, y: float) -> Ink:
    return joined(
        [
            circle(x, y, 7.5, fill=paper.GOLD, stroke=paper.GOLD_DARK, stroke_width=1.5),
            circle(x, y, 4, fill="none", stroke=paper.GOLD_DARK, stroke_width=0.9, opacity=0.7),
        ]
    )


# --- Cards ---

BACK_WIDE, BACK_TALL = 26, 36


def backs(count: int, room: float, said: str, fill: str = paper.BLUE) -> Ink:
    """Draw a small back for each card held, with words below."""
    step = min(15.0, (room - BACK_WIDE) / max(1, count - 1))
    held = [moved(step * at, 0, _back(at, fill)) for at in range(count)]
    size = fitting(said, 17, room)
    return joined([*held, words(1, 56 if count else 34, said, size, fill=paper.ON_TABLE)])


def _back(key: int, fill: str) -> Ink:
    middle, low = BACK_WIDE / 2, BACK_TALL / 2
    card = paper_card(
        BACK_WIDE,
        BACK_TALL,
        rectangle(3, 3, BACK_WIDE - 6, BACK_TALL - 6, 2.5, fill=fill),
        polygon(
            [(middle, 7), (BACK_WIDE - 6, low), (middle, BACK_TALL - 7), (6, low)],
            fill=paper.PAPER,
            opacity=0.25,
        ),
        key=key,
        round_=4,
        depth=1,
        fibres=False,
    )
    return group(card, class_="back")


def empty_place(wide: float, tall: float, said: str = "", *, awaited: bool = False) -> Ink:
    """Draw an empty place for cards. `awaited`: the next cards come here."""
    frame = rectangle(
        1,
        1,
        wide - 2,
        tall - 2,
        9,
        fill=paper.SHADOW,
        fill_opacity=0.12,
        stroke=paper.GOLD if awaited else paper.ON_TABLE,
        stroke_opacity=1 if awaited else 0.5,
        stroke_width=2 if awaited else 1.5,
        stroke_dasharray="5 5",
    )
    return joined(
        [frame, words(wide / 2, tall / 2 + 6, said, 17, fill=paper.ON_TABLE_SOFT, anchor="middle")]
        if said
        else [frame]
    )


def in_rows(count: int, most: int) -> list[range]:
    """Divide `count` cards into as few rows as possible, all about equally long."""
    rows = max(1, ceil(count / most))
    ends = [round(count * row / rows) for row in range(rows + 1)]
    return [range(*pair) for pair in pairwise(ends)]


def steps(
    wide: float, room: float, apart: Sequence[bool], gap: float = 5
) -> tuple[list[float], float]:
    """Return where the cards of a row begin, and how much of a card under the next one is visible.

    `apart` says for every card but the first whether it begins a new group.
    """
    if not apart:
        return [0.0], wide
    extra = min(14.0, 0.2 * room / len(apart)) if any(apart) else 0.0
    step = min(wide + gap, (room - wide - extra * sum(apart)) / len(apart))
    at = [0.0]
    for new in apart:
        at.append(at[-1] + step + (extra if new else 0))
    return at, min(wide, step)
