"""The rules of Team UP, one test per sentence: how a box is placed.

Unless a test says otherwise, the neutral box lies at a1 along x: a1, b1 and c1 are at height 1.
"""

from __future__ import annotations

import pytest

from tests.support.team_up_table import (
    CELLS,
    KINDS,
    dealt,
    height_at,
    lay,
    perfect_boxes,
    places_of,
    reason,
    refusal,
)

every_kind = pytest.mark.parametrize("kind", KINDS)


def turns(kind: str) -> list[str]:
    """The axes along which its top may run; "" if all are one."""
    longer, shorter = KINDS[kind][1]
    return ["x", "y"] if longer > shorter else [""]


# --- 1. It lies inside the pallet's edges ----------------------------------------------------


@every_kind
def test_a_box_may_not_lie_past_the_edges_of_the_pallet(kind: str) -> None:
    inside = set(places_of(f"red {kind}"))
    everywhere = {f"red {kind} {cell} {axis}".strip() for cell in CELLS for axis in turns(kind)}
    game = dealt("red")
    game.play("draw")
    outside = {place for place in everywhere if refusal(game, f"place {place}") == "outside"}
    assert outside == everywhere - inside


@pytest.mark.parametrize(
    ("box", "neutral", "code"),
    [
        ("red wide2 d4 x", "a4 x", ""),
        ("red wide2 e4 x", "a4 x", "outside"),
        ("red wide2 e2 y", "f2 y", ""),
        ("red wide2 e3 y", "f2 y", "outside"),
        ("red square1 e2", "f1 z", ""),
        ("red square1 f2", "f1 z", "outside"),
        ("red square1 b3", "a2 y", ""),
        ("red square1 b4", "a2 y", "outside"),
    ],
)
def test_a_box_may_reach_the_edge_but_not_past_it(box: str, neutral: str, code: str) -> None:
    assert reason(box, neutral=neutral) == code


TOWER = (
    "red wide1 a2 x", "red wide3 c2 y", "red square2 b1 x", "red square1 a2", "blue wide3 a3 x",
    "white wide3 b1 y", "red bar3 c1", "blue bar3 a2", "red wide2 b1 y", "white bar3 c2",
    "blue square2 a2 y", "blue wide2 a2 x", "white square2 a3 x", "red square2 b2 x",
    "blue square2 a2 y", "white wide2 a2 x", "white square2 b2 x",
)  # fmt: skip
"""Beside the neutral box upright at a1."""


def test_a_box_may_stand_above_the_fifth_layer() -> None:
    before = ("blue wide2 d1 y", "red wide3 d2 y")
    assert height_at(lay(*before), "d2") == 5
    assert reason("blue bar3 d2", after=before) == ""
    assert height_at(lay(*before, "blue bar3 d2"), "d2") == 8


def test_there_is_no_height_limit() -> None:
    game = lay(*TOWER, neutral="a1 z")
    assert max(max(row) for row in game.view()["heights"]) == 15
    assert [box["level"] for box in game.view()["boxes"][-3:]] == [9, 11, 13]
    assert (game.view()["layers"], game.scores) == (0, [-10, -10])


def test_above_the_fifth_layer_the_rules_are_the_same() -> None:
    after = TOWER[:-1]
    assert reason("white square2 b2 x", after=after, neutral="a1 z") == ""
    assert reason("white square2 b2 y", after=after, neutral="a1 z") == "overhangs"
    assert reason("red bar1 a2 x", after=after, neutral="a1 z") == "clones"
    assert reason("red bar1 a2 x", after=after, neutral="a1 z", clone="shape") == ""


# --- 2. Its painted side is up ---------------------------------------------------------------


@every_kind
def test_a_box_has_the_height_that_its_painted_side_gives_it(kind: str) -> None:
    _, (longer, shorter), height, _ = KINDS[kind]
    game = dealt("red")
    game.play("draw")
    moves = [move for move in game.legal_moves() if move.startswith(f"place red {kind} ")]
    assert moves
    for move in moves:
        after = game.copy()
        after.play(move)
        along_y = move.endswith("y")
        size = [shorter, longer, height] if along_y else [longer, shorter, height]
        assert after.view()["boxes"][-1]["size"] == size
        x, y = "abcdef".index(move.split()[3][0]), int(move.split()[3][1]) - 1
        heights = game.view()["heights"]
        for row in heights[y : y + size[1]]:
            row[x : x + size[0]] = [level + height for level in row[x : x + size[0]]]
        assert after.view()["heights"] == heights


