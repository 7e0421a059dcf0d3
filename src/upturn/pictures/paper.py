"""The parts that all pictures share: the colours, the table, paper cut by hand, and words on it.

A picture is a table seen from above (`on_table`), with pieces of paper (`paper_card`, `card_back`,
`note`) and words (`words`, `heading`) on it. Shadows are layers of translucent shapes, not filters;
`shadows` draws them for any shape. Every edge is a little uneven, as if cut with scissors:
`unevenness` gives random numbers that are the same for the same key.

Every piece of paper starts at 0, 0; place and turn it with `svg.moved(x, y, …, turn=2)`.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from math import cos, pi, sin

from upturn.pictures.svg import (
    Ink,
    Point,
    Value,
    circle,
    element,
    framed,
    group,
    joined,
    line,
    link,
    moved,
    named,
    number,
    polygon,
    rectangle,
)

# The table, dark and cool, so that paper and cardboard stand out on a white page and a black one.
TABLE = "#35514f"
TABLE_LIGHT = "#3f5e5a"
TABLE_DARK = "#243a3a"
ON_TABLE = "#f4ead4"
"""For words on the table itself."""
ON_TABLE_SOFT = "#ccd7c8"

PAPER = "#fbf4e3"
PAPER_SHADE = "#f0e4ca"
PAPER_EDGE = "#d3c09a"
INK = "#33261c"
INK_SOFT = "#6a5541"

RED = "#d9533c"
RED_GROUND = "#c2462f"
"""A red on which small light words can be read."""
RED_DARK = "#96301f"
BLUE = "#27639f"
BLUE_DARK = "#163f69"
WHITE = "#fbf7ee"
WHITE_DARK = "#8d8371"
# Red and blue differ in lightness too, so that they can be told apart in grey.

GOLD = "#e3b04b"
GOLD_DARK = "#8f6417"
GREEN = "#5d8a57"
GREEN_DARK = "#365634"

KRAFT = "#d8ad77"
KRAFT_SIDE = "#c1925a"
KRAFT_SHADE = "#a67844"
KRAFT_EDGE = "#5f3f20"

SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,'DejaVu Serif',serif"
SANS = "'Avenir Next',Avenir,'Segoe UI','Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif"

CAPTION = 17
"""The size of minor words; hardly any are smaller, since people also look at pictures on phones."""

SHADOW = "#1a1208"
SHADOW_LAYERS = ((1.0, 0.16), (2.2, 0.10), (3.6, 0.06))
"""For each layer of a shadow: how far it falls and spreads, relative to its depth, and its opacity.
"""


def unevenness(key: object, count: int) -> list[float]:
    """Return `count` numbers from -1 to 1 that look random but are the same for the same key."""
    found: list[float] = []
    while len(found) < count:
        digest = blake2b(f"{key!r}/{len(found)}".encode(), digest_size=64).digest()
        found += [
            int.from_bytes(digest[at : at + 2]) / 32767.5 - 1 for at in range(0, len(digest), 2)
        ]
    return found[:count]


def on_table(width: float, height: float, title: str, told: str, *inside: str) -> str:
    """Return a whole picture: a table of this size with everything on it."""
    return framed(
        width,
        height,
        title,
        told,
        _cloth(),
        _table(width, height),
        *inside,
        font_family=SANS,
    )


def _cloth() -> Ink:
    """Define the light on the table and the threads of its cloth."""
    light = element(
        "radialGradient",
        element("stop", offset=0, stop_color=TABLE_LIGHT),
        element("stop", offset=0.6, stop_color=TABLE),
        element("stop", offset=1, stop_color=TABLE_DARK),
        id=named("light"),
        cx=0.36,
        cy=0.34,
        r=0.95,
    )
    chances = unevenness("cloth", 60)
    threads = [
        line(
            (30 + 30 * chances[at], 30 + 30 * chances[at + 1]),
            (30 + 30 * chances[at] + 5 + 3 * chances[at + 2], 30 + 30 * chances[at + 1] + at % 3),
            stroke="#fff" if at % 2 else "#000",
            opacity=0.07,
        )
        for at in range(0, 60, 3)
    ]
    cloth = element(
        "pattern", *threads, id=named("cloth"), width=61, height=61, patternUnits="userSpaceOnUse"
    )
    return element("defs", light, cloth)


def _table(width: float, height: float) -> Ink:
    edge = rectangle(
        9,
        9,
        width - 18,
        height - 18,
        11,
        fill="none",
        stroke=ON_TABLE,
        stroke_width=1.5,
        stroke_dasharray="7 5",
        opacity=0.28,
    )
    return group(
        rectangle(0, 0, width, height, 18, fill=TABLE_DARK),
        rectangle(2, 2, width - 4, height - 4, 16, fill=link("light")),
        rectangle(2, 2, width - 4, height - 4, 16, fill=link("cloth")),
        edge,
    )


def cut(width: float, height: float, key: object, round_: float = 9, unruly: float = 1.0) -> Ink:
    """Return the outline of a piece of paper from 0, 0, cut by hand: the `d` of a path."""
    chances = iter(unevenness(key, 16))

    def near(x: float, y: float) -> str:
        return f"{number(x + unruly * next(chances))} {number(y + unruly * next(chances))}"

    r = round_
    return Ink(
        f"M{number(r)} 0"
        f"Q{near(width / 2, 0)} {number(width - r)} 0Q{near(width, 0)} {number(width)} {number(r)}"
        f"Q{near(width, height / 2)} {number(width)} {number(height - r)}"
        f"Q{near(width, height)} {number(width - r)} {number(height)}"
        f"Q{near(width / 2, height)} {number(r)} {number(height)}"
        f"Q{near(0, height)} 0 {number(height - r)}"
        f"Q{near(0, height / 2)} 0 {number(r)}Q{near(0, 0)} {number(r)} 0Z"
    )


def shadows(shape: Callable[..., Ink], depth: float = 3) -> Ink:
    """Draw the soft shadow of any shape. `shape` is called with the attributes of each layer:

    `shadows(lambda **look: polygon(corners, **look))`.
    """
    return joined(
        moved(
            0.35 * depth * far,
            0.6 * depth * far,
            shape(
                fill=SHADOW,
                stroke=SHADOW,
                stroke_width=depth * (far - 0.6),
                stroke_linejoin="round",
                opacity=dark,
            ),
        )
        for far, dark in reversed(SHADOW_LAYERS)
    )


def paper_card(
    width: float,
    height: float,
    *inside: str,
    key: object = "",
    fill: str = PAPER,
    edge: str = PAPER_EDGE,
    round_: float = 9,
    depth: float = 3,
    fibres: bool = True,
) -> Ink:
    """Draw a piece of paper from 0, 0 with its shadow and contents. `key` decides how it is cut."""
    outline = cut(width, height, (key, width, height), round_)
    return group(
        shadows(lambda **look: element("path", d=outline, **look), depth) if depth else Ink(""),
        element("path", d=outline, fill=fill, stroke=edge, stroke_width=1.4),
        _fibres(width, height, key) if fibres else Ink(""),
        *inside,
    )


def _fibres(width: float, height: float, key: object) -> Ink:
    """Draw the fibres of the paper, all in one path to keep the picture small."""
    count = min(26, 4 + int(width * height / 1800))
    chances = unevenness(("fibres", key, width, height), 4 * count)
    d = "".join(
        f"M{number(width * (0.5 + 0.44 * chances[at]))} "
        f"{number(height * (0.5 + 0.44 * chances[at + 1]))}"
        f"q{number(2 * chances[at + 2])} {number(2 * chances[at + 3])} "
        f"{number(4 * chances[at + 3])} {number(3 * chances[at + 2])}"
        for at in range(0, 4 * count, 4)
    )
    return element("path", d=Ink(d), fill="none", stroke=INK_SOFT, stroke_width=0.8, opacity=0.22)


def card_back(
    width: float, height: float, *inside: str, key: object = "", fill: str = BLUE, depth: float = 3
) -> Ink:
    """Draw a card face down: paper with a printed field and diamonds on it."""
    margin = 0.09 * width
    across, down = width - 2 * margin, height - 2 * margin
    step = across / 4
    rows = max(1, round(down / step))
    diamonds = "".join(
        f"M{number(margin + step * (column + 0.5))} {number(margin + down / rows * row + 2)}"
        f"l{number(step / 2 - 2)} {number(down / rows / 2 - 2)}"
        f"l{number(2 - step / 2)} {number(down / rows / 2 - 2)}"
        f"l{number(2 - step / 2)} {number(2 - down / rows / 2)}Z"
        for row in range(rows)
        for column in range(4)
    )
    return paper_card(
        width,
        height,
        rectangle(margin, margin, across, down, 5, fill=fill),
        element("path", d=Ink(diamonds), fill=PAPER, opacity=0.2),
        *inside,
        key=key,
        depth=depth,
        fibres=False,
    )


def deck(width: float, height: float, count: int, *inside: str, fill: str = BLUE) -> Ink:
    """Draw a pile of cards face down, thicker the more there are; with none, an empty place."""
    if not count:
        return group(
            rectangle(
                2,
                2,
                width - 4,
                height - 4,
                9,
                fill=SHADOW,
                fill_opacity=0.12,
                stroke=ON_TABLE,
                stroke_opacity=0.5,
                stroke_width=1.5,
                stroke_dasharray="5 5",
            ),
            *inside,
        )
    under = min(6, count // 6)
    edges = [
        moved(0, -2 * at, paper_card(width, height, key=at, depth=0 if at else 3, fibres=False))
        for at in range(under)
    ]
    top = card_back(width, height, *inside, key=count, fill=fill, depth=0 if under else 3)
    return group(*edges, moved(0, -2 * under, top))


def words(
    x: float,
    y: float,
    said: object,
    size: float = 16,
    *,
    fill: str = INK,
    anchor: str = "start",
    bold: bool = False,
    serif: bool = False,
    **attributes: Value,
) -> Ink:
    """Draw words with their baseline at y and their start, middle or end (`anchor`) at x."""
    return element(
        "text",
        str(said),
        x=x,
        y=y,
        fill=fill,
        font_family=SERIF if serif else None,
        font_size=size,
        font_weight=700 if bold else None,
        text_anchor=anchor if anchor != "start" else None,
        **attributes,
    )


def heading(x: float, y: float, said: object, size: float = 28, *, fill: str = ON_TABLE) -> Ink:
    """Draw the large words of a picture."""
    return words(x, y, said, size, fill=fill, bold=True, serif=True)


def note(width: float, height: float, said: str, *inside: str, key: object = "") -> Ink:
    """Draw a sheet of paper with a caption and a line under it; content begins at y = 40."""
    return paper_card(
        width,
        height,
        words(16, 25, said, CAPTION, fill=INK_SOFT, bold=True),
        line((16, 33), (width - 16, 33), stroke=PAPER_EDGE, stroke_width=1.4),
        *inside,
        key=key or said,
    )


def badge(
    x: float, y: float, said: object, radius: float = 14, *, fill: str = GOLD, edge: str = GOLD_DARK
) -> Ink:
    """Draw a round token with a number or a letter, centred at x, y. The words are dark, so use a
    light fill."""
    return group(
        shadows(lambda **look: circle(x, y, radius, **look), 1.6),
        circle(x, y, radius, fill=fill, stroke=edge, stroke_width=1.6),
        circle(x, y, radius - 3, fill="none", stroke=edge, stroke_width=0.8, opacity=0.55),
        words(x, y + 0.36 * radius * 1.05, said, radius * 1.05, anchor="middle", bold=True),
    )


def star(x: float, y: float, radius: float, **attributes: Value) -> Ink:
    """Draw a five-pointed star around x, y."""
    corners: list[Point] = []
    for at in range(10):
        far = 0.45 * radius if at % 2 else radius
        corners.append((x + far * sin(pi * at / 5), y - far * cos(pi * at / 5)))
    return polygon(corners, stroke_linejoin="round", **attributes)
