"""What a mission looks like: small cards and signs, as data, for all that draw or write missions.

Every card stands by itself. Equal marks (▲ ▲) are equal numbers, different ones (▲ ■) different
numbers, ▲+1 is the number after ▲, and `?` is any number, each `?` its own. A card asks for red or
blue, or for neither. Conditions hold for all cards: the numbers to choose from, as 6–8 or 1·3·5·7;
and where a slash parts two things, as in r / b, all cards are of the one or all of the other. More
cards than a few are counted: seven red cards are one card, seven times, and Σ is their sum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from upturn.games.team_play.components import NUMBERS, Requirement

MARKS = "▲■●◆★♥♣♠"
ANY_NUMBER = "?"
COLOURS = {"any": "", "red": "r", "blue": "b", "one": ""}
WHOLE_POOL = f"1-{NUMBERS}"
POOLS = {"odd": "1·3·5·7", "even": "2·4·6·8", "parity": "1·3·5·7 / 2·4·6·8"}
ONE_COLOUR = "r / b"
MOST_DRAWN = 5
"""More cards than these are counted."""


class Tile(NamedTuple):
    """A card of a drawing."""

    colour: str
    """`r`, `b`, or nothing if either will do."""
    mark: str
    """A number as printed, `?`, or one of the marks."""
    step: int = 0
    """How much more than the mark: the steps of a run."""


class Tiles(NamedTuple):
    """Cards that belong together; or one card, so many times."""

    tiles: tuple[Tile, ...]
    times: int = 1


class Sign(NamedTuple):
    """What stands between cards: `+`, `=`, a total."""

    text: str


Piece = Tiles | Sign


class Drawing(NamedTuple):
    pieces: list[Piece]
    conditions: list[str]


def drawing_of(requirement: Requirement) -> Drawing:
    """What a mission with this requirement looks like."""
    conditions = []
    if requirement.pool != WHOLE_POOL:
        low, _, high = requirement.pool.partition("-")
        conditions.append(POOLS.get(low) or (low if low == high else f"{low}–{high}"))
    if requirement.colour == "one":
        conditions.append(ONE_COLOUR)
    return Drawing(DRAWN[requirement.kind](requirement), conditions)


def _alike(tile: Tile, count: int) -> Tiles:
    """So many equal cards, together."""
    return Tiles((tile,) * count) if count <= MOST_DRAWN else Tiles((tile,), count)


def _some_card(requirement: Requirement) -> Tile:
    return Tile(COLOURS[requirement.colour], ANY_NUMBER)


def _groups(requirement: Requirement) -> list[Piece]:
    sizes = requirement.sizes
    colours = requirement.colours or (requirement.colour,) * len(sizes)
    return [
        _alike(Tile(COLOURS[colour], mark), size)
        for size, colour, mark in zip(sizes, colours, MARKS, strict=False)
    ]


def _run(requirement: Requirement) -> list[Piece]:
    colour = COLOURS[requirement.colour]
    cards: list[Piece] = [
        Tiles((Tile(colour, MARKS[0], step),)) for step in range(requirement.length)
    ]
    return cards if len(cards) <= MOST_DRAWN else [*cards[:2], Sign("…"), cards[-1]]


def _exact(requirement: Requirement) -> list[Piece]:
    colour = COLOURS[requirement.colour]
    return [Tiles((Tile(colour, str(number)),)) for number in sorted(requirement.numbers)]


def _from_pool(requirement: Requirement) -> list[Piece]:
    if requirement.count > MOST_DRAWN:
        return [_alike(_some_card(requirement), requirement.count)]
    return [Tiles((_some_card(requirement),))] * requirement.count


def _addition(requirement: Requirement) -> list[Piece]:
    card = Tiles((_some_card(requirement),))
    return [card, Sign("+"), card, Sign("="), card]


def _sum(requirement: Requirement) -> list[Piece]:
    card, count = _some_card(requirement), requirement.count
    pieces: list[Piece] = [Tiles((card,))]
    if count > MOST_DRAWN:
        pieces = [Sign("Σ"), _alike(card, count)]
    elif count:
        pieces += [Sign("+"), Tiles((card,))] * (count - 1)
    else:
        pieces += [Sign("+"), Sign("…")]
    return [*pieces, Sign("="), Sign(str(requirement.total))]


DRAWN: dict[str, Callable[[Requirement], list[Piece]]] = {
    "groups": _groups,
    "run": _run,
    "exact": _exact,
    "from": _from_pool,
    "addition": _addition,
    "sum": _sum,
}