@every_kind
def test_only_the_two_quarter_turns_of_its_top_are_open(kind: str) -> None:
    game = dealt("red")
    game.play("draw")
    moves = [move for move in game.legal_moves() if move.startswith(f"place red {kind} ")]
    assert {" ".join(move.split()[4:]) for move in moves} == set(turns(kind))


@pytest.mark.parametrize("kind", ["square1", "square2", "wide1", "wide2", "wide3", "bar1"])
def test_no_box_is_stood_on_end(kind: str) -> None:
    assert reason(f"red {kind} d1 z") == "painted-side"


@pytest.mark.parametrize("axis", ["x", "y"])
def test_a_box_painted_on_its_end_is_not_laid_down(axis: str) -> None:
    assert reason(f"red bar3 d1 {axis}") == "painted-side"
    assert reason("red bar3 d1") == ""


# --- 3. It stands with its whole base on the pallet or on boxes ------------------------------


@pytest.mark.parametrize(
    ("box", "after"),
    [
        ("red wide2 b1 x", []),  # two cells on the neutral box, one in the air
        ("red wide2 c1 y", []),  # only its end on the neutral box
        ("red square1 a1", []),
        ("red wide1 a1 x", []),
        ("red bar1 c1 x", []),
        ("red bar1 d1 x", ["blue square2 d1 x"]),  # f1 is free
        ("red square2 c1 x", ["blue square2 d1 x"]),  # on heights 1 and 2
    ],
)
def test_a_box_may_not_overhang(box: str, after: list[str]) -> None:
    assert reason(box, after=after) == "overhangs"


def test_a_box_may_not_bridge_a_gap() -> None:
    ends = ["blue bar3 d1", "red wide2 d2 x", "white bar3 f1"]
    assert [height_at(lay(*ends), cell) for cell in ("d1", "e1", "f1")] == [3, 0, 3]
    assert reason("red bar1 d1 x", after=ends) == "overhangs"


def test_a_box_may_stand_on_two_boxes_of_equal_height() -> None:
    two = ["red square1 a2", "blue bar1 c2 y"]
    for box in ("white wide1 a2 x", "white bar1 a2 x", "white square2 b3 x"):
        assert reason(box, after=two) == ""
        assert lay(*two, box).view()["boxes"][-1]["level"] == 1


def test_a_box_may_stand_on_a_coloured_box_and_the_neutral_box_together() -> None:
    assert reason("white bar1 c1 y", after=["blue wide1 b2 x"]) == ""
    assert reason("white square2 a1 y", after=["red bar1 a2 y"]) == ""


def test_two_boxes_of_unequal_height_bear_no_third() -> None:
    assert reason("white bar1 a2 x", after=["red square1 a2", "blue bar3 c2"]) == "overhangs"


def test_a_box_may_be_smaller_or_larger_than_what_bears_it() -> None:
    assert reason("white bar3 b1") == ""
    assert reason("white square2 b1 x") == ""
    assert reason("white wide1 a1 y", after=["red square1 a2"]) == ""


def test_a_box_stands_on_what_is_there_and_never_under_it() -> None:
    """The stack is a height map: a box lies as high as the cells that it covers were."""
    game = lay(*perfect_boxes()[:20], neutral="d1 x", then="red")
    heights = {cell: height_at(game, cell) for cell in CELLS}
    moves = game.legal_moves()
    assert len(moves) > 3
    for move in moves:
        after = game.copy()
        after.play(move)
        box = after.view()["boxes"][-1]
        risen = {cell for cell in CELLS if height_at(after, cell) != heights[cell]}
        assert len(risen) == box["size"][0] * box["size"][1]
        assert {heights[cell] for cell in risen} == {box["level"]}
        assert {height_at(after, cell) for cell in risen} == {box["level"] + box["size"][2]}


def test_a_box_may_fill_a_gap_exactly() -> None:
    walls = ["blue wide1 c2 x", "red square2 e1 x"]
    assert [height_at(lay(*walls), cell) for cell in ("c1", "d1", "d2", "e1")] == [1, 0, 1, 2]
    assert reason("white bar3 d1", after=walls) == ""
    assert reason("white square2 d1 x", after=walls) == "overhangs"


def test_the_last_box_of_a_perfect_pallet_fills_the_last_gap() -> None:
    pit = perfect_boxes()[:26]
    game = lay(*pit, neutral="d1 x")
    assert {cell: height_at(game, cell) for cell in CELLS} == dict.fromkeys(CELLS, 5) | {
        "e1": 2, "e2": 2,
    }  # fmt: skip
    assert reason("white wide3 e1 y", after=pit, neutral="d1 x") == ""
    assert reason("white wide3 e1 x", after=pit, neutral="d1 x") == "overhangs"


