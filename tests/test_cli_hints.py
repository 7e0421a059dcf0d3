"""`hint` at the prompt: what the strongest level would play, and why; no more than one may know."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import pytest

import upturn
from tests.at_terminal import PROMPT, answers, drawer_for, go_on, saved_moves, squeezed, typed
from tests.team_up_table import dealt, lay, perfect, play, told
from upturn.bots import Decision, levels, make_bot, reasons
from upturn.cli import hints
from upturn.cli.company import bot_seed
from upturn.cli.completion import Completer
from upturn.cli.hints import Adviser
from upturn.cli.play import WORDS
from upturn.games import names
from upturn.games.game import Game

pytestmark = pytest.mark.usefixtures("state")
TABLE = "play dnup --seed 7 --bots greedy"
UNKNOWN = "Good here, as far as one can tell while the order of the cards is unknown."


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


def swapped(record: dict[str, Any]) -> Game:
    """The same game of dnup as far as seat 1 knows: two hidden cards have changed places."""
    hands = record["moves"][0].removeprefix("deal ").split(" | ")
    second, third = hands[1].split(" "), hands[2].split(" ")
    second[0], third[0] = third[0], second[0]
    deal = " | ".join([hands[0], " ".join(second), " ".join(third), hands[3]])
    return upturn.replay(record | {"moves": [f"deal {deal}"]})


@pytest.mark.parametrize("word", ["hint", "h", "Hint"])
def test_a_hint_is_what_the_strongest_would_play_and_why(word: str, strongest: str) -> None:
    output = typed(TABLE, word)
    game = upturn.new("dnup", players=4, seed=7)
    while game.to_act not in (1, None):
        game.play(make_bot("greedy", "dnup", bot_seed(7)).choose(game.view(game.to_act)))
    move, why = make_bot(strongest, "dnup", bot_seed(7)).decide(game.view(1))
    said = f"search:60 would {move}: {reasons.sentence('dnup', why)}."
    assert squeezed(answers(output)[0]).startswith(f"{word} {said} Your move")


def test_the_strongest_level_of_each_game_is_asked() -> None:
    for game in names():
        if levels(game):
            assert Adviser(game, 7).name == levels(game)[-1].name
    assert " Expert would " in typed(TABLE, "h")


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
    advisers = [Adviser("dnup", 7), Adviser("dnup", 7)]
    asked = 0
    for _ in range(12):
        assert games[0].view(2) != games[1].view(2)
        if games[0].to_act == 1:
            asked += 1
            one, other = (
                adviser.advise(game.view(1), drawer_for(game, 1))
                for adviser, game in zip(advisers, games, strict=True)
            )
            assert one == other
        for game in games:
            game.play("flip")
    assert asked == 3


def test_enter_still_does_what_the_list_offers(state: Path, greedy: None) -> None:
    output = go_on(state, dealt("red wide", players=1), "h", "")
    assert "Greedy would draw: " in answers(output)[0]
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
    for mode, reservation in [("puzzle", ""), ("challenge", UNKNOWN), ("competition", UNKNOWN)]:
        game = upturn.new("team-up", players=1, deal=stopped.record(), mode=mode)
        assert drawer_for(game, 1).reservation(game.view(1)) == reservation


def test_once_no_card_is_left_nothing_is_unknown() -> None:
    game = lay(then="red", players=1)
    view, drawer = game.view(1), drawer_for(game, 1)
    assert drawer.reservation(view) == UNKNOWN
    assert drawer.reservation(view | {"deck": 0}) == ""


def test_other_games_make_no_reservation(strongest: str) -> None:
    assert "Good here" not in typed(TABLE, "h")


# --- Where one finds it ----------------------------------------------------------------------


@pytest.mark.parametrize("game", names())
def test_the_prompt_and_the_help_of_every_game_name_it(game: str) -> None:
    output = typed(f"play {game} --bots random --seed 7", "?")
    assert f"h hint, ? help, i info, u undo, {PROMPT}" in output
    said = "h is for a hint: what the strongest level would do in your place, and why."
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
