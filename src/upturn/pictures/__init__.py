"""Games as pictures: a view in, the text of an SVG out.

Nothing but the view goes in, so a picture shows what the seat may see and no more. The same view
gives the same bytes. A picture needs nothing from elsewhere: no script, no style sheet, no font to
load. A new game is a file here and a line in `PICTURES`; `paper.py` has what they share, and
`svg.py` below it turns it into text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from upturn.errors import UnknownGame, quoted

View = Mapping[str, Any]

PICTURES = {
    "dnup": "dnup.picture_of",
    "team-play": "team_play.picture_of",
    "team-up": "team_up.picture_of",
}
"""Loaded when first asked for: whoever looks at one game need not load the others."""


def svg_of(view: View) -> str:
    """The picture of a view, as `game.view(seat)` gives it."""
    game = view.get("game")
    if not isinstance(game, str) or game not in PICTURES:
        raise UnknownGame(f"no picture of the game {quoted(game)}: there are {', '.join(PICTURES)}")
    module, _, name = PICTURES[game].partition(".")
    draw: Callable[[View], str] = getattr(import_module(f"{__name__}.{module}"), name)
    return draw(view)
