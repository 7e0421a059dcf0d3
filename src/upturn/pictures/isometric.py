"""Boxes seen from a corner: where their points lie on the paper, and which to paint first.

Columns (x) run to the lower right, rows (y) to the upper right, heights (z) up. The eye is above,
in front of row 1 and the last column. It sees the top of a box, its front (towards row 1) and its
side (towards the last column).

`painted_in_order` is the painter's order: a box that can be hidden comes before one that can hide
it. Sorting by centres is wrong for boxes of different sizes. And for some stacks *no* order of
whole boxes is right: an upright bar can stand before a lying one, that one on a third, and the
third before the upright bar. Then a box is cut, and its pieces are put in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from upturn.pictures.svg import Ink, Point, number

Place = tuple[float, float, float]

ACROSS = sqrt(3) / 2
"""How far a step along x or y goes to the right on paper; it goes half a step down or up."""
TOWARDS_EYE = (1, -1, 1)
"""On which side of each axis the eye is. The eye's ray through a point has this direction too."""


@dataclass(frozen=True)
class Cuboid:
    """A box with its edges along the axes: the corner nearest to a1 on the ground, and its size."""

    at: tuple[float, float, float]
    size: tuple[float, float, float]

    def ends(self, axis: int) -> tuple[float, float]:
        return self.at[axis], self.at[axis] + self.size[axis]


@dataclass(frozen=True)
class Piece:
    """A box, or a part of it if no whole box could be next. `number` is its place in the list."""

    number: int
    body: Cuboid
    whole: bool = True


def projected(place: Place, unit: float) -> Point:
    """Return the point on paper of a place; a1's ground corner is at 0, 0."""
    x, y, z = place
    return (x + y) * ACROSS * unit, ((x - y) / 2 - z) * unit


def top_of(body: Cuboid, unit: float) -> list[Point]:
    """Return the corners of the top: left, far, right, near."""
    (x0, x1), (y0, y1), (_, z) = body.ends(0), body.ends(1), body.ends(2)
    return [
        projected(place, unit) for place in ((x0, y0, z), (x0, y1, z), (x1, y1, z), (x1, y0, z))
    ]


def front_of(body: Cuboid, unit: float) -> list[Point]:
    (x0, x1), y, (z0, z1) = body.ends(0), body.at[1], body.ends(2)
    return [
        projected(place, unit) for place in ((x0, y, z1), (x1, y, z1), (x1, y, z0), (x0, y, z0))
    ]


def side_of(body: Cuboid, unit: float) -> list[Point]:
    x, (y0, y1), (z0, z1) = body.ends(0)[1], body.ends(1), body.ends(2)
    return [
        projected(place, unit) for place in ((x, y0, z1), (x, y1, z1), (x, y1, z0), (x, y0, z0))
    ]


def outline_of(body: Cuboid, unit: float) -> list[Point]:
    """Return the six corners around the visible part of a box."""
    left, far, right, _ = top_of(body, unit)
    _, _, near_down, left_down = front_of(body, unit)
    right_down = side_of(body, unit)[2]
    return [left, far, right, right_down, near_down, left_down]


def lying(body: Cuboid, unit: float) -> Ink:
    """Return a transform that lays a flat drawing, `unit` to a cell, on the top of a box: its upper
    left goes to the corner with the lowest column and the highest row."""
    x, y = projected((body.at[0], body.ends(1)[1], body.ends(2)[1]), unit)
    return _matrix(ACROSS, 0.5, -ACROSS, 0.5, x, y)


def facing_front(body: Cuboid, unit: float) -> Ink:
    """Return the same for the front, with the upper left at the left edge."""
    x, y = projected((body.at[0], body.at[1], body.ends(2)[1]), unit)
    return _matrix(ACROSS, 0.5, 0, 1, x, y)


def facing_side(body: Cuboid, unit: float) -> Ink:
    """Return the same for the side, with the upper left at the near edge."""
    x, y = projected((body.ends(0)[1], body.at[1], body.ends(2)[1]), unit)
    return _matrix(ACROSS, -0.5, 0, 1, x, y)


def _matrix(*six: float) -> Ink:
    return Ink(
        f"matrix({' '.join(f'{value:.4g}' for value in six[:4])} {number(six[4])} {number(six[5])})"
    )


def hides(one: Cuboid, other: Cuboid) -> bool:
    """Return whether a part of `other` is behind `one` for the eye. The two must not overlap."""
    return (
        any(_before(one, other, axis) for axis in range(3))
        and not any(_before(other, one, axis) for axis in range(3))
        and _overlap_on_paper(one, other)
    )


def _before(one: Cuboid, other: Cuboid, axis: int) -> bool:
    """Return whether a plane across this axis separates them, with the eye on the side of `one`."""
    (low, high), (other_low, other_high) = one.ends(axis), other.ends(axis)
    return low >= other_high if TOWARDS_EYE[axis] > 0 else high <= other_low


def _overlap_on_paper(one: Cuboid, other: Cuboid) -> bool:
    """Return whether the outlines overlap: they have edges in three directions, and must overlap
    across each of these."""
    return all(
        low < other_high and other_low < high
        for (low, high), (other_low, other_high) in zip(_shadow(one), _shadow(other), strict=True)
    )


def _shadow(body: Cuboid) -> list[tuple[float, float]]:
    """Return the ranges of the three sums that stay the same along the eye's ray."""
    (x0, x1), (y0, y1), (z0, z1) = body.ends(0), body.ends(1), body.ends(2)
    return [(x0 + y0, x1 + y1), (y0 + z0, y1 + z1), (x0 - z1, x1 - z0)]


def painted_in_order(boxes: Sequence[Cuboid]) -> list[Piece]:
    """Return all boxes, those that can be hidden before those that can hide them."""
    waiting = [Piece(number, body) for number, body in enumerate(boxes)]
    painted: list[Piece] = []
    while waiting:
        free = next((piece for piece in waiting if not _behind(piece, waiting)), None)
        if free is None:
            waiting = _with_one_cut(waiting)
        else:
            waiting.remove(free)
            painted.append(free)
    return painted


def _behind(piece: Piece, others: Iterable[Piece]) -> list[Piece]:
    """Return the pieces that must be painted before `piece`."""
    return [other for other in others if hides(piece.body, other.body)]


def _with_one_cut(waiting: list[Piece]) -> list[Piece]:
    """Cut the longest piece of a circle in two. This ends, since cells of size 1 make no circle."""
    longest = max(_circle(waiting), key=lambda piece: max(piece.body.size))
    cut = [piece for piece in waiting if piece is not longest]
    return cut + _halves(longest)


def _circle(waiting: list[Piece]) -> list[Piece]:
    """Return a circle of pieces: each hides the next one, and the last hides the first."""
    walk: list[Piece] = []
    piece = waiting[0]
    while piece not in walk:
        walk.append(piece)
        piece = _behind(piece, waiting)[0]
    return walk[walk.index(piece) :]


def _halves(piece: Piece) -> list[Piece]:
    body = piece.body
    axis = body.size.index(max(body.size))
    first = body.size[axis] // 2
    low = replace(body, size=_changed(body.size, axis, first))
    high = Cuboid(
        _changed(body.at, axis, body.at[axis] + first),
        _changed(body.size, axis, body.size[axis] - first),
    )
    return [Piece(piece.number, low, whole=False), Piece(piece.number, high, whole=False)]


def _changed(place: Place, axis: int, value: float) -> Place:
    x, y, z = (value if at == axis else old for at, old in enumerate(place))
    return x, y, z
