"""A game without a picture of its own is shown in plain words, and shows no more than its view."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import upturn
from tests.support import only_game, written_game
from tests.support.random_games import every_table, random_game
from upturn.pictures import plain, seats

GAME = "tally"


@every_table
def test_any_view_fits_its_picture(name: str, players: int) -> None:
    for moves in (0, 40, 400):
        view = random_game(name, players, 1, moves).view(1)
        root = ElementTree.fromstring(plain.picture_of(view))  # noqa: S314 (it is ours)
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            said, size = text.text or "", float(text.attrib["font-size"])
            end = float(text.attrib["x"]) + seats.breadth(said, size)
            assert end <= plain.WIDE or size == seats.SMALLEST, said


def test_the_facts_of_a_view_are_on_the_picture_and_no_hidden_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / GAME
    written_game.write(written_game.engine_files(), folder)
    only_game.register(folder, monkeypatch)
    game = upturn.new(GAME, players=2, seed=3)
    for seat in (1, None):
        view: dict[str, Any] = {**game.view(seat)}
        root = ElementTree.fromstring(upturn.svg(game, seat))  # noqa: S314 (it is ours)
        said = [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]
        assert "hand" in said
        assert (", ".join(map(str, view["hand"])) if seat else "–") in said
        assert f"tally, 2 players: Seat 1{' (you)' if seat else ''} to move." in said
    while game.to_act:
        game.play("pass")
    assert "Seat 1 and seat 2 have the best score." in upturn.svg(game)
