"""Team UP's cards: the card drawn, the deck, the penalties, and the cards still to come.

The symbol of a colour is a lid of that colour; that of a shape is a box without paint. On the card
drawn, the words are below. Everything is drawn from 0, 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from upturn.games.team_up.components import COMPONENTS
from upturn.games.team_up.wording import in_words
from upturn.pictures import paper
from upturn.pictures.cardboard import CELL, icon, paint_of, swatch
from upturn.pictures.paper import card_back, deck, paper_card, words
from upturn.pictures.svg import Ink, element, group, joined, moved, number, rectangle

SHAPES: dict[str, tuple[float, float, float]] = {
    kind.shape: (max(measures), sorted(measures)[1], min(measures))
    for kind in COMPONENTS.kinds
    for measures in [(*kind.top, kind.height)]
}
"""The size of each shape, lying on its largest side."""
TALL, BROAD = 126, 90
DECK_WIDE, DECK_TALL = 450, 80
SMALL = 40
GONE = 0.7
"""The opacity of a card of which none is left; its letter can still be read."""
COMING_WIDE = 772
COMING_APART = 41
"""The distance from one card to come to the next."""
COMING_BROAD, COMING_TALL = 36, 44
COMING_ROW = COMING_TALL + 26
"""With the number below."""
MOST_IN_ROW = (COMING_WIDE - 32) // COMING_APART


def symbol(card: str, size: float) -> Ink:
    """Draw the symbol of a card, centred at 0, 0, about `size` wide and high."""
    if card not in SHAPES and "|" not in card:
        return _tile(card, size)
    shapes = [SHAPES[shape] for shape in card.split("|")]
    if len(shapes) == 1:
        return icon(shapes[0], size / 4)
    each = size / 5.2
    return joined(
        moved(0, (at - 0.5) * size * 0.58, icon(shape, each)) for at, shape in enumerate(shapes)
    )


def _tile(colour: str, size: float) -> Ink:
    """Draw a square lid; on a small one the letter takes more room, to stay legible."""
    cells = 1.5 if size > SMALL else 1
    scale = size / (cells * CELL)
    return group(
        swatch(paint_of(colour), cells, cells),
        transform=f"translate({number(-size / 2)} {number(-size / 2)}) scale({number(scale)})",
    )


def face(card: str) -> Ink:
    """Draw a card face up."""
    lines = card.split("|")
    said_below = [
        words(
            BROAD / 2,
            TALL - 14 - 17 * (len(lines) - 1 - at),
            line if at == 0 else f"or {line}",
            17,
            anchor="middle",
            bold=True,
            serif=True,
        )
        for at, line in enumerate(lines)
    ]
    down, size = (50, 64) if len(lines) == 1 else (44, 54)
    return paper_card(
        BROAD, TALL, moved(BROAD / 2, down, symbol(card, size)), *said_below, key=card
    )


def table_of_cards(card: str | None, undrawn: int, penalties: int) -> Ink:
    """Draw side by side the deck, the card drawn, and the penalties face down."""
    low = TALL + 26
    return joined(
        [
            moved(0, 8, deck(78, 110, undrawn)),
            _caption(39, low, _counted(undrawn, "card left", "cards left")),
            moved(103, 0, face(card) if card else _no_card(), turn=-1.5 if card else 0),
            _caption(148, low, "drawn" if card else "none drawn"),
            moved(218, 8, _penalties(penalties)),
            _caption(257, low, _counted(penalties, "penalty", "penalties")),
        ]
    )


def _caption(x: float, y: float, words_: str) -> Ink:
    return words(x, y, words_, paper.CAPTION, fill=paper.ON_TABLE, anchor="middle")


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _no_card() -> Ink:
    return rectangle(
        1,
        1,
        BROAD - 2,
        TALL - 2,
        9,
        fill=paper.SHADOW,
        fill_opacity=0.12,
        stroke=paper.ON_TABLE,
        stroke_opacity=0.5,
        stroke_width=1.5,
        stroke_dasharray="5 5",
    )


def _penalties(count: int) -> Ink:
    """Draw penalties on top of each other, a little askew; an empty place if there are none."""
    if not count:
        return deck(78, 110, 0)
    return joined(
        moved(
            39,
            55,
            moved(-39, -55, card_back(78, 110, key=("penalty", at), fill=paper.RED_DARK)),
            turn=5 * paper.unevenness(("penalty", at), 1)[0],
        )
        for at in range(min(count, 5))
    )


def undrawn_cards(counts: Mapping[str, int]) -> Ink:
    """Draw how many of each card are still in the deck."""
    step = (DECK_WIDE - 20) / max(1, len(counts))
    cells = [
        moved(10 + step * (at + 0.31), 56, _still(card, count))
        for at, (card, count) in enumerate(counts.items())
    ]
    return paper.note(DECK_WIDE, DECK_TALL, "Still in the deck", *cells)


def _still(card: str, count: int) -> Ink:
    if count:
        return joined([symbol(card, 25), words(17, 7, count, 20, bold=True)])
    return joined([group(symbol(card, 25), opacity=GONE), words(17, 7, 0, 20, fill=paper.INK_SOFT)])


def coming_tall(cards: Sequence[str]) -> float:
    """Return the height of the sheet of the cards to come."""
    return 44 + COMING_ROW * ceil(len(cards) / MOST_IN_ROW)


def coming_cards(cards: Sequence[str], undrawn: int) -> Ink:
    """Draw all cards whose order the team knows, numbered from the next one."""
    shown = []
    for at, card in enumerate(cards):
        down, across = divmod(at, MOST_IN_ROW)
        x, y = 16 + COMING_APART * across, 44 + COMING_ROW * down
        shown.append(moved(x, y, _coming(card, at + 1)))
    next_ = "The next card" if len(cards) == 1 else f"The next {len(cards)} cards, in order"
    caption = next_ if len(cards) < undrawn else "Cards to come, in order"
    return paper.note(COMING_WIDE, coming_tall(cards), caption, *shown)


def _coming(card: str, place: int) -> Ink:
    middle = COMING_BROAD / 2
    return group(
        element("title", f"{place}: {in_words(card)}"),
        paper_card(
            COMING_BROAD,
            COMING_TALL,
            moved(middle, COMING_TALL / 2, symbol(card, 28)),
            key=(card, place),
            fill=paper.WHITE,
            depth=1,
            fibres=False,
        ),
        words(middle, COMING_TALL + 17, place, paper.CAPTION, anchor="middle"),
        class_="coming",
    )
