"""dnup keeps its secrets: what a seat cannot know changes nothing that it sees."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import upturn
from tests.support.dnup_hidden import Card, turned, unseen, with_other_secrets
from tests.support.dnup_table import hand, lay
from tests.support.random_games import guessed, random_game
from upturn.games import engine
from upturn.games.dnup.position import ACTIVE, POSITION, read_open
from upturn.games.dnup.tables import HELD
from upturn.games.game import Game
from upturn.games.rng import seeded


def all_a_seat_learns(game: Game, seat: int) -> bytes:
    """View, history and, in its turn, every error the seat could provoke."""
    errors: list[object] = []
    if game.to_act == seat:
        for text in [*game.notation.texts, "play 1/2", "nonsense", "take 99", "play 3/4 4/3"]:
            refused = game.why_not(text)
            errors.append(refused and [type(refused).__name__, refused.code, str(refused)])
    return json.dumps([game.view(seat), errors]).encode()


@given(st.integers(2, 5), st.integers(0, 10**6), st.integers(0, 200))
def test_swapping_hidden_cards_changes_nothing_a_seat_learns(
    players: int, seed: int, moves: int
) -> None:
    game = random_game("dnup", players, seed, moves)
    if game.over:
        game.undo()
    for seat in range(1, players + 1):
        other = with_other_secrets(game, seat, seed)
        assert all_a_seat_learns(other, seat) == all_a_seat_learns(game, seat)
        assert hand(other, seat) == hand(game, seat)


def test_hidden_cards_do_differ_in_the_swapped_games() -> None:
    game = upturn.new("dnup", players=4, seed=1)
    others = [with_other_secrets(game, 2, chance) for chance in range(20)]
    for seat in (1, 3, 4):
        assert len({tuple(hand(other, seat)) for other in others}) >= 19


def test_a_spectator_and_every_seat_see_no_other_hand_in_a_deal() -> None:
    game = upturn.new("dnup", players=3, seed=1)
    hands = game.moves[0].removeprefix("deal ").split(" | ")
    assert game.history(2)[0]["move"] == f"deal ? | {hands[1]} | ?"
    assert game.history()[0]["move"] == "deal ? | ? | ?"
    assert game.view()["hand"] is None


# --- What the guess of redeal keeps ----------------------------------------------------------


@given(st.integers(2, 5), st.integers(0, 99), st.integers(0, 80))
def test_what_is_read_as_open_is_what_stands_before_the_hands(
    players: int, seed: int, moves: int
) -> None:
    position = random_game("dnup", players, seed, moves).position
    read = read_open(np.array([position]))
    assert (*read._fields, "hand") == POSITION.names[: len(read) + 1]  # type: ignore[index]
    for name, found in read._asdict().items():
        assert np.array_equal(found, position[name]), name


def test_redeal_keeps_a_card_where_it_was_seen_going() -> None:
    game = lay(3, {1: "6/1 6/2 4/7", 2: "8/2 9/3", 3: "2/4 7/3"}, {"3": "5/3 5/8"})
    game.play("play 6/1 6/2")  # seat 3 takes 3/5 and 8/5 back for all to see
    for chance in range(50):
        guess = guessed(game, 2, chance)
        assert HELD[3, guess.hand[2, ACTIVE, 3], 5] == 1
        assert HELD[8, guess.hand[2, ACTIVE, 8], 5] == 1


def test_redeal_turns_a_seen_card_with_the_hand_it_is_in() -> None:
    game = lay(3, {1: "1/6", 2: "8/2 9/3", 3: "2/4 7/3"}, {"3": "2/5 2/9"})
    game.play("take 3")
    game.play("flip")
    game.play("flip")
    game.play("flip")  # seat 1 turns 5/2 and 9/2 back into 2/5 and 2/9
    for chance in range(50):
        guess = guessed(game, 2, chance)
        assert HELD[2, guess.hand[0, ACTIVE, 2], 5] == 1
        assert HELD[2, guess.hand[0, ACTIVE, 2], 9] == 1


def test_redeal_leaves_the_unseen_star_with_the_seat_that_started() -> None:
    game = upturn.new("dnup", players=4, seed=6)
    starter = int(game.now[0].starter)
    observer = starter % 4 + 1
    ways: Counter[Card] = Counter()
    for chance in range(200):
        guess = guessed(game, observer, chance)
        held = [card for card in unseen(guess, starter) if sorted(card) == [1, 5]]
        assert len(held) == 1
        ways[held[0]] += 1
    assert min(ways[1, 5], ways[5, 1]) > 60


def test_of_two_equal_cards_the_one_all_have_seen_is_played_first() -> None:
    game = lay(3, {1: "1/6 1/6 4/7", 2: "8/2 9/3"}, seen={1: "1/6"})
    game.play("play 1/6")
    assert sorted(unseen(game.now[0], 1)) == [(1, 6), (4, 7)]
    kept = Counter(
        (1, 6) in unseen(guessed(game, 2, chance), 1)
        or (6, 1) in unseen(guessed(game, 2, chance), 1)
        for chance in range(100)
    )
    assert kept[True] > 10  # nobody knows whether the other 1/6 is still there
    assert kept[False] > 10


# --- Its guesses are uniform -----------------------------------------------------------------

# The chance of a chi-square above degrees + 6 * sqrt(2 * degrees) + 12 is below one in a million.
DRAWS = 200


def chi_square_is_small(counts: Counter[Any], weights: Counter[Any]) -> bool:
    """Whether outcomes came about as often as their weights say."""
    assert set(counts) == set(weights)
    share = counts.total() / weights.total()
    statistic = sum((counts[one] - weights[one] * share) ** 2 / weights[one] for one in weights)
    degrees = len(weights) - 1
    return bool(statistic / share < degrees + 6 * (2 * degrees) ** 0.5 + 12)


def guesses(game: Game, seat: int, draws: int) -> Counter[Any]:
    counts: Counter[Any] = Counter()
    guess, rng = game.now.copy(), seeded("uniform")
    for _ in range(draws):
        guess[:] = game.now
        engine.redeal_at(guess, 0, seat, rng)
        others = [other for other in range(1, game.players + 1) if other != seat]
        counts[tuple(tuple(sorted(unseen(guess[0], other))) for other in others)] += 1
    return counts


def test_redeal_with_two_players_guesses_every_way_up_equally_often() -> None:
    game = lay(2, {1: "6/2 9/1", 2: "1/7 3/8 2/10 4/6"}, seen={2: "4/6"})
    outcomes = {
        (tuple(sorted(ways)),)
        for ways in product(((1, 7), (7, 1)), ((3, 8), (8, 3)), ((2, 10), (10, 2)))
    }
    draws = DRAWS * len(outcomes)
    counts = guesses(game, 1, draws)
    assert chi_square_is_small(counts, Counter(outcomes))


def test_redeal_with_three_players_guesses_every_deal_of_the_unseen_cards_equally_often() -> None:
    game = lay(3, {1: "6/2", 2: "1/7 3/8 9/1", 3: "2/10 4/6"}, seen={2: "9/1"})
    pool = [(1, 7), (3, 8), (2, 10), (4, 6)]
    outcomes = set()
    for order in permutations(pool):
        for flips in product((1, -1), repeat=4):
            laid = [card[::flip] for card, flip in zip(order, flips, strict=True)]
            outcomes.add((tuple(sorted(laid[:2])), tuple(sorted(laid[2:]))))
    draws = DRAWS * len(outcomes)
    counts = guesses(game, 1, draws)
    assert chi_square_is_small(counts, Counter(outcomes))


def test_redeal_with_the_star_unseen_guesses_the_rest_equally_often() -> None:
    game = lay(3, {1: "6/2", 2: "5/1 3/8", 3: "2/10"}, starter=2)
    outcomes = set()
    for star in ((1, 5), (5, 1)):
        for mine, theirs in permutations([(3, 8), (2, 10)]):
            for flips in product((1, -1), repeat=2):
                first, second = mine[:: flips[0]], theirs[:: flips[1]]
                outcomes.add((tuple(sorted((star, first))), (second,)))
    draws = DRAWS * len(outcomes)
    counts = guesses(game, 1, draws)
    assert chi_square_is_small(counts, Counter(outcomes))


def all_deals(pool: list[Card], sizes: list[int]) -> Iterator[list[list[Card]]]:
    """Every way to deal these cards to hands of these sizes, either way up, twins told apart."""
    for order in permutations(pool):
        for flips in product((0, 1), repeat=len(pool)):
            laid = [turned(card, flip) for card, flip in zip(order, flips, strict=True)]
            yield [laid[sum(sizes[:n]) : sum(sizes[: n + 1])] for n in range(len(sizes))]


def as_counted(hands: list[list[Card]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(sorted(held)) for held in hands)


def test_redeal_weighs_a_guess_by_the_deals_that_could_have_led_to_it() -> None:
    """Who lays down one of two equal cards more seldom holds the other the same way up."""
    game = lay(3, {1: "9/1 6/2", 2: "1/6 1/6 3/8", 3: "2/10"}, to_act=2)
    game.play("play 1/6")
    weights: Counter[Any] = Counter()
    for second, third in all_deals([(1, 6), (1, 6), (3, 8), (2, 10)], [3, 1]):
        if (1, 6) in second:
            second.remove((1, 6))
            weights[as_counted([second, third])] += 1
    counts = guesses(game, 1, DRAWS * len(weights))
    assert chi_square_is_small(counts, weights)


def test_redeal_remembers_what_was_laid_down_through_a_flip() -> None:
    game = lay(2, {1: "9/1 6/2", 2: "1/6 1/6 2/5 2/5 3/8"}, to_act=2)
    game.play("play 1/6")
    game.play("flip")
    game.play("flip")
    game.play("flip")
    game.play("play 5/2")  # one of them lay the other way up since the flip
    weights: Counter[Any] = Counter()
    for [held] in all_deals([(1, 6), (1, 6), (2, 5), (2, 5), (3, 8)], [5]):
        if (1, 6) in held and (2, 5) in held:
            held.remove((1, 6))
            held.remove((2, 5))
            weights[as_counted([[turned(card, 1) for card in held]])] += 1
    counts = guesses(game, 1, DRAWS * len(weights))
    assert chi_square_is_small(counts, weights)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_seat_is_favoured_by_a_guess(players: int) -> None:
    """Each unseen card but the star goes to each hidden hand as often as there is room for it."""
    game = upturn.new("dnup", players=players, seed=21)
    observer = int(game.now[0].starter)  # the star is in its own hand, nothing is special
    draws = 4000
    where: Counter[tuple[Card, int]] = Counter()
    for chance in range(draws):
        guess = guessed(game, observer, chance)
        for seat in range(1, players + 1):
            if seat != observer:
                where.update(((min(card), max(card)), seat) for card in unseen(guess, seat))
    for (card, seat), count in where.items():
        copies = sum(where[card, other] for other in range(1, players + 1)) / draws
        expected = draws * copies / (players - 1)
        assert abs(count - expected) < 6 * expected**0.5, (card, seat)
