"""Boxes seen from a corner: where their points lie on the paper, and which to paint first.

Columns (x) run to the lower right, rows (y) to the upper right, heights (z) up; the eye is in
front of column f and row 1, above. One sees of a box its top, its front (towards row 1) and its
side (towards the last column).

`painted_in_order` is the painter's order: what can be hidden comes before what can hide it. Sorting
by centres is wrong for boxes of different sizes, and for some stacks *no* order of whole boxes is
right: an upright bar can stand before a lying one, that one on a third, and the third before the
upright bar. Then a box is cut, and its pieces are put in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from upturn.pictures.svg import Ink, Point, number

Place = tuple[float, float, float]

ACROSS = sqrt(3) / 2
"""To the right on paper for a step along x or y; half a step goes down or up."""
TOWARDS_EYE = (1, -1, 1)
"""In which sense of each axis the eye is. The eye's ray through a point is this direction too."""


@dataclass(frozen=True)
class Cuboid:
    """A box with its edges along the axes: the corner nearest to a1 on the ground, and its size."""

    at: tuple[float, float, float]
    size: tuple[float, float, float]

    def ends(self, axis: int) -> tuple[float, float]:
        return self.at[axis], self.at[axis] + self.size[axis]


@dataclass(frozen=True)
class Piece:
    """A box, or a part of it if no whole box could be next: `number` is the box's in its list."""

    number: int
    body: Cuboid
    whole: bool = True


def projected(place: Place, unit: float) -> Point:
    """The point of the paper for a place; a1's ground corner is at 0, 0."""
    x, y, z = place
    return (x + y) * ACROSS * unit, ((x - y) / 2 - z) * unit


def top_of(body: Cuboid, unit: float) -> list[Point]:
    """The corners of the top: left, far, right, near."""
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
    """The six corners around all that is seen of a box."""
    left, far, right, _ = top_of(body, unit)
    _, _, near_down, left_down = front_of(body, unit)
    right_down = side_of(body, unit)[2]
    return [left, far, right, right_down, near_down, left_down]


def lying(body: Cuboid, unit: float) -> Ink:
    """A transform: what is drawn flat, `unit` to a cell, its upper left at a box's a–4 corner, lies
    on the top."""
    x, y = projected((body.at[0], body.ends(1)[1], body.ends(2)[1]), unit)
    return _matrix(ACROSS, 0.5, -ACROSS, 0.5, x, y)


def facing_front(body: Cuboid, unit: float) -> Ink:
    """The same for the front, its upper left at the left edge."""
    x, y = projected((body.at[0], body.at[1], body.ends(2)[1]), unit)
    return _matrix(ACROSS, 0.5, 0, 1, x, y)


def facing_side(body: Cuboid, unit: float) -> Ink:
    """The same for the side, its upper left at the near edge."""
    x, y = projected((body.ends(0)[1], body.at[1], body.ends(2)[1]), unit)
    return _matrix(ACROSS, -0.5, 0, 1, x, y)


def _matrix(*six: float) -> Ink:
    return Ink(
        f"matrix({' '.join(f'{value:.4g}' for value in six[:4])} {number(six[4])} {number(six[5])})"
    )


def hides(one: Cuboid, other: Cuboid) -> bool:
    """Whether some of `other` is behind `one` for the eye. The two share no space."""
    return (
        any(_before(one, other, axis) for axis in range(3))
        and not any(_before(other, one, axis) for axis in range(3))
        and _overlap_on_paper(one, other)
    )


def _before(one: Cuboid, other: Cuboid, axis: int) -> bool:
    """A plane across this axis parts them, and the eye is on the side of `one`."""
    (low, high), (other_low, other_high) = one.ends(axis), other.ends(axis)
    return low >= other_high if TOWARDS_EYE[axis] > 0 else high <= other_low


def _overlap_on_paper(one: Cuboid, other: Cuboid) -> bool:
    """Outlines have edges in three directions: they overlap if they do across each of these."""
    return all(
        low < other_high and other_low < high
        for (low, high), (other_low, other_high) in zip(_shadow(one), _shadow(other), strict=True)
    )


def _shadow(body: Cuboid) -> list[tuple[float, float]]:
    """The three sums that stay the same along the eye's ray: from where to where."""
    (x0, x1), (y0, y1), (z0, z1) = body.ends(0), body.ends(1), body.ends(2)
    return [(x0 + y0, x1 + y1), (y0 + z0, y1 + z1), (x0 - z1, x1 - z0)]


def painted_in_order(boxes: Sequence[Cuboid]) -> list[Piece]:
    """All boxes, those that can be hidden before those that can hide them."""
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
    """What must be painted before `piece`."""
    return [other for other in others if hides(piece.body, other.body)]


def _with_one_cut(waiting: list[Piece]) -> list[Piece]:
    """The same pieces, the longest of some circle cut in two. Cells of size 1 make no circle."""
    longest = max(_circle(waiting), key=lambda piece: max(piece.body.size))
    cut = [piece for piece in waiting if piece is not longest]
    return cut + _halves(longest)


def _circle(waiting: list[Piece]) -> list[Piece]:
    """Pieces each of which hides the next one, and the last the first."""
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
