"""An owner may correct the cards: good files change the game, bad ones are explained."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import upturn
from upturn.games.dnup import components
from upturn.games.editions import standard_file
from upturn.games.team_play import components as team_play

STANDARD = standard_file("dnup").read_text(encoding="utf-8")
MISSIONS = standard_file("team-play").read_text(encoding="utf-8")


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
        ("players = 3", "players = 2", "2 players need a deck of 26 cards, but this one has 30"),
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


# --- Team Play's missions --------------------------------------------------------------------


def load_missions(
    folder: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[tuple[team_play.Mission, ...], str]:
    (folder / "team-play.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("UPTURN_COMPONENTS", str(folder))
    return team_play.load()


def with_requirement(requirement: str) -> str:
    """The missions, of which the first, `pair_any`, asks for something else."""
    old = 'requirement = { kind = "groups", sizes = [2], colour = "any", pool = "1-8" }'
    assert old in MISSIONS
    return MISSIONS.replace(old, f"requirement = {requirement}", 1)


def run_with_missions(folder: Path, text: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run Python where these missions are in use; they are read as the game is loaded."""
    (folder / "team-play.toml").write_text(text, encoding="utf-8")
    environment = os.environ | {"UPTURN_COMPONENTS": str(folder), "UPTURN_COMPILE": "0"}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )


def test_there_are_46_missions_all_different_of_1_to_6_points() -> None:
    missions = team_play.MISSIONS
    assert len(missions) == 46
    assert len({mission.id for mission in missions}) == 46
    assert len({mission.requirement for mission in missions}) == 46
    assert {mission.points for mission in missions} == {1, 2, 3, 4, 5, 6}
    assert team_play.EDITION == "standard"


def test_every_mission_says_what_it_rests_on() -> None:
    entries = tomllib.loads(MISSIONS)["mission"]
    assert Counter(entry["evidence"] for entry in entries) == {
        "rulebook": 16, "review": 5, "hinted": 10, "mirrored": 9, "assumed": 6
    }  # fmt: skip
    known = {entry["id"]: entry["points"] for entry in entries if entry["points_from"] == "source"}
    assert known == {"pair_any": 1, "run3_red": 3, "run5_red": 6, "run5_blue": 6}


def test_the_same_missions_in_another_file_are_the_same_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = load_missions(tmp_path, MISSIONS + "\n# a note\n", monkeypatch)
    assert found == (team_play.MISSIONS, "standard")


def test_a_corrected_mission_makes_another_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = '{ kind = "groups", sizes = [3, 1], colours = ["red", "any"], pool = "2-5" }'
    missions, edition = load_missions(tmp_path, with_requirement(asked), monkeypatch)
    assert missions[0].requirement == team_play.Requirement(
        "groups", sizes=(3, 1), colours=("red", "any"), pool="2-5"
    )
    assert missions[1:] == team_play.MISSIONS[1:]
    assert edition.startswith("custom-")
    dearer = MISSIONS.replace("points = 1", "points = 2", 1)
    assert load_missions(tmp_path, dearer, monkeypatch)[1] not in (edition, "standard")


