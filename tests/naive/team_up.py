"""A slow model of Team UP, written from the rules text alone and used only to check the real one.

A box is the set of its unit cells (x, y, z) and every question is answered by brute force. The
skin of a box is the set of unit squares between it and everything else, and a face is the part of
the skin in one plane. Boxes touch if their skins share a square, and clone each other if they have
the same face. A move is legal exactly when its text is in the list of legal moves.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

Cell = tuple[int, int, int]  # x (the column), y (the row), z (the layer), all from 0
Square = tuple[int, Cell]  # the axis it lies across, and the cell whose lower side there it is
Face = frozenset[Square]
Event = dict[str, Any]

COLUMNS, ROWS = "abcdef", "1234"
FLOOR = frozenset(product(range(len(COLUMNS)), range(len(ROWS)), [-1]))  # the pallet as cells
CORNERS = {(0, 0, 0), (5, 0, 0), (0, 3, 0), (5, 3, 0)}  # the cells on the pallet's corners
COLOURS = ("red", "blue", "white")
SHAPES = ("square", "wide", "bar")
NEUTRAL_SIZES = {"x": (3, 1, 1), "y": (1, 3, 1), "z": (1, 1, 3)}
CARDS = {  # how many of each
    **dict.fromkeys(COLOURS, 6),
    **dict.fromkeys(SHAPES, 5),
    **dict.fromkeys(("square|wide", "square|bar", "wide|bar"), 1),
}


class Kind(NamedTuple):
    """A row of the rules' table of boxes."""

    shape: str
    long: int  # the longer side of the top
    short: int
    height: int
    per_colour: int


KINDS = {
    "square1": Kind("square", 2, 2, 1, 1),
    "square2": Kind("square", 2, 1, 2, 2),
    "wide1": Kind("wide", 3, 2, 1, 1),
    "wide2": Kind("wide", 3, 1, 2, 1),
    "wide3": Kind("wide", 2, 1, 3, 1),
    "bar1": Kind("bar", 3, 1, 1, 2),
    "bar3": Kind("bar", 1, 1, 3, 1),
}


# Boxes in space


class Box(NamedTuple):
    """A box in its place: its lowest cell, and its extent along x, y and z."""

    name: str  # "red wide2" or "neutral"
    shape: str
    axis: str | None
    at: Cell
    size: Cell
    seat: int | None  # who placed it


@cache
def cells(at: Cell, size: Cell) -> frozenset[Cell]:
    """The unit cells that a box fills."""
    x, y, z = (range(low, low + extent) for low, extent in zip(at, size, strict=True))
    return frozenset(product(x, y, z))


def beyond(cell: Cell, axis: int) -> Cell:
    """The next cell along an axis."""
    x, y, z = (place + (number == axis) for number, place in enumerate(cell))
    return (x, y, z)


@cache
def skin(at: Cell, size: Cell) -> frozenset[Square]:
    """The unit squares around a box: those that bound one of its cells, not lie between two."""
    squares: set[Square] = set()
    for cell, axis in product(cells(at, size), range(3)):
        squares ^= {(axis, cell), (axis, beyond(cell, axis))}
    return frozenset(squares)


@cache
def faces(at: Cell, size: Cell) -> frozenset[Face]:
    """The six faces of a box, each the squares of its skin in one plane."""
    planes: dict[tuple[int, int], set[Square]] = {}
    for axis, cell in skin(at, size):
        planes.setdefault((axis, cell[axis]), set()).add((axis, cell))
    return frozenset(frozenset(squares) for squares in planes.values())


@cache
def under(at: Cell, size: Cell) -> frozenset[Cell]:
    """The cells right under the whole base of a box."""
    return frozenset((x, y, at[2] - 1) for x, y, _ in cells(at, size))


def touch(box: Box, other: Box) -> bool:
    """Whether two boxes touch face to face, were it with one unit square."""
    return not skin(box.at, box.size).isdisjoint(skin(other.at, other.size))


# Words


def cell_text(cell: Cell) -> str:
    """A column and a row: c3."""
    return COLUMNS[cell[0]] + ROWS[cell[1]]


def turns(kind: Kind) -> dict[str | None, Cell]:
    """The quarter turns of a box's top: the axis that names each, and the box's size so turned."""
    _, long, short, height, _ = kind
    if long == short:
        return {None: (long, short, height)}
    return {"x": (long, short, height), "y": (short, long, height)}


def obeys(colour: str, kind: Kind, card: str) -> bool:
    """Whether a box is of the card's colour, or of its shape or one of its two shapes."""
    return colour == card or kind.shape in card.split("|")


