"""The rules of Team UP, one test per sentence: components and set-up."""

from __future__ import annotations

from collections import Counter

import pytest

import upturn
from tests.support.team_up_table import (
    CARDS,
    CELLS,
    COLOURS,
    KINDS,
    NEUTRAL_PLACES,
    PAIRS,
    SHAPES,
    dealt,
    deck,
    lay,
    play,
    seats,
    undealt,
)

every_count = pytest.mark.parametrize("players", [1, 2, 3, 4])


# --- Players ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(7))
def test_one_to_four_can_play(players: int) -> None:
    if 1 <= players <= 4:
        assert upturn.new("team-up", players=players, seed=1).players == players
    else:
        with pytest.raises(upturn.InvalidSetup, match="team-up is for 1 to 4 players"):
            upturn.new("team-up", players=players)


@every_count
def test_seat_1_starts(players: int) -> None:
    for seed in range(5):
        assert upturn.new("team-up", players=players, seed=seed).to_act == 1


@every_count
def test_all_are_on_one_side_and_have_the_same_score(players: int) -> None:
    game = upturn.new("team-up", players=players, seed=1)
    assert game.scores == [-27] * players


# --- The pallet and the boxes ----------------------------------------------------------------


def test_the_pallet_is_six_columns_by_four_rows() -> None:
    heights = dealt().view()["heights"]
    assert [len(row) for row in heights] == [6, 6, 6, 6]


def test_columns_run_along_x_and_rows_along_y() -> None:
    game = lay("red bar3 d1", "blue wide1 a2 y", neutral="a1 x")
    assert game.view()["heights"] == [
        [1, 1, 1, 3, 0, 0],
        [1, 1, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 0],
    ]


def test_there_are_27_boxes_nine_of_each_colour() -> None:
    left = dealt().view()["left"]
    assert list(left) == ["red", "blue", "white"]
    assert [sum(left[colour].values()) for colour in left] == [9, 9, 9]


@pytest.mark.parametrize("colour", COLOURS)
def test_of_each_colour_and_shape_one_box_is_painted_across_each_axis(colour: str) -> None:
    left = dealt().view()["left"][colour]
    assert left == {
        "square1": 1, "square2": 2, "wide1": 1, "wide2": 1, "wide3": 1, "bar1": 2, "bar3": 1,
    }  # fmt: skip
    for shape in SHAPES:
        assert sum(left[kind] for kind in left if KINDS[kind][0] == shape) == 3


def test_five_layers_take_all_boxes_exactly() -> None:
    left = dealt().view()["left"]
    cells = 0
    for kind, (_, (longer, shorter), height, _) in KINDS.items():
        cells += longer * shorter * height * sum(left[colour][kind] for colour in COLOURS)
    assert (cells, cells + 3) == (117, 5 * 6 * 4)


# --- The neutral box -------------------------------------------------------------------------


def test_the_neutral_box_starts_in_one_of_twelve_places_drawn_at_random() -> None:
    counts = Counter(upturn.new("team-up", players=2, seed=n).moves[0] for n in range(600))
    assert set(counts) == {f"deal neutral {place}" for place in NEUTRAL_PLACES}
    assert len(counts) == 12
    assert min(counts.values()) > 20  # 50 of each are to be expected
    assert max(counts.values()) < 100


@pytest.mark.parametrize("place", NEUTRAL_PLACES)
def test_the_neutral_box_lies_along_x_or_y_or_stands_upright_in_a_corner(place: str) -> None:
    cell, axis = place.split()
    game = dealt(neutral=place)
    size = {"x": [3, 1, 1], "y": [1, 3, 1], "z": [1, 1, 3]}[axis]
    assert game.view()["boxes"] == [
        {"box": "neutral", "shape": "bar", "at": cell, "axis": axis, "level": 0, "size": size,
         "seat": None},
    ]  # fmt: skip
    column, row = "abcdef".index(cell[0]), int(cell[1]) - 1
    heights = game.view()["heights"]
    covered = {
        (x, y): heights[y][x] for x in range(6) for y in range(4) if heights[y][x]
    }  # fmt: skip
    assert covered == {
        (column + x, row + y): size[2] for x in range(size[0]) for y in range(size[1])
    }
    assert covered.keys() & {(0, 0), (5, 0), (0, 3), (5, 3)}


