"""SVG as text: elements, escaping, names, and the frame around a picture. It has no colours.

`Ink` is finished markup. Any other text put into an element is escaped, so nothing in a view can
become markup. Numbers are written with two decimals at most.

`named` makes a name (`id`) and `link` refers to it. Names contain a placeholder for a hash of the
whole picture, which `framed` fills in, so that different pictures on one page share no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

Value = str | float | None
Point = tuple[float, float]

PLACE = "\ue000"
"""The placeholder for the hash. Words cannot contain it, since `escape` replaces it."""

UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue001-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow, and `PLACE`."""


class Ink(str):
    """Text that is finished markup."""

    __slots__ = ()


def escape(words: str) -> Ink:
    """Return words as markup, for contents and attributes."""
    words = UNPRINTABLE.sub("\ufffd", words)
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        words = words.replace(character, entity)
    return Ink(words)


def number(value: float) -> str:
    """Return a number with two decimals at most, as short as possible and never `-0`."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def element(tag: str, *inside: str, **attributes: Value) -> Ink:
    """Return an element: `element("g", inner, stroke_width=2)`. `_` in an attribute's name becomes
    `-`, except at its end, where it is dropped. An attribute that is None is left out."""
    opening = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_written(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    if not inside:
        return Ink(f"<{tag}{opening}/>")
    return Ink(f"<{tag}{opening}>{joined(inside)}</{tag}>")


def _written(value: str | float) -> str:
    if isinstance(value, Ink):
        return value
    return escape(value) if isinstance(value, str) else number(value)


def joined(parts: Iterable[str]) -> Ink:
    """Join parts: ink as it is, words escaped."""
    return Ink("".join(part if isinstance(part, Ink) else escape(part) for part in parts))


def group(*inside: str, **attributes: Value) -> Ink:
    return element("g", *inside, **attributes) if inside else Ink("")


def moved(x: float, y: float, *inside: str, turn: float = 0, **attributes: Value) -> Ink:
    """Move the origin of everything inside to x, y, and turn it by `turn` degrees."""
    transform = f"translate({number(x)} {number(y)})"
    if turn:
        transform += f" rotate({number(turn)})"
    return group(*inside, transform=transform, **attributes)


def line(start: Point, end: Point, **attributes: Value) -> Ink:
    (x1, y1), (x2, y2) = start, end
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def polygon(points: Iterable[Point], **attributes: Value) -> Ink:
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", points=corners, **attributes)


def polyline(points: Iterable[Point], **attributes: Value) -> Ink:
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polyline", points=corners, fill="none", **attributes)


def rectangle(
    x: float, y: float, width: float, height: float, round_: float = 0, **attributes: Value
) -> Ink:
    return element("rect", x=x, y=y, width=width, height=height, rx=round_ or None, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Value) -> Ink:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def named(name: str) -> Ink:
    """Return the value of an `id`."""
    return Ink(f"{PLACE}-{escape(name)}")


def link(name: str) -> Ink:
    """Return a value that refers to the element of this name: `fill=link("felt")`."""
    return Ink(f"url(#{named(name)})")


def framed(
    width: float, height: float, title: str, told: str, *inside: str, **attributes: Value
) -> str:
    """Return a whole picture. `title` says what it is; `told` describes everything in it."""
    body = joined(
        [
            element("title", title, id=named("title")),
            element("desc", told, id=named("told")),
            *inside,
        ]
    )
    whole = element(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=Ink(f"{named('title')} {named('told')}"),
        style="max-width:100%;height:auto",
        **attributes,
    )
    # A name must not begin with a digit.
    return whole.replace(PLACE, "u" + sha256(whole.encode()).hexdigest()[:10])