def neutral_boxes() -> dict[str, Box]:
    """The neutral box in each of its places, in a corner of the pallet, by the text of the deal."""
    boxes = {}
    for (axis, size), (x, y, _) in product(NEUTRAL_SIZES.items(), FLOOR):
        box = Box("neutral", "bar", axis, (x, y, 0), size, None)
        if under(box.at, size) <= FLOOR and cells(box.at, size) & CORNERS:
            boxes[f"deal neutral {cell_text(box.at)} {axis}"] = box
    return boxes


class Entry(NamedTuple):
    """A line of the history: who moved (None for a deal), what could be read, what happened."""

    mover: int | None
    line: str
    events: list[Event]


class NaiveTeamUp:
    """A game of Team UP, driven line by line."""

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any] | None = None,
        same_deal: Mapping[str, Any] | None = None,
    ) -> None:
        if not 1 <= players <= 4:
            raise ValueError("Team UP is for 1 to 4 players")
        self._players = players
        self._clone = (options or {}).get("clone", "face")
        if self._clone not in ("face", "shape"):
            raise ValueError(f"no such clone rule: {self._clone!r}")
        before = same_deal or {"mode": None, "known": 0, "to_beat": None}
        self._mode: str | None = before["mode"]
        self._known: int = before["known"]  # so many cards from the top the team knew at the deal
        self._to_beat: int | None = before["to_beat"]
        self._boxes: list[Box] = []
        self._left = {
            f"{colour} {name}": kind.per_colour
            for colour, (name, kind) in product(COLOURS, KINDS.items())
        }
        self._order: list[str] | None = None  # all cards, top first; None before their deal
        self._drawn = 0
        self._card: str | None = None
        self._penalties = 0
        self._seat = 1
        self._end: str | None = None
        self._legal: dict[str, Box | None] = {}  # each legal move and the box it would place
        self._history: list[Entry] = []

    # What can be asked

    @property
    def awaits_deal(self) -> bool:
        """Whether the next line must be a deal."""
        return self._order is None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._end is not None

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is, if anyone's."""
        return None if self.awaits_deal or self.over else self._seat

    @property
    def scores(self) -> list[int]:
        """The common score, once per seat."""
        not_stacked = sum(self._left.values())
        score = 5 * len(self._full_layers()) - not_stacked - self._penalties
        return [score] * self._players

    def legal_moves(self) -> list[str]:
        """Every legal move of the seat to act, as canonical text."""
        return sorted(self._legal)

    def sight(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), can see now."""
        self._check_seat(seat)
        order = self._order or []
        undrawn = order[self._drawn :]
        return {
            "game": "team-up",
            "players": self._players,
            "seat": seat,
            "to_act": self.to_act,
            "over": self.over,
            "scores": self.scores,
            "clone": self._clone,
            "mode": self._mode,
            "to_beat": self._to_beat,
            "card": self._card,
            "heights": [[self._height(x, y) for x in range(6)] for y in range(4)],
            "boxes": [
                {
                    "box": box.name,
                    "shape": box.shape,
                    "at": cell_text(box.at),
                    "axis": box.axis,
                    "level": box.at[2],
                    "size": list(box.size),
                    "seat": box.seat,
                }
                for box in self._boxes
            ],
            "left": {
                colour: {name: self._left[f"{colour} {name}"] for name in KINDS}
                for colour in COLOURS
            },
            "layers": len(self._full_layers()),
            "penalties": self._penalties,
            "deck": len(undrawn),
            "undrawn": {card: undrawn.count(card) for card in CARDS},
            "coming": order[self._drawn : self._known],
            "agreed": ["stop"] if "stop" in self._legal else [],
            "end": self._end,
            "legal": self.legal_moves() if seat is not None and seat == self.to_act else [],
        }

    def history(self, seat: int | None) -> list[dict[str, Any]]:
        """What a seat, or a spectator (None), has witnessed: the same for all."""
        self._check_seat(seat)
        return [
            {"seat": entry.mover, "move": entry.line, "events": copy.deepcopy(entry.events)}
            for entry in self._history
        ]

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat, or a spectator (None), may see."""
        return self.sight(seat) | {"history": self.history(seat)}

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 1 <= seat <= self._players:
            raise ValueError(f"no such seat: {seat}")

    # The pallet

    def _filled(self) -> set[Cell]:
        """Every cell that some box fills."""
        return {cell for box in self._boxes for cell in cells(box.at, box.size)}

    def _height(self, column: int, row: int) -> int:
        """How high the boxes reach over a cell of the pallet."""
        return max((z + 1 for x, y, z in self._filled() if (x, y) == (column, row)), default=0)

    def _full_layers(self) -> list[int]:
        """The layers without a gap, counted from 1, lowest first."""
        layers = [z for _, _, z in self._filled()]
        return [z + 1 for z in sorted(set(layers)) if layers.count(z) == len(FLOOR)]

    def _may_stand(self, box: Box) -> bool:
        """Whether a box that fills free cells on a whole base touches some box and clones none."""
        touches = any(touch(box, other) for other in self._boxes)
        return touches and not any(self._clones(box, other) for other in self._boxes)

    def _clones(self, box: Box, other: Box) -> bool:
        """Whether a face of each covers the other exactly; by the house rule, of like shapes."""
        if self._clone == "shape" and box.shape != other.shape:
            return False
        return not faces(box.at, box.size).isdisjoint(faces(other.at, other.size))

    def _placings(self, card: str) -> dict[str, Box]:
        """Every box in every place that obeys a card and the rules, by the text of the move."""
        filled = self._filled()
        ground = filled | FLOOR
        levels = {z + 1 for _, _, z in ground}
        placings: dict[str, Box] = {}
        for colour, (name, kind) in product(COLOURS, KINDS.items()):
            if not obeys(colour, kind, card) or self._left[f"{colour} {name}"] == 0:
                continue
            for (axis, size), (x, y, _), z in product(turns(kind).items(), FLOOR, levels):
                at = (x, y, z)
                # Whatever has its whole base on the pallet or on boxes is inside the edges.
                if under(at, size) <= ground and cells(at, size).isdisjoint(filled):
                    box = Box(f"{colour} {name}", kind.shape, axis, at, size, self._seat)
                    if self._may_stand(box):
                        text = f"place {box.name} {cell_text(at)} {axis or ''}".rstrip()
                        assert text not in placings, "a box can come to stand at one level only"
                        placings[text] = box
        return placings

    def _find_legal(self) -> dict[str, Box | None]:
        """Every legal move now, and the box that it would place."""
        if self.to_act is None:
            return {}
        if self._card is None:
            return {"draw": None, "stop": None}
        return dict(self._placings(self._card)) or {"penalty": None}

    # What can be done

    def apply(self, line: str) -> None:
        """Make a deal or a move; raise ValueError, changing nothing, if it is not allowed."""
        if line.split(" ")[0] == "deal":
            entry = self._deal(line)
        elif line in self._legal:
            entry = Entry(self._seat, line, self._make(line))
        else:
            raise ValueError(f"not a legal move here: {line!r}")
        self._history.append(entry)
        self._legal = self._find_legal()

    def _deal(self, line: str) -> Entry:
        """Make the deal that is due, the neutral box or the cards."""
        if not self._boxes:
            places = neutral_boxes()
            if line not in places:
                raise ValueError("the neutral box is due, in one of its twelve places")
            return Entry(None, line, [self._put(places[line])])
        if not self.awaits_deal:
            raise ValueError("no deal is due")
        order = line.removeprefix("deal cards ").split(" ")
        if sorted(order) != sorted(card for card, copies in CARDS.items() for _ in range(copies)):
            raise ValueError("the cards are due, each as often as there is")
        self._order = order
        shown = [card if place < self._known else "?" for place, card in enumerate(order)]
        shuffled = {"event": "shuffled", "cards": len(order)}
        return Entry(None, " ".join(["deal", "cards", *shown]), [shuffled])

    def _make(self, line: str) -> list[Event]:
        """Carry out a move already known to be legal; what happened."""
        assert self._order is not None
        if line == "stop":
            return self._finish("stopped")
        if line == "draw":
            self._card = self._order[self._drawn]
            self._drawn += 1
            return [{"event": "drawn", "seat": self._seat, "card": self._card}]
        box = self._legal[line]
        if box is None:
            self._penalties += 1
            events: list[Event] = [{"event": "penalty", "seat": self._seat, "card": self._card}]
        else:
            full_before = self._full_layers()
            self._left[box.name] -= 1
            events = [self._put(box)]
            for layer in self._full_layers():
                if layer not in full_before:
                    events.append({"event": "layer", "layer": layer})
        self._card = None
        self._seat = self._seat % self._players + 1
        if not any(self._left.values()):
            events += self._finish("stacked")
        elif self._drawn == len(self._order):
            events += self._finish("cards")
        return events

    def _put(self, box: Box) -> Event:
        """Put a box in its place; the event that says so."""
        self._boxes.append(box)
        return {
            "event": "placed",
            "seat": box.seat,
            "box": box.name,
            "at": cell_text(box.at),
            "axis": box.axis,
            "level": box.at[2],
        }

    def _finish(self, why: str) -> list[Event]:
        """End the game; the event that says so."""
        self._end = why
        return [{"event": "game_over", "why": why, "score": self.scores[0]}]
