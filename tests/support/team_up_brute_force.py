"""Finds the best score of a small Team UP deal by trying every play.

The geometry is that of the naive model, which was written from the rules text alone. Nothing is
shared with the engine or the solver. Plays that lead to the same boxes in the same places, with the
same boxes left and the same cards to come, are tried once. There is no other optimisation, so this
is for pallets of a dozen cells and a handful of boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from tests.naive.team_up import (
    Box,
    Cell,
    Kind,
    cell_text,
    cells,
    faces,
    obeys,
    touch,
    turns,
    under,
)

LAYER_POINTS = 5
PENALTY = "penalty"


class Spot(NamedTuple):
    """A kind of box in a place. Its cells and its relations to other spots are sets of bits."""

    kind: str
    box: Box
    fills: int
    stands_on: int
    touching: int
    cloned: int


class Moment(NamedTuple):
    """Before a draw, or before the card drawn last is obeyed."""

    placed: int  # the spots with a box, in bits
    filled: int  # the cells, in bits
    left: tuple[int, ...]  # boxes, by colour and kind
    drawn: int  # cards that were obeyed or penalised


class SmallPallet:
    """An edition's pallet and boxes, with the neutral box in its place.

    `data` is the content of a component file; `neutral` the cell and axis of the deal, as text.
    """

    def __init__(self, data: dict[str, Any], neutral: str, clone: str) -> None:
        self.columns: int = data["pallet"]["columns"]
        self.rows: int = data["pallet"]["rows"]
        self.colours: list[str] = data["colours"]
        self.kinds = {
            each["name"]: Kind(
                each["shape"], max(each["top"]), min(each["top"]), each["height"],
                each["per_colour"],
            )
            for each in data["box"]
        }  # fmt: skip
        long = data["neutral"]["size"][0]
        self.levels = long + len(self.colours) * sum(
            kind.height * kind.per_colour for kind in self.kinds.values()
        )
        self.clone = clone
        self.neutral = self._neutral(neutral, long)
        self.spots = self._spots()
        self.numbers = {
            name: [at for at, spot in enumerate(self.spots) if spot.kind == name]
            for name in self.kinds
        }
        self._known: dict[Moment, int] = {}

    # --- Geometry

    def _bit(self, cell: Cell) -> int:
        """Return the bit of a cell. The cells of the pallet itself, below the lowest layer, have
        bits too."""
        x, y, z = cell
        return 1 << ((z + 1) * self.rows + y) * self.columns + x

    def _bits(self, wanted: frozenset[Cell]) -> int:
        return sum(map(self._bit, wanted))

    def _neutral(self, text: str, long: int) -> Box:
        place, axis = text.split()
        at = (ord(place[0]) - ord("a"), int(place[1]) - 1, 0)
        size = {"x": (long, 1, 1), "y": (1, long, 1), "z": (1, 1, long)}[axis]
        return Box("neutral", "bar", axis, at, size, None)

    def _clones(self, one: Box, other: Box) -> bool:
        if self.clone == "shape" and one.shape != other.shape:
            return False
        return not faces(one.at, one.size).isdisjoint(faces(other.at, other.size))

    def _boxes(self) -> list[Box]:
        """Return every kind of box, turned every way, in every place inside the edges."""
        return [
            Box(name, kind.shape, axis, (x, y, z), size, None)
            for name, kind in self.kinds.items()
            for axis, size in turns(kind).items()
            for x, y, z in product(
                range(self.columns - size[0] + 1),
                range(self.rows - size[1] + 1),
                range(self.levels - size[2] + 1),
            )
        ]

    def _spots(self) -> list[Spot]:
        """Return all spots. The neutral box is spot 0."""
        boxes = [self.neutral, *self._boxes()]
        return [
            Spot(
                box.name,
                box,
                self._bits(cells(box.at, box.size)),
                self._bits(under(box.at, box.size)),
                sum(1 << at for at, other in enumerate(boxes) if touch(box, other)),
                sum(1 << at for at, other in enumerate(boxes) if self._clones(box, other)),
            )
            for box in boxes
        ]

    def _layers(self, filled: int) -> int:
        """Return how many layers are full."""
        size = self.columns * self.rows
        whole = (1 << size) - 1
        return sum(filled >> size * (level + 1) & whole == whole for level in range(self.levels))

    # --- Plays

    def start(self) -> Moment:
        left = tuple(kind.per_colour for _ in self.colours for kind in self.kinds.values())
        floor = (1 << self.columns * self.rows) - 1
        return Moment(1, floor | self.spots[0].fills, left, 0)

    def choices(self, now: Moment, card: str) -> dict[str, Moment]:
        """Return every way to obey this card, which comes next, or the penalty for not obeying
        it."""
        found = {}
        for at, (colour, name) in enumerate(product(self.colours, self.kinds)):
            if not now.left[at] or not obeys(colour, self.kinds[name], card):
                continue
            fewer = (*now.left[:at], now.left[at] - 1, *now.left[at + 1 :])
            for number in self.numbers[name]:
                spot = self.spots[number]
                if self._allowed(spot, now):
                    where = f"{cell_text(spot.box.at)} {spot.box.axis or ''}".strip()
                    found[f"place {colour} {name} {where}"] = Moment(
                        now.placed | 1 << number, now.filled | spot.fills, fewer, now.drawn + 1
                    )
        return found or {PENALTY: now._replace(drawn=now.drawn + 1)}

    def _allowed(self, spot: Spot, now: Moment) -> bool:
        return bool(
            not now.filled & spot.fills
            and now.filled & spot.stands_on == spot.stands_on
            and now.placed & spot.touching
            and not now.placed & spot.cloned
        )

    def best(self, now: Moment, cards: Sequence[str], *, card_drawn: bool = False) -> int:
        """Return the highest score that any play reaches from here, if there was no penalty so far.

        `cards` are those of the whole deal, in their order. Once the next card is drawn, it is too
        late to stop before it.
        """
        self._known = {}
        return self._obeyed(now, cards) if card_drawn else self._best(now, cards)

    def _best(self, now: Moment, cards: Sequence[str]) -> int:
        if now not in self._known:
            score = LAYER_POINTS * self._layers(now.filled) - sum(now.left)
            if now.drawn < len(cards) and any(now.left):
                score = max(score, self._obeyed(now, cards))
            self._known[now] = score
        return self._known[now]

    def _obeyed(self, now: Moment, cards: Sequence[str]) -> int:
        """Return the best score after obeying the next card."""
        return max(
            self._best(then, cards) - (move == PENALTY)
            for move, then in self.choices(now, cards[now.drawn]).items()
        )

    def standing(self, now: Moment) -> list[Box]:
        return [spot.box for at, spot in enumerate(self.spots) if now.placed >> at & 1]