@pytest.mark.parametrize(
    ("requirement", "words"),
    [
        ('{ kind = "group", sizes = [2] }', "requirement needs a kind: one of groups, run, exact"),
        ("{ sizes = [2] }", "requirement needs a kind"),
        ("{ kind = [2] }", "requirement needs a kind"),
        ('"a pair"', "requirement needs a kind"),
        ('{ kind = "run", length = 3, colour = "any", pool = "1-8" }',
         "a requirement of kind run has no 'pool'"),
        ('{ kind = "groups", size = [2], colour = "any", pool = "1-8" }',
         "a requirement of kind groups has no 'size'"),
        ('{ kind = "groups", sizes = [2], colour = "any" }',
         "a requirement of kind groups needs 'pool'"),
        ('{ kind = "run", colour = "any" }', "a requirement of kind run needs 'length'"),
        ('{ kind = "exact", colour = "any" }', "a requirement of kind exact needs 'numbers'"),
        ('{ kind = "from", colour = "any", pool = "odd" }',
         "a requirement of kind from needs 'count'"),
        ('{ kind = "addition" }', "a requirement of kind addition needs 'colour'"),
        ('{ kind = "sum", count = 3, colour = "any" }', "a requirement of kind sum needs 'total'"),
        ('{ kind = "groups", sizes = [2], pool = "1-8" }', "groups need either colour or colours"),
        ('{ kind = "groups", sizes = [2], colour = "any", colours = ["red"], pool = "1-8" }',
         "groups need either colour or colours"),
        ('{ kind = "groups", sizes = [2, 2], colours = ["red"], pool = "1-8" }',
         "colours must name one colour for each size"),
        ('{ kind = "groups", sizes = [2, 2], colours = ["red", "one"], pool = "1-8" }',
         "colours must be a list of any, red or blue, not ['red', 'one']"),
        ('{ kind = "groups", sizes = 2, colour = "any", pool = "1-8" }',
         "sizes must be a list of numbers from 1 to 8, not 2"),
        ('{ kind = "groups", sizes = [], colour = "any", pool = "1-8" }',
         "sizes must be a list of numbers from 1 to 8, not []"),
        ('{ kind = "groups", sizes = [2, 0], colour = "any", pool = "1-8" }',
         "sizes must be a list of numbers from 1 to 8, not [2, 0]"),
        ('{ kind = "groups", sizes = [4, 4, 4], colour = "any", pool = "1-8" }',
         "sizes must add up to at most 10"),
        ('{ kind = "groups", sizes = [8, 8, 8, 8, 8, 8, 8, 8], colour = "any", pool = "1-8" }',
         "sizes must add up to at most 10"),
        ('{ kind = "groups", sizes = [2], colour = "green", pool = "1-8" }',
         "colour must be any, red, blue or one, not 'green'"),
        ('{ kind = "groups", sizes = [2], colour = "any", pool = "1-9" }',
         "pool must be lo-hi within 1-8, odd, even or parity, not '1-9'"),
        ('{ kind = "groups", sizes = [2], colour = "any", pool = "5-2" }',
         "pool must be lo-hi within 1-8, odd, even or parity, not '5-2'"),
        ('{ kind = "groups", sizes = [2], colour = "any", pool = [1, 8] }',
         "pool must be lo-hi within 1-8, odd, even or parity, not [1, 8]"),
        ('{ kind = "run", length = 9, colour = "any" }', "length must be a number from 2 to 8"),
        ('{ kind = "run", length = 3.0, colour = "any" }', "length must be a number from 2 to 8"),
        ('{ kind = "run", length = "3", colour = "any" }', "length must be a number from 2 to 8"),
        ('{ kind = "exact", numbers = [1, 9], colour = "any" }',
         "numbers must be a list of numbers from 1 to 8, not [1, 9]"),
        ('{ kind = "exact", numbers = [3, 3], colour = "any" }', "numbers must differ"),
        ('{ kind = "from", count = 11, colour = "any", pool = "odd" }',
         "count must be a number from 1 to 10, not 11"),
        ('{ kind = "from", count = true, colour = "any", pool = "odd" }',
         "count must be a number from 1 to 10, not True"),
        ('{ kind = "sum", total = 81, colour = "any" }', "total must be a number from 1 to 80"),
    ],
)  # fmt: skip
def test_a_faulty_requirement_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, requirement: str, words: str
) -> None:
    with pytest.raises(upturn.ComponentsError) as error:
        load_missions(tmp_path, with_requirement(requirement), monkeypatch)
    where = f"{tmp_path / 'team-play.toml'}: mission 1 (pair_any): "
    assert str(error.value).startswith(where + words)


LAST_MISSION = MISSIONS[MISSIONS.rindex("[[mission]]") :]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "pair_red"', 'id = "pair_any"', "two missions are called 'pair_any'"),
        ('id = "pair_red"', 'id = "Pair Red"',
         "mission 2: id must be lower-case letters, digits and _, not 'Pair Red'"),
        ('id = "pair_red"', "id = 2",
         "mission 2: id must be lower-case letters, digits and _, not 2"),
        ('id = "pair_red"\n', "",
         "mission 2: id must be lower-case letters, digits and _, not None"),
        ('id = "pair_red"', 'id = "pair_red"\nname = "pair"',
         "mission 2 (pair_red): unknown key 'name'"),
        ('id = "pair_red"\npoints = 2', 'id = "pair_red"\npoints = 7',
         "mission 2 (pair_red): points must be from 1 to 6, not 7"),
        ('id = "pair_red"\npoints = 2', 'id = "pair_red"\npoints = 0',
         "mission 2 (pair_red): points must be from 1 to 6, not 0"),
        ('id = "pair_red"\npoints = 2', 'id = "pair_red"\npoints = "2"',
         "mission 2 (pair_red): points must be from 1 to 6, not '2'"),
        ('id = "pair_red"\npoints = 2', 'id = "pair_red"',
         "mission 2 (pair_red): points must be from 1 to 6, not None"),
        ('evidence = "rulebook"', 'evidence = "hearsay"',
         "mission 1 (pair_any): evidence must be one of rulebook, review, hinted, mirrored"),
        ('points_from = "source"', 'points_from = "guess"',
         "mission 1 (pair_any): points_from must be one of source, calibrated"),
        (LAST_MISSION, "", "the game has 46 missions, but this file has 45"),
        (LAST_MISSION, LAST_MISSION + "\n" + LAST_MISSION,
         "the game has 46 missions, but this file has 47"),
        ("[[mission]]", "[[missions]]", "expected a list of [[mission]] entries"),
        ("[[mission]]", "[[mission]", "cannot be read"),
        (MISSIONS, "", "expected a list of [[mission]] entries"),
        (MISSIONS, "mission = 46", "expected a list of [[mission]] entries"),
        (MISSIONS, "mission = [46]", "mission 1: expected a table with id, points and requirement"),
    ],
)  # fmt: skip
def test_a_faulty_file_of_missions_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, words: str
) -> None:
    assert old in MISSIONS
    with pytest.raises(upturn.ComponentsError) as error:
        load_missions(tmp_path, MISSIONS.replace(old, new, 1), monkeypatch)
    assert str(error.value).startswith(f"{tmp_path / 'team-play.toml'}: {words}")