def test_the_neutral_box_lies_nowhere_else() -> None:
    elsewhere = {f"{cell} {axis}" for cell in CELLS for axis in "xyz"} - set(NEUTRAL_PLACES)
    assert len(elsewhere) == 60
    for place in [*sorted(elsewhere), "a1", "g1 x", "a5 z", "a1 x x"]:
        with pytest.raises(upturn.MoveError) as caught:
            undealt(f"deal neutral {place}")
        assert caught.value.ply == 1


def test_the_neutral_box_is_none_of_the_27() -> None:
    for place in NEUTRAL_PLACES:
        view = dealt(neutral=place).view()
        assert sum(sum(kinds.values()) for kinds in view["left"].values()) == 27
        assert view["scores"] == [-27, -27]


# --- The cards -------------------------------------------------------------------------------


@every_count
def test_there_are_36_cards_six_of_each_colour_five_of_each_shape_one_of_each_pair(
    players: int,
) -> None:
    for seed in range(5):
        game = upturn.new("team-up", players=players, seed=seed)
        word, kind, *cards = game.moves[1].split(" ")
        assert (word, kind, len(cards)) == ("deal", "cards", 36)
        assert Counter(cards) == {
            **dict.fromkeys(COLOURS, 6), **dict.fromkeys(SHAPES, 5), **dict.fromkeys(PAIRS, 1),
        }  # fmt: skip


def test_every_shuffle_is_another_one_and_a_seed_repeats_it() -> None:
    deals = [tuple(upturn.new("team-up", players=2, seed=n).moves) for n in range(20)]
    assert len({cards for _, cards in deals}) == 20
    assert deals[7] == tuple(upturn.new("team-up", players=2, seed=7).moves)


def test_cards_are_drawn_top_first() -> None:
    order = deck(["white", "square|bar", "red", "bar", "wide"])
    game = dealt(order)
    for drawn in range(8):
        game.play("draw")
        assert game.view()["card"] == order[drawn]
        assert game.view()["deck"] == 36 - drawn - 1
        game.play(game.legal_moves()[0])


# --- The deal as log -------------------------------------------------------------------------


def test_the_log_begins_with_the_neutral_box_and_the_cards_and_has_no_other_deals() -> None:
    game = upturn.new("team-up", players=2, seed=3)
    assert [line.split(" ")[:2] for line in game.moves] == [["deal", "neutral"], ["deal", "cards"]]
    while not game.over:
        game.play(min(set(game.legal_moves()) - {"stop"}))
    assert not [line for line in game.moves[2:] if line.startswith("deal")]


def test_before_any_deal_nobody_is_to_act_and_the_score_is_minus_27() -> None:
    game = undealt(players=3)
    assert (game.to_act, game.awaits_deal, game.over) == (None, True, False)
    assert game.scores == [-27, -27, -27]
    assert game.legal_moves() == []
    for seat in seats(game):
        view = game.view(seat)
        assert (view["boxes"], view["deck"], view["history"]) == ([], 0, [])
        assert view["heights"] == [[0] * 6] * 4
        assert set(view["undrawn"].values()) == {0}
        assert (view["card"], view["coming"], view["agreed"], view["end"]) == (None, [], [], None)


def test_between_the_deals_only_the_neutral_box_is_there() -> None:
    game = undealt("deal neutral d4 x")
    assert (game.to_act, game.awaits_deal) == (None, True)
    view = game.view(1)
    assert [box["at"] for box in view["boxes"]] == ["d4"]
    assert (view["deck"], view["agreed"], set(view["undrawn"].values())) == (0, [], {0})
    assert upturn.replay(game.record()).record() == game.record()


