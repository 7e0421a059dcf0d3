"""Team UP's pallet, boxes and cards, read from `components.toml` (or an owner's corrected copy).

A *kind* of box is a shape and a painted side: `wide2` is a wide whose painted 3×1 side faces up, so
it stands 2 high. Every colour has the same kinds. A card asks for a colour, for a shape, or for one
of two shapes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from upturn.errors import ComponentsError, quoted
from upturn.games.editions import components_file, read_components

NEUTRAL = "neutral"
MOST_COLUMNS, MOST_ROWS = 9, 9
MOST_CELLS = 30
"""Sets of cells are bits of a 32-bit number."""
MOST_PLACES = 690
"""Every pair of placements, the neutral box's twelve too, is twice in a table, and compiled code
with a table of more than a million bytes is not kept on disk."""
MOST_BYTES = 2048
"""A position has no more, since it is copied a million times."""
MOST_CARDS = 100
LARGEST_COUNT = 9
RESERVED = {NEUTRAL, "place", "draw", "penalty", "stop", "deal", "at", "along"}
"""Words that mean something else in moves."""

KEYS = {"pallet", "layers", "colours", "neutral", "box", "cards"}
BOX_KEYS = {"name", "shape", "top", "height", "per_colour"}
CARD_KEYS = ("per_colour", "per_shape", "per_pair_of_shapes")


@dataclass(frozen=True)
class Kind:
    """Boxes that are alike but for their colour."""

    name: str
    shape: str
    top: tuple[int, int]  # of the painted side, the longer measure first
    height: int
    per_colour: int

    @property
    def volume(self) -> int:
        return self.top[0] * self.top[1] * self.height


@dataclass(frozen=True)
class Components:
    columns: int
    rows: int
    layers: int
    colours: tuple[str, ...]
    kinds: tuple[Kind, ...]
    neutral: int  # how long it is; it is one wide and one high
    cards: dict[str, int]  # how many of each, by what they ask for

    @property
    def shapes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(kind.shape for kind in self.kinds))


# --- Reading the file ------------------------------------------------------------------------


class Reader:
    """Takes the values out of a data file, or says which of them is wrong."""

    def __init__(self, where: str):
        self.where = where

    def wrong(self, what: str, found: object) -> ComponentsError:
        return ComponentsError(f"{self.where}: {what}, not {quoted(found)}")

    def number(self, name: str, value: Any, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(f"{name} must be a number from {least} to {most}", value)
        return value

    def numbers(self, name: str, value: Any, count: int) -> tuple[int, ...]:
        if not isinstance(value, list) or len(value) != count:
            raise self.wrong(f"{name} must be a list of {count} numbers", value)
        return tuple(self.number(name, item, 1, LARGEST_COUNT) for item in value)

    def word(self, name: str, value: Any, form: str = r"[a-z]+") -> str:
        if not isinstance(value, str) or not re.fullmatch(form, value, re.ASCII):
            raise self.wrong(f"{name} must be a lower-case word", value)
        return value

    def table(self, name: str, value: Any, keys: set[str]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong(f"{name} must have {', '.join(sorted(keys))}", value)
        for key in value:
            if key not in keys:
                raise ComponentsError(f"{self.where}: {name} has an unknown key {quoted(key)}")
        for key in sorted(keys):
            if key not in value:
                raise ComponentsError(f"{self.where}: {name} needs {key!r}")
        return value


def load() -> tuple[Components, str]:
    """The components in use and the name of their edition."""
    data, edition = read_components("team-up")
    where = str(components_file("team-up"))
    read = Reader(where)
    read.table("the file", data, KEYS)
    pallet = read.table("pallet", data["pallet"], {"columns", "rows"})
    components = Components(
        columns=read.number("columns", pallet["columns"], 2, MOST_COLUMNS),
        rows=read.number("rows", pallet["rows"], 2, MOST_ROWS),
        layers=read.number("layers", data["layers"], 1, LARGEST_COUNT),
        colours=_colours(read, data["colours"]),
        kinds=_kinds(where, data["box"]),
        neutral=_neutral(read, data["neutral"]),
        cards={},
    )
    components.cards.update(_cards(read, data["cards"], components))
    _check(read, components)
    return components, edition


def _colours(read: Reader, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise read.wrong("colours must be a list of words", value)
    colours = tuple(read.word("a colour", colour) for colour in value)
    letters = {colour[0] for colour in (*colours, NEUTRAL)}
    if len(letters) <= len(colours):
        raise read.wrong(f"colours, and {NEUTRAL}, must differ in their first letters", value)
    return colours


def _kinds(where: str, value: Any) -> tuple[Kind, ...]:
    if not isinstance(value, list) or not value:
        raise ComponentsError(f"{where}: expected a list of [[box]] entries")
    kinds = tuple(_kind(Reader(f"{where}: box {n}"), entry) for n, entry in enumerate(value, 1))
    names = [kind.name for kind in kinds]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ComponentsError(f"{where}: two boxes are called {twice!r}")
    return kinds


def _kind(read: Reader, entry: Any) -> Kind:
    read.table("a box", entry, BOX_KEYS)
    longer, shorter = sorted(read.numbers("top", entry["top"], 2), reverse=True)
    return Kind(
        name=read.word("name", entry["name"], r"[a-z]+[0-9]*"),
        shape=read.word("shape", entry["shape"]),
        top=(longer, shorter),
        height=read.number("height", entry["height"], 1, LARGEST_COUNT),
        per_colour=read.number("per_colour", entry["per_colour"], 1, LARGEST_COUNT),
    )


def _neutral(read: Reader, value: Any) -> int:
    size = read.numbers("neutral size", read.table("neutral", value, {"size"})["size"], 3)
    if size[0] < 2 or size[1:] != (1, 1):
        raise read.wrong("neutral size must be a bar: [length, 1, 1]", list(size))
    return size[0]


def _cards(read: Reader, value: Any, components: Components) -> dict[str, int]:
    read.table("cards", value, set(CARD_KEYS))
    counts = [read.number(f"cards: {key}", value[key], 0, LARGEST_COUNT) for key in CARD_KEYS]
    pairs = [f"{one}|{other}" for one, other in combinations(components.shapes, 2)]
    words = (components.colours, components.shapes, pairs)
    return {word: count for group, count in zip(words, counts, strict=True) for word in group}


def _check(read: Reader, components: Components) -> None:
    columns, rows = components.columns, components.rows
    cells = columns * rows
    if cells > MOST_CELLS:
        raise read.wrong(f"a pallet has at most {MOST_CELLS} cells", cells)
    _check_names(read, components)
    for kind in components.kinds:
        if kind.top[0] > max(columns, rows) or kind.top[1] > min(columns, rows):
            raise read.wrong(f"a top of {kind.name} must fit on the pallet", list(kind.top))
    if components.neutral > min(columns, rows):
        raise read.wrong("neutral size must fit on the pallet", components.neutral)
    colours = len(components.colours)
    volume = components.neutral + colours * sum(k.volume * k.per_colour for k in components.kinds)
    if volume != cells * components.layers:
        raise read.wrong(f"the boxes must fill {components.layers} layers of {cells} cells", volume)
    cards = sum(components.cards.values())
    if not 1 <= cards <= MOST_CARDS:
        raise read.wrong(f"there must be 1 to {MOST_CARDS} cards", cards)
    if (places := _places(components)) > MOST_PLACES:
        raise read.wrong(f"boxes of a colour must have at most {MOST_PLACES} places", places)
    if (size := _bytes(components)) > MOST_BYTES:
        raise read.wrong(f"a position must have at most {MOST_BYTES} bytes", size)


def _check_names(read: Reader, components: Components) -> None:
    names = {*components.shapes, *(kind.name for kind in components.kinds)}
    for word in (*components.colours, *sorted(names)):
        if word in RESERVED or (word in names and word in components.colours):
            raise ComponentsError(f"{read.where}: the name {word!r} already has another meaning")
    measures: dict[str, tuple[int, ...]] = {}
    for kind in components.kinds:
        own = tuple(sorted((*kind.top, kind.height), reverse=True))
        if measures.setdefault(kind.shape, own) != own:
            raise read.wrong(f"boxes of the shape {kind.shape} must be {measures[kind.shape]}", own)
    for one, other in combinations(measures, 2):
        if measures[one] == measures[other]:
            raise read.wrong(f"the shapes {one} and {other} must differ", measures[one])


def _places(components: Components) -> int:
    """How many placements the boxes of a colour have, each kind counted once."""
    return sum(
        max(0, components.columns - wide + 1) * max(0, components.rows - deep + 1)
        for kind in components.kinds
        for wide, deep in {kind.top, kind.top[::-1]}
    )


def _bytes(components: Components) -> int:
    """How large a position is, or a little less than this (`position.py`)."""
    cells, colours = components.columns * components.rows, len(components.colours)
    kinds = components.kinds
    levels = components.neutral + colours * sum(k.height * k.per_colour for k in kinds)
    boxes = 1 + colours * sum(kind.per_colour for kind in kinds)
    cards = sum(components.cards.values())
    return (
        cells * (levels + 1)
        + 4 * (levels + 1)
        + 5 * (boxes + 1)
        + colours * len(kinds)
        + cards
        + 32
    )


COMPONENTS, EDITION = load()
LAYER_POINTS = 5
PERFECT = LAYER_POINTS * COMPONENTS.layers
