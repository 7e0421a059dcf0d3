"""dnup as a picture: the sets before their owners around the table, and your hand in front.

`picture_of(view)` returns the text of the SVG. The seat of the view is at the bottom, the others
are around the table from the left, in turn order; for a spectator seat 1 is at the bottom. The
parts: `cards.py`, `words.py`, and `pictures/seats.py`, which Team Play uses too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upturn.pictures import paper
from upturn.pictures.dnup.cards import TALL, no_set, row, set_on_table
from upturn.pictures.dnup.words import (
    out_words,
    round_words,
    title_of,
    told,
    unit,
    whose_turn,
    winners,
)
from upturn.pictures.paper import badge, deck, heading, on_table, paper_card, star, words
from upturn.pictures.seats import (
    PLATE_TALL,
    PLATE_WIDE,
    around,
    backs,
    called,
    capital,
    fitting,
    in_rows,
    listed,
    name_plate,
    some,
)
from upturn.pictures.svg import Ink, group, joined, moved

WIDTH = 820
EDGE = 26
MIDDLE = WIDTH / 2
PLACE = 330
"""The width of a seat's place, and of an area."""
HEADING_TALL = 130

SET_CARD = 68
SET_TALL = TALL * SET_CARD + 30
"""With the words below the set."""
SEAT_TALL = PLATE_TALL + 14 + SET_TALL
GAP = 16

HAND_CARD = 92
HAND_TALL = TALL * HAND_CARD + 14
HAND_ROOM = WIDTH - 2 * EDGE - 8
MOST_IN_ROW = 12

LEFT, RIGHT = EDGE, WIDTH - EDGE - PLACE
CENTRE = MIDDLE - PLACE / 2
UPPER_LEFT, UPPER_RIGHT = 74, WIDTH - 74 - PLACE
BESIDE_HEADING, OPPOSITE = 318, 384
SIDE = HEADING_TALL + SEAT_TALL + GAP

SPOTS: dict[int, list[tuple[float, float]]] = {
    3: [(LEFT, HEADING_TALL), (RIGHT, HEADING_TALL)],
    4: [(LEFT, SIDE - 70), (BESIDE_HEADING, 34), (RIGHT, SIDE - 70)],
    5: [(LEFT, SIDE), (UPPER_LEFT, HEADING_TALL), (UPPER_RIGHT, HEADING_TALL), (RIGHT, SIDE)],
}
"""By number of players: the places of the other seats, from the left of the nearest seat."""


def picture_of(view: Mapping[str, Any]) -> str:
    """Return the picture of a view of dnup."""
    nearest = view["seat"] or 1
    table, below = _two(view, nearest) if view["players"] == 2 else _several(view, nearest)
    front, height = _front(view, nearest, below)
    return on_table(WIDTH, height, title_of(view), told(view), _head(view), table, front)


def _head(view: Mapping[str, Any]) -> Ink:
    """Draw the name of the game, and what happens now."""
    room = {2: OPPOSITE - 60, 4: BESIDE_HEADING - 60}.get(view["players"], 500)
    turn, round_ = whose_turn(view), round_words(view)
    return joined(
        [
            heading(30, 60, "dnup", 34),
            words(32, 88, turn, fitting(turn, 18, room), fill=paper.ON_TABLE),
            words(32, 112, round_, fitting(round_, 18, room), fill=paper.ON_TABLE_SOFT),
            moved(136, 31, _ribbon(view), turn=-1.5) if view["over"] else Ink(""),
        ]
    )


def _ribbon(view: Mapping[str, Any]) -> Ink:
    """Draw a strip of paper that names the winners."""
    said = capital(f"{listed([f'seat {seat}' for seat in winners(view)])} wins")
    return paper_card(
        168,
        36,
        star(22, 18, 12, fill=paper.GOLD, stroke=paper.GOLD_DARK),
        words(42, 24, said, fitting(said, 18, 116, bold=True), bold=True, serif=True),
        key="ribbon",
        fill=paper.PAPER_SHADE,
    )


# --- The table ---


