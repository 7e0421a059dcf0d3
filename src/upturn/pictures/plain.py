"""A picture of the facts of a view, line by line, for games without a picture of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upturn.games.plain import facts_in_words
from upturn.pictures.paper import CAPTION, INK_SOFT, heading, on_table, paper_card, words
from upturn.pictures.seats import broken, called, capital, fitting, listed, some
from upturn.pictures.svg import Ink, group, moved

WIDE = 800
EDGE = 30
HEAD = 84
LARGE = 28
SHEET = WIDE - 2 * EDGE
LABEL_AT, FACT_AT = 22, 200
LINE = 28
FIRST_LINE = 40

View = Mapping[str, Any]


def picture_of(view: View) -> str:
    """Draw the facts of a view on a sheet of paper."""
    seats = enumerate(view["scores"], 1)
    scores = ", ".join(f"{called(seat, view['seat'])}: {score}" for seat, score in seats)
    facts = [*facts_in_words(view), ("scores", scores)]
    lines = [line for name, fact in facts for line in _lines(name, fact)]
    tall = FIRST_LINE + LINE * len(lines)
    title = f"{view['game']}, {some(view['players'], 'player')}: {whose_turn(view)}"
    told = " ".join([whose_turn(view), *(f"{capital(name)}: {fact}." for name, fact in facts)])
    sheet = paper_card(SHEET, tall, *map(_written, range(len(lines)), lines), key=view["game"])
    return on_table(
        WIDE,
        HEAD + tall + EDGE,
        title,
        told,
        heading(EDGE + 4, 54, title, fitting(title, LARGE, SHEET, bold=True)),
        moved(EDGE, HEAD, sheet),
    )


def whose_turn(view: View) -> str:
    """Return a sentence about what happens now."""
    if view["over"]:
        best, seats = max(view["scores"]), enumerate(view["scores"], 1)
        won = [called(seat, view["seat"]) for seat, score in seats if score == best]
        return capital(f"{listed(won)} {'has' if len(won) == 1 else 'have'} the best score.")
    if view["to_act"] is None:
        return "Waiting for the deal."
    return capital(f"{called(view['to_act'], view['seat'])} to move.")


def _lines(name: str, fact: str) -> list[tuple[str, str]]:
    """Break a fact into lines that fit, with its name before the first."""
    first, *rest = broken(fact, CAPTION, SHEET - FACT_AT - LABEL_AT)
    return [(name, first), *(("", more) for more in rest)]


def _written(at: int, line: tuple[str, str]) -> Ink:
    name, fact = line
    y = FIRST_LINE + LINE * at
    label = words(LABEL_AT, y, name, CAPTION, fill=INK_SOFT, bold=True)
    return group(label, words(FACT_AT, y, fact, CAPTION))
