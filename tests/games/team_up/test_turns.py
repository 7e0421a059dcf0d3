"""The rules of Team UP, one test per sentence: the turn, penalties, the end and the score."""

from __future__ import annotations

import pytest

import upturn
from tests.support.team_up_table import (
    BOXES,
    COLOURS,
    KINDS,
    PAIRS,
    SHAPES,
    dealt,
    last_events,
    lay,
    obeys,
    perfect,
    perfect_boxes,
    placeable,
    play,
    refusal,
    told,
    wander,
)
from upturn.games.game import Game

every_count = pytest.mark.parametrize("players", [1, 2, 3, 4])

# --- A turn ----------------------------------------------------------------------------------


@every_count
def test_a_seat_draws_and_places_and_then_it_is_the_next_seats_turn(players: int) -> None:
    game = dealt(players=players)
    for turn in range(9):
        seat = turn % players + 1
        assert (game.to_act, game.view()["card"]) == (seat, None)
        game.play("draw")
        assert game.to_act == seat
        assert game.view()["card"] is not None
        game.play(min(game.legal_moves()))
        assert game.view()["boxes"][-1]["seat"] == seat


def test_before_a_draw_a_seat_may_draw_or_stop_and_nothing_else() -> None:
    assert sorted(dealt().legal_moves()) == ["draw", "stop"]
    assert sorted(lay("red bar3 d1").legal_moves()) == ["draw", "stop"]
    assert sorted(wander(3, 30).legal_moves()) == ["draw", "stop"]


def test_after_a_draw_a_seat_places_one_box() -> None:
    game = lay("red bar3 d1", then="blue")
    assert {move.split()[0] for move in game.legal_moves()} == {"place"}
    game.play("place blue wide1 d2 x")
    assert len(game.view()["boxes"]) == 3
    assert refusal(game, "place white wide1 d2 x") == "draw-first"


def test_a_placed_box_is_taken_from_those_left() -> None:
    game = lay("red bar1 a2 y", "red wide1 d1 x")
    left = game.view()["left"]
    assert (left["red"]["bar1"], left["red"]["wide1"]) == (1, 0)
    assert sum(sum(kinds.values()) for kinds in left.values()) == 25


def test_a_card_that_is_obeyed_is_used_up() -> None:
    game = dealt("red red bar")
    play(game, "draw", "place red bar3 d1")
    view = game.view()
    assert (view["card"], view["deck"], view["undrawn"]["red"]) == (None, 35, 5)
    assert view["penalties"] == 0


# --- What a card asks for --------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_card_asks_for_any_box_of_that_colour(colour: str) -> None:
    assert placeable(lay(then=colour)) == {f"{colour} {kind}" for kind in KINDS}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_card_asks_for_any_box_of_that_shape_whichever_way_it_is_painted(
    shape: str,
) -> None:
    wanted = {box for box in BOXES if KINDS[box.split()[1]][0] == shape}
    assert len(wanted) in (6, 9)
    assert placeable(lay(then=shape)) == wanted


@pytest.mark.parametrize("pair", PAIRS)
def test_a_pair_card_asks_for_one_of_its_two_shapes(pair: str) -> None:
    first, second = pair.split("|")
    either = placeable(lay(then=first)) | placeable(lay(then=second))
    assert placeable(lay(then=pair)) == either
    assert len(either) in (12, 15)
    game = lay(then=pair)
    game.play(min(game.legal_moves()))
    assert (game.view()["card"], len(game.view()["boxes"])) == (None, 2)


def test_a_box_that_is_used_up_is_not_asked_for() -> None:
    game = lay("red bar3 d1", then="red")
    assert placeable(game) == {f"red {kind}" for kind in KINDS if kind != "bar3"}
    game = lay("red bar3 d1", then="bar")
    assert placeable(game) == {box for box in BOXES if "bar" in box} - {"red bar3"}


