"""Looking back at a game of Team UP: what was possible, and with which move it was lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

import upturn
from tests.support.team_up_table import perfect, play, told, undealt, wander
from upturn.cli.drawing.team_up.review import looked_back
from upturn.games.contract import Positions
from upturn.games.game import Game
from upturn.solver import review, reviewing, solve, solving
from upturn.solver.reviewing import Loss, Prospect, Review, tightened
from upturn.solver.solver import Solution

ENOUGH = 60.0
"""Seconds; what is looked at here is settled in a small part of it."""


def perfect_until(boxes: int, *more: str) -> Game:
    """The perfect pallet of two players with so many boxes, then these moves."""
    return told([*perfect()["moves"][: 2 + 2 * boxes], *more])


def goes_wrong() -> Game:
    """The perfect pallet, but for its last two boxes."""
    game = perfect_until(25, "draw", "place white bar1 a1 x", "draw")
    game.play(game.legal_moves()[0])
    return game


# --- What is found ---------------------------------------------------------------------------


def test_nothing_is_lost_in_a_perfect_game_though_the_solver_would_play_another() -> None:
    found = review(perfect_until(27), ENOUGH)
    assert (found.score, found.over, found.possible) == (25, True, Prospect(25, 25))
    assert (found.lost, found.costliest, found.proven) == (None, None, True)


def test_the_first_move_is_found_after_which_the_best_was_out_of_reach() -> None:
    game = goes_wrong()
    found = review(game, ENOUGH)
    lost = found.lost
    assert lost is not None
    assert (lost.ply, lost.move, lost.card) == (2 + 2 * 26, "place white bar1 a1 x", "bar")
    assert game.moves[lost.ply - 1] == lost.move
    assert (lost.boxes, lost.before, lost.proven) == (25, Prospect(25, 25), True)
    after = solve(perfect_until(25, "draw", lost.move), ENOUGH)
    assert lost.after == Prospect(after.score, after.bound)
    assert lost.points == 25 - after.score > 0
    assert found.proven


def test_the_move_that_cost_most_may_be_another() -> None:
    """The stop costs what was still in reach, the box before it less."""
    game = perfect_until(20)
    while (best := solve(game, ENOUGH)).score == 25:
        assert best.proven
        game.play("draw")
        costs = {}
        for move in game.legal_moves():
            then = game.copy()
            then.play(move)
            costs[move] = solve(then, ENOUGH).score
        small = [move for move, score in costs.items() if 20 <= score < 25]
        game.play(small[0] if small else best.moves[1])
    play(game, "stop")
    found = review(game, ENOUGH)
    assert found.lost is not None
    assert found.lost.move.startswith("place ")
    assert found.costliest is not None
    assert (found.costliest.move, found.costliest.ply) == ("stop", len(game.moves))
    assert found.costliest.points > found.lost.points


def test_a_stop_costs_what_was_still_possible() -> None:
    found = review(perfect_until(24, "stop"), ENOUGH)
    assert found.lost is not None
    assert (found.lost.move, found.lost.card, found.lost.boxes) == ("stop", None, 24)
    assert (found.lost.before.score, found.lost.after) == (25, Prospect(found.score, found.score))
    assert found.costliest == found.lost


def test_a_game_may_be_unfinished_and_a_card_drawn() -> None:
    found = review(perfect_until(24, "draw"), ENOUGH)
    assert (found.over, found.lost, found.left) == (False, None, Prospect(25, 25))
    assert found.score == perfect_until(24).scores[0]


def test_a_house_rule_counts() -> None:
    game = upturn.new("team-up", players=1, seed=3, options={"clone": "shape"})
    play(game, *solve(game, ENOUGH).moves)
    found = review(game, ENOUGH)
    assert (found.score, found.possible, found.lost) == (25, Prospect(25, 25), None)


def test_what_is_in_reach_never_rises_however_little_was_looked() -> None:
    for seed in range(3):
        game = wander(seed, players=1)
        quick, slow = review(game, 0.0), review(game, 0.3)
        for found in (quick, slow):
            assert found.possible.score >= found.score == game.scores[0]
            assert found.possible.bound >= found.possible.score
            assert found.left == Prospect(found.score, found.score)
            for loss in filter(None, (found.lost, found.costliest)):
                assert game.moves[loss.ply - 1] == loss.move
                assert loss.points > 0
                assert found.possible.score >= loss.before.score
                assert loss.after.score >= found.score
        assert slow.possible.score == 25


def test_what_there_was_no_time_to_look_at_is_not_called_a_loss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Time is up as soon as the start is solved."""
    game = goes_wrong()
    start = solve(perfect_until(0), ENOUGH)

    def late(now: Positions, seconds: float) -> Solution:
        return start if now["drawn"][0] == 0 else solving.solve_position(now, seconds)

    monkeypatch.setattr(reviewing, "solve_position", late)
    found = review(game, 0.0)
    assert (found.possible, found.left) == (Prospect(25, 25), Prospect(found.score, found.score))
    assert found.lost is found.costliest is None
    assert not found.proven
    assert looked_back(found) == "25 was possible."


def test_each_position_tells_something_of_the_others() -> None:
    found = [Prospect(10, 25), Prospect(12, 20), Prospect(-3, 25), Prospect(4, 4)]
    assert tightened(found) == [
        Prospect(12, 25), Prospect(12, 20), Prospect(4, 20), Prospect(4, 4)
    ]  # fmt: skip


