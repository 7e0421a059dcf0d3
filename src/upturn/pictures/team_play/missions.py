"""Team Play's missions as sheets: their points, and what they ask for in symbols and words.

The symbols are those of `upturn.games.team_play.drawing`, with each card drawn as a small card:
equal marks are equal numbers, `?` is any number. The name that moves use for a mission is small at
the foot. A mission that is not among the cards in use, as in the view of another edition, only
shows its name.
"""

from __future__ import annotations

from upturn.games.team_play.components import MISSIONS, Requirement
from upturn.games.team_play.drawing import Piece, Sign, Tile, drawing_of
from upturn.games.team_play.wording import in_words
from upturn.pictures import paper
from upturn.pictures.cardboard import PAINTS
from upturn.pictures.paper import badge, paper_card, star, words
from upturn.pictures.seats import breadth, broken, capital, empty_place, fitting, some
from upturn.pictures.svg import (
    Ink,
    circle,
    element,
    group,
    joined,
    moved,
    number,
    polygon,
    rectangle,
)

KNOWN = {mission.id: mission for mission in MISSIONS}

MARGIN = 13
LINE = 20
SYMBOLS_AT, SYMBOL_WIDE, SYMBOL_TALL = 14, 28, 38
APART, CLOSE = 6, 2
"""The space between symbols."""
FOR_BADGE = 14
"""The room beside the symbols that the points take."""
NAME_TALL = 22
OFFERED = "#f6dd9c"
"""The paper of a mission that may be swapped now."""

FILLS = {"": paper.WHITE, "r": PAINTS["red"].front, "b": paper.BLUE}
EDGES = {"": paper.INK_SOFT, "r": paper.RED_DARK, "b": paper.BLUE_DARK}


def said(name: str) -> str:
    """Return a mission in words: `run3_red for 3 points: three consecutive red numbers`."""
    if name not in KNOWN:
        return name
    mission = KNOWN[name]
    worth = some(mission.points, "point")
    return f"{name} for {worth}: {in_words(mission.requirement)}"


def tall_of(name: str | None, wide: float) -> float:
    """Return the height of the sheet of a mission."""
    if name not in KNOWN:
        return 0
    requirement = KNOWN[name].requirement
    lines = _lines(requirement, wide)
    _, _, own_line = _conditions(requirement, wide)
    return SYMBOLS_AT + SYMBOL_TALL + 8 + LINE * (len(lines) + own_line) + NAME_TALL + 10


def _lines(requirement: Requirement, wide: float) -> list[str]:
    return broken(capital(in_words(requirement)), 17, wide - 2 * MARGIN, bold=True)


def sheet(name: str | None, wide: float, tall: float, *, offered: bool = False) -> Ink:
    """Draw a mission; None is a place without one."""
    if name is None:
        return empty_place(wide, tall, "no mission")
    room = wide - 2 * MARGIN
    inside = [
        element("title", said(name)),
        words(MARGIN, tall - 13, name, fitting(name, 15, room), fill=paper.INK_SOFT),
    ]
    if name in KNOWN:
        requirement = KNOWN[name].requirement
        shown, conditions, own_line = _conditions(requirement, wide)
        lines = _lines(requirement, wide)
        first = SYMBOLS_AT + SYMBOL_TALL + 8 + LINE * own_line
        inside += [
            badge(wide - 9, 9, KNOWN[name].points, 16),
            moved(MARGIN, SYMBOLS_AT, shown),
            conditions,
            *(
                words(MARGIN, first + LINE * at + 14, line, 17, bold=True)
                for at, line in enumerate(lines)
            ),
        ]
    fill = OFFERED if offered else paper.PAPER
    return group(paper_card(wide, tall, *inside, key=name, fill=fill), class_="mission")


def _conditions(requirement: Requirement, wide: float) -> tuple[Ink, Ink, bool]:
    """Draw the cards, and the conditions for all of them in words. Also return whether the words
    are below the cards."""
    pieces, rest = drawing_of(requirement)
    room = wide - 2 * MARGIN
    shown, taken = drawn(pieces, room - FOR_BADGE)
    condition = ", ".join(rest)
    size = fitting(condition, 17, room, bold=True)
    below = bool(rest) and taken + 10 + breadth(condition, size, bold=True) > room - FOR_BADGE
    x, y = (MARGIN + taken + 10, SYMBOLS_AT + 25) if not below else (MARGIN, SYMBOLS_AT + 58)
    said_ = words(x, y, condition, size, bold=True, fill=paper.INK_SOFT) if rest else Ink("")
    return shown, said_, below


def drawn(pieces: list[Piece], room: float, apart: float = APART) -> tuple[Ink, float]:
    """Draw cards and signs, and return how much room they take.

    If they do not fit, they are put closer together, and then made smaller.
    """
    parts: list[Ink] = []
    x = 0.0
    for at, piece in enumerate(pieces):
        x += apart if at else 0
        text, tiles = (piece.text, ()) if isinstance(piece, Sign) else ("", piece.tiles)
        if not isinstance(piece, Sign) and piece.times > 1:
            text = f"{piece.times}×"
        if text:
            parts.append(words(x, 26, text, 19, bold=True))
            x += breadth(text, 19, bold=True)
        for tile in tiles:
            parts.append(moved(x, 0, _small_card(tile)))
            x += SYMBOL_WIDE + 3
        x -= 3 if tiles else 0
    scale = min(1.0, room / max(1.0, x))
    if scale == 1:
        return joined(parts), x
    if apart > CLOSE:
        return drawn(pieces, room, CLOSE)
    down = SYMBOL_TALL * (1 - scale) / 2
    return group(*parts, transform=f"translate(0 {number(down)}) scale({number(scale)})"), room


def _small_card(tile: Tile) -> Ink:
    """Draw the letter at the upper left, and the mark in the middle, or beside the letter if there
    is a step below."""
    colour, mark, step = tile
    ink = paper.PAPER if colour else paper.INK
    middle = SYMBOL_WIDE / 2
    parts = [
        rectangle(
            0.7, 0.7, SYMBOL_WIDE - 1.4, SYMBOL_TALL - 1.4, 4,
            fill=FILLS[colour], stroke=EDGES[colour], stroke_width=1.4,
        )
    ]  # fmt: skip
    if colour:
        parts.append(words(4, 14, colour, 15, bold=True, fill=ink))
    if step:
        parts += [
            _mark(mark, 19.5 if colour else middle, 11 if colour else 12, 5.5, ink),
            words(middle, 32, f"+{step}", 15, anchor="middle", bold=True, fill=ink),
        ]
    else:
        parts.append(_mark(mark, middle + (2 if colour else 0), 25 if colour else 19, 8, ink))
    return joined(parts)


def _mark(mark: str, x: float, y: float, size: float, fill: str) -> Ink:
    """Draw a mark around x, y, as a shape if fonts may lack it."""
    match mark:
        case "▲":
            top, low = y - size, y + 0.8 * size
            return polygon([(x, top), (x + size, low), (x - size, low)], fill=fill)
        case "■":
            return rectangle(x - 0.85 * size, y - 0.85 * size, 1.7 * size, 1.7 * size, fill=fill)
        case "●":
            return circle(x, y, 0.95 * size, fill=fill)
        case "◆":
            return polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], fill=fill)
        case "★":
            return star(x, y, 1.1 * size, fill=fill)
    return words(x, y + 0.8 * size, mark, 2.3 * size, anchor="middle", bold=True, fill=fill)