# --- Penalties -------------------------------------------------------------------------------

ALL_BARS = (
    "blue bar3 c4", "red bar1 a3 x", "red bar3 a4", "white bar1 f1 y", "white bar3 c2",
    "red bar1 a1 x", "blue bar1 f2 y", "blue bar1 d1 y", "white bar1 b1 x",
)  # fmt: skip
"""The nine bars, the neutral box lying at d4 x."""


def squares_without_a_place(then: str) -> Game:
    """Three squares are left, all 2×2, and nowhere are four cells level."""
    return lay("red square2 d2 y", "red square2 b2 x", "blue square2 d4 x", "white square2 b3 y",
               "white square2 e1 x", "blue square2 f2 y", neutral="d1 x", then=then)  # fmt: skip


def wide_with_one_place(clone: str = "face") -> Game:
    return lay("blue wide2 b3 x", "blue wide3 c1 y", "red wide2 e1 y", "red wide3 a4 x",
               "white wide3 c3 x", neutral="d4 x", then="wide", clone=clone)  # fmt: skip


def only_a_clone(clone: str) -> Game:
    """The one place for a wide would be on the neutral box, top on top."""
    return lay("red wide3 b3 x", "white wide2 d3 x", "white wide3 c4 x", "blue wide3 e1 y",
               "red wide2 b1 x", neutral="a2 y", then="wide", clone=clone)  # fmt: skip


def test_no_such_box_left_is_a_penalty() -> None:
    game = lay(*ALL_BARS, neutral="d4 x", then="bar")
    assert sum(game.view()["left"][colour][kind] for colour in COLOURS
               for kind in ("bar1", "bar3")) == 0  # fmt: skip
    assert game.legal_moves() == ["penalty"]


def test_a_pair_card_is_no_penalty_while_one_of_its_shapes_is_left() -> None:
    game = lay(*ALL_BARS, neutral="d4 x", then="square|bar")
    assert placeable(game) <= {box for box in BOXES if "square" in box}
    assert placeable(game)


def test_no_legal_place_is_a_penalty() -> None:
    game = squares_without_a_place(then="square")
    left = game.view()["left"]
    assert [left[colour]["square1"] for colour in COLOURS] == [1, 1, 1]
    assert game.legal_moves() == ["penalty"]


def test_a_card_that_can_be_obeyed_must_be_if_there_is_but_one_place() -> None:
    game = wide_with_one_place()
    assert game.legal_moves() == ["place white wide2 a1 y"]
    assert refusal(game, "penalty") == "must-place"


def test_a_place_that_would_be_a_clone_is_none_and_the_house_rule_may_allow_it() -> None:
    assert only_a_clone("face").legal_moves() == ["penalty"]
    game = only_a_clone("shape")
    assert game.legal_moves() == ["place blue wide2 a2 y"]
    assert refusal(game, "penalty") == "must-place"


def test_a_penalty_is_the_turn() -> None:
    game = squares_without_a_place(then="square red")
    before = game.view()
    game.play("penalty")
    after = game.view()
    assert (before["to_act"], after["to_act"]) == (1, 2)
    assert (before["penalties"], after["penalties"]) == (0, 1)
    assert (after["card"], after["deck"]) == (None, 36 - 7)
    assert (after["boxes"], after["heights"], after["left"]) == (
        *(before["boxes"], before["heights"], before["left"]),
    )
    assert [score - 1 for score in before["scores"]] == after["scores"]


def test_penalty_is_legal_exactly_when_nothing_can_be_placed() -> None:
    penalties = 0
    for seed in range(12):
        game = wander(seed, 0, clone=["face", "shape"][seed % 2])
        while not game.over:
            game.play("draw")
            card, left = game.view()["card"], game.view()["left"]
            boxes = [box for box in BOXES if obeys(card, box)]
            if not any(left[box.split()[0]][box.split()[1]] for box in boxes):
                assert game.legal_moves() == ["penalty"]
            if game.legal_moves() == ["penalty"]:
                penalties += 1
            else:
                assert {move.split()[0] for move in game.legal_moves()} == {"place"}
                assert placeable(game) <= set(boxes)
            game.play(sorted(game.legal_moves())[seed % len(game.legal_moves())])
    assert penalties > 12


