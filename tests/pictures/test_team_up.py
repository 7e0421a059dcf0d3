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
from tests.support.pictures import ends_of_words
from upturn.games.game import Game
from upturn.games.team_up.wording import in_words
from upturn.pictures import cardboard, svg_of
from upturn.pictures.cardboard import CELL, PAINTS, PLATE, paint_of
from upturn.pictures.isometric import Cuboid, Piece, hides, outline_of, painted_in_order
from upturn.pictures.team_up.notes import KINDS
from upturn.pictures.team_up.pallet import COLUMN_LETTERS, COLUMNS, ROWS
from upturn.pictures.team_up.picture import SCALE
from upturn.pictures.team_up.stack import body_of, letter_spot, top_level, what_and_where

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
def test_every_box_is_in_the_picture_and_its_lid_has_its_letter_if_it_is_seen(moves: int) -> None:
    view = view_after(moves)
    groups = groups_of_boxes(root_of(view))
    for box in view["boxes"]:
        seen = letter_spot(box, view["heights"]) is not None
        for group in groups[what_and_where(box)]:
            assert words_in(group) == ([paint_of(box["box"]).letter] if seen else [])


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


@pytest.mark.parametrize("colour", PAINTS)
def test_the_band_below_a_lid_has_its_pattern_in_miniature(colour: str) -> None:
    """So a box that others stand on is told without its colour; bare kraft has no band."""
    paint = PAINTS[colour]
    drawn = cardboard.box(Cuboid((0, 0, 0), (2, 1, 1)), paint)
    small = f"scale({cardboard.MINIATURE})"
    bands = [
        f'<g transform="{small}">'
        f"{paint.pattern(wide * CELL / cardboard.MINIATURE, tall / cardboard.MINIATURE)}</g>"
        for tall in [cardboard.RIM * CELL]
        for wide in (2, 1)
    ]
    assert [band in drawn for band in bands] == [colour != "neutral"] * 2
    assert drawn.count(small) == (0 if colour == "neutral" else 2)


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
        ({"card": "square|wide"}, "Seat 1 (you) places a square or a wide box."),
        ({"card": "bar", "legal": ["penalty"]}, "Seat 1 (you) takes a penalty: no box fits."),
        ({"card": "bar", "legal": [], "seat": 2}, "Seat 1 drew a card: a bar."),
        ({"seat": None}, "Seat 1 draws a card."),
        ({"mode": "challenge", "to_beat": -4}, "Challenge: −4 to beat"),
        ({"mode": "puzzle"}, "Puzzle"),
        ({"to_act": None, "boxes": [], "heights": [[0] * 6] * 4}, "Waiting for the deal."),
        ({"over": True, "end": "stacked", "scores": [25]}, "25: a perfect pallet"),
        ({"over": True, "end": "stopped", "scores": [-3]}, "The team has stopped."),
        ({"over": True, "end": "cards", "scores": [-3]}, "Score −3"),
        ({"coming": ["red", "wide|bar"] * 6}, "The next 12 cards, in order"),
        ({"coming": ["red"]}, "The next card"),
        ({"coming": ["red"], "deck": 1}, "Cards to come, in order"),
        ({"clone": "shape"}, "House rule: only boxes of the same shape clone"),
        ({"clone": "shape", "mode": "puzzle"}, "House rule: only boxes of the same shape clone"),
        ({"penalties": 1}, "1 penalty"),
        ({"penalties": 2}, "2 penalties"),
    ],
)
def test_the_state_of_the_game_is_said(changes: dict[str, Any], said: str) -> None:
    assert said in words_in(root_of(view_after(0) | changes))


@along_a_game
def test_all_of_it_is_told_in_words(moves: int) -> None:
    view = view_after(moves)
    told = root_of(view)[1].text or ""
    assert all(what_and_where(box) in told for box in view["boxes"])
    assert f"score {view['scores'][0]}".replace("-", "−") in told
    assert not re.search(r"\b1 (penalties|boxes|cards|layers)\b", told)
    assert " -" not in told
    assert all(" ".join(map(str, row)) in told for row in view["heights"])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"penalties": 1, "scores": [-28]}, "; 1 penalty; 27 boxes not stacked; score −28."),
        ({"penalties": 0}, "; 0 penalties; "),
        ({"mode": "challenge", "to_beat": -4}, " Challenge: −4 to beat. "),
        ({"clone": "shape"}, " House rule: only boxes of the same shape clone. "),
        ({"deck": 1}, " 1 card is left: "),
    ],
)
def test_the_state_of_the_game_is_told(changes: dict[str, Any], said: str) -> None:
    told = root_of(view_after(0) | changes)[1].text or ""
    assert said in told
    assert ("House rule" in told) == ("clone" in changes)


