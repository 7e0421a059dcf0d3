"""Team UP's boxes of kraft cardboard with a painted lid: seen from a corner, flat, or as an icon.

A lid has three marks: its colour, its letter (R, B, W, N) and its pattern (stripes, dots, lattice,
tape). Lids are drawn flat, `CELL` to a cell, and laid on a top by a transform, so the corner view
and the flat pictures show the same. The paint runs down the sides as a band with the pattern in
miniature, so that a box with a covered lid can still be told without colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from upturn.pictures import paper
from upturn.pictures.isometric import (
    Cuboid,
    facing_front,
    facing_side,
    front_of,
    lying,
    outline_of,
    side_of,
    top_of,
)
from upturn.pictures.paper import unevenness, words
from upturn.pictures.svg import (
    Ink,
    Point,
    Value,
    circle,
    element,
    group,
    joined,
    line,
    number,
    polygon,
    polyline,
    rectangle,
)

CELL = 48.0
"""The size of a cell in which lids are drawn; other sizes are scaled from it."""

RIM = 0.22
"""How far the paint of a lid runs down the sides, in cells."""
PLATE = 0.39
"""The radius of the plate under a letter, in cells."""
MINIATURE = 0.6
"""The scale of the pattern on the band along the sides."""


@dataclass(frozen=True)
class Paint:
    """How a colour looks: its letter, the lid, the bands on the two sides, and its pattern."""

    letter: str
    lid: str
    front: str
    side: str
    pattern: Callable[[float, float], Ink]
    words: str = paper.INK
    """The colour of words written straight on the paint, without the pattern."""
    ground: str = ""
    """The paint under such words, if the lid's is too light for them."""


def _stripes(width: float, depth: float) -> Ink:
    ends = (
        ((max(0, far - depth), min(far, depth)), (min(far, width), max(0, far - width)))
        for far in _steps(13, width + depth)
    )
    return _strokes(ends, stroke="#f9c3ae", stroke_width=4, opacity=0.5)


def _dots(width: float, depth: float) -> Ink:
    """Draw rows of dashes of length 0, which round ends turn into dots."""
    ends = (
        ((3 if row % 2 else 9, down), (width - 2, down))
        for row, down in enumerate(_steps(12, depth))
    )
    return _strokes(
        ends,
        stroke="#b7d6f2",
        stroke_width=6,
        stroke_linecap="round",
        stroke_dasharray="0 12",
        opacity=0.62,
    )


def _lattice(width: float, depth: float) -> Ink:
    upright = (((right, 0.0), (right, depth)) for right in _steps(12, width))
    level = (((0.0, down), (width, down)) for down in _steps(12, depth))
    return _strokes((*upright, *level), stroke=paper.WHITE_DARK, stroke_width=1.3, opacity=0.5)


def _strokes(ends: Iterable[tuple[Point, Point]], **look: Value) -> Ink:
    """Draw many straight lines as one path, to keep pictures small."""
    d = "".join(
        f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" for (x1, y1), (x2, y2) in ends
    )
    return element("path", d=Ink(d), fill="none", **look)


def _bare(width: float, depth: float) -> Ink:
    """Draw no paint but a strip of tape over the flaps, as on any parcel."""
    along = width >= depth
    if along:
        tape = rectangle(0, depth / 2 - 6, width, 12)
    else:
        tape = rectangle(width / 2 - 6, 0, 12, depth)
    return group(tape, fill=paper.KRAFT_SIDE, opacity=0.55)


def _steps(step: float, end: float) -> Iterator[float]:
    at = step / 2
    while at < end:
        yield at
        at += step


PAINTS = {
    "red": Paint("R", paper.RED, "#bf4430", "#a03524", _stripes, paper.WHITE, paper.RED_GROUND),
    "blue": Paint("B", paper.BLUE, "#20558a", "#194570", _dots, paper.WHITE),
    "white": Paint("W", paper.WHITE, "#e6dfce", "#c9c0ab", _lattice),
    "neutral": Paint("N", paper.KRAFT, paper.KRAFT_SIDE, paper.KRAFT_SHADE, _bare),
}


def paint_of(box: str) -> Paint:
    """Return the paint of `red wide2`, `neutral`, `blue`; others are white with their letter."""
    colour = box.split(" ")[0]
    unmixed = replace(PAINTS["white"], letter=colour[:1].upper())
    return PAINTS.get(colour, unmixed)


def lid(paint: Paint, columns: float, rows: float, *on_it: str) -> Ink:
    """Draw a lid flat from 0, 0, with what is on it."""
    width, depth = columns * CELL, rows * CELL
    return joined(
        [rectangle(0, 0, width, depth, fill=paint.lid), paint.pattern(width, depth), *on_it]
    )


def letter(paint: Paint, spot: Point) -> Ink:
    """Draw the letter of a lid on a plate around the spot, in cells from the lid's upper left."""
    x, y = spot[0] * CELL, spot[1] * CELL
    bare = paint.pattern is _bare
    plate = circle(
        x,
        y,
        PLATE * CELL,
        fill=paper.KRAFT if bare else paper.PAPER,
        stroke=paper.KRAFT_EDGE if bare else paint.side,
        stroke_width=2,
    )
    return joined([plate, words(x, y + 10.6, paint.letter, 30, anchor="middle", bold=True)])


