"""While somebody thinks: the terminal says so, if it takes long and somebody sits there."""

from __future__ import annotations

import threading
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from tests.support.at_terminal import sit_there, typed
from upturn.cli import talking
from upturn.cli.talking import thinking

LONG = 60.0
"""Seconds to wait for what happens at once, unless it does not happen."""
TOLD = " Ada is thinking …"
WIPED = "\r\x1b[2K"


class Screen(StringIO):
    """What was written, and a sign when somebody is said to think."""

    def __init__(self) -> None:
        super().__init__()
        self.told = threading.Event()

    def write(self, text: str) -> int:
        written = super().write(text)
        if "thinking" in text:
            self.told.set()
        return written


def screen_for(monkeypatch: pytest.MonkeyPatch, terminal: bool = True, **kind: Any) -> Screen:
    """From now on this is what the person looks at."""
    screen = Screen()
    console = Console(file=screen, force_terminal=terminal, color_system=None, width=80, **kind)
    monkeypatch.setattr(talking, "console", console)
    return screen


def test_a_slow_bot_is_seen_to_think_and_nothing_of_it_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sit_there(monkeypatch)
    monkeypatch.setattr(talking, "NOTICEABLE", 0.0)
    screen = screen_for(monkeypatch)
    with thinking("Ada"):
        assert screen.told.wait(LONG)
    assert screen.getvalue() == TOLD + WIPED


def test_a_quick_bot_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_there(monkeypatch)
    monkeypatch.setattr(talking, "NOTICEABLE", LONG)
    screen = screen_for(monkeypatch)
    before = threading.active_count()
    with thinking("Ada"):
        assert threading.active_count() == before + 1
    assert threading.active_count() == before
    assert screen.getvalue() == ""


@pytest.mark.parametrize("dumb", [True, False])
def test_where_nothing_can_be_wiped_away_nothing_is_said(
    dumb: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if dumb:
        sit_there(monkeypatch)
    screen = screen_for(monkeypatch, terminal=dumb, _environ={"TERM": "dumb"})
    before = threading.active_count()
    with thinking("Ada"):
        assert threading.active_count() == before
    assert screen.getvalue() == ""


def leave_when_told(screen: Screen) -> None:
    with thinking("Ada"):
        assert screen.told.wait(LONG)
        raise KeyboardInterrupt


def test_an_interrupt_wipes_it_away_too(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_there(monkeypatch)
    monkeypatch.setattr(talking, "NOTICEABLE", 0.0)
    screen = screen_for(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        leave_when_told(screen)
    assert screen.getvalue() == TOLD + WIPED


class Interrupted:
    """A bot whose thoughts the person does not wait for."""

    def choose(self, view: dict[str, Any]) -> str:
        raise KeyboardInterrupt


@pytest.mark.usefixtures("state")
def test_one_can_leave_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upturn.cli.company.make_bot", lambda *_: Interrupted())
    output = typed("play dnup --seed 7 --bots greedy")
    assert output.endswith("\n Saved. To resume: upturn play dnup\n")