# --- The end ---------------------------------------------------------------------------------


def ending(game: Game) -> tuple[bool, int | None, list[str], str | None]:
    return game.over, game.to_act, game.legal_moves(), game.view()["end"]


def test_the_game_ends_at_once_when_all_boxes_are_stacked() -> None:
    game = lay(*perfect_boxes()[:26], neutral="d1 x", then="wide")
    assert (game.over, game.view()["end"]) == (False, None)
    game.play("place white wide3 e1 y")
    assert ending(game) == (True, None, [], "stacked")
    assert game.view()["deck"] == 9
    assert refusal(game, "draw") == "game-over"


def late(stacked: int, penalised: str, last: str) -> Game:
    """So many boxes of the perfect pallet, then cards that ask for none of the others.

    Then the last of the 36 cards has been drawn.
    """
    cards = penalised.split()
    assert stacked + len(cards) + 1 == 36
    game = lay(*perfect_boxes()[:stacked], neutral="d1 x", then=f"{penalised} {last}")
    for _ in cards:
        assert game.legal_moves() == ["penalty"]
        play(game, "penalty", "draw")
    assert (game.view()["deck"], game.over) == (0, False)
    return game


def test_the_game_ends_when_the_last_card_has_been_placed() -> None:
    game = late(25, "red " * 4 + "blue " * 3 + "square " * 3, "white")
    game.play("place white bar1 d4 x")
    assert ending(game) == (True, None, [], "cards")
    assert game.scores == [5 * 2 - 1 - 10] * 2


def test_the_game_ends_when_the_last_card_has_been_penalised() -> None:
    game = late(25, "red " * 4 + "blue " * 3 + "square " * 3, "blue")
    assert game.legal_moves() == ["penalty"]
    game.play("penalty")
    assert ending(game) == (True, None, [], "cards")
    assert game.scores == [5 * 2 - 2 - 11] * 2


def test_all_boxes_stacked_with_the_last_card_ends_it_as_stacked() -> None:
    game = late(26, "red red blue blue blue square square bar bar", "wide")
    game.play("place white wide3 e1 y")
    assert ending(game) == (True, None, [], "stacked")
    assert game.scores == [25 - 9] * 2


def test_while_a_card_is_left_the_game_goes_on() -> None:
    game = wander(3, 35)
    assert (game.over, game.view()["deck"]) == (False, 1)
    assert sorted(game.legal_moves()) == ["draw", "stop"]


@every_count
def test_all_players_may_agree_to_stop_before_the_very_first_draw(players: int) -> None:
    game = dealt(players=players)
    game.play("stop")
    assert ending(game) == (True, None, [], "stopped")
    assert game.scores == [-27] * players


def test_stop_is_said_by_the_seat_to_act_before_any_draw() -> None:
    for stacked in range(5):
        game = lay(*perfect_boxes()[:stacked], neutral="d1 x", players=3)
        assert game.to_act == stacked % 3 + 1
        game.play("stop")
        assert ending(game) == (True, None, [], "stopped")
        assert game.history()[-1]["seat"] == stacked % 3 + 1
        assert game.scores == [stacked - 27] * 3


def test_nobody_stops_once_a_card_is_drawn() -> None:
    game = dealt("red")
    game.play("draw")
    assert "stop" not in game.legal_moves()
    assert refusal(game, "stop") == "too-late"
    game.play("place red bar3 d1")
    assert refusal(game, "stop") == ""


def test_nobody_stops_instead_of_a_penalty() -> None:
    assert refusal(squares_without_a_place(then="square"), "stop") == "too-late"


