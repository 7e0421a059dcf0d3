"""Team UP keeps its one secret: in what order the undrawn cards lie.

The cards that nobody can know are laid in another order in the log, and every byte that each seat
and a spectator can get is compared: views, histories, legal moves, and why a move is refused.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import upturn
from tests.support.team_up_hidden import cards_of, unknown_from, with_cards
from tests.support.team_up_table import (
    BOXES,
    dealt,
    lay,
    perfect,
    places_of,
    play,
    seats,
    wander,
)
from upturn.games import engine
from upturn.games.game import Game
from upturn.games.rng import seeded

TEXTS = [
    "draw", "stop", "penalty", "nonsense", "place red wide9 a1 x", "place red wide2 f4 x",
    "place red wide2 a1 z", "place red wide2 a1", "deal neutral a1 x", "deal cards red", "DRAW",
]  # fmt: skip
PLACES = [f"place {place}" for box in BOXES for place in places_of(box)]

every_kind = pytest.mark.parametrize("kind", ["ordinary", "competition", "challenge", "puzzle"])


def all_that_is_seen(game: Game) -> dict[int | None, bytes]:
    """Everything that each seat, and None for a spectator, can find out."""
    asked = [*TEXTS, *random.Random(len(game.moves)).sample(PLACES, 80)]
    errors: list[object] = []
    for text in asked:
        error = game.why_not(text)
        errors.append(error and [type(error).__name__, error.code, str(error), error.details])
    common = [game.legal_moves(), game.scores, game.to_act, game.over, errors]
    return {
        seat: json.dumps([game.view(seat), game.history(seat), common]).encode()
        for seat in seats(game)
    }


def who_notices(game: Game, other: Game) -> set[int | None]:
    """The seats (None: a spectator) that can tell one game from the other."""
    ours, theirs = all_that_is_seen(game), all_that_is_seen(other)
    return {seat for seat in ours if ours[seat] != theirs[seat]}


def of_kind(kind: str, seed: int, players: int, moves: int) -> Game:
    """A random game of this kind after so many moves, perhaps stopped, perhaps over."""
    choose = random.Random(f"{kind} {seed}")
    game = wander(seed, choose.randrange(30), players=players)
    if kind != "ordinary":
        game = upturn.new("team-up", players=players, deal=game.record(), mode=kind)
    else:
        game = wander(seed, 0, players=players)
    for _ in range(moves):
        if game.over:
            break
        legal = sorted(game.legal_moves())
        game.play(legal[0] if "draw" in legal and choose.random() < 0.98 else choose.choice(legal))
    return game


# --- What is hidden --------------------------------------------------------------------------


@every_kind
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_nobody_ever_notices_in_what_order_the_unknown_cards_lie(kind: str, players: int) -> None:
    choose = random.Random(players)
    changed = 0
    for seed in range(8):
        game = of_kind(kind, seed * 10 + players, players, choose.randrange(75))
        known, cards = unknown_from(game), cards_of(game)
        for _ in range(3):
            order = cards[:known] + choose.sample(cards[known:], 36 - known)
            changed += order != cards
            assert who_notices(game, with_cards(game, order)) == set()
    assert (changed == 0) == (kind == "puzzle")


@every_kind
def test_everybody_notices_when_a_known_card_is_another_one(kind: str) -> None:
    noticed = 0
    for seed in range(8):
        game = of_kind(kind, seed, 2, 20 + seed)
        drawn, known = 36 - game.view()["deck"], unknown_from(game)
        cards = cards_of(game)
        for place in range(drawn, known):
            other = next((at for at in range(35, place, -1) if cards[at] != cards[place]), None)
            if other is not None:
                order = cards.copy()
                order[place], order[other] = cards[other], cards[place]
                assert who_notices(game, with_cards(game, order)) == set(seats(game))
                noticed += 1
    assert (noticed > 8) == (kind in ("challenge", "puzzle"))


def test_the_next_card_is_hidden_from_the_seat_that_will_draw_it() -> None:
    game = lay("red bar3 d1", "blue wide1 d2 x", players=3)
    cards = cards_of(game)
    for at in range(3, 36):
        order = cards.copy()
        order[2], order[at] = cards[at], cards[2]
        assert who_notices(game, with_cards(game, order)) == set()


def test_while_a_card_is_drawn_the_one_after_it_is_hidden() -> None:
    game = lay("red bar3 d1", then="blue white")
    assert cards_of(game)[1:3] == ["blue", "white"]
    order = cards_of(game)
    order[2:] = reversed(order[2:])
    assert who_notices(game, with_cards(game, order)) == set()


def test_the_cards_left_in_a_game_that_is_over_stay_hidden() -> None:
    game = upturn.replay(perfect())
    cards = cards_of(game)
    assert cards[27:] != cards[:26:-1]
    assert who_notices(game, with_cards(game, cards[:27] + cards[:26:-1])) == set()
    stopped = dealt(players=4)
    stopped.play("stop")
    assert who_notices(stopped, with_cards(stopped, cards_of(stopped)[::-1])) == set()


def test_a_drawn_card_is_noticed_by_everybody() -> None:
    game = lay(then="red blue", players=3)
    order = cards_of(game)
    order[:2] = ["blue", "red"]
    assert who_notices(game, with_cards(game, order)) == {None, 1, 2, 3}


# --- What was hidden stays hidden ------------------------------------------------------------


def test_undoing_a_draw_does_not_betray_the_card_in_the_view() -> None:
    game = lay(then="red blue")
    game.undo()
    order = cards_of(game)
    order[:2] = ["blue", "red"]
    other = with_cards(game, order)
    assert who_notices(game, other) == set()


def test_a_competition_shows_no_more_than_the_first_team_saw() -> None:
    first = wander(11, 20)
    first.play("stop")
    second = upturn.new("team-up", players=2, deal=first.record(), mode="competition")
    beginning = wander(11, 0)
    for seat in seats(second):
        ours, theirs = dict(second.view(seat)), dict(beginning.view(seat))
        assert (ours.pop("mode"), theirs.pop("mode")) == ("competition", None)
        assert (ours.pop("to_beat"), theirs.pop("to_beat")) == (first.scores[0], None)
        assert ours == theirs


def test_in_a_challenge_the_cards_past_those_seen_before_are_hidden_too() -> None:
    first = wander(11, 20)
    game = upturn.new("team-up", players=2, deal=first.record(), mode="challenge")
    cards = cards_of(game)
    assert who_notices(game, with_cards(game, cards[:20] + cards[:19:-1])) == set()
    order = cards.copy()
    at = next(at for at in range(20, 36) if cards[at] != cards[19])
    order[19], order[at] = cards[at], cards[19]
    assert who_notices(game, with_cards(game, order)) == {None, 1, 2}


def test_a_challenge_past_what_was_seen_learns_card_by_card() -> None:
    first = wander(11, 3)
    game = upturn.new("team-up", players=2, deal=first.record(), mode="challenge")
    for drawn in range(36):
        shown: list[Any] = game.view(1)["coming"]
        assert shown == cards_of(game)[drawn:3]
        rest = cards_of(game)[max(drawn, 3) :]
        order = cards_of(game)[: max(drawn, 3)] + rest[::-1]
        assert who_notices(game, with_cards(game, order)) == set()
        game.play("draw")
        play(game, min(game.legal_moves()))


@pytest.mark.parametrize(("mode", "known"), [("competition", 0), ("challenge", 6), ("puzzle", 36)])
@pytest.mark.parametrize("drawn", [0, 3, 9])
def test_redeal_keeps_the_cards_drawn_or_known_and_deals_all_others_anew(
    mode: str, known: int, drawn: int
) -> None:
    """Every other card comes at every other place as often as it should, give or take."""
    game = upturn.new("team-up", players=2, deal=wander(11, 6).record(), mode=mode)
    for _ in range(drawn):
        game.play("draw")
        game.play(min(game.legal_moves()))
    cards, fixed, guesses = game.position.cards.tolist(), max(drawn, known), 400
    seen: list[Counter[int]] = [Counter() for _ in cards]
    for chance in range(guesses):
        guess = game.now.copy()
        engine.redeal_at(guess, 0, 1, seeded(chance))
        order = guess[0].cards.tolist()
        assert order[:fixed] == cards[:fixed]
        assert sorted(order) == sorted(cards)
        for place, card in enumerate(order):
            seen[place][card] += 1
    for card, count in Counter(cards[fixed:]).items():
        share = guesses * count / (len(cards) - fixed)
        assert all(abs(found[card] - share) < 5 * share**0.5 + 3 for found in seen[fixed:])
