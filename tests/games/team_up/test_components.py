"""Team UP's pallet, boxes and cards as the rules have them, and the tables computed from them."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import product

import pytest

from tests.support.paths import ROOT
from tests.support.team_up_editions import standard
from tests.support.team_up_playing import all_placements, compare_tables
from upturn.games.team_up import components, tables
from upturn.games.team_up.position import POSITION

# --- What the rules say ----------------------------------------------------------------------


def test_the_standard_file_has_the_boxes_of_the_rules() -> None:
    ours = components.COMPONENTS
    assert (ours.columns, ours.rows, ours.layers) == (6, 4, 5)
    assert ours.colours == ("red", "blue", "white")
    assert ours.shapes == ("square", "wide", "bar")
    assert [(k.name, k.shape, k.top, k.height, k.per_colour) for k in ours.kinds] == [
        ("square1", "square", (2, 2), 1, 1),
        ("square2", "square", (2, 1), 2, 2),
        ("wide1", "wide", (3, 2), 1, 1),
        ("wide2", "wide", (3, 1), 2, 1),
        ("wide3", "wide", (2, 1), 3, 1),
        ("bar1", "bar", (3, 1), 1, 2),
        ("bar3", "bar", (1, 1), 3, 1),
    ]
    assert components.EDITION == "standard"


def test_there_are_27_boxes_and_with_the_neutral_one_they_fill_five_layers() -> None:
    boxes = [kind for kind in components.COMPONENTS.kinds for _ in range(3 * kind.per_colour)]
    assert len(boxes) == tables.BOXES == 27
    volumes = [kind.top[0] * kind.top[1] * kind.height for kind in boxes]
    assert (sum(volumes), sum(volumes) + components.COMPONENTS.neutral) == (117, 120)
    assert 5 * 6 * 4 == 120


@pytest.mark.parametrize(
    ("shape", "measures"), [("square", (2, 2, 1)), ("wide", (3, 2, 1)), ("bar", (3, 1, 1))]
)
def test_of_each_shape_one_box_is_painted_across_each_of_its_three_axes(
    shape: str, measures: tuple[int, int, int]
) -> None:
    painted = Counter((measures[axis], *sorted(measures[:axis] + measures[axis + 1 :]))
                      for axis in range(3))  # fmt: skip
    ours = Counter({
        (kind.height, *sorted(kind.top)): kind.per_colour
        for kind in components.COMPONENTS.kinds
        if kind.shape == shape
    })  # fmt: skip
    assert ours == painted


def test_the_neutral_box_lies_in_a_corner_in_twelve_ways() -> None:
    told = [
        (tables.CELL_TEXTS[place.at], tables.AXIS_TEXTS[place.axis], place.size, place.shape)
        for place in tables.NEUTRAL_PLACES
    ]
    assert len(told) == 12
    assert set(told) == {
        *((cell, "x", (3, 1, 1), "bar") for cell in ("a1", "d1", "a4", "d4")),
        *((cell, "y", (1, 3, 1), "bar") for cell in ("a1", "f1", "a2", "f2")),
        *((cell, "z", (1, 1, 3), "bar") for cell in ("a1", "f1", "a4", "f4")),
    }


def test_there_are_36_cards() -> None:
    assert components.COMPONENTS.cards == {
        "red": 6, "blue": 6, "white": 6, "square": 5, "wide": 5, "bar": 5,
        "square|wide": 1, "square|bar": 1, "wide|bar": 1,
    }  # fmt: skip
    assert tables.CARDS == sum(tables.CARD_COUNTS) == 36


# --- The tables, computed once more from unit cells ------------------------------------------


def test_a_colours_boxes_have_193_placements_on_the_pallet() -> None:
    assert tables.PLACES == len(all_placements(standard())) == 193
    assert tables.MOVES == 3 * 193 + 3


def test_the_tables_are_those_of_boxes_made_of_unit_cells() -> None:
    compare_tables(tables, standard())


def test_a_colour_card_asks_for_any_box_of_it_and_a_shape_card_for_any_of_its_shapes() -> None:
    for card, text in enumerate(tables.CARD_TEXTS):
        for (at, colour), (kind, box) in product(
            enumerate(("red", "blue", "white")), enumerate(standard()["box"])
        ):
            asked = colour == text or box["shape"] == text or box["shape"] in text.split("|")
            assert tables.ASKS[card, at, kind] == asked


# --- Limits ----------------------------------------------------------------------------------


def test_whatever_the_checks_allow_has_room_in_a_position() -> None:
    """Levels and boxes are numbers of one byte, sets of cells are numbers of four."""
    assert components.MOST_CELLS <= 31
    for cells in range(4, components.MOST_CELLS + 1):
        # All boxes on top of each other are no higher than their volume, which fills the layers;
        # each level has a byte for every cell and a set of cells.
        volume = cells * components.LARGEST_COUNT
        highest = min(volume, components.MOST_BYTES // (cells + 4) - 1)
        assert highest + 1 <= 127
    assert components.MOST_CARDS <= 127


def test_no_table_is_too_large_to_be_kept_on_disk() -> None:
    """Numba's limit, in bytes. The neutral box has at most three ways to lie in four corners."""
    assert 2 * (components.MOST_PLACES + 3 * 4) ** 2 <= 10**6


def test_the_page_shows_what_is_in_the_file() -> None:
    page = (ROOT / "docs" / "components.md").read_text(encoding="utf-8")
    shown = tomllib.loads(page.split("```toml")[1].split("```")[0])
    assert shown.pop("box") == [standard()["box"][3]]
    assert shown.items() <= standard().items()


def test_the_page_names_the_limits() -> None:
    page = " ".join((ROOT / "docs" / "components.md").read_text(encoding="utf-8").split())
    most = components.LARGEST_COUNT
    assert components.MOST_COLUMNS == components.MOST_ROWS == most
    for limit in (
        f"2 to {most} columns and rows",
        f"at most {components.MOST_CELLS} cells",
        f"1 to {most} layers",
        f"at most {components.MOST_PLACES} placements (ours have {tables.PLACES})",
        f"at most {components.MOST_BYTES:,} bytes (ours has {POSITION.itemsize:,})",
        f"from 1 to {most}",
        f"0 to {most} cards of each kind, and 1 to {components.MOST_CARDS} in total",
    ):
        assert limit in page
    assert [word for word in components.RESERVED if f"*{word}*" not in page] == []
