"""An owner may correct the cards: good files change the game, bad ones are explained."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import upturn
from upturn.games.dnup import components
from upturn.games.editions import standard_file

STANDARD = standard_file("dnup").read_text(encoding="utf-8")


def load(
    folder: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[tuple[components.Card, ...], str]:
    (folder / "dnup.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("UPTURN_COMPONENTS", str(folder))
    return components.load()


def test_the_standard_deck_has_forty_cards_and_one_star() -> None:
    assert len(components.CARDS) == 40
    assert [(card.low, card.high) for card in components.CARDS if card.star] == [(1, 5)]
    assert components.EDITION == "standard"


def test_a_folder_without_the_file_leaves_ours_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPTURN_COMPONENTS", str(tmp_path))
    assert components.load() == (components.CARDS, "standard")


def test_the_same_cards_in_another_file_are_the_same_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert load(tmp_path, STANDARD + "\n# a note\n", monkeypatch)[1] == "standard"


def test_a_missing_folder_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPTURN_COMPONENTS", "/nowhere/at/all")
    with pytest.raises(upturn.ComponentsError, match="/nowhere/at/all: there is no such folder"):
        components.load()


def test_what_is_no_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPTURN_COMPONENTS", str(tmp_path))
    (tmp_path / "dnup.toml").symlink_to(tmp_path / "gone.toml")
    with pytest.raises(upturn.ComponentsError, match=r"dnup\.toml: cannot be read"):
        components.load()
    (tmp_path / "dnup.toml").unlink()
    (tmp_path / "dnup.toml").mkdir()
    with pytest.raises(upturn.ComponentsError, match=r"dnup\.toml: cannot be read"):
        components.load()


@pytest.mark.parametrize("command", [["play", "dnup"], ["replay", "-"], ["warm"]])
def test_the_command_explains_a_wrong_folder_without_a_traceback(command: list[str]) -> None:
    environment = os.environ | {"UPTURN_COMPONENTS": "/nowhere/at/all"}
    run = [sys.executable, "-m", "upturn"]
    answer = subprocess.run(
        [*run, *command], env=environment, capture_output=True, text=True, check=False, input=""
    )
    assert answer.returncode == 1
    assert "/nowhere/at/all: there is no such folder" in answer.stderr
    assert "Traceback" not in answer.stderr
    helped = subprocess.run([*run, "--help"], env=environment, capture_output=True, check=False)
    assert helped.returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("values = [1, 5]", "values = [1, 1]", "card 1: values must be two different numbers"),
        ("values = [1, 5]", "values = [1, 11]", "card 1: values must be two different numbers"),
        ("values = [1, 5]", "values = [1]", "card 1: values must be two different numbers"),
        ("values = [1, 5]", 'values = ["1", 5]', "card 1: values must be two different numbers"),
        ("values = [1, 5]", "value = [1, 5]", "card 1: unknown key 'value'"),
        ("players = 2\nstar", "players = 6\nstar", "card 1: players must be 2, 3, 4 or 5, not 6"),
        ("players = 2\nstar", "star", "card 1: players must be 2, 3, 4 or 5, not None"),
        ("star = true", "star = 1", "card 1: star must be true or false, not 1"),
        ("star = true", "star = false", "exactly one card"),
        ("values = [1, 6]", "values = [1, 5]", "must be the only one with its values"),
        ("players = 3", "players = 2", "2 players need a deck of 26 cards, this one has 30"),
        ("[[card]]", "[[cart]]", "expected a list of"),
        ("[[card]]", "[[card]", "cannot be read"),
    ],
)
def test_a_faulty_file_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, words: str
) -> None:
    assert old in STANDARD
    with pytest.raises(upturn.ComponentsError) as error:
        load(tmp_path, STANDARD.replace(old, new), monkeypatch)
    assert words in str(error.value)
    assert str(tmp_path / "dnup.toml") in str(error.value)


def test_too_many_different_cards_of_one_value_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sevens = STANDARD.replace("values = [1, 6]", "values = [2, 7]").replace(
        "values = [2, 4]", "values = [7, 8]"
    )
    for low in (2, 3, 4):
        sevens = sevens.replace(f"values = [{low}, 8]", f"values = [{low}, 7]")
    with pytest.raises(upturn.ComponentsError, match="too many different cards with the value 7"):
        load(tmp_path, sevens.replace("values = [3, 6]", "values = [7, 9]"), monkeypatch)


def test_a_corrected_card_is_played_with_and_named_in_the_record(tmp_path: Path) -> None:
    corrected = STANDARD.replace("values = [2, 9]", "values = [8, 9]")
    (tmp_path / "dnup.toml").write_text(corrected, encoding="utf-8")
    code = (
        "import json, upturn; game = upturn.new('dnup', players=2, seed=1); "
        "print(json.dumps(game.record()))"
    )
    environment = os.environ | {"UPTURN_COMPONENTS": str(tmp_path), "UPTURN_COMPILE": "0"}
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    record = json.loads(answer.stdout)
    deal = record["moves"][0].split(" ")
    assert {"8/9", "9/8"} & {*deal}
    assert not {"2/9", "9/2"} & {*deal}
    assert record["edition"].startswith("custom-")
    with pytest.raises(upturn.InvalidRecord, match="UPTURN_COMPONENTS chooses the edition"):
        upturn.replay(record)