def _several(view: Mapping[str, Any], nearest: int) -> tuple[Ink, float]:
    """Draw three to five seats around the table, with the discard in the middle. Also return the
    top of the nearest seat's place."""
    sets = {laid["seat"]: laid["cards"] for laid in view["sets"]}
    others = around(view["players"], nearest)
    spots = SPOTS[view["players"]]
    seats = [
        moved(
            x,
            y,
            _seat(view, seat),
            moved(0, PLATE_TALL + 14, _set(sets.get(seat), PLACE, seat, seat == view["to_act"])),
        )
        for seat, (x, y) in zip(others, spots, strict=True)
    ]
    low = spots[0][1] + SEAT_TALL
    mine = moved(
        CENTRE, low + GAP, _set(sets.get(nearest), PLACE, nearest, nearest == view["to_act"])
    )
    pile = moved(MIDDLE - 33, spots[0][1] + PLATE_TALL - 10, _discard(view["discard"]))
    return group(*seats, mine, pile), low + GAP


def _two(view: Mapping[str, Any], nearest: int) -> tuple[Ink, float]:
    """Draw two seats, each with its areas a and b. Also return where that ends."""
    [other] = around(2, nearest)
    top = 34.0
    upper = top + PLATE_TALL + 38
    lower = upper + SET_TALL + GAP + 4
    parts = [moved(OPPOSITE, top, _seat(view, other))]
    for seat, y in ((other, upper), (nearest, lower)):
        parts += [moved(LEFT, y, _area(view, seat, "a")), moved(RIGHT, y, _area(view, seat, "b"))]
    parts.append(moved(MIDDLE - 33, upper + SET_TALL / 2 + 10, _discard(view["discard"])))
    return group(*parts), lower + SET_TALL + GAP


def _area(view: Mapping[str, Any], seat: int, area: str) -> Ink:
    cards = [laid["cards"] for laid in view["sets"] if (laid["seat"], laid["area"]) == (seat, area)]
    acting = (view["to_act"], view["area"]) == (seat, area)
    laid = _set(cards[0] if cards else None, PLACE - 40, (seat, area), acting)
    fill = paper.GOLD if acting else paper.PAPER_SHADE
    named = badge(17, TALL * SET_CARD / 2, f"{seat}{area}", 16, fill=fill)  # its name in moves
    return joined([named, moved(40, 0, laid)])


def _set(cards: list[str] | None, room: float, key: object, acting: bool) -> Ink:
    if not cards:
        return no_set(SET_CARD, room, awaited=acting)
    return set_on_table(cards, SET_CARD, room, key)


def _seat(view: Mapping[str, Any], seat: int) -> Ink:
    """Draw a name plate, with the cards held as backs beside it."""
    held = out_words(view, seat) or some(view["counts"][seat - 1], "card")
    cards = backs(view["counts"][seat - 1], PLACE - PLATE_WIDE - 16, held)
    return joined([_plate(view, seat), moved(PLATE_WIDE + 12, 1, cards)])


def _plate(view: Mapping[str, Any], seat: int) -> Ink:
    score = view["scores"][seat - 1]
    acting = seat == view["to_act"]
    return name_plate(
        capital(called(seat, view["seat"])), unit(view, score), acting=acting, tokens=score
    )


def _discard(count: int) -> Ink:
    return joined(
        [
            deck(66, 92, count, fill=paper.TABLE_DARK),
            words(33, 114, f"{count or 'none'}", 18, fill=paper.ON_TABLE, anchor="middle"),
            words(33, 133, "discarded", paper.CAPTION, fill=paper.ON_TABLE, anchor="middle"),
        ]
    )


# --- In front ---


def _front(view: Mapping[str, Any], nearest: int, y: float) -> tuple[Ink, float]:
    """Draw the nearest seat: its plate, and its hand in rows or, for a spectator, as backs. Also
    return the height of the picture."""
    two = view["players"] == 2
    below = y + (PLATE_TALL + GAP if two else SET_TALL + GAP)
    plate_at = y if two else y + SET_TALL - PLATE_TALL - 10
    if view["hand"] is None:
        seat = moved(CENTRE, y if two else below, _seat(view, nearest))
        return seat, (below if two else below + PLATE_TALL) + EDGE
    hand = view["hand"]
    parts = [moved(EDGE + 4, plate_at, _plate(view, nearest))]
    held = out_words(view, nearest) or f"{some(len(hand), 'card')} in hand"
    parts.append(
        words(WIDTH - EDGE - 6, plate_at + 44, capital(held), 18, fill=paper.ON_TABLE, anchor="end")
    )
    rows = in_rows(len(hand), MOST_IN_ROW)
    for at, cards in enumerate(rows if hand else []):
        held_row = row([hand[card] for card in cards], HAND_CARD, HAND_ROOM, bend=2.5, key=at)
        parts.append(moved(EDGE + 4, below + at * HAND_TALL, held_row))
    return group(*parts), below + (len(rows) * HAND_TALL if hand else 0) + EDGE - 6
