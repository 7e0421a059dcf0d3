"""Team UP's moves as text, exact both ways.

draw                        stop
place red wide2 c3 x        the lowest column and row; the axis its top's longer side runs along
place blue bar3 f4          square tops have no axis
penalty
deal neutral d1 x           where the neutral box lies; z is upright
deal cards red wide …       top first; square|bar is one of two shapes
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import numpy as np

from upturn.errors import IllegalMove, InvalidMove
from upturn.games.contract import Cards
from upturn.games.rules import DEAL, Notation
from upturn.games.team_up.components import COMPONENTS, Kind
from upturn.games.team_up.position import NEUTRAL_PLACE, Position
from upturn.games.team_up.sentences import illegal, invalid
from upturn.games.team_up.tables import (
    AXIS_TEXTS,
    CARD_COUNTS,
    CARD_TEXTS,
    CELL_TEXTS,
    NEUTRAL_PLACES,
    PLACEMENTS,
    PLACES,
    Placement,
    cell_text,
    is_inside,
)

FORMS = "draw · place red wide2 c3 x · place blue bar3 f4 · penalty · stop"
NEUTRAL_DEAL, CARDS_DEAL = f"{DEAL}neutral ", f"{DEAL}cards "
DEAL_FORMS = "deal neutral d1 x or deal cards red wide …"
KINDS_BY_NAME = {kind.name: kind for kind in COMPONENTS.kinds}
CELL = re.compile(r"([a-z])([0-9]{1,3})")
FILLERS = ("at", "along")
SHOWN = 60  # of a text we quote back


def _spot(place: Placement) -> str:
    """Where a box is, and which way it lies."""
    axis = AXIS_TEXTS[place.axis]
    return f"{CELL_TEXTS[place.at]} {axis}" if axis else CELL_TEXTS[place.at]


NEUTRAL_TEXTS = [_spot(place) for place in NEUTRAL_PLACES]


@cache
def notation(players: int) -> Notation:
    """The notation, the same for any number of players."""
    return Notation(
        texts=_texts(),
        forms=FORMS,
        misread=_misread,
        tidy=_tidy,
        write_deal=_write_deal,
        read_deal=_read_deal,
    )


@cache
def _texts() -> list[str]:
    places = [f"{COMPONENTS.kinds[p.kind].name} {_spot(p)}" for p in PLACEMENTS[:PLACES]]
    texts = [f"place {colour} {place}" for colour in COMPONENTS.colours for place in places]
    return [*texts, "draw", "penalty", "stop"]


# --- Text that is no move --------------------------------------------------------------------


def _misread(text: str) -> IllegalMove | InvalidMove | None:
    verb, *words = _tidy(text).split(" ")
    if verb != "place" or not 2 <= len(words) <= 4:
        return None
    colour, name, *where = words
    box = f"{colour} {name}"
    kind = KINDS_BY_NAME.get(name)
    if colour not in COMPONENTS.colours or kind is None:
        return invalid("no-such-box", {"box": box[:SHOWN]})
    cell = CELL.fullmatch(where[0]) if where else None
    axis = where[1] if len(where) > 1 else None
    if cell is None or axis not in AXIS_TEXTS:
        return None
    column, row = ord(cell[1]) - ord("a"), int(cell[2]) - 1
    if not is_inside(column, row):
        return illegal("outside", {"box": box, "cell": where[0]})
    return _misread_axis(kind, box, axis) or _sticks_out(kind, box, axis, column, row)


def _misread_axis(kind: Kind, box: str, axis: str | None) -> IllegalMove | InvalidMove | None:
    """Any axis but the two that leave the coloured side up."""
    longer, shorter = kind.top
    if axis is None:
        return None if longer == shorter else invalid("name-the-axis", {"box": box})
    if axis != "z" and longer != shorter:
        return None
    return illegal("painted-side", {"box": box, "top": f"{longer}×{shorter}", "axis": axis})


def _sticks_out(
    kind: Kind, box: str, axis: str | None, column: int, row: int
) -> IllegalMove | None:
    wide, deep = kind.top if axis != "y" else kind.top[::-1]
    for y in range(row, row + deep):
        for x in range(column, column + wide):
            if not is_inside(x, y):
                return illegal("outside", {"box": box, "cell": cell_text(x, y)})
    return None


def _tidy(text: str) -> str:
    words = [word for word in text.lower().replace(",", " ").split() if word not in FILLERS]
    if {"place", *COMPONENTS.colours, *KINDS_BY_NAME}.isdisjoint(words[:1]):
        return " ".join(words)
    if words[0] != "place":
        words.insert(0, "place")
    if len(words) > 2 and words[1] in KINDS_BY_NAME and words[2] in COMPONENTS.colours:
        words[1:3] = words[2:0:-1]
    kind = KINDS_BY_NAME.get(words[2]) if len(words) > 2 else None
    if kind and len(words) == 5 and words[4] in _idle_axes(kind):
        del words[4]
    return " ".join(words)


def _idle_axes(kind: Kind) -> str:
    """What need not be said: which way a flat square lies, and that a tall one stands."""
    if kind.top[0] != kind.top[1]:
        return ""
    return "xy" if kind.top[0] > kind.height else "z"


# --- Deals -----------------------------------------------------------------------------------


def _write_deal(position: Position, cards: Cards) -> str:
    if position.due == NEUTRAL_PLACE:
        return NEUTRAL_DEAL + NEUTRAL_TEXTS[int(cards[0])]
    return CARDS_DEAL + " ".join([CARD_TEXTS[card] for card in cards.tolist()])


def _read_deal(position: Position, text: str) -> Cards:
    neutral = position.due == NEUTRAL_PLACE
    begin, other = (NEUTRAL_DEAL, CARDS_DEAL) if neutral else (CARDS_DEAL, NEUTRAL_DEAL)
    if text.startswith(other):
        what = "the neutral box must be placed" if neutral else "the cards must be shuffled"
        raise IllegalMove("wrong-deal", f"{what} now")
    if not text.startswith(begin):
        raise InvalidMove(
            "unreadable", f"{text[:SHOWN]!r} is not a deal. A deal looks like this: {DEAL_FORMS}"
        )
    told = text.removeprefix(begin)
    return _read_neutral(told) if neutral else _read_cards(told.split(" "))


def _read_neutral(place: str) -> Cards:
    if place not in NEUTRAL_TEXTS:
        known = ", ".join(NEUTRAL_TEXTS)
        raise IllegalMove(
            "wrong-deal",
            f"the neutral box can't be placed at {place[:SHOWN]!r}. It can go to {known}",
            {"place": place[:SHOWN], "places": NEUTRAL_TEXTS},
        )
    return np.array([NEUTRAL_TEXTS.index(place)], np.int16)


def _read_cards(names: list[str]) -> Cards:
    for name in names:
        if name not in CARD_TEXTS:
            raise invalid("no-such-card", {"card": name[:SHOWN]})
    dealt = Counter(names)
    whole = Counter(dict(zip(CARD_TEXTS, CARD_COUNTS.tolist(), strict=True)))
    for wrong, fault in ((whole - dealt, "is missing"), (dealt - whole, "is there too often")):
        if wrong:
            card = min(wrong, key=CARD_TEXTS.index)
            sentence = f"the deal must have all {sum(whole.values())} cards: {card} {fault}"
            raise IllegalMove("wrong-deal", sentence, {"card": card})
    return np.array([CARD_TEXTS.index(name) for name in names], np.int16)
