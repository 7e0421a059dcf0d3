"""What can become of a Team UP position: the score is reached, and nothing exceeds the bound."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upturn
from tests.support.team_up_table import CARDS as ALL_CARDS
from tests.support.team_up_table import (
    NEUTRAL_PLACES,
    dealt,
    lay,
    perfect,
    perfect_boxes,
    play,
    told,
    undealt,
    wander,
)
from upturn.bots import make_bot
from upturn.games.game import Game
from upturn.games.team_up.tables import CARDS, LAYERS
from upturn.solver import solve
from upturn.solver.beams import best_of_beam
from upturn.solver.endings import best_ending, with_draws
from upturn.solver.failures import make_failures
from upturn.solver.solver import Solution, Solver, position_of

PLENTY = 600.0
"""Seconds: for answers that must not depend on the machine."""


def end_of(game: Game, solution: Solution) -> Game:
    """The game after the moves of the solution."""
    end = game.copy()
    play(end, *solution.moves)
    return end


def assert_sound(game: Game, solution: Solution) -> None:
    """Its moves are legal, end the game and come to its score, which is within the bound."""
    end = end_of(game, solution)
    assert end.over
    assert end.scores[0] == solution.score <= solution.bound
    assert solution.proven == (solution.score == solution.bound)


def every_play(game: Game) -> int:
    """The best score, by trying every play."""
    now = position_of(game)
    caps = np.full(LAYERS + 1, 1000, np.int64)
    moves, tried_all = best_ending(now, caps, -100, 10**9, make_failures())
    assert tried_all
    end = game.copy()
    for move in with_draws(now, moves or []):
        end.play_code(move)
    if not end.over:
        end.play("stop")
    return end.scores[0]


def plausible(seed: int, boxes: int) -> Game:
    """A game in which so many boxes were placed as a player without plans places them."""
    game = upturn.new("team-up", players=1, seed=seed)
    bot = make_bot("greedy", "team-up", seed)
    while not game.over and len(game.view()["boxes"]) <= boxes:
        game.play(bot.choose(game.view(1)))
    return game


# --- Whole deals -----------------------------------------------------------------------------


@pytest.mark.parametrize("neutral", NEUTRAL_PLACES)
def test_a_deal_is_solved_wherever_the_neutral_box_lies(neutral: str) -> None:
    for seed in range(5):
        cards = random.Random(f"{neutral} {seed}").sample(ALL_CARDS, CARDS)
        game = dealt(cards, neutral=neutral)
        solution = solve(game)
        assert solution.score == 25
        assert solution.proven
        assert_sound(game, solution)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_solution_is_the_same_for_any_number_of_players(players: int) -> None:
    alone = solve(upturn.new("team-up", players=1, seed=3))
    game = upturn.new("team-up", players=players, seed=3)
    assert solve(game) == alone
    assert_sound(game, solve(game))


def test_a_solution_is_the_same_when_asked_again() -> None:
    game = wander(5, draws=3)
    assert solve(game, PLENTY) == solve(game.copy(), PLENTY)


def test_under_the_house_rule_a_deal_is_solved_too() -> None:
    game = upturn.new("team-up", players=2, seed=1, options={"clone": "shape"})
    assert_sound(game, solve(game))
    assert solve(game).score == 25


def test_solving_leaves_the_game_as_it_was() -> None:
    game = wander(2, draws=5)
    before = game.record()
    solve(game)
    assert game.record() == before


# --- Games in play ---------------------------------------------------------------------------


def test_from_every_move_of_a_perfect_game_it_can_be_finished_perfectly() -> None:
    lines = perfect()["moves"]
    game = told(lines[:2])
    for move in lines[2:]:
        solution = solve(game)
        assert (solution.score, solution.proven) == (25, True)
        assert_sound(game, solution)
        game.play(move)
    assert game.over


def test_a_drawn_card_must_be_obeyed_first() -> None:
    game = upturn.new("team-up", players=2, seed=8)
    game.play("draw")
    solution = solve(game)
    assert solution.moves[0].startswith("place ")
    assert_sound(game, solution)


def test_a_game_that_is_over_has_come_to_its_score() -> None:
    game = wander(1)
    solution = solve(game)
    assert (solution.moves, solution.score, solution.proven) == ([], game.scores[0], True)


def test_a_perfect_pallet_that_needs_a_penalty_is_worth_one_less() -> None:
    """The white wide3 is left; of the cards to come the first cannot be obeyed."""
    game = lay(*perfect_boxes()[:-1], then="red", neutral="d1 x")
    solution = solve(game)
    assert solution.moves[0] == "penalty"
    assert solution.score == 24 - solution.moves[1:].count("penalty")
    assert solution.proven
    assert_sound(game, solution)


def test_stopping_is_best_when_no_card_to_come_can_be_obeyed() -> None:
    """The last box is a wide; all wides and whites are drawn before it is left."""
    boxes = perfect_boxes()[:-1]
    game = lay(*boxes, neutral="d1 x")
    cards: list[str] = list(Counter(game.view()["undrawn"]).elements())
    useless = [card for card in cards if card not in ("white", "wide", "square|wide", "wide|bar")]
    lines = game.moves
    order = lines[1].split()[2 : 2 + len(boxes)]
    rest = [*useless, *(card for card in cards if card not in useless)]
    again = told([lines[0], " ".join(["deal cards", *order, *rest]), *lines[2:]])
    solution = solve(again)
    assert_sound(again, solution)
    # Waiting costs a penalty for each useless card and wins three layers in the end.
    assert solution.score == 25 - len(useless)
    assert solution.proven


@pytest.mark.parametrize("boxes", [6, 10, 14, 18, 22])
def test_solutions_of_plausible_games_are_sound_and_proven(boxes: int) -> None:
    for seed in range(3):
        game = plausible(seed, boxes)
        solution = solve(game, PLENTY)
        assert solution.proven
        assert_sound(game, solution)


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10**6), draws=st.integers(0, 36), more=st.integers(0, 1))
def test_any_game_has_a_sound_solution(seed: int, draws: int, more: int) -> None:
    game = wander(seed, draws, more=more)
    assert_sound(game, solve(game, seconds=0.2))


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10**6), draws=st.integers(14, 36))
def test_no_play_exceeds_the_bound(seed: int, draws: int) -> None:
    game = wander(seed, draws)
    bound = solve(game, seconds=0.1).bound
    choose = random.Random(seed)
    for _ in range(10):
        then = game.copy()
        while not then.over:
            assert then.scores[0] <= bound or "stop" not in then.legal_moves()
            then.play(choose.choice(then.free_moves()))
        assert then.scores[0] <= bound


@pytest.mark.parametrize("seed", range(12))
def test_what_is_proven_is_what_trying_every_play_finds(seed: int) -> None:
    """Two ways that share only the rules: completions with orders, and every play."""
    game = plausible(seed, 22 + seed % 4)
    if seed % 2 and not game.over:
        game.play("draw")
    solution = solve(game, PLENTY)
    assert solution.proven
    assert solution.score == every_play(game)


def test_without_trying_every_play_the_same_is_found() -> None:
    agreed = 0
    for seed in range(8):
        game = plausible(seed, 23)
        solver = Solver(position_of(game), PLENTY)
        for effort in (1, 10):
            for layers in sorted(solver.open, reverse=True):
                if layers == LAYERS:
                    solver.try_perfect(effort)
                else:
                    solver.try_lower(layers, effort)
                    solver.exclude(layers, effort)
        best = every_play(game)
        assert solver.best.score <= best <= solver.bound
        agreed += solver.best.score == best
    assert agreed >= 6


def test_a_beam_finds_lines_that_are_sound_and_better_with_its_width() -> None:
    narrow_total = wide_total = 0
    for seed in range(6):
        game = wander(seed, draws=6, more=seed % 2)
        now, found = position_of(game), []
        for width in (1, 40):
            answers = best_of_beam(now, -100, width, make_failures())
            assert answers is not None
            end = game.copy()
            for move in with_draws(now, answers):
                end.play_code(move)
            found.append(end.scores[0])
        narrow_total += found[0]
        wide_total += found[1]
        assert best_of_beam(now, found[1], 40, make_failures()) is None
    assert wide_total > narrow_total


def test_playing_the_solution_keeps_its_score_in_reach() -> None:
    game = plausible(4, 9)
    solution = solve(game, PLENTY)
    for move in solution.moves[:12]:
        game.play(move)
        assert solve(game, PLENTY).score == solution.score


# --- Time and progress -----------------------------------------------------------------------


def hard_games() -> Iterator[Game]:
    """Where a proof takes long."""
    return (wander(seed, draws=8) for seed in range(6))


def test_without_any_time_there_is_an_answer() -> None:
    for game in (*hard_games(), wander(3, draws=4, more=1)):
        assert_sound(game, solve(game, seconds=0))


def test_more_time_is_never_worse() -> None:
    for game in hard_games():
        short, long = solve(game, seconds=0), solve(game, seconds=0.3)
        assert short.score <= long.score <= long.bound <= short.bound


def test_who_watches_sees_it_improve() -> None:
    watched: list[Solution] = []
    game = wander(0, draws=8)
    solution = solve(game, 0.5, watched.append)
    assert watched
    for one, next_one in zip(watched, [*watched[1:], solution], strict=True):
        assert one.score <= next_one.score
        assert one.bound >= next_one.bound
        assert_sound(game, one)


# --- What cannot be solved -------------------------------------------------------------------


def test_other_games_are_refused() -> None:
    with pytest.raises(upturn.InvalidSetup, match="team-up, not for dnup"):
        solve(upturn.new("dnup", players=2, seed=1))


def test_a_game_without_cards_is_refused() -> None:
    with pytest.raises(upturn.InvalidSetup, match="not been dealt"):
        solve(undealt("deal neutral a1 x"))


@pytest.mark.parametrize("seconds", [-1, nan])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(upturn.InvalidSetup, match="seconds to think"):
        solve(plausible(1, 3), seconds)


def test_there_is_time_without_end() -> None:
    assert solve(plausible(1, 20), inf).proven
