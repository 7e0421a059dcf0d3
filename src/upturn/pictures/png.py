"""Pictures as PNG, where SVG cannot be used. Needs the extra `upturn[png]`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

from upturn.errors import UpturnError
from upturn.extras import load

ZOOM = 2
"""The scale; large enough for screens with small pixels."""
A_WORD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>',
    '<text y="16" font-family="{}">up</text>',
)

Renderer = Callable[..., bytes]


def png_of(svg: str) -> bytes:
    """Return a picture as PNG. Raise UpturnError if this machine cannot draw it."""
    return renderer()(svg_string=svg, zoom=ZOOM)


@cache
def renderer() -> Renderer:
    """Return the function that draws PNGs. Raise UpturnError if it is missing or has no font."""
    render = cast(Renderer, load("resvg_py", "png").svg_to_bytes)
    from upturn.pictures.paper import SANS

    page, word = A_WORD
    if render(svg_string=page.format(word.format(SANS))) == render(svg_string=page.format("")):
        raise UpturnError("there is no font on this machine to write with in a PNG; SVG needs none")
    return render
