"""`hint` at the prompt: the way where one may know it, else what the strongest would play."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import Any

import pytest

import upturn
from tests.support.at_terminal import (
    PROMPT,
    answers,
    drawer_for,
    go_on,
    saved_moves,
    squeezed,
    typed,
)
from tests.support.team_up_table import dealt, lay, perfect, play, told, wander
from upturn.bots import Decision, levels, make_bot, reasons
from upturn.cli import hints
from upturn.cli.company import bot_seed
from upturn.cli.completion import Completer
from upturn.cli.drawing.team_up import guide as team_up_guide
from upturn.cli.hints import Adviser
from upturn.cli.play import WORDS
from upturn.games import names
from upturn.games.game import Game
from upturn.solver import solve, solve_view
from upturn.solver.solver import Solution

pytestmark = pytest.mark.usefixtures("state")
TABLE = "play dnup --seed 7 --bots greedy"
UNKNOWN = "Nobody can tell more while the order of the cards is unknown."


@pytest.fixture
def strongest(monkeypatch: pytest.MonkeyPatch) -> str:
    """A bot that answers soon and always the same, as the strongest."""
    name = "search:60"
    monkeypatch.setattr(hints, "bot_names", lambda _: [name])
    monkeypatch.setattr(hints, "SECONDS", inf)
    return name


@pytest.fixture
def greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "bot_names", lambda _: ["greedy"])


def swapped(record: Mapping[str, Any]) -> Game:
    """The same game of dnup as far as seat 1 knows: two hidden cards have changed places."""
    hands = record["moves"][0].removeprefix("deal ").split(" | ")
    second, third = hands[1].split(" "), hands[2].split(" ")
    second[0], third[0] = third[0], second[0]
    deal = " | ".join([hands[0], " ".join(second), " ".join(third), hands[3]])
    return upturn.replay({**record} | {"moves": [f"deal {deal}"]})


@pytest.mark.parametrize("word", ["hint", "h", "Hint"])
def test_a_hint_is_what_the_strongest_would_play_and_why(word: str, strongest: str) -> None:
    output = typed(TABLE, word)
    game = upturn.new("dnup", players=4, seed=7)
    while game.to_act not in (1, None):
        game.play(make_bot("greedy", "dnup", bot_seed(7)).choose(game.view(game.to_act)))
    move, why = make_bot(strongest, "dnup", bot_seed(7)).decide(game.view(1))
    said = f"search:60 would {move}. Why: {reasons.sentence('dnup', why)}."
    assert squeezed(answers(output)[0]).startswith(f"{word} {said} Your move")


def test_the_strongest_level_of_each_game_is_asked() -> None:
    for game in names():
        if levels(game):
            seated = drawer_for(upturn.new(game, players=3, seed=7), 1)
            assert Adviser(game, 7, seated).name == levels(game)[-1].name
    assert " Expert would " in typed(TABLE, "h")


def test_a_reason_calls_seats_by_the_names_at_the_table() -> None:
    drawer = drawer_for(upturn.new("dnup", players=4, seed=7), 1)
    why = {"code": "beats", "owner": 4, "count": 1}
    assert reasons.sentence("dnup", drawer.named(why)) == "beats Cleo’s set (1 card)"


class Expert:
    """A bot that counts how often it thinks."""

    def __init__(self) -> None:
        self.views: list[dict[str, Any]] = []

    def decide(self, view: dict[str, Any]) -> Decision:
        self.views.append(view)
        return Decision(view["legal"][0], {"code": "only-move"})


@pytest.fixture
def expert(monkeypatch: pytest.MonkeyPatch) -> Expert:
    expert = Expert()

    def make(name: str, game: str, seed: object, seconds: float) -> Expert:
        assert seconds == 1.0
        return expert

    monkeypatch.setattr(hints, "make_bot", make)
    return expert


def test_who_asks_twice_is_told_the_same_and_after_a_move_anew(expert: Expert) -> None:
    output = typed(TABLE, "h", "w", "hint", "flip", "h")
    assert [view["seat"] for view in expert.views] == [1, 1]
    said = answers(output)
    assert said[0].removeprefix("h") == said[2].removeprefix("hint")
    assert "there is nothing else to do." in said[4]


def test_a_hint_changes_nothing(state: Path, strongest: str) -> None:
    without = typed(TABLE, "flip", "q")
    moves = saved_moves(state, "dnup")
    output = typed(f"{TABLE} --new", "h", "flip", "hint", "q")
    assert saved_moves(state, "dnup") == moves
    assert answers(output)[1] == answers(without)[0]
    assert output.count("dnup · round ") == 2


def test_hidden_cards_do_not_change_a_hint(strongest: str) -> None:
    """Two games that differ in what seat 1 cannot see get the same advice there."""
    record = upturn.new("dnup", players=4, seed=7).record()
    games = [upturn.replay(record), swapped(record)]
    advisers = [Adviser("dnup", 7, drawer_for(game, 1)) for game in games]
    asked = 0
    for _ in range(12):
        assert games[0].view(2) != games[1].view(2)
        if games[0].to_act == 1:
            asked += 1
            one, other = (
                adviser.advise(game.view(1)) for adviser, game in zip(advisers, games, strict=True)
            )
            assert one == other
        for game in games:
            game.play("flip")
    assert asked == 3


def test_enter_still_does_what_the_list_offers(state: Path, greedy: None) -> None:
    output = go_on(state, dealt("red wide", players=1), "h", "")
    assert "Greedy would draw. Why: " in answers(output)[0]
    assert saved_moves(state, "team-up")[-1] == "draw"


# --- What nobody can know --------------------------------------------------------------------


def test_in_team_up_a_hint_is_good_as_far_as_the_order_of_the_cards_is_unknown(
    state: Path, greedy: None
) -> None:
    said = squeezed(answers(go_on(state, lay(then="red", players=1), "h"))[0])
    assert f". {UNKNOWN} Your move" in said


def test_in_a_puzzle_all_is_known_and_in_a_challenge_what_was_drawn() -> None:
    stopped = told(perfect()["moves"][:8])
    play(stopped, "stop")
    only = "Nobody can tell more while only the next 3 cards are known."
    for mode, reservation in [("puzzle", ""), ("challenge", only), ("competition", UNKNOWN)]:
        game: Game = upturn.new("team-up", players=1, deal=stopped.record(), mode=mode)
        assert drawer_for(game, 1).reservation(game.view(1)) == reservation


def test_once_no_card_is_left_nothing_is_unknown() -> None:
    game = lay(then="red", players=1)
    view, drawer = game.view(1), drawer_for(game, 1)
    assert drawer.reservation(view) == UNKNOWN
    assert drawer.reservation(view | {"deck": 0}) == ""


def test_other_games_make_no_reservation(strongest: str) -> None:
    assert "can tell more" not in typed(TABLE, "h")


# --- The way, where the cards are known ------------------------------------------------------

WAY = "The way to 25: "
THREE_LEFT = 24
"""Boxes of the perfect pallet, of which there are 27."""


def again(mode: str, *, drawn: int = 36, cards: str = "", boxes: int = 0) -> Game:
    """The deal of the perfect pallet again, when so many of its cards are known in a challenge.

    `cards` is another deal of them. So many boxes are placed as then.
    """
    before = perfect()
    lines = [before["moves"][0], cards or before["moves"][1]]
    first = told(lines, players=1)
    known = {"mode": mode, "known": drawn if mode == "challenge" else 36, "to_beat": None}
    game = upturn.replay(first.record() | {"same_deal": known})
    play(game, *before["moves"][2 : 2 + 2 * boxes])
    return game


def asks(game: Game, adviser: Adviser | None = None) -> str:
    seated = drawer_for(game, 1)
    return (adviser or Adviser(game.name, 7, seated)).advise(game.view(1))


def led(game: Game, hint: str) -> None:
    """Do what a hint says."""
    play(game, *hint.rpartition(": ")[2].removesuffix(".").split(", then "))


def test_in_a_puzzle_the_hint_is_the_way_to_the_best(state: Path) -> None:
    """Before a draw it tells the box too, since the card is known."""
    said = squeezed(answers(go_on(state, again("puzzle"), "h"))[0])
    assert said.startswith(f"h {WAY}draw, then place red ")
    assert "would" not in said
    assert "can tell more" not in said


def test_who_follows_the_hints_comes_to_the_end_of_one_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int] = []

    def counting(view: dict[str, Any], seconds: float) -> Solution | None:
        looked.append(view["deck"])
        return solve_view(view, seconds)

    monkeypatch.setattr(team_up_guide, "solve_view", counting)
    game = again("puzzle")
    adviser = Adviser("team-up", 7, drawer_for(game, 1))
    while not game.over:
        hint = asks(game, adviser)
        assert hint.startswith(WAY)
        assert hint == asks(game, adviser)
        led(game, hint)
    assert game.scores == [25]
    assert looked == [36]


def test_the_way_goes_on_after_the_draw_and_after_something_was_taken_back() -> None:
    game = again("puzzle")
    adviser = Adviser("team-up", 7, drawer_for(game, 1))
    first = asks(game, adviser)
    box = first.partition("draw, then ")[2]
    game.play("draw")
    assert asks(game, adviser) == WAY + box
    game.play(next(move for move in game.legal_moves() if move not in box))
    other = asks(game, adviser)
    assert other.startswith("The way to ")
    game.undo()
    assert asks(game, adviser).startswith(WAY)
    game.undo()
    assert asks(game, adviser).startswith(f"{WAY}draw, then ")


def test_who_left_the_way_is_told_the_best_that_is_left() -> None:
    game = again("puzzle", boxes=THREE_LEFT)
    play(game, "draw", "place blue bar1 a1 x")
    best = solve(game)
    assert best.score < 25
    assert best.proven
    hint = asks(game)
    assert hint.startswith(
        f"The way to {best.score}, the best you can still reach: draw, then place "
    )
    adviser = Adviser("team-up", 7, drawer_for(game, 1))
    while not game.over:
        led(game, asks(game, adviser))
    assert game.scores == [best.score]


@pytest.mark.parametrize("pending", [False, True])
def test_in_a_challenge_the_way_is_told_once_there_is_a_known_card_for_every_box(
    pending: bool, greedy: None
) -> None:
    for known, enough in [(26, False), (27, True), (30, True)]:
        game = again("challenge", drawn=known, boxes=THREE_LEFT)
        if pending:
            game.play("draw")
        hint = asks(game)
        assert hint.startswith(WAY) == enough
        if not enough:
            only = "1 card is" if pending else "2 cards are"
            assert hint.startswith("Greedy would ")
            assert hint.endswith(f"Nobody can tell more while only the next {only} known.")


def test_cards_that_nobody_knows_may_come_to_more_than_the_way() -> None:
    """With known cards for all boxes the best is found; what other cards allow stays open."""
    game = again("challenge", drawn=28, boxes=THREE_LEFT)
    play(game, "draw", "place blue bar1 a1 x")
    view = game.view(1)
    assert len(view["coming"]) == 3  # for two boxes
    found = solve_view(view)
    assert found is not None
    assert found.bound == max(found.score, 25 - 2)
    most = f"as far as we can tell ({found.bound} may be possible)"
    assert asks(game).startswith(f"The way to {found.score}, {most}: draw, then place ")


def test_nobody_is_told_to_stop_unless_that_is_proven_the_best(
    greedy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = again("puzzle")
    for bound, words in [
        (25, "Greedy would draw. Why: "),
        (-27, "The way to −27, the best you can "),
    ]:
        stop = Solution(-27, ["stop"], bound)
        monkeypatch.setattr(team_up_guide, "solve_view", lambda *_, found=stop: found)
        assert asks(game).startswith(words)


def test_hidden_cards_do_not_change_the_way() -> None:
    """However the cards lie that nobody knows, the hints are the same to the letter."""
    deal = perfect()["moves"][1].split(" ")
    known = 2 + 29
    orders = [deal[known:], deal[:known:-1] + deal[known : known + 1], sorted(deal[known:])]
    assert len({*map(tuple, orders)}) == 3
    told_in = []
    for order in orders:
        cards = " ".join([*deal[:known], *order])
        game = again("challenge", drawn=29, cards=cards, boxes=22)
        adviser = Adviser("team-up", 7, drawer_for(game, 1))
        hints = [asks(game, adviser)]
        play(game, "draw", "place white square1 a1")  # not as in the perfect pallet
        while not game.over and len(hints) < 4:
            hints.append(asks(game, adviser))
            led(game, hints[-1])
        told_in.append(hints)
    assert told_in[0][0].startswith(WAY)
    assert told_in[0] == told_in[1] == told_in[2]


def test_in_a_competition_and_in_a_first_game_nobody_knows_the_way(greedy: None) -> None:
    stopped = again("puzzle", boxes=27)
    competition: Game = upturn.new("team-up", players=1, deal=stopped.record())
    first: Game = upturn.new("team-up", players=1, seed=3)
    for game in (competition, first):
        assert solve_view(game.view(1)) is None
        assert asks(game) == f"Greedy would draw. Why: looks the best of 2 moves. {UNKNOWN}"


def test_when_the_last_card_is_drawn_nothing_is_unknown() -> None:
    game = wander(3, 35, players=1, more=1)
    assert game.view(1)["deck"] == 0
    hint = asks(game)
    assert hint.startswith("The way to −")
    assert ", the best you can still reach: " in hint


def test_cards_that_are_all_alike_have_no_order_to_know() -> None:
    game = wander(3, 30, players=1)
    view = game.view(1)
    alike = view | {"undrawn": dict.fromkeys(view["undrawn"], 0) | {"red": view["deck"]}}
    assert solve_view(view) is None
    assert solve_view(alike) is not None


def test_with_more_boxes_than_the_solver_can_hold_a_bot_is_asked(
    greedy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upturn.solver.solving.BOXES", 1000)
    game = again("puzzle")
    assert asks(game) == "Greedy would draw. Why: looks the best of 2 moves."
    assert drawer_for(game, 1).look_back(game) == ""


# --- Where one finds it ----------------------------------------------------------------------


@pytest.mark.parametrize("game", names())
def test_the_prompt_and_the_help_of_every_game_name_it(game: str) -> None:
    output = typed(f"play {game} --bots random --seed 7", "?")
    assert f"h hint, ? help, i info, u undo, {PROMPT}" in output
    said = "h gives you a hint: what the strongest level would do in your place, and why."
    assert said in squeezed(output)


def test_tab_completes_it_once_it_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    completer = Completer()
    completer.moves, completer.words = ["play 7/1", "flip"], WORDS
    lines = iter(["", "", "", "play "])
    monkeypatch.setattr(completer, "_line", lambda: next(lines))
    assert [completer("hi", 0), completer("hi", 1)] == ["hint", None]
    assert [completer("H", number) for number in range(3)] == ["hint", "help", None]
    assert [completer("", number) for number in range(3)] == ["play ", "flip", None]
    assert completer("h", 0) is None