@pytest.mark.parametrize(
    ("requirement", "words"),
    [
        ('{ kind = "groups", sizes = [5], colour = "red", pool = "1-8" }',
         "no hand can complete it"),
        ('{ kind = "groups", sizes = [2, 2], colour = "any", pool = "3-3" }',
         "no hand can complete it"),
        ('{ kind = "sum", count = 1, total = 9, colour = "any" }', "no hand can complete it"),
        ('{ kind = "sum", total = 80, colour = "any" }', "no hand can complete it"),
        ('{ kind = "from", count = 9, colour = "red", pool = "1-8" }', "no hand can complete it"),
        ('{ kind = "from", count = 8, colour = "any", pool = "1-8" }',
         "more than 20,000 ways to complete it"),
    ],
)  # fmt: skip
def test_a_mission_nobody_can_fulfil_or_in_too_many_ways_is_refused(
    tmp_path: Path, requirement: str, words: str
) -> None:
    code = """
import upturn
try:
    upturn.new("team-play", players=3, seed=1)
except upturn.ComponentsError as error:
    print(error)
"""
    answer = run_with_missions(tmp_path, with_requirement(requirement), code)
    assert answer.stderr == ""
    assert answer.stdout == f"{tmp_path / 'team-play.toml'}: mission pair_any: {words}\n"


def test_missions_that_together_allow_too_many_ways_are_refused(tmp_path: Path) -> None:
    many = MISSIONS
    for mission in ("pair_any", "pair_red", "pair_blue", "two_pairs_any", "two_pairs_red"):
        start = many.index(f'id = "{mission}"')
        at = many.index("requirement = ", start)
        asked = 'requirement = { kind = "from", count = 5, colour = "any", '
        many = many[:at] + asked + 'pool = "1-8" }' + many[many.index("\n", at) :]
    answer = run_with_missions(tmp_path, many, "import upturn.games.team_play.tables")
    assert answer.returncode != 0
    assert "the missions allow more than 60,000 ways to complete them" in answer.stderr


def test_a_corrected_mission_is_played_with_and_named_in_the_record(tmp_path: Path) -> None:
    corrected = MISSIONS.replace("total = 12", "total = 13")
    code = """
import json, upturn
game = upturn.new("team-play", players=3, seed=1)
refusals = []
for cards in ("r4 r8", "r5 r8 b1"):
    try:
        game.play(f"fulfil sum12 {cards}")
    except upturn.IllegalMove as error:
        refusals.append(str(error))
print(json.dumps([refusals, game.record()]))
"""
    answer = run_with_missions(tmp_path, corrected, code)
    assert answer.stderr == ""
    refusals, record = json.loads(answer.stdout)
    assert "sum12 asks for any cards that add up to 13" in refusals[0]
    assert "b1 would be left over" in refusals[1]
    assert record["edition"].startswith("custom-")
    with pytest.raises(upturn.InvalidRecord, match="UPTURN_COMPONENTS chooses the edition"):
        upturn.replay(record)
    ours = upturn.new("team-play", players=3, seed=1).record()
    assert ours["edition"] == "standard"
    code = f"""
import json, upturn
for record in json.loads({json.dumps(json.dumps([record, ours]))}):
    try:
        print(upturn.replay(record).record()["edition"])
    except upturn.InvalidRecord as error:
        print(error)
"""
    played, refused = run_with_missions(tmp_path, corrected, code).stdout.splitlines()
    assert played == record["edition"]
    assert "UPTURN_COMPONENTS chooses the edition" in refused