def test_nothing_can_be_done_after_the_end() -> None:
    for game in (upturn.replay(perfect()), wander(1), dealt()):
        if not game.over:
            game.play("stop")
        for move in ("draw", "stop", "penalty", "place red bar3 d1"):
            assert refusal(game, move) == "game-over"


# --- The score -------------------------------------------------------------------------------


def test_a_perfect_pallet_is_25() -> None:
    game = upturn.replay(perfect())
    assert (game.over, game.scores, game.view()["layers"]) == (True, [25, 25], 5)
    assert game.view()["heights"] == [[5] * 6] * 4
    assert (game.view()["penalties"], game.view()["end"]) == (0, "stacked")


def test_each_full_layer_is_5_and_each_box_not_stacked_is_minus_1() -> None:
    full = {0: 0, 9: 0, 10: 1, 13: 1, 14: 2, 26: 2, 27: 5}
    for stacked, layers in full.items():
        game = lay(*perfect_boxes()[:stacked], neutral="d1 x")
        assert game.view()["layers"] == layers
        assert game.scores == [5 * layers - (27 - stacked)] * 2


def test_a_layer_counts_only_if_it_is_full() -> None:
    game = lay(*perfect_boxes()[:26], neutral="d1 x")
    heights = [height for row in game.view()["heights"] for height in row]
    assert sorted(heights) == [2, 2, *[5] * 22]  # two cells are missing in three layers
    assert (game.view()["layers"], game.scores) == (2, [9, 9])


def test_one_box_may_fill_several_layers() -> None:
    game = lay(*perfect_boxes(), neutral="d1 x")
    assert [event["layer"] for event in last_events(game)[1:-1]] == [3, 4, 5]


def test_each_penalty_is_minus_1() -> None:
    game = squares_without_a_place(then="square square red")
    assert game.scores == [-21, -21]
    play(game, "penalty", "draw")
    assert game.scores == [-22, -22]
    play(game, "penalty", "draw")
    assert game.scores == [-23, -23]
    assert game.view()["penalties"] == 2


def test_a_drawn_card_costs_nothing_until_it_is_penalised() -> None:
    game = dealt("red")
    game.play("draw")
    assert game.scores == [-27, -27]


def test_the_score_can_be_negative() -> None:
    game = wander(5)
    assert game.over
    assert game.scores[0] < 0


@pytest.mark.parametrize("clone", ["face", "shape"])
@every_count
def test_the_score_adds_up_at_any_time_and_is_the_same_for_all(players: int, clone: str) -> None:
    game = wander(players, 0, players=players, clone=clone)
    while not game.over:
        game.play(max(set(game.legal_moves()) - {"stop"}))
        view = game.view()
        lowest = min(min(row) for row in view["heights"])
        stacked = len(view["boxes"]) - 1
        assert view["layers"] == lowest
        assert sum(sum(kinds.values()) for kinds in view["left"].values()) == 27 - stacked
        score = 5 * lowest - (27 - stacked) - view["penalties"]
        assert view["scores"] == game.scores == [score] * players
        used = 36 - view["deck"] - (view["card"] is not None)
        assert stacked + view["penalties"] == used


# --- Taking back -----------------------------------------------------------------------------


def test_every_kind_of_move_can_be_taken_back() -> None:
    game = squares_without_a_place(then="square red")
    play(game, "penalty", "draw")
    play(game, min(game.legal_moves()), "stop")
    start = told(game.moves[:2])
    seen = []
    while len(game.moves) > 2:
        seen.append((game.moves[-1], game.view(1), game.scores))
        game.undo()
        assert not game.over
    assert (game.view(1), game.record()) == (start.view(1), start.record())
    with pytest.raises(upturn.NothingToUndo):
        game.undo()
    for move, view, scores in reversed(seen):
        game.play(move)
        assert (game.view(1), game.scores) == (view, scores)
    assert game.over