def test_an_undealt_record_can_be_dealt_on() -> None:
    game = undealt("deal neutral f2 y")
    game.deal_on()
    assert (game.to_act, game.awaits_deal) == (1, False)
    assert sorted(game.moves[1].split(" ")[2:]) == sorted(CARDS)
    assert game.moves[0] == "deal neutral f2 y"


# --- Deals that cannot be --------------------------------------------------------------------

CARDS_DEALT = "deal cards " + " ".join(CARDS)


@pytest.mark.parametrize(
    "lines",
    [
        ["deal neutral b1 x"],
        ["deal neutral a3 y"],
        ["deal neutral f2 z"],
        [CARDS_DEALT],  # the neutral box comes first
        ["deal neutral a1 x", "deal neutral a1 x"],
        ["deal neutral a1 x", "deal cards red"],
        ["deal neutral a1 x", "deal cards " + " ".join(CARDS[:-1])],
        ["deal neutral a1 x", CARDS_DEALT + " red"],
        ["deal neutral a1 x", "deal cards " + " ".join(["blue", *CARDS[1:]])],
    ],
)
def test_wrong_deal(lines: list[str]) -> None:
    with pytest.raises(upturn.IllegalMove) as caught:
        undealt(*lines)
    assert (caught.value.code, caught.value.ply) == ("wrong-deal", len(lines))


@pytest.mark.parametrize(
    "line",
    ["deal cards " + " ".join(["green", *CARDS[1:]]), "deal cards", "deal cards ",
     CARDS_DEALT.replace("square|wide", "wide|square"), CARDS_DEALT + " ",
     CARDS_DEALT.replace("red blue", "red  blue", 1), "deal boxes red", "deal "],
)  # fmt: skip
def test_a_deal_of_other_words_is_refused(line: str) -> None:
    with pytest.raises(upturn.MoveError) as caught:
        undealt("deal neutral a1 x", line)
    assert caught.value.ply == 2


def test_no_deal_due() -> None:
    record = dealt().record()
    record["moves"].append("deal neutral a1 x")
    with pytest.raises(upturn.IllegalMove) as caught:
        upturn.replay(record)
    assert (caught.value.code, caught.value.ply) == ("no-deal-due", 3)


# --- Options and records ---------------------------------------------------------------------


def test_the_option_clone_is_face_unless_told_otherwise() -> None:
    assert upturn.new("team-up", players=2).view()["clone"] == "face"
    for clone in ("face", "shape"):
        game = upturn.new("team-up", players=2, options={"clone": clone})
        assert game.view()["clone"] == clone
        assert upturn.replay(game.record()).view()["clone"] == clone


@pytest.mark.parametrize(
    "options", [{"clone": "top"}, {"clone": None}, {"clone": True}, {"clones": "face"}, {"mode": 1}]
)
def test_no_other_option_is_known(options: dict[str, object]) -> None:
    with pytest.raises(upturn.InvalidSetup):
        upturn.new("team-up", players=2, options=options)


def test_a_finished_game_is_a_record_in_the_form_we_promise() -> None:
    game = dealt("red", neutral="d1 x")
    play(game, "draw", "place red wide2 d2 y", "stop")
    record = game.record()
    assert record | {"rules": 0, "edition": ""} == {
        "upturn": 1, "game": "team-up", "players": 2, "options": {}, "rules": 0, "edition": "",
        "moves": ["deal neutral d1 x", "deal cards " + " ".join(deck(["red"])),
                  "draw", "place red wide2 d2 y", "stop"],
        "scores": [-26, -26],
    }  # fmt: skip
    assert upturn.replay(record).record() == record


def test_an_unfinished_game_says_so() -> None:
    record = lay("red wide2 d1 y", then="bar").record()
    assert record["over"] is False
    assert record["scores"] == [-26, -26]
    assert upturn.replay(record).record() == record


def test_a_record_with_another_score_is_refused() -> None:
    record = lay("red wide2 d1 y").record()
    with pytest.raises(upturn.InvalidRecord, match="scores"):
        upturn.replay(record | {"scores": [-25, -25]})
    with pytest.raises(upturn.InvalidRecord, match="scores"):
        upturn.replay(record | {"scores": [-26]})