def swatch(paint: Paint, columns: float, rows: float) -> Ink:
    """Draw a lid with its letter in the middle and an outline, for flat pictures."""
    return joined(
        [
            lid(paint, columns, rows, letter(paint, (columns / 2, rows / 2))),
            rectangle(
                0, 0, columns * CELL, rows * CELL, fill="none", stroke=paper.INK, stroke_width=2
            ),
        ]
    )


def box(body: Cuboid, paint: Paint, *on_lid: str, key: object = "") -> Ink:
    """Draw a box seen from the corner. `on_lid` is drawn flat on its lid: shadows, the letter."""
    columns, rows, tall = body.size
    return joined(
        [
            _face(front_of(body, CELL), paper.KRAFT_SIDE),
            _face(side_of(body, CELL), paper.KRAFT_SHADE),
            group(
                _band(paint, columns * CELL, paint.front),
                _printed(columns * CELL, tall * CELL, key),
                transform=facing_front(body, CELL),
            ),
            group(
                _band(paint, rows * CELL, paint.side),
                _taped(rows * CELL, tall * CELL, key),
                transform=facing_side(body, CELL),
            ),
            group(lid(paint, columns, rows, *on_lid), transform=lying(body, CELL)),
            edges(body, CELL),
        ]
    )


def _band(paint: Paint, width: float, fill: str) -> Ink:
    """Draw the paint that has run down a side, with the pattern in miniature."""
    tall = RIM * CELL
    small = paint.pattern(width / MINIATURE, tall / MINIATURE)
    return joined(
        [
            rectangle(0, 0, width, tall, fill=fill),
            Ink("") if paint.pattern is _bare else group(small, transform=f"scale({MINIATURE})"),
        ]
    )


def _face(corners: list[Point], fill: str) -> Ink:
    return polygon(corners, fill=fill)


def _printed(width: float, height: float, key: object) -> Ink:
    """Draw the arrows that say which way is up, and the fibres of the cardboard."""
    at, down = width - 15, height - 9
    arrow = "l-4 5m4 -5l4 5m-4 -5v11"
    d = f"M{number(at - 11)} {number(down - 13)}{arrow}M{number(at)} {number(down - 13)}{arrow}"
    return joined(
        [
            _fibres(width, height, ("front", key)),
            element(
                "path",
                d=Ink(f"{d}M{number(at - 17)} {number(down + 1)}h23"),
                fill="none",
                stroke=paper.KRAFT_EDGE,
                stroke_width=1.7,
                opacity=0.5,
            ),
        ]
    )


def _taped(width: float, height: float, key: object) -> Ink:
    """Draw the end of the tape that closes the box, torn off by hand, and the fibres."""
    tears = [2.5 * tear for tear in unevenness(("tape", key), 5)]
    long = min(22.0, 0.42 * height) + RIM * CELL
    left = width / 2 - 8
    corners = [(left, RIM * CELL)]
    corners += [(left + 4 * at, long + (3 if at % 2 else 0) + tears[at]) for at in range(5)]
    corners += [(left + 16, RIM * CELL)]
    return joined(
        [
            _fibres(width, height, ("side", key)),
            polygon(corners, fill=paper.KRAFT, opacity=0.5),
        ]
    )


def _fibres(width: float, height: float, key: object) -> Ink:
    count = 2 + int(width * height / 900)
    chances = unevenness(key, 3 * count)
    d = "".join(
        f"M{number(width * (0.5 + 0.42 * chances[at]))} "
        f"{number(height * (0.55 + 0.36 * chances[at + 1]))}h{number(5 + 4 * chances[at + 2])}"
        for at in range(0, 3 * count, 3)
    )
    return element(
        "path", d=Ink(d), stroke=paper.KRAFT_EDGE, stroke_width=1, opacity=0.2, fill="none"
    )


def edges(body: Cuboid, unit: float, thick: float = 1.8) -> Ink:
    """Draw all visible edges of a box, and a light line where the lid catches the light."""
    left, _, right, near = top_of(body, unit)
    down = front_of(body, unit)[2]
    return joined(
        [
            polyline([left, near, right], stroke="#fff", stroke_width=thick * 1.6, opacity=0.35),
            group(
                polygon(outline_of(body, unit)),
                polyline([left, near, right]),
                line(near, down),
                fill="none",
                stroke=paper.KRAFT_EDGE,
                stroke_width=thick,
                stroke_linejoin="round",
            ),
        ]
    )


def icon(size: tuple[float, float, float], unit: float, paint: Paint = PAINTS["neutral"]) -> Ink:
    """Draw a small box without letters, centred at 0, 0; a long box is scaled down further."""
    body = Cuboid((0, 0, 0), size)
    unit *= min(1, 4 / (1 + max(size)))
    corners = outline_of(body, unit)
    x = sum(at for at, _ in corners) / 6
    y = (min(at for _, at in corners) + max(at for _, at in corners)) / 2
    faces = [
        _face(front_of(body, unit), paper.KRAFT_SIDE),
        _face(side_of(body, unit), paper.KRAFT_SHADE),
        _face(top_of(body, unit), paint.lid),
        edges(body, unit, 1.2),
    ]
    return group(*faces, transform=f"translate({number(-x)} {number(-y)})")
