"""Team UP's picture: nothing of the view is missing, and what is in front is painted in front."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import upturn
from upturn.games.game import Game
from upturn.pictures import svg_of
from upturn.pictures.cardboard import CELL, PAINTS, paint_of
from upturn.pictures.isometric import Cuboid, Piece, hides, outline_of, painted_in_order
from upturn.pictures.pallet import COLUMN_LETTERS, COLUMNS, ROWS
from upturn.pictures.stack import body_of, letter_spot, open_cells, what_and_where
from upturn.pictures.team_up import SCALE
from upturn.pictures.team_up_notes import KINDS

SVG = "{http://www.w3.org/2000/svg}"
Box = dict[str, Any]


@cache
def game_until(moves: int) -> Game:
    """A game whose seats always take the middle one of their moves, and never stop."""
    game = upturn.new("team-up", players=2, seed=3)
    for _ in range(moves):
        if game.to_act is None:
            break
        legal = [move for move in game.legal_moves() if move != "stop"]
        game.play(legal[len(legal) // 2])
    return game


def view_after(moves: int, seat: int | None = 1) -> dict[str, Any]:
    view: dict[str, Any] = game_until(moves).view(seat)
    return view


def root_of(view: dict[str, Any]) -> ElementTree.Element:
    return ElementTree.fromstring(svg_of(view))  # noqa: S314 (it is ours)


def words_in(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def groups_of_boxes(root: ElementTree.Element) -> dict[str, list[ElementTree.Element]]:
    """The groups that have a tooltip, by what it says."""
    found: dict[str, list[ElementTree.Element]] = {}
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None and title.text:
            found.setdefault(title.text, []).append(group)
    return found


along_a_game = pytest.mark.parametrize("moves", [0, 1, 12, 25, 50, 99])


# What is seen.


@along_a_game
def test_every_box_is_in_the_picture_and_its_lid_has_its_letter(moves: int) -> None:
    view = view_after(moves)
    groups = groups_of_boxes(root_of(view))
    for box in view["boxes"]:
        for group in groups[what_and_where(box)]:
            assert words_in(group) == [paint_of(box["box"]).letter]


@along_a_game
def test_every_lid_has_a_colour_a_letter_and_a_pattern_of_its_own(moves: int) -> None:
    view = view_after(moves)
    groups = groups_of_boxes(root_of(view))
    for box in view["boxes"]:
        drawn = ElementTree.tostring(groups[what_and_where(box)][0], encoding="unicode")
        assert paint_of(box["box"]).lid in drawn
    assert len({paint.lid for paint in PAINTS.values()}) == len(PAINTS)
    assert len({paint.letter for paint in PAINTS.values()}) == len(PAINTS)
    assert len({paint.pattern(99, 99) for paint in PAINTS.values()}) == len(PAINTS)


@along_a_game
def test_the_plan_from_above_has_the_height_and_the_letter_of_every_cell(moves: int) -> None:
    view = view_after(moves)
    words = words_in(root_of(view))
    expected = [
        "0" if not height else f"{_letter_on_top(view, column, row)}{height}"
        for row, heights in enumerate(view["heights"])
        for column, height in enumerate(heights)
    ]
    for cell in set(expected) - {"0"}:
        assert words.count(cell) == expected.count(cell)
    assert words.count("0") >= expected.count("0")


def _letter_on_top(view: dict[str, Any], column: int, row: int) -> str:
    on_top = max(
        (box for box in view["boxes"] if _covers(body_of(box), column, row)),
        key=lambda box: int(box["level"]),
    )
    return paint_of(on_top["box"]).letter


def _covers(body: Cuboid, column: int, row: int) -> bool:
    (left, right), (near, far) = body.ends(0), body.ends(1)
    return left <= column < right and near <= row < far


@along_a_game
def test_cards_boxes_left_and_score_are_written_down(moves: int) -> None:
    view = view_after(moves)
    words = words_in(root_of(view))
    left = sum(sum(counts.values()) for counts in view["left"].values())
    assert f"{view['deck']} cards left" in words or f"{view['deck']} card left" in words
    assert f"Boxes left: {left}" in words
    assert str(view["scores"][0]).replace("-", "−") in words
    assert f"{view['penalties']} penalt{'y' if view['penalties'] == 1 else 'ies'}" in words
    assert set("abcdef1234") <= set(words)
    if view["card"]:
        assert view["card"].split("|")[0] in words


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"card": "red"}, "Seat 1 (you) places a red box."),
        ({"card": "square|wide"}, "Seat 1 (you) places a square or a wide."),
        ({"card": "bar", "legal": ["penalty"]}, "Seat 1 (you) takes a penalty: nothing fits."),
        ({"card": "bar", "legal": [], "seat": 2}, "Seat 1 drew a card: a bar."),
        ({"seat": None}, "Seat 1 draws a card."),
        ({"mode": "challenge", "to_beat": -4}, "Challenge: −4 to beat"),
        ({"mode": "puzzle"}, "Puzzle"),
        ({"to_act": None, "boxes": [], "heights": [[0] * 6] * 4}, "The deal is awaited."),
        ({"over": True, "end": "stacked", "scores": [25]}, "25: a perfect pallet"),
        ({"over": True, "end": "stopped", "scores": [-3]}, "The team has stopped."),
        ({"over": True, "end": "cards", "scores": [-3]}, "Score −3"),
        ({"coming": ["red", "wide|bar"] * 6}, "+5"),
    ],
)
def test_the_state_of_the_game_is_said(changes: dict[str, Any], said: str) -> None:
    assert said in words_in(root_of(view_after(0) | changes))


@along_a_game
def test_all_of_it_is_told_in_words(moves: int) -> None:
    view = view_after(moves)
    told = root_of(view)[1].text or ""
    assert all(what_and_where(box) in told for box in view["boxes"])
    assert f"score {view['scores'][0]}" in told
    assert all(" ".join(map(str, row)) in told for row in view["heights"])


def test_every_known_kind_of_box_has_an_icon() -> None:
    for counts in view_after(0)["left"].values():
        assert list(counts) == list(KINDS)


def test_a_colour_that_is_not_ours_shows_its_letter() -> None:
    left = {"green": view_after(0)["left"]["red"]}
    assert "G" in words_in(root_of(view_after(0) | {"left": left}))


def test_a_tower_of_any_height_fits() -> None:
    base = view_after(0)
    tower = [{"box": "red bar3", "at": "a4", "level": 3 * at, "size": [1, 1, 3]} for at in range(9)]
    heights = [[0] * 6, [0] * 6, [0] * 6, [27, 0, 0, 0, 0, 0]]
    root = root_of(base | {"boxes": tower, "heights": heights})
    pallet = next(g for g in root.iter(f"{SVG}g") if "scale" in g.get("transform", ""))
    ground = float(re.findall(r"translate\(\S+ (\S+)\)", pallet.get("transform", ""))[0])
    top = min(y for _, y in outline_of(body_of(tower[-1]), CELL)) * SCALE
    assert ground + top > 100
    assert ground < float(root.get("height", "0")) - 150
    assert float(root.get("height", "0")) > float(root_of(base).get("height", "0"))


# What hides what.


def on_pallet(wishes: list[tuple[str, bool, int, int]]) -> tuple[list[Box], list[list[int]]]:
    """Boxes put down where each of them can stand: on equal heights, inside the edges."""
    heights = [[0] * COLUMNS for _ in range(ROWS)]
    boxes: list[Box] = []
    for kind, turned, column, row in wishes:
        columns, rows, tall = (int(extent) for extent in KINDS[kind])
        if turned:
            columns, rows = rows, columns
        column, row = min(column, COLUMNS - columns), min(row, ROWS - rows)
        cells = [(row + y, column + x) for y in range(rows) for x in range(columns)]
        level = heights[row][column]
        if all(heights[y][x] == level for y, x in cells):
            at = f"{COLUMN_LETTERS[column]}{row + 1}"
            size = [columns, rows, tall]
            boxes.append({"box": f"red {kind}", "at": at, "level": level, "size": size})
            for y, x in cells:
                heights[y][x] += tall
    return boxes, heights


stacks = st.lists(
    st.tuples(
        st.sampled_from(list(KINDS)),
        st.booleans(),
        st.integers(0, COLUMNS - 1),
        st.integers(0, ROWS - 1),
    ),
    min_size=6,
    max_size=40,
).map(on_pallet)


def rays(bodies: list[Cuboid]) -> list[tuple[float, float]]:
    """Where the eye's rays meet the ground: one for each smallest triangle edges can draw."""
    tallest = int(max((body.ends(2)[1] for body in bodies), default=0))
    return [
        (column + part, row + part)
        for column in range(-tallest, COLUMNS)
        for row in range(ROWS + tallest)
        for part in (1 / 3, 2 / 3)
    ]