def test_the_solver_is_asked_only_where_the_game_leaves_its_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = upturn.new("team-up", players=1, seed=3)
    play(game, *solve(game, ENOUGH).moves[:40])
    asked = []

    def counting(now: Positions, seconds: float) -> Solution:
        asked.append(int(now["drawn"][0]))
        return solving.solve_position(now, seconds)

    monkeypatch.setattr(reviewing, "solve_position", counting)
    assert review(game, ENOUGH).lost is None
    assert asked == [0]


def test_only_dealt_games_of_team_up_are_looked_back_at() -> None:
    with pytest.raises(upturn.InvalidSetup, match="only games of team-up can be reviewed"):
        review(upturn.new("dnup", players=2, seed=1))
    with pytest.raises(upturn.InvalidSetup, match="the cards have not been dealt yet"):
        review(undealt("deal neutral a1 x"))


# --- In words --------------------------------------------------------------------------------

BOX_9 = Loss(20, "place red wide2 c3 x", "wide", 8, Prospect(25, 25), Prospect(20, 20))
BOX_14 = Loss(30, "place blue bar3 f4", "bar", 13, Prospect(18, 18), Prospect(12, 12))
REVIEW = Review(12, True, Prospect(25, 25), Prospect(12, 12), BOX_9, BOX_9, True)
FROM_9 = (
    "25 was possible. It was still within reach after box 8; "
    "box 9 (place red wide2 c3 x) put it out of reach: "
)


def test_the_box_is_named_with_which_the_best_was_lost() -> None:
    assert looked_back(REVIEW) == f"{FROM_9}20 was the best from there."
    first = replace(BOX_9, boxes=0)
    assert looked_back(replace(REVIEW, lost=first, costliest=first)) == (
        "25 was possible. Box 1 (place red wide2 c3 x) put it out of reach: "
        "20 was the best from there."
    )


def test_another_box_is_named_if_it_cost_more() -> None:
    told = looked_back(replace(REVIEW, costliest=BOX_14))
    more = "Box 14 (place blue bar3 f4) cost the most: 18 was possible before it, 12 after it."
    assert told == f"{FROM_9}20 was the best from there. {more}"
    told = looked_back(replace(REVIEW, costliest=BOX_14, proven=False))
    assert "Box 14 (place blue bar3 f4) cost the most, as far as we looked: 18 was" in told
    stop = replace(BOX_14, move="stop", card=None, boxes=14)
    told = looked_back(replace(REVIEW, costliest=stop))
    assert told.endswith(" Stopping after box 14 cost the most: 18 was still possible.")


def test_what_is_not_proven_is_not_claimed() -> None:
    vague = replace(BOX_9, after=Prospect(20, 23))
    told = looked_back(replace(REVIEW, lost=vague, costliest=vague, proven=False))
    assert told == f"{FROM_9}20 is the best we found from there."
    vaguer = replace(BOX_9, after=Prospect(20, 25))
    told = looked_back(replace(REVIEW, lost=vaguer, costliest=vaguer, proven=False))
    assert told == (
        "25 was possible. It was still within reach after box 8; "
        "after box 9 (place red wide2 c3 x) "
        "we found no way to it: 20 is the best we found from there."
    )
    unsure = replace(REVIEW, possible=Prospect(21, 25), proven=False)
    assert looked_back(unsure).startswith("21 was possible, and perhaps even 25. It was still ")
    nothing = replace(unsure, possible=Prospect(12, 25), lost=None, costliest=None)
    assert looked_back(nothing) == "We found nothing better, but 25 may have been possible."


def test_a_stop_and_a_card_too_many_are_named_as_such() -> None:
    stop = Loss(27, "stop", None, 12, Prospect(25, 25), Prospect(-15, -15))
    assert looked_back(replace(REVIEW, lost=stop, costliest=stop)) == (
        "25 was possible. It was still within reach after box 12, when the game was stopped."
    )
    draw = Loss(60, "draw", None, 26, Prospect(24, 24), Prospect(23, 23))
    told = looked_back(replace(REVIEW, possible=Prospect(24, 24), lost=draw, costliest=draw))
    assert told == (
        "24 was possible. It was still within reach after box 26; drawing the next card instead "
        "of stopping put it out of reach: 23 was the best from there."
    )
    told = looked_back(replace(REVIEW, costliest=draw))
    assert told.endswith(
        " The card drawn after box 26 instead of stopping cost the most: "
        "24 was possible before it, 23 after it."
    )


def test_what_cannot_be_bettered_needs_few_words() -> None:
    perfect = Review(25, True, Prospect(25, 25), Prospect(25, 25), None, None, True)
    assert looked_back(perfect) == ""
    best = replace(perfect, score=-2, possible=Prospect(-2, -2), left=Prospect(-2, -2))
    assert looked_back(best) == "No more was possible with these cards."


def test_of_an_unfinished_game_it_is_told_what_is_left() -> None:
    unfinished = replace(REVIEW, over=False, left=Prospect(-3, -3))
    assert looked_back(unfinished).endswith("best from there. The best from here is −3.")
    unfinished = replace(unfinished, left=Prospect(-3, 20))
    assert looked_back(unfinished).endswith(" From here −3 is possible, and perhaps even 20.")


def test_no_card_that_was_not_drawn_is_told() -> None:
    """The deal may be played again, so the sentences name nothing but what lies on the table."""
    game = perfect_until(25, "stop")
    words = looked_back(review(game, ENOUGH))
    assert (
        words
        == "25 was possible. It was still within reach after box 25, when the game was stopped."
    )
    for loss in (BOX_9, BOX_14):
        assert loss.card is not None
        told_of = looked_back(replace(REVIEW, lost=loss, costliest=loss))
        assert loss.move in told_of
        assert "card" not in told_of
