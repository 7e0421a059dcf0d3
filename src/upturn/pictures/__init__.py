"""Games as pictures: `svg_of` turns a view into the text of an SVG.

A picture is made from the view alone, so it shows what the seat may see and no more. The same view
gives the same bytes. A picture needs no script, style sheet or font from elsewhere. `picture_of` in
`picture.py`, in the folder named after a game, draws that game; a game without a folder is shown in
plain words (`plain.py`). `paper.py` has the parts they share, and `svg.py` writes the markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from upturn.games import check_game
from upturn.games.pieces import module_of
from upturn.pictures import plain

View = Mapping[str, Any]


def svg_of(view: View) -> str:
    """Return the picture of a view, as `game.view(seat)` gives it."""
    game = view.get("game")
    check_game(game)
    found = module_of(str(game), __name__, "picture")  # loads only this game's module
    draw: Callable[[View], str] = found.picture_of if found else plain.picture_of
    return draw(view)