def way_through(body: Cuboid, ray: tuple[float, float]) -> tuple[float, float] | None:
    """From where to where a ray is inside a box; the eye is at the end of it."""
    (x0, x1), (y0, y1), (z0, z1) = body.ends(0), body.ends(1), body.ends(2)
    column, row = ray
    enters = max(x0 - column, row - y1, z0)
    leaves = min(x1 - column, row - y0, z1)
    return (enters, leaves) if enters < leaves else None


def first_seen(bodies: list[Cuboid], ray: tuple[float, float]) -> int | None:
    """The box whose surface the eye meets first."""
    met = [(way[1], at) for at, body in enumerate(bodies) if (way := way_through(body, ray))]
    return max(met)[1] if met else None


def last_painted(pieces: list[Piece], ray: tuple[float, float]) -> int | None:
    painted = [piece.number for piece in pieces if way_through(piece.body, ray)]
    return painted[-1] if painted else None


@given(stacks)
def test_everywhere_the_box_painted_last_is_the_one_the_eye_meets(
    stack: tuple[list[Box], list[list[int]]],
) -> None:
    bodies = [body_of(box) for box in stack[0]]
    pieces = painted_in_order(bodies)
    for ray in rays(bodies):
        assert last_painted(pieces, ray) == first_seen(bodies, ray)


