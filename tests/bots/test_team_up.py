"""What Team UP's bots know."""

from __future__ import annotations

from collections import Counter

import pytest

import upturn
from tests.support import team_up_table as team_up
from tests.support.knowing import best
from tests.support.team_up_hidden import with_another_order
from upturn.bots import make_bot
from upturn.games.game import Game
from upturn.games.team_up.tables import CARD_TEXTS, CARDS

LAST_GAP = team_up.perfect_boxes()[:-1]
"""All boxes but the white wide3 that belongs at e1 y, where it fills three layers at once."""


def before_a_draw(*boxes: str, undrawn: str = "", known: int = 0) -> Game:
    """When these boxes lie as on the perfect pallet; these cards come, and so many are known."""
    game = team_up.lay(*boxes, neutral="d1 x")
    if undrawn:
        cards = [CARD_TEXTS.index(card) for card in undrawn.split()]
        position = game.now[0]
        position.drawn = CARDS - len(cards)
        position.cards[position.drawn :] = cards
        position.known = position.drawn + known
    return game


@pytest.mark.parametrize("card", ["white", "wide"])
def test_fills_the_gap_that_a_box_fills_exactly(card: str) -> None:
    game = team_up.lay(*LAST_GAP, neutral="d1 x", then=card)
    assert len(game.legal_moves()) > 20
    assert best(game) == "place white wide3 e1 y"


def test_fills_a_well_with_an_upright_bar() -> None:
    boxes = team_up.perfect_boxes()
    boxes.remove("red bar3 b2")
    game = team_up.lay(*boxes[:14], neutral="d1 x", then="bar")
    assert team_up.height_at(game, "b2") == 0
    assert all(team_up.height_at(game, cell) >= 2 for cell in ("a2", "c2", "b1", "b3"))
    assert best(game) == "place red bar3 b2"


def test_obeys_a_card_for_a_colour_with_a_box_that_fits_well() -> None:
    boxes = team_up.perfect_boxes()[:-3]
    for card, box in (("blue", "blue bar1 c3 x"), ("white", "white wide3 e1 y")):
        game = team_up.lay(*boxes, neutral="d1 x", then=card)
        assert best(game) == f"place {box}"


@pytest.mark.parametrize("neutral", team_up.NEUTRAL_PLACES)
def test_does_not_stop_at_the_start(neutral: str) -> None:
    assert best(team_up.dealt(neutral=neutral)) == "draw"


def test_stops_when_every_card_to_come_would_be_a_penalty() -> None:
    assert best(before_a_draw(*LAST_GAP, undrawn="red square bar blue")) == "stop"


@pytest.mark.parametrize("kind", ["greedy", "search:6"])
def test_draws_on_when_the_others_do_not_agree_to_stop(kind: str) -> None:
    game = team_up.dealt()
    view = game.view(1) | {"legal": ["draw"]}
    assert make_bot(kind, "team-up", 1).choose(view) == "draw"


def test_draws_on_when_one_card_may_bring_more_than_the_others_cost() -> None:
    one_of_16 = "red " * 6 + "blue " * 5 + "square " * 4
    assert best(before_a_draw(*LAST_GAP, undrawn=one_of_16 + "wide")) == "draw"


def test_draws_if_the_next_card_is_worth_it_on_average() -> None:
    answers = set()
    for seed in range(12):
        game = team_up.wander(seed, draws=6 + 2 * seed)
        undrawn: Counter[str] = Counter(game.view()["undrawn"])
        answer = (
            "draw" if sum(gain_if_next(game, card) for card in undrawn.elements()) > 0 else "stop"
        )
        assert best(game) == answer
        answers.add(answer)
    assert answers == {"draw", "stop"}


def cards_to_come(game: Game) -> list[str]:
    """In their order, which no view shows."""
    cards = game.moves[1].split(" ")
    return cards[len(cards) - game.view()["deck"] :]


def with_cards_to_come(game: Game, cards: list[str]) -> Game:
    """The same game with its undrawn cards in this order."""
    record = game.record()
    words = record["moves"][1].split(" ")
    record["moves"][1] = " ".join([*words[: len(words) - len(cards)], *cards])
    return upturn.replay(record)


def gain_if_next(game: Game, card: str) -> int:
    """What the best move would add to the score if the next card were this one."""
    others = cards_to_come(game)
    others.remove(card)
    game = with_cards_to_come(game, [card, *others])
    before = game.scores[0]
    game.play("draw")
    after = []
    for move in game.legal_moves():
        game.play(move)
        after.append(game.scores[0])
        game.undo()
    return max(after) - before


def test_goes_by_the_order_of_the_cards_where_it_is_known() -> None:
    cards = "red square bar wide"
    # Three penalties, then three layers.
    assert best(before_a_draw(*LAST_GAP, undrawn=cards, known=4)) == "draw"
    assert best(before_a_draw(*LAST_GAP, undrawn="red square bar", known=3)) == "stop"
    assert best(before_a_draw(*LAST_GAP, undrawn=cards, known=2)) == "draw"


@pytest.mark.parametrize("kind", ["greedy", "search:6"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_order_of_the_cards_to_come_changes_no_choice(players: int, kind: str) -> None:
    game = upturn.new("team-up", players=players, seed=players)
    bot = make_bot(kind, "team-up", seed=4)
    seen = 0
    while game.to_act is not None:
        move = bot.choose(game.view(game.to_act))
        others = [with_another_order(game, chance) for chance in range(2)]
        seen += len({other.moves[1] for other in others}) > 1
        assert {bot.choose(other.view(game.to_act)) for other in others} == {move}
        game.play(move)
    assert seen > 20