@given(data=st.data())
def test_a_pallet_can_be_put_together_again_from_its_words(data: st.DataObject) -> None:
    for box in data.draw(stacks)[0]:
        found = re.fullmatch(
            r"red (\w+) at (\w\d), layers? (\d+)(?: to (\d+))?, covering (.*)", what_and_where(box)
        )
        assert found
        kind, at, low, high, cells = found.groups()
        columns = {cell[0] for cell in cells.split(" ")}
        rows = {cell[1:] for cell in cells.split(" ")}
        tall = int(high or low) - int(low) + 1
        assert len(cells.split(" ")) == len(columns) * len(rows)
        assert at == min(columns) + min(rows)
        assert box["size"] == [len(columns), len(rows), tall]
        assert box["box"] == f"red {kind}"
        assert box["level"] == int(low) - 1


@pytest.mark.parametrize("mode", ["puzzle", "challenge"])
@pytest.mark.parametrize("moves", [0, 3, 40])
def test_all_cards_to_come_that_are_known_are_shown_in_order(mode: str, moves: int) -> None:
    game: Game = upturn.new("team-up", players=2, deal=game_until(999).record(), mode=mode)
    for _ in range(moves):
        game.play(next(move for move in game.legal_moves() if move != "stop"))
    view = game.view(1)
    root = root_of(view)
    shown = [group for group in root.iter(f"{SVG}g") if group.get("class") == "coming"]
    assert len(view["coming"]) > 9
    assert [words_in(group)[-1] for group in shown] == [
        str(place) for place in range(1, len(view["coming"]) + 1)
    ]
    for place, (group, card) in enumerate(zip(shown, view["coming"], strict=True), start=1):
        assert group[0].text == f"{place}: {in_words(card)}"
    assert_nothing_is_cut_off(root)


def assert_nothing_is_cut_off(root: ElementTree.Element) -> None:
    wide, tall = float(root.get("width", "0")), float(root.get("height", "0"))
    for words, ends in ends_of_words(root):
        for x, y in ends:
            assert 9 <= x <= wide - 9, words
            assert 12 <= y <= tall - 9, words


@pytest.mark.parametrize("count", [1, 18, 19, 100])
def test_the_table_is_as_long_as_the_cards_to_come_need(count: int) -> None:
    before = root_of(view_after(0))
    root = root_of(view_after(0) | {"coming": ["square|wide"] * count})
    longer = float(root.get("height", "0")) - float(before.get("height", "0"))
    rows = -(-count // 18)
    assert 60 * rows < longer < 60 + 80 * rows
    assert_nothing_is_cut_off(root)


@along_a_game
@pytest.mark.parametrize("clone", ["face", "shape"])
def test_nothing_is_cut_off(moves: int, clone: str) -> None:
    assert_nothing_is_cut_off(root_of(view_after(moves) | {"clone": clone}))


def test_every_known_kind_of_box_has_an_icon() -> None:
    for counts in view_after(0)["left"].values():
        assert list(counts) == list(KINDS)


def test_a_colour_that_is_not_ours_shows_its_letter() -> None:
    left = {"green": view_after(0)["left"]["red"]}
    assert "G" in words_in(root_of(view_after(0) | {"left": left}))


@pytest.mark.parametrize(
    ("changes", "heading"),
    [({}, 112), ({"clone": "shape"}, 112), ({"clone": "shape", "mode": "puzzle"}, 136)],
)
def test_a_tower_of_any_height_fits(changes: dict[str, Any], heading: int) -> None:
    base = view_after(0) | changes
    tower = [{"box": "red bar3", "at": "a4", "level": 3 * at, "size": [1, 1, 3]} for at in range(9)]
    heights = [[0] * 6, [0] * 6, [0] * 6, [27, 0, 0, 0, 0, 0]]
    root = root_of(base | {"boxes": tower, "heights": heights})
    pallet = next(g for g in root.iter(f"{SVG}g") if "scale" in g.get("transform", ""))
    ground = float(re.findall(r"translate\(\S+ (\S+)\)", pallet.get("transform", ""))[0])
    top = min(y for _, y in outline_of(body_of(tower[-1]), CELL)) * SCALE
    assert ground + top > heading
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
def test_a_letter_is_seen_as_a_whole_or_not_at_all(
    stack: tuple[list[Box], list[list[int]]],
) -> None:
    boxes, heights = stack
    bodies = [body_of(box) for box in boxes]
    for box in boxes:
        columns, rows, _ = box["size"]
        spot = letter_spot(box, heights)
        cells = [(right + 0.5, down + 0.5) for right in range(columns) for down in range(rows)]
        if spot is None:
            assert not any(in_full_view(box, cell, 0.499, bodies) for cell in cells)
        else:
            assert in_full_view(box, spot, PLATE, bodies)


def in_full_view(box: Box, spot: tuple[float, float], around: float, bodies: list[Cuboid]) -> bool:
    """Whether the eye sees the square around a spot on a lid, all of its edge and its middle."""
    left, near, _ = body_of(box).at
    far, top = near + box["size"][1], top_level(box)
    sides = (-around, -around / 2, 0, around / 2, around)
    edge = [(x, y) for x in sides for y in sides if around in (abs(x), abs(y)) or x == y == 0]
    points = [(left + spot[0] + x, far - spot[1] + y, top) for x, y in edge]
    return not any(
        way and way[1] > z
        for x, y, z in points
        for way in (way_through(body, (x - z, y + z)) for body in bodies)
    )
