"""Team Play as a picture: the bank in the middle, missions before their seats, the hand in front.

`picture_of(view)` returns the text of the SVG. The seat of the view is at the bottom, the others
are around the table from the left, in turn order; for a spectator seat 1 is at the bottom. The
parts: `cards.py`, `missions.py`, `words.py`, and `pictures/seats.py`, which dnup uses too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from upturn.pictures import paper
from upturn.pictures.paper import deck, heading, note, on_table, paper_card, star, words
from upturn.pictures.seats import (
    PLATE_TALL,
    PLATE_WIDE,
    around,
    backs,
    breadth,
    broken,
    called,
    capital,
    empty_place,
    fitting,
    in_rows,
    name_plate,
    some,
)
from upturn.pictures.svg import Ink, group, joined, moved
from upturn.pictures.team_play.cards import TALL, face, row
from upturn.pictures.team_play.missions import sheet, tall_of
from upturn.pictures.team_play.words import (
    best_teams,
    last_round,
    partner_of,
    points_of,
    team_called,
    title_of,
    told,
    whose_turn,
    won_with,
)

WIDTH = 820
EDGE = 26
RIGHT_EDGE = WIDTH - EDGE
MIDDLE = WIDTH / 2
GAP = 18
APART = 9
"""The space between two missions of a seat."""

NOTE_WIDE = 372
NOTE_LINE = 26

THIRD, HALF = 250, 375
"""The width of a seat's place, with three or two side by side."""
NARROW_PLATE = 142
FIRST, SECOND, THIRD_COLUMN = EDGE, MIDDLE - THIRD / 2, RIGHT_EDGE - THIRD
RIGHT_HALF = RIGHT_EDGE - HALF
RAISED = 18
"""How much farther away the seat opposite is than the seats beside it."""

ROWS: dict[int, list[list[tuple[int | None, float, float]]]] = {
    3: [[(0, EDGE, 0), (1, RIGHT_HALF, 0)]],
    4: [[(0, FIRST, RAISED), (1, SECOND, 0), (2, THIRD_COLUMN, RAISED)]],
    5: [[(1, EDGE, 0), (2, RIGHT_HALF, 0)], [(0, EDGE, 0), (3, RIGHT_HALF, 0)]],
    6: [
        [(1, FIRST, RAISED), (2, SECOND, 0), (3, THIRD_COLUMN, RAISED)],
        [(0, FIRST, 0), (None, SECOND, 0), (4, THIRD_COLUMN, 0)],
    ],
}
"""By number of players, the rows of other seats: the place counted from the left of the nearest
seat, x, and how much farther down it is. None is the mission of the centre.
"""

BANK_CARD, DECK_CARD = 78, 66
BANK_APART = 8
BANK_WIDE = 3 * BANK_CARD + 2 * BANK_APART
DISCARDED = paper.TABLE_DARK
HAND_CARD = 74
HAND_ROOM = WIDTH - 2 * EDGE - 8
HAND_TALL = TALL * HAND_CARD + 16
MOST_IN_ROW = 16
MIDDLE_TALL = 156
LEAST_TALL = 122
CENTRE_WIDE = 200
"""The width of the mission in the centre, beside the bank."""
EVERYBODYS = "centre, for everybody"


def picture_of(view: Mapping[str, Any]) -> str:
    """Return the picture of a view of Team Play."""
    nearest = view["seat"] or 1
    head, y = _head(view)
    seats, y = _seats(view, nearest, y + GAP)
    middle, y = _middle(view, y + GAP)
    front, height = _front(view, nearest, y + GAP)
    return on_table(WIDTH, height, title_of(view), told(view), head, seats, middle, front)


def _two_each(view: Mapping[str, Any]) -> bool:
    """Return whether every seat has two missions, side by side."""
    return len(view["missions"][0]) > 1


def _mission_wide(view: Mapping[str, Any]) -> float:
    return (HALF - APART) / 2 if _two_each(view) else THIRD


def _tallest(names: Iterable[str | None], wide: float) -> float:
    """Return the height for missions side by side: that of the tallest."""
    return max([LEAST_TALL, *(tall_of(name, wide) for name in names)])


# --- Above ---


