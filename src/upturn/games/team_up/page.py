"""What a page must know of Team UP beside its views: the pallet, the boxes and the cards."""

from __future__ import annotations

from collections.abc import Iterator

from upturn.games.rules import Facts, Page
from upturn.games.team_up.components import COMPONENTS
from upturn.games.team_up.tables import CARD_TEXTS
from upturn.games.team_up.wording import in_words


def components() -> Facts:
    """The size of the pallet, the boxes by their kinds, and what the cards ask for."""
    return {
        "pallet": {
            "columns": COMPONENTS.columns,
            "rows": COMPONENTS.rows,
            "layers": COMPONENTS.layers,
        },
        "colours": list(COMPONENTS.colours),
        "neutral": COMPONENTS.neutral,
        "boxes": {
            kind.name: {
                "shape": kind.shape,
                "top": list(kind.top),
                "height": kind.height,
                "per_colour": kind.per_colour,
            }
            for kind in COMPONENTS.kinds
        },
        "cards": COMPONENTS.cards,
    }


def words() -> Iterator[tuple[str, str]]:
    """What reasons mention in words."""
    for card in CARD_TEXTS:
        yield card, "a card"
        yield in_words(card), f"what the card {card} asks for"
    shapes = dict.fromkeys(kind.shape for kind in COMPONENTS.kinds)
    for colour in COMPONENTS.colours:
        for kind in COMPONENTS.kinds:
            yield f"{colour} {kind.name}", "a box"
        for shape in shapes:
            yield f"{colour} {shape}{' box' if shape == 'wide' else ''}", "a box, roughly"
    yield "neutral bar", "a box, roughly"


PAGE = Page(components, words)