@given(stacks)
def test_what_is_in_front_or_above_is_painted_later(
    stack: tuple[list[Box], list[list[int]]],
) -> None:
    pieces = painted_in_order([body_of(box) for box in stack[0]])
    for at, piece in enumerate(pieces):
        assert not any(hides(piece.body, later.body) for later in pieces[at + 1 :])


@given(stacks)
def test_no_part_of_a_box_is_lost_by_cutting(stack: tuple[list[Box], list[list[int]]]) -> None:
    bodies = [body_of(box) for box in stack[0]]
    pieces = painted_in_order(bodies)
    for number, body in enumerate(bodies):
        parts = [piece.body for piece in pieces if piece.number == number]
        assert sum(map(volume, parts)) == volume(body)


def volume(body: Cuboid) -> float:
    x, y, z = body.size
    return x * y * z


CIRCLE = [
    Cuboid((0, 0, 0), (1, 1, 3)),  # upright, before the lying one
    Cuboid((0, 1, 1), (3, 1, 1)),  # lying on the third
    Cuboid((1, 0, 0), (1, 3, 1)),  # before the upright one
    Cuboid((0, 1, 0), (1, 3, 1)),
    Cuboid((2, 1, 0), (3, 1, 1)),
]


def test_boxes_that_hide_each_other_in_a_circle_are_cut() -> None:
    upright, upper, lower = CIRCLE[:3]
    assert hides(upright, upper)
    assert hides(upper, lower)
    assert hides(lower, upright)
    pieces = painted_in_order(CIRCLE)
    assert not all(piece.whole for piece in pieces)
    assert all(last_painted(pieces, ray) == first_seen(CIRCLE, ray) for ray in rays(CIRCLE))


def test_a_cut_box_is_drawn_through_the_outline_of_its_pieces() -> None:
    boxes = [
        {
            "box": "blue bar1",
            "at": f"{COLUMN_LETTERS[int(body.at[0])]}{int(body.at[1]) + 1}",
            "level": int(body.at[2]),
            "size": [int(extent) for extent in body.size],
        }
        for body in CIRCLE
    ]
    heights = [[3, 1, 0, 0, 0, 0], [2, 2, 2, 1, 1, 0], [1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]
    groups = groups_of_boxes(root_of(view_after(0) | {"boxes": boxes, "heights": heights}))
    cut = [drawn for box in boxes if len(drawn := groups[what_and_where(box)]) > 1]
    assert cut
    assert all(group.get("clip-path") for groups in cut for group in groups)


@given(stacks)
def test_the_letter_stands_on_an_open_cell_if_there_is_one(
    stack: tuple[list[Box], list[list[int]]],
) -> None:
    boxes, heights = stack
    for box in boxes:
        columns, rows, _ = box["size"]
        right, down = letter_spot(box, heights)
        free = open_cells(box, heights)
        if len(free) < columns * rows and free:
            left, near = body_of(box).at[:2]
            assert (left + right - 0.5, near + rows - down - 0.5) in free