def _head(view: Mapping[str, Any]) -> tuple[Ink, float]:
    """Draw the name of the game, what happens now, and the score. Also return where that ends."""
    room = RIGHT_EDGE - NOTE_WIDE - 32 - 20
    lines = broken(whose_turn(view), 18, room)
    parts = [heading(30, 60, "Team Play", 34)]
    parts += [
        words(32, 88 + 23 * at, line, 18, fill=paper.ON_TABLE) for at, line in enumerate(lines)
    ]
    y = 88 + 23 * len(lines)
    ribbon = won_with(view) or last_round(view)
    if ribbon:
        parts.append(moved(28, y - 6, _ribbon(ribbon), turn=-0.8))
        y += 40
    score, score_tall = _score(view)
    parts.append(moved(RIGHT_EDGE - NOTE_WIDE, EDGE, score))
    return group(*parts), max(y, EDGE + score_tall)


def _ribbon(said: str) -> Ink:
    return paper_card(
        breadth(said, 18, bold=True) + 30,
        36,
        words(16, 24, said, 18, bold=True),
        key="ribbon",
        fill=paper.GOLD,
        edge=paper.GOLD_DARK,
    )


def _score(view: Mapping[str, Any]) -> tuple[Ink, float]:
    """Draw every team with its points and number of scored missions. Also return the height."""
    points_at, missions_at = NOTE_WIDE - 114, NOTE_WIDE - 18
    best = best_teams(view) if view["over"] else []
    rows = [
        words(points_at, 25, "Points", paper.CAPTION, fill=paper.INK_SOFT, bold=True, anchor="end"),
        words(
            missions_at, 25, "Missions", paper.CAPTION, fill=paper.INK_SOFT, bold=True, anchor="end"
        ),
    ]
    for at, (team, scored) in enumerate(zip(view["teams"], view["scored"], strict=True)):
        y = 56 + NOTE_LINE * at
        name = team_called(team, view["seat"])
        won = team in best
        if won:
            rows.append(star(20, y - 6, 9, fill=paper.GOLD, stroke=paper.GOLD_DARK))
        left = 34 if won else 16
        rows += [
            words(
                left, y, name, fitting(name, 18, points_at - 34 - left), bold=view["seat"] in team
            ),
            words(points_at, y, points_of(view, team), 22, anchor="end", bold=True, serif=True),
            words(missions_at, y, len(scored), 19, anchor="end"),
        ]
    tall = 50 + NOTE_LINE * len(view["teams"])
    caption = "Teams" if len(view["teams"][0]) > 1 else "Players"
    return note(NOTE_WIDE, tall, caption, *rows), tall


# --- Around ---


def _seats(view: Mapping[str, Any], nearest: int, y: float) -> tuple[Ink, float]:
    """Draw the other seats, in one row or two. Also return where that ends."""
    others = around(view["players"], nearest)
    placed: list[Ink] = []
    for row_ in ROWS[view["players"]]:
        seats = [(others[at], x, y + drop) for at, x, drop in row_ if at is not None]
        lying = [name for seat, _, _ in seats for name in view["missions"][seat - 1]]
        between = [(x, y + drop + PLATE_TALL + 12) for at, x, drop in row_ if at is None]
        if between:
            lying.append(view["centre"])
        tall = _tallest(lying, _mission_wide(view))
        placed += [moved(x, top, _seat(view, seat, tall)) for seat, x, top in seats]
        for x, top in between:
            placed += [
                _caption(x + THIRD / 2, top - 10, EVERYBODYS),
                moved(x, top, sheet(view["centre"], THIRD, tall)),
            ]
        y += max(drop for _, _, drop in row_) + PLATE_TALL + 12 + tall + GAP
    return group(*placed), y - GAP


def _seat(view: Mapping[str, Any], seat: int, tall: float) -> Ink:
    """Draw a name plate, with the cards held as backs beside it and the missions below."""
    wide = HALF if _two_each(view) else THIRD
    count = view["counts"][seat - 1]
    plate = NARROW_PLATE if wide == THIRD else PLATE_WIDE
    held = backs(count, wide - plate - 30, some(count, "card"))
    return joined(
        [
            _plate(view, seat, plate),
            moved(plate + 12, 1, held),
            moved(0, PLATE_TALL + 12, _missions(view, seat, tall)),
        ]
    )


def _missions(view: Mapping[str, Any], seat: int, tall: float) -> Ink:
    wide = _mission_wide(view)
    return joined(
        moved(at * (wide + APART), 0, sheet(name, wide, tall, offered=_offered(view, seat, name)))
        for at, name in enumerate(view["missions"][seat - 1])
    )


def _offered(view: Mapping[str, Any], seat: int, name: str | None) -> bool:
    return name is not None and (seat, name) == (view["to_act"], view["offered"])


