"""The Tab key at the prompt: moves are completed word by word."""

from __future__ import annotations

import builtins
import sys
from types import SimpleNamespace

import pytest

import upturn
from upturn.cli.completion import Completer, completions
from upturn.games import rules_of

MOVES = [
    "place red wide2 c3 x",
    "place red wide2 c3 y",
    "place red wide2 d1 x",
    "place red bar3 f4",
    "place white bar3 f4",
    "place white wide1 a1 x",
]


@pytest.mark.parametrize(
    ("line", "word", "found"),
    [
        ("", "", ["place "]),
        ("", "p", ["place "]),
        ("place ", "", ["red ", "white "]),
        ("place ", "r", ["red "]),
        ("p ", "w", ["white "]),
        ("p r ", "", ["wide2 ", "bar3 "]),
        ("p r ", "w", ["wide2 "]),
        ("p r wide2 ", "", ["c3 ", "d1 "]),
        ("p r wide2 c3 ", "", ["x", "y"]),
        ("Place RED bar3 ", "F", ["f4"]),
        ("place red bar3 f4 ", "", []),
        ("place green ", "", []),
        ("", "x", []),
    ],
)
def test_a_word_becomes_what_the_legal_moves_allow(line: str, word: str, found: list[str]) -> None:
    assert completions(line, word, MOVES) == found


def test_words_may_be_left_out() -> None:
    assert completions("place ", "c", MOVES) == ["c3 "]
    assert completions("place wide2 ", "", MOVES) == ["c3 ", "d1 "]
    assert completions("p bar3 ", "", MOVES) == ["f4"]


def test_a_word_that_ends_some_moves_and_not_others_can_be_gone_on_from() -> None:
    assert completions("play ", "7", ["play 7/1", "play 7/1 7/3"]) == ["7/1 "]


@pytest.mark.parametrize("name", upturn.game_names())
def test_any_legal_move_of_any_game_can_be_reached_with_tab_alone(name: str) -> None:
    game = upturn.new(name, players=rules_of(name).usual_players, seed=3)
    for move in game.legal_moves():
        line = ""
        for word in move.split(" "):
            offered = completions(line, word[:1], game.legal_moves())
            assert word in [text.rstrip() for text in offered]
            line += f"{word} "


def test_the_answers_come_one_by_one_as_readline_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "place red w"
    fake = SimpleNamespace(get_line_buffer=lambda: line, get_begidx=lambda: len("place red "))
    monkeypatch.setitem(sys.modules, "readline", fake)
    completer = Completer()
    assert completer("w", 0) is None  # nothing is legal yet
    completer.moves = [*MOVES, "place red wide1 a1 x"]
    assert [completer("w", number) for number in range(3)] == ["wide2 ", "wide1 ", None]


def test_tab_is_bound_with_gnu_readline_and_with_editline(monkeypatch: pytest.MonkeyPatch) -> None:
    for doc, expected in [("GNU readline", "tab: complete"), ("libedit", "bind ^I rl_complete")]:
        bound: list[str] = []
        fake = SimpleNamespace(
            __doc__=doc,
            set_completer=bound.append,
            set_completer_delims=bound.append,
            parse_and_bind=bound.append,
        )
        monkeypatch.setitem(sys.modules, "readline", fake)
        completer = Completer()
        completer.install()
        assert bound[:3] == [completer, " \t\n,", expected]


def test_without_readline_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def lacking(name: str, *rest: object) -> object:
        if name == "readline":
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", lacking)
    Completer().install()