# --- 4. It touches another box face to face --------------------------------------------------


@pytest.mark.parametrize("box", ["red wide2 d3 x", "blue bar3 f4", "white square1 e1"])
def test_a_box_may_not_stand_alone(box: str) -> None:
    assert reason(box) == "touches-nothing"


@pytest.mark.parametrize(
    ("box", "neutral"),
    [
        ("red bar3 d2", "a1 x"),
        ("red wide1 d2 x", "a1 x"),
        ("red wide2 b4 x", "a1 y"),
        ("red bar3 e2", "f1 z"),
        ("red wide2 b2 y", "a1 z"),
    ],
)
def test_an_edge_or_a_corner_is_not_enough(box: str, neutral: str) -> None:
    assert reason(box, neutral=neutral) == "touches-nothing"


def test_an_edge_of_a_coloured_box_is_not_enough() -> None:
    assert reason("red bar3 e2", after=["blue bar3 d1"]) == "touches-nothing"
    assert reason("red square2 e2 x", after=["blue bar3 d1"]) == "touches-nothing"
    assert reason("red square2 e1 x", after=["blue bar3 d1"]) == ""


def test_beside_a_box_is_enough_and_be_it_by_one_cell() -> None:
    assert reason("red wide2 d1 y") == ""
    assert reason("red wide2 c2 x") == ""
    assert reason("red bar3 b2") == ""


def test_on_a_box_is_enough() -> None:
    assert reason("red bar3 b1") == ""
    assert lay("red bar3 b1").view()["boxes"][-1]["level"] == 1


def test_any_box_will_do_not_only_the_neutral_one() -> None:
    assert reason("red wide2 e2 y") == "touches-nothing"
    assert reason("red wide2 e2 y", after=["blue wide2 d1 x"]) == ""


# --- 5. It clones no box ---------------------------------------------------------------------

BOTH, FACE = ("clones", "clones"), ("clones", "")
"""Whether it is a clone if the option is "face", and if it is "shape"."""

Case = tuple[str, str, str, tuple[str, str]]

ON_TOP = [
    ("red bar1 a1 x", "a1 x", "", BOTH),  # on the neutral box, lying
    ("red bar1 f2 y", "f2 y", "", BOTH),
    ("red bar3 a1", "a1 z", "", BOTH),  # on the neutral box, upright
    ("red wide2 a1 x", "a1 x", "", FACE),
    ("blue square1 d1", "a1 x", "red square1 d1", BOTH),
    ("blue square2 d1 x", "a1 x", "red square2 d1 x", BOTH),
    ("red square2 d1 x", "a1 x", "red square2 d1 x", BOTH),  # of one colour
    ("blue wide1 d1 x", "a1 x", "red wide1 d1 x", BOTH),
    ("blue wide2 d1 x", "a1 x", "red wide2 d1 x", BOTH),
    ("blue wide3 d1 x", "a1 x", "red wide3 d1 x", BOTH),
    ("blue bar1 a2 y", "a1 x", "red bar1 a2 y", BOTH),
    ("blue bar3 d1", "a1 x", "red bar3 d1", BOTH),
    ("blue square2 d1 x", "a1 x", "red wide3 d1 x", FACE),  # tops alike, heights not
    ("blue wide3 d1 y", "a1 x", "red square2 d1 y", FACE),
    ("blue wide2 a2 y", "a1 x", "red bar1 a2 y", FACE),
    ("blue bar1 a2 y", "a1 x", "red wide2 a2 y", FACE),
]
BESIDE = [
    ("red bar1 a2 x", "a1 x", "", BOTH),  # along the neutral box
    ("red bar1 d1 x", "a1 x", "", BOTH),  # end to end with it
    ("red bar3 b1", "a1 z", "", BOTH),  # both upright
    ("red wide1 a2 x", "a1 x", "", FACE),
    ("red wide3 b1 x", "a1 z", "", FACE),
    ("red wide3 a2 y", "a1 z", "", FACE),
    ("blue bar1 d3 x", "a1 x", "red wide1 d1 x", FACE),  # a bar's 3×1 side and a wide's
    ("blue wide1 b2 y", "a1 x", "red bar1 a2 y", FACE),
    ("blue wide1 d3 x", "a1 x", "red wide1 d1 x", BOTH),  # 3×1
    ("blue wide1 d2 x", "a4 z", "red wide1 a2 x", BOTH),  # 2×1
    ("blue square1 d2", "a4 z", "red wide1 a2 x", FACE),
    ("blue square1 c2", "a4 z", "red square1 a2", BOTH),
    ("blue square2 b2 x", "a1 z", "red square2 b1 x", BOTH),  # 2×2
    ("red square2 b2 x", "a1 z", "red square2 b1 x", BOTH),  # of one colour
    ("blue square2 d1 x", "a1 z", "red square2 b1 x", BOTH),  # end to end, 2×1
    ("blue wide2 d1 x", "a1 z", "red square2 b1 x", FACE),
    ("blue wide2 d3 x", "a4 z", "red wide2 a3 x", BOTH),  # end to end, 2×1
    ("blue wide2 b2 x", "a1 z", "red wide2 b1 x", BOTH),  # 3×2
    ("blue wide3 d2 x", "a1 x", "red wide3 d1 x", BOTH),  # 3×2 upright
    ("blue wide3 d1 x", "a1 y", "red wide3 b1 x", BOTH),  # end to end, 3×1 upright
    ("blue bar3 f1", "a1 x", "red wide3 d1 x", FACE),
    ("blue bar3 e1", "a1 x", "red bar3 d1", BOTH),
    ("blue bar3 d2", "a1 x", "red bar3 d1", BOTH),
    ("blue bar1 d4 x", "a1 y", "red bar1 a4 x", BOTH),  # end to end
]


