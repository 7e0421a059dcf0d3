"""QR codes as SVG, always black on white, so that cameras can read them."""

from __future__ import annotations

from io import BytesIO

import segno

SCALE = 6


def qr_code(text: str) -> str:
    """Return an SVG of this text."""
    drawn = BytesIO()
    segno.make(text, micro=False).save(
        drawn, kind="svg", scale=SCALE, light="#fff", dark="#000", xmldecl=False, nl=False
    )
    return drawn.getvalue().decode()
