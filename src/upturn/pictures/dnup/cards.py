"""dnup's cards: the active value large above, the inactive one upside down in the band below.

Each value has its own colour, warm for low and cool for high values. It only makes equal cards easy
to find; the number is always there. 6 and 9 are underlined, so that they can be told apart upside
down.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from upturn.pictures import paper
from upturn.pictures.paper import paper_card, star, unevenness, words
from upturn.pictures.seats import COUNTS, empty_place, steps
from upturn.pictures.svg import Ink, element, group, joined, line, moved, number

TALL = 1.46
"""The height of a card whose width is 1."""
COLOURS = {
    1: "#b0432c", 2: "#a95814", 3: "#85650f", 4: "#65701c", 5: "#3f7637",
    6: "#1f745d", 7: "#1b6c80", 8: "#27639f", 9: "#4a4fa3", 10: "#75408f",
}  # fmt: skip
STAR = (1, 5)
"""The values of the card with the star."""
LINED = (6, 9)
"""Each looks like the other upside down."""
DIGIT = 0.74
"""The greatest width of a digit, relative to its size."""


def ends(card: str) -> tuple[int, int]:
    """Return the active and the inactive value."""
    active, inactive = card.split("/")
    return int(active), int(inactive)


def set_words(size: int, value: int) -> str:
    """Return the name of a set: `single 7`, `pair of 7s`, `three 7s`."""
    if size < 3:
        return f"single {value}" if size == 1 else f"pair of {value}s"
    return f"{COUNTS[size] if size < len(COUNTS) else size} {value}s"


def face(card: str, wide: float, seen: float, strip: float | None = None, key: object = "") -> Ink:
    """Draw a card face up. `seen` is the width of it that is not covered, `strip` the same for its
    neighbours."""
    active, inactive = ends(card)
    tall = TALL * wide
    band = 0.29 * tall
    middle = min(seen, wide) / 2
    room = 0.9 * min(strip or seen, seen, wide)
    own = 0.9 * min(seen, wide)
    large = min(0.7 * wide, room / DIGIT, own / (DIGIT * len(str(active))))
    small = min(0.32 * wide, room / DIGIT, own / (DIGIT * len(str(inactive))))
    starred = sorted((active, inactive)) == sorted(STAR)
    inside = [
        element("title", card),
        _band(wide, tall, band, COLOURS.get(inactive, paper.INK), (card, key)),
        _value(
            active,
            middle,
            0.1 * tall + 0.36 * 0.7 * wide + 0.37 * large,
            large,
            COLOURS.get(active, paper.INK),
        ),
        moved(
            middle,
            tall - 4 - (band - 4) / 2,
            _value(inactive, 0, (0.3 if inactive in LINED else 0.36) * small, small, paper.PAPER),
            turn=180,
        ),
    ]
    if starred:
        at = tall - band - 0.16 * wide
        inside.append(
            star(
                middle,
                at,
                min(0.15 * wide, 0.4 * room),
                fill=paper.GOLD,
                stroke=paper.GOLD_DARK,
                stroke_width=1.2,
            )
        )
    return group(paper_card(wide, tall, *inside, key=(card, key), fibres=wide > 80), class_="card")


def _value(value: int, x: float, y: float, size: float, fill: str) -> Ink:
    written = words(x, y, value, size, fill=fill, anchor="middle", bold=True, serif=True)
    if value not in LINED:
        return written
    half, low = 0.27 * size, y + 0.14 * size
    below = line((x - half, low), (x + half, low), stroke=fill, stroke_width=0.07 * size)
    return joined([written, below])


def _band(wide: float, tall: float, band: float, fill: str, key: object) -> Ink:
    """Draw the printed end of a card, its upper edge cut by hand."""
    left, middle, right = (1.6 * chance for chance in unevenness(key, 3))
    top, low, far, round_ = tall - band, tall - 4, wide - 4, 6
    d = (
        f"M4 {number(top + left)}Q{number(wide / 2)} {number(top + middle)} "
        f"{number(far)} {number(top + right)}V{number(low - round_)}"
        f"Q{number(far)} {number(low)} {number(far - round_)} {number(low)}"
        f"H{number(4 + round_)}Q4 {number(low)} 4 {number(low - round_)}Z"
    )
    return element("path", d=Ink(d), fill=fill)


def row(
    cards: Sequence[str], wide: float, room: float, *, bend: float = 0, key: object = ""
) -> Ink:
    """Draw cards side by side in the middle of the room, overlapping only as far as they must.

    The outermost cards of a full row lean outwards by `bend` degrees, as in a hand.
    """
    values = [ends(card)[0] for card in cards]
    apart = [one != next_ for one, next_ in pairwise(values)]
    at, strip = steps(wide, room, apart)
    left = (room - at[-1] - wide) / 2
    laid = []
    for place, (x, card) in enumerate(zip(at, cards, strict=True)):
        seen = at[place + 1] - x if place + 1 < len(at) else wide
        out = (left + x + wide / 2 - room / 2) / (room / 2)  # from -1 to 1
        lean = bend * out + 0.7 * unevenness((card, place), 1)[0]
        middle, low = wide / 2, TALL * wide
        shown = moved(-middle, -low, face(card, wide, seen, strip, (key, place)))
        laid.append(moved(left + x + middle, low + 2.2 * bend * out * out, shown, turn=lean))
    return joined(laid)


def set_on_table(laid: Sequence[str], wide: float, room: float, key: object) -> Ink:
    """Draw a set as it lies before its owner, with its name."""
    said = set_words(len(laid), ends(laid[0])[0])
    return group(
        row(laid, wide, room, key=key),
        words(room / 2, TALL * wide + 23, said, 18, fill=paper.ON_TABLE, anchor="middle"),
        class_="set",
    )


def no_set(wide: float, room: float, *, awaited: bool) -> Ink:
    place = empty_place(wide + 40, TALL * wide - 6, "no set", awaited=awaited)
    return moved((room - wide - 40) / 2, 3, place)