def in_both_options(case: Case) -> tuple[str, str]:
    box, neutral, before, _ = case
    after = [before] if before else []
    face, shape = (
        reason(box, after=after, neutral=neutral, clone=clone) for clone in ("face", "shape")
    )
    return face, shape


@pytest.mark.parametrize("case", ON_TOP, ids=lambda case: f"{case[0]} on {case[2] or 'neutral'}")
def test_a_box_may_not_clone_the_box_under_it(case: Case) -> None:
    assert in_both_options(case) == case[3]


@pytest.mark.parametrize("case", BESIDE, ids=lambda case: f"{case[0]} by {case[2] or 'neutral'}")
def test_a_box_may_not_clone_the_box_beside_it(case: Case) -> None:
    assert in_both_options(case) == case[3]


@pytest.mark.parametrize(
    ("box", "neutral", "after"),
    [
        ("red bar1 b2 x", "a1 x", []),  # shifted by one
        ("blue wide2 c2 x", "a1 z", ["red wide2 b1 x"]),
        ("red wide2 a2 x", "a1 x", []),  # another height: 3×1 and 3×2
        ("red wide2 d1 x", "a1 x", []),
        ("red wide3 d1 x", "a1 x", []),
        ("red square2 b1 x", "a1 z", []),
        ("blue wide3 d2 x", "a1 x", ["red wide2 d1 x"]),  # 3×2 lying and 3×2 upright
        ("red bar3 d1", "a1 x", []),
        ("white bar1 a2 x", "a1 x", ["red square1 a2", "blue bar1 c2 y"]),  # another level
        ("blue wide3 a2 x", "a1 x", ["red wide3 a1 x"]),
        ("blue wide3 a1 x", "a1 x", ["red wide3 a2 x"]),
        ("blue bar1 d1 x", "a1 x", ["red wide1 d1 x"]),  # a top that covers half of another
        ("blue bar1 d1 y", "a1 x", ["red wide1 d1 y"]),
        ("blue square2 d1 x", "a1 x", ["red square1 d1"]),
        ("blue square2 a1 x", "a1 x", []),
    ],
)
def test_faces_that_do_not_cover_each_other_exactly_are_no_clones(
    box: str, neutral: str, after: list[str]
) -> None:
    assert reason(box, after=after, neutral=neutral) == ""


def test_a_face_that_two_boxes_cover_together_is_no_clone() -> None:
    assert reason("white wide1 a2 x", after=["red square1 a2", "blue bar1 c2 y"]) == ""
    assert reason("white bar3 d1", after=["red square2 b1 x"]) == ""  # beside 1×1 and 2×1


def test_a_box_on_another_is_measured_against_those_beside_it_too() -> None:
    first = ["red square1 a2", "blue bar1 c2 y", "white bar1 a2 x"]  # the last one at level 1
    assert reason("blue bar1 a3 x", after=first) == "clones"
    assert reason("blue wide1 a3 x", after=first) == "overhangs"
    assert reason("blue wide2 a3 x", after=first) == ""  # 3×2 against 3×1


def test_the_house_rule_forbids_nothing_that_the_rule_allows() -> None:
    for before in ([], ["red square1 a2", "blue bar1 c2 y"], list(TOWER[:6])):
        neutral = "a1 z" if len(before) == 6 else "a1 x"
        face, shape = (
            set(lay(*before, then="white", neutral=neutral, clone=clone).legal_moves())
            for clone in ("face", "shape")
        )
        assert face < shape