def _plate(view: Mapping[str, Any], seat: int, wide: float) -> Ink:
    partner = partner_of(view, seat)
    if partner is None:
        below = some(view["scores"][seat - 1], "point")
    else:
        below = "your partner" if partner == view["seat"] else f"with seat {partner}"
    name = capital(called(seat, view["seat"]))
    return name_plate(name, below, acting=seat == view["to_act"], wide=wide)


# --- In the middle ---


def _middle(view: Mapping[str, Any], y: float) -> tuple[Ink, float]:
    """Draw the bank between pile and discard, with missions beside them. Also return where that
    ends."""
    lone = view["players"] == 6  # the mission of the centre is drawn between the seats
    pile, bank, between = (78, 210, 52) if lone else (40, 126, 20)
    discard = bank + BANK_WIDE + between
    missions = 676 if lone else RIGHT_EDGE - DECK_CARD - 24
    tall = 0 if lone else _tallest([view["centre"]], CENTRE_WIDE)
    deep = max(MIDDLE_TALL, tall + 26)
    discarded, put_away = len(view["discard"]), len(view["mission_discard"])
    of_missions = [some(view["mission_pile"], "mission"), f"{put_away or 'none'} discarded"]
    parts = [
        moved(pile, 0, _pile(view["pile"], [f"{view['pile'] or 'none'}", "in the pile"])),
        moved(bank, 0, _bank(view["bank"])),
        _caption(bank + BANK_WIDE / 2, TALL * BANK_CARD + 24, "bank"),
        moved(discard, 0, _pile(discarded, [f"{discarded or 'none'}", "discarded"], DISCARDED)),
        moved(missions, 0, _pile(view["mission_pile"], of_missions, paper.GREEN_DARK)),
    ]
    if not lone:
        left = missions - CENTRE_WIDE - 26
        parts += [
            moved(left, 0, sheet(view["centre"], CENTRE_WIDE, tall)),
            _caption(left + CENTRE_WIDE / 2, tall + 21, EVERYBODYS),
        ]
    return moved(0, y, *parts), y + deep


def _caption(x: float, y: float, said: str) -> Ink:
    return words(x, y, said, paper.CAPTION, fill=paper.ON_TABLE, anchor="middle")


def _pile(count: int, said: list[str], fill: str = paper.BLUE) -> Ink:
    tall = TALL * DECK_CARD
    lines = [_caption(DECK_CARD / 2, tall + 36 + 20 * at, line) for at, line in enumerate(said)]
    return joined([moved(0, 10, deck(DECK_CARD, tall, count, fill=fill)), *lines])


def _bank(cards: list[str | None]) -> Ink:
    tall = TALL * BANK_CARD
    return joined(
        moved(
            (BANK_CARD + BANK_APART) * at,
            0,
            face(card, BANK_CARD, ("bank", at)) if card else empty_place(BANK_CARD, tall),
            turn=(-1.0, 0.6, -0.4)[at % 3] if card else 0,
        )
        for at, card in enumerate(cards)
    )


# --- In front ---


def _front(view: Mapping[str, Any], nearest: int, y: float) -> tuple[Ink, float]:
    """Draw the nearest seat: its plate, its missions, and its hand, or backs for a spectator. Also
    return the height of the picture."""
    tall = _tallest(view["missions"][nearest - 1], _mission_wide(view))
    if view["hand"] is None:
        wide = HALF if _two_each(view) else THIRD
        low = y + PLATE_TALL + 12 + tall + EDGE
        return moved(MIDDLE - wide / 2, y, _seat(view, nearest, tall)), low
    hand = view["hand"]
    two = _two_each(view)
    missions_at = EDGE + PLATE_WIDE + 26 if two else SECOND
    below = y + tall + 20
    parts = [
        moved(EDGE + 4, y, _plate(view, nearest, PLATE_WIDE)),
        moved(missions_at, y, _missions(view, nearest, tall)),
        *(
            words(
                RIGHT_EDGE - 4, y + tall - 26 + 22 * at, line, 18, fill=paper.ON_TABLE, anchor="end"
            )
            for at, line in enumerate(
                [capital(f"{some(len(hand), 'card')} in hand"), f"Limit {view['limit']}"]
            )
        ),
    ]
    rows = in_rows(len(hand), MOST_IN_ROW) if hand else []
    for at, cards in enumerate(rows):
        held = row([hand[card] for card in cards], HAND_CARD, HAND_ROOM, bend=2)
        parts.append(moved(EDGE + 4, below + at * HAND_TALL, held))
    return group(*parts), below + len(rows) * HAND_TALL + EDGE - 12
