"""QR codes as SVG, in black on white whatever the page is like, so that cameras can read them."""

from __future__ import annotations

from io import BytesIO

import segno

SCALE = 6


def qr_code(text: str) -> str:
    """An SVG of this text."""
    drawn = BytesIO()
    segno.make(text, micro=False).save(
        drawn, kind="svg", scale=SCALE, light="#fff", dark="#000", xmldecl=False, nl=False
    )
    return drawn.getvalue().decode()
