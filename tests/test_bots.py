"""Bots: always legal, never surprising twice, and greedy is worth playing against."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import upturn
from tests import team_up_table as team_up
from tests.team_play_table import lay, pass_turn
from upturn.bots import bot_names, make_bot
from upturn.games import names, rules_of
from upturn.games.game import Game

MOST_MOVES = 5_000
NOTHING_DONE = {"dnup": 0, "team-play": 0, "team-up": -27 - 36}
"""The score of a whole game in which nothing was achieved; at Team UP 27 boxes and 36 penalties."""

every_table = pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in names() for players in rules_of(name).player_counts],
)
every_game = pytest.mark.parametrize("name", names())
every_kind = pytest.mark.parametrize("kind", ["greedy", "random"])


def play_out(name: str, kinds: list[str], seed: int) -> list[int]:
    """The scores of a game between these bots, by seat."""
    game = upturn.new(name, players=len(kinds), seed=seed)
    bots = [make_bot(kind, name, seed=f"{seed} {seat}") for seat, kind in enumerate(kinds)]
    for _ in range(MOST_MOVES):
        if game.to_act is None:
            return game.scores
        view = game.view(game.to_act)
        move = bots[game.to_act - 1].choose(view)
        assert move in view["legal"]
        game.play(move)
    raise AssertionError("the game does not end")


def some_views(name: str, players: int) -> list[dict[str, Any]]:
    game = upturn.new(name, players=players, seed=3)
    bot = make_bot("random", name, seed=4)
    views: list[dict[str, Any]] = []
    while game.to_act is not None and len(views) < 60:
        views.append(game.view(game.to_act))
        game.play(bot.choose(views[-1]))
    return views


def sides(name: str, players: int) -> list[list[int]]:
    """The seats that win together: teams, or everyone alone."""
    view = upturn.new(name, players=players, seed=1).view()
    alone = [[seat] for seat in range(1, players + 1)]
    return list(view.get("teams", alone))


@every_kind
@every_table
def test_a_bot_plays_whole_games_legally(name: str, players: int, kind: str) -> None:
    for seed in range(3):
        assert max(play_out(name, [kind] * players, seed)) > NOTHING_DONE[name]


@every_table
def test_bots_of_different_kinds_sit_at_one_table(name: str, players: int) -> None:
    kinds = (["greedy", "random"] * players)[:players]
    assert max(play_out(name, kinds, seed=1)) > NOTHING_DONE[name]


@every_kind
@every_table
def test_the_same_seed_and_view_give_the_same_move(name: str, players: int, kind: str) -> None:
    first, second = make_bot(kind, name, seed=9), make_bot(kind, name, seed=9)
    views = some_views(name, players)
    chosen = [first.choose(view) for view in views]
    assert [first.choose(view) for view in views] == chosen
    assert [second.choose(view) for view in reversed(views)] == chosen[::-1]


@every_game
def test_another_seed_gives_other_luck(name: str) -> None:
    views = some_views(name, 4)
    chosen = {tuple(make_bot("random", name, seed).choose(v) for v in views) for seed in "abc"}
    assert len(chosen) == 3


def test_random_chooses_every_legal_move_sooner_or_later() -> None:
    view = upturn.new("dnup", players=4, seed=1).view(1)
    view["legal"] = ["flip", "take 2", "take 3"]
    chosen = [make_bot("random", "dnup", seed).choose(view) for seed in range(300)]
    assert all(80 <= chosen.count(move) <= 120 for move in view["legal"])


def test_random_leaves_out_what_all_must_agree_to_unless_nothing_else_is_legal() -> None:
    view = upturn.new("team-up", players=2, seed=1).view(1)
    assert view["legal"] == ["draw", "stop"]
    assert {make_bot("random", "team-up", seed).choose(view) for seed in range(30)} == {"draw"}
    view["legal"] = ["stop"]
    assert make_bot("random", "team-up", 1).choose(view) == "stop"


@pytest.mark.parametrize(
    ("name", "players", "most_of_20"),
    [
        ("dnup", 2, 18),
        ("dnup", 4, 18),
        ("team-play", 3, 15),
        ("team-play", 4, 18),
        ("team-play", 5, 12),  # alone against four
        ("team-play", 6, 18),
    ],
)
def test_greedy_beats_random_clearly(name: str, players: int, most_of_20: int) -> None:
    won = 0
    teams = sides(name, players)
    for seed in range(20):
        greedy = teams[seed % len(teams)]
        kinds = ["greedy" if seat in greedy else "random" for seat in range(1, players + 1)]
        scores = play_out(name, kinds, seed)
        won += scores[greedy[0] - 1] == max(scores)
    assert won >= most_of_20


@pytest.mark.parametrize("players", [1, 2])
def test_greedy_stacks_far_better_than_random(players: int) -> None:
    deals = range(8)
    greedy, by_chance = (
        sum(play_out("team-up", [kind] * players, seed)[0] for seed in deals) / len(deals)
        for kind in ("greedy", "random")
    )
    assert greedy > 5
    assert by_chance < -15


@every_game
def test_every_bot_is_listed_and_an_unknown_one_is_refused(name: str) -> None:
    assert bot_names(name) == ["greedy", "random"]
    with pytest.raises(upturn.InvalidSetup, match=f"no bot 'clever' plays {name}; there is greedy"):
        make_bot("clever", name, 1)


# --- greedy plays dnup -----------------------------------------------------------------------


def test_greedy_goes_out_when_it_can() -> None:
    view = dnup_view(hand=["7/1", "7/3"], legal=["play 7/1", "play 7/1 7/3", "take 2", "flip"])
    assert make_bot("greedy", "dnup", 1).choose(view) == "play 7/1 7/3"


def test_greedy_flips_a_hand_that_is_much_better_the_other_way_up() -> None:
    hand = ["1/9", "2/9", "3/9", "4/9", "5/9"]
    legal = [f"play {card}" for card in hand] + ["flip"]
    assert make_bot("greedy", "dnup", 1).choose(dnup_view(hand, legal)) == "flip"


def test_greedy_with_its_last_cards_does_not_beat_its_own_set() -> None:
    view = dnup_view(["7/1"], ["play 7/1", "add 7/1 to 2b", "flip"], players=2)
    view["sets"] = [
        {"seat": 1, "area": "b", "value": 3, "cards": ["3/6"]},
        {"seat": 2, "area": "b", "value": 7, "cards": ["7/2"]},
    ]
    assert make_bot("greedy", "dnup", 1).choose(view) == "add 7/1 to 2b"


def dnup_view(hand: list[str], legal: list[str], players: int = 4) -> dict[str, Any]:
    return {
        "seat": 1,
        "players": players,
        "hand": hand,
        "legal": legal,
        "counts": [len(hand)] + [6] * (players - 1),
        "sets": [{"seat": 2, "area": None, "value": 4, "cards": ["4/6"]}],
        "out": [],
        "history": [],
    }


# --- greedy plays Team Play ------------------------------------------------------------------


def greedy_move(game: Game) -> str:
    assert game.to_act is not None
    return make_bot("greedy", "team-play", 1).choose(game.view(game.to_act))


@pytest.mark.parametrize("place", ["own", "centre"])
def test_greedy_fulfils_a_ready_mission_at_once(place: str) -> None:
    if place == "own":
        game = lay(4, {1: "r2 r3 r4"}, rounds=1, missions={1: "run3_red"}, centre="four_kind")
    else:
        game = lay(4, {1: "r2 r3 r4"}, rounds=1, missions={1: "four_kind"}, centre="run3_red")
    assert greedy_move(game) == "fulfil run3_red r2 r3 r4"


def test_greedy_fulfils_with_the_cards_it_needs_least_elsewhere() -> None:
    hand = "r3 r3 b6 b6 r8"
    game = lay(4, {1: hand}, rounds=2, missions={1: "pair_any"}, centre="five_red")
    assert greedy_move(game) == "fulfil pair_any b6 b6"


def test_greedy_fulfils_for_more_points_where_it_must_choose() -> None:
    game = lay(4, {1: "r2 r3 r4"}, rounds=1, missions={1: "run3_any"}, centre="sum_abc_red")
    assert greedy_move(game).startswith("fulfil run3_any ")
    game = lay(4, {1: "r2 r3 r4"}, rounds=1, missions={1: "run3_any"}, centre="run3_red")
    assert greedy_move(game).startswith("fulfil run3_red ")


def test_greedy_draws_the_card_that_completes_a_mission() -> None:
    missions = {1: "run3_red"}
    game = lay(4, {1: "r2 r3 b8"}, rounds=1, bank="b1 r4 r8", missions=missions, centre="four_kind")
    assert greedy_move(game) == "draw r4"


def test_greedy_draws_from_the_pile_when_the_bank_has_nothing_for_it() -> None:
    missions = {1: "run3_red"}
    game = lay(4, {1: "r2 r3 b8"}, rounds=1, bank="b1 b4 b8", missions=missions, centre="five_red")
    assert greedy_move(game) == "draw pile"


def test_greedy_discards_a_card_that_no_mission_needs() -> None:
    hand = "r2 r3 r4 r8 b6 b7 b8"
    game = lay(4, {3: hand}, rounds=2, to_act=3, missions={3: "run4_red"}, centre="high4_blue")
    assert greedy_move(game) == "discard r8"


def test_greedy_keeps_a_good_mission_and_swaps_a_poor_one() -> None:
    for mission, answer in (("run5_red", "keep"), ("sum12", "swap")):
        game = lay(4, {1: "r4"}, missions={1: mission}, answers=())
        assert greedy_move(game) == answer


def partner_wants(mission: str, hand: str) -> Game:
    """Seat 3 was seen taking r2 and r3; seat 1, its partner, has made its draws."""
    game = lay(
        4,
        {1: hand},
        to_act=3,
        bank="r2 r3 b8",
        pile="b7 b7 r7 r7 b8 b8",
        missions={1: "pair_red", 3: mission},
        centre="four_kind",
        moves=["draw r2", "draw r3", "end"],
    )
    pass_turn(game)
    game.play("draw pile")
    game.play("draw pile")
    return game


def test_greedy_gives_the_partner_the_card_its_mission_lacks() -> None:
    assert greedy_move(partner_wants("fixed_234_mono", "r1 r4 r5")) == "give r4"


def test_greedy_gives_nothing_that_does_not_help() -> None:
    assert greedy_move(partner_wants("fixed_234_mono", "b1 b5 b6")) == "end"


def test_greedy_gives_nothing_to_a_partner_whose_last_turn_is_over() -> None:
    game = partner_wants("fixed_234_mono", "r1 r4 r5")
    view = game.view(1)
    view["turns_left"] = 1
    assert make_bot("greedy", "team-play", 1).choose(view) == "end"


def with_other_secrets(game: Game, chance: int) -> Game:
    """The same game with other cards in all hands but that of seat 1, and in the pile.

    In its first turn seat 1 has seen the bank, its card and all that was drawn off the pile.
    """
    word, kind, *deck = game.moves[0].split(" ")
    dealt = sum(min(seat, 3) for seat in range(1, game.players + 1))
    hidden = [*range(4, 3 + dealt), *range(len(deck) - game.view(1)["pile"], len(deck))]
    cards = [deck[at] for at in hidden]
    random.Random(chance).shuffle(cards)
    for at, card in zip(hidden, cards, strict=True):
        deck[at] = card
    record = game.record()
    record["moves"][0] = " ".join([word, kind, *deck])
    return upturn.replay(record)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_hidden_cards_do_not_change_what_greedy_does(players: int) -> None:
    for seed in range(5):
        game = upturn.new("team-play", players=players, seed=seed)
        while game.view()["asked"] == "exchange":
            game.play("keep")
        while game.to_act == 1:
            others = [with_other_secrets(game, chance) for chance in range(4)]
            assert len({str(other.view(3)["hand"]) for other in others}) > 1
            assert {greedy_move(other) for other in others} == {greedy_move(game)}
            game.play(greedy_move(game))


# --- greedy plays Team UP --------------------------------------------------------------------

LAST_GAP = team_up.perfect_boxes()[:-1]
"""All boxes but the white wide3 that belongs at e1 y, where it fills three layers at once."""


def greedy_choice(view: dict[str, Any]) -> str:
    return make_bot("greedy", "team-up", 1).choose(view)


def before_a_draw(*boxes: str, undrawn: str = "", coming: str = "") -> dict[str, Any]:
    """The view when these boxes lie as on the perfect pallet, and with these cards to come."""
    game = team_up.lay(*boxes, neutral="d1 x")
    assert game.to_act is not None
    view = game.view(game.to_act)
    if undrawn:
        view["undrawn"] = {card: undrawn.split().count(card) for card in view["undrawn"]}
        view["deck"] = len(undrawn.split())
    return view | {"coming": coming.split()}


@pytest.mark.parametrize("card", ["white", "wide"])
def test_greedy_fills_the_gap_that_a_box_fills_exactly(card: str) -> None:
    game = team_up.lay(*LAST_GAP, neutral="d1 x", then=card)
    assert len(game.legal_moves()) > 20
    assert greedy_choice(game.view(game.to_act)) == "place white wide3 e1 y"


def test_greedy_fills_a_well_with_an_upright_bar() -> None:
    boxes = team_up.perfect_boxes()
    boxes.remove("red bar3 b2")
    game = team_up.lay(*boxes[:14], neutral="d1 x", then="bar")
    assert team_up.height_at(game, "b2") == 0
    assert all(team_up.height_at(game, cell) >= 2 for cell in ("a2", "c2", "b1", "b3"))
    assert greedy_choice(game.view(game.to_act)) == "place red bar3 b2"


def test_greedy_obeys_a_card_for_a_colour_with_a_box_that_fits_well() -> None:
    boxes = team_up.perfect_boxes()[:-3]
    for card, best in (("blue", "blue bar1 c3 x"), ("white", "white wide3 e1 y")):
        game = team_up.lay(*boxes, neutral="d1 x", then=card)
        assert greedy_choice(game.view(game.to_act)) == f"place {best}"


@pytest.mark.parametrize("neutral", team_up.NEUTRAL_PLACES)
def test_greedy_does_not_stop_at_the_start(neutral: str) -> None:
    assert greedy_choice(team_up.dealt(neutral=neutral).view(1)) == "draw"


def test_greedy_stops_when_every_card_to_come_would_be_a_penalty() -> None:
    assert greedy_choice(before_a_draw(*LAST_GAP, undrawn="red square bar blue")) == "stop"


def test_greedy_draws_on_when_the_others_do_not_agree_to_stop() -> None:
    view = before_a_draw(*LAST_GAP, undrawn="red square bar blue")
    assert greedy_choice(view | {"legal": ["draw"]}) == "draw"


def test_greedy_draws_on_when_one_card_may_bring_more_than_the_others_cost() -> None:
    one_of_16 = "red " * 6 + "blue " * 5 + "square " * 4
    assert greedy_choice(before_a_draw(*LAST_GAP, undrawn=one_of_16 + "wide")) == "draw"


def test_greedy_draws_if_the_next_card_is_worth_it_on_average() -> None:
    answers = set()
    for seed in range(12):
        game = team_up.wander(seed, draws=6 + 2 * seed)
        undrawn: Counter[str] = Counter(game.view()["undrawn"])
        answer = (
            "draw" if sum(gain_if_next(game, card) for card in undrawn.elements()) > 0 else "stop"
        )
        assert greedy_choice(game.view(game.to_act)) == answer
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


def test_greedy_goes_by_the_order_of_the_cards_where_it_is_known() -> None:
    cards = "red square bar wide"
    known = before_a_draw(*LAST_GAP, undrawn=cards, coming=cards)
    assert greedy_choice(known) == "draw"  # three penalties, then three layers
    known = before_a_draw(*LAST_GAP, undrawn="red square bar", coming="red square bar")
    assert greedy_choice(known) == "stop"
    in_part = before_a_draw(*LAST_GAP, undrawn=cards, coming="red square")
    assert greedy_choice(in_part) == "draw"


def with_another_order(game: Game, chance: int) -> Game:
    """The same game with its undrawn cards in another order."""
    undrawn = cards_to_come(game)
    random.Random(chance).shuffle(undrawn)
    return with_cards_to_come(game, undrawn)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_order_of_the_cards_to_come_does_not_change_what_greedy_does(players: int) -> None:
    game = upturn.new("team-up", players=players, seed=players)
    seen = 0
    while game.to_act is not None:
        move = greedy_choice(game.view(game.to_act))
        others = [with_another_order(game, chance) for chance in range(2)]
        seen += len({other.moves[1] for other in others}) > 1
        assert {greedy_choice(other.view(game.to_act)) for other in others} == {move}
        game.play(move)
    assert seen > 20
