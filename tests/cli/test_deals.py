"""House rules and deals on the command line: `--option`, `--deal`, `--mode`, `--again`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import upturn
from tests.support.at_terminal import answers, saved_moves, squeezed, typed
from tests.support.team_up_table import dealt, perfect, play, told
from upturn.cli.company import usual_company
from upturn.cli.seating import house_rules
from upturn.games import rules_of

pytestmark = pytest.mark.usefixtures("state")


def file_of(record: object, path: Path) -> Path:
    path.write_text(json.dumps(record))
    return path


def saved(state: Path, name: str = "team-up") -> dict[str, Any]:
    data: dict[str, Any] = json.loads((state / f"{name}.json").read_text())
    return data


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """A record of two players who stopped after three boxes, at −24."""
    game = told(perfect()["moves"][:8])
    play(game, "stop")
    return file_of(game.record(), tmp_path / "stopped.json")


# --- House rules -----------------------------------------------------------------------------


def test_a_house_rule_is_an_option(state: Path) -> None:
    typed("play team-up --option clone=shape", "q")
    assert saved(state)["record"]["options"] == {"clone": "shape"}
    typed("play team-up --new --option clone=face", "q")
    assert saved(state)["record"]["options"] == {}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--option clone=sharp", "option clone can be 'face' or 'shape', not 'sharp'"),
        ("--option cloning=face", "team-up has no option 'cloning'; it has clone"),
        ("--option clone", "write an option as name=value, not 'clone'"),
        ("--option =face", "write an option as name=value, not '=face'"),
        ("--option clone=face --option clone=shape", "the option clone is given twice"),
    ],
)
def test_a_bad_option_is_refused_in_words(
    options: str, sentence: str, tmp_path: Path, state: Path
) -> None:
    out = tmp_path / "games.jsonl"
    for command in ("play team-up", f"simulate team-up --players 2 --out {out}"):
        with pytest.raises(upturn.InvalidSetup, match=sentence):
            typed(f"{command} {options}")
    assert not state.exists()
    assert not out.exists()


def test_choices_that_are_numbers_or_yes_and_no_are_read_as_such() -> None:
    rules = replace(
        rules_of("team-up"), options={"open": (False, True), "hand": (5, 6), "a": ("b",)}
    )
    assert house_rules(rules, ["open=yes", "hand=6", "a=b"]) == {"open": True, "hand": 6, "a": "b"}
    assert house_rules(rules, ["open = False"]) == {"open": False}
    assert house_rules(rules, ["open=1", "hand=seven"]) == {"open": "1", "hand": "seven"}


def test_random_games_can_be_played_by_house_rules(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("plain", "same", "house", "again", "listed")]
    options = ["", "--option clone=face", *["--option clone=shape"] * 2]
    options.append("--option clone=shape --legal")
    for path, option in zip(files, options, strict=True):
        typed(f"simulate team-up --players 2 --games 3 --seed 1 --out {path} {option}")
    plain, same, house, again, listed = (path.read_text() for path in files)
    assert plain == same
    assert house == again != plain
    for line, other in zip(house.splitlines(), listed.splitlines(), strict=True):
        record = json.loads(line)
        assert record["options"] == {"clone": "shape"}
        assert upturn.replay(json.loads(other)).record() == record


# --- Another game's deal ---------------------------------------------------------------------


def test_a_deal_is_a_competition_with_a_score_to_beat_unless_a_mode_is_named(
    state: Path, stopped: Path
) -> None:
    output = typed(f"play team-up --deal {stopped} --bots random", "q")
    assert "You’re playing Team UP with the random bot Ada" in output  # as many as in the record
    assert "another team has played these cards; beat −24." in squeezed(output)
    assert "Team UP competition · your turn" in output
    assert "Coming" not in output
    record = saved(state)["record"]
    assert record["same_deal"] == {"mode": "competition", "known": 0, "to_beat": -24}
    assert record["moves"] == perfect()["moves"][:2]


def test_in_a_challenge_the_cards_that_were_drawn_are_known(state: Path, stopped: Path) -> None:
    output = typed(f"play team-up --deal {stopped} --mode challenge --players 1", "q")
    assert "You’re playing Team UP alone." in output
    assert "Coming up: red, red, red\n" in output
    assert saved(state)["record"]["same_deal"]["known"] == 3
    resumed = typed("play team-up", "y", "", "p wide3 b1 x", "q")
    assert "Coming up: red, red\n" in answers(resumed)[0]
    assert "Team UP challenge · score −26, −24 to beat" in answers(resumed)[1]


def test_in_a_puzzle_all_cards_are_known(stopped: Path) -> None:
    output = typed(f"play team-up --deal {stopped} --mode puzzle --players 1", "q")
    assert "Coming up: red, red, red, red, bar, wide, blue, blue, wide|bar, " in squeezed(output)


def test_a_deal_brings_its_house_rules(state: Path, tmp_path: Path) -> None:
    record = file_of(dealt(clone="shape", players=1).record(), tmp_path / "house.json")
    typed(f"play team-up --deal {record}", "q")
    assert saved(state)["record"]["options"] == {"clone": "shape"}
    typed(f"play team-up --deal {record} --option clone=face", "y", "q")
    assert saved(state)["record"]["options"] == {}


def test_a_deal_by_name_drops_an_unfinished_game_only_if_the_person_agrees(
    state: Path, stopped: Path
) -> None:
    typed("play team-up --seed 5", "q")
    before = saved(state)
    for no in ("", "n"):
        output = typed(f"play team-up --deal {stopped} --bots random", no)
        assert "This discards your 1-player game from " in squeezed(output)
        assert "Saved. To resume: upturn play team-up" in squeezed(output)
        assert saved(state) == before
    typed(f"play team-up --deal {stopped} --bots random", "y", "q")
    assert saved(state)["record"]["same_deal"]["to_beat"] == -24
    assert "This discards" not in typed(f"play team-up --deal {stopped} --new", "q")


def test_a_deal_is_found_in_a_list_of_records_and_in_a_saved_game(
    state: Path, tmp_path: Path
) -> None:
    games = tmp_path / "games.jsonl"
    typed(f"simulate team-up --players 1 --games 3 --seed 1 --out {games}")
    first = json.loads(games.read_text().splitlines()[0])
    output = typed(f"play team-up --deal {games}", "q")
    assert "has 3 lines; only the first is used." in squeezed(output)
    assert saved_moves(state, "team-up") == first["moves"][:2]
    typed(f"play team-up --deal {state / 'team-up.json'}", "q")
    assert saved_moves(state, "team-up") == first["moves"][:2]


def test_the_cards_of_any_game_can_be_dealt_again(state: Path, tmp_path: Path) -> None:
    record = upturn.new("dnup", players=3, seed=1).record()
    typed(f"play dnup --deal {file_of(record, tmp_path / 'dnup.json')}", "q")
    assert saved_moves(state, "dnup")[0] == record["moves"][0]


@pytest.mark.parametrize(
    ("content", "options", "sentence"),
    [
        (None, "", "cannot read .*: No such file or directory"),
        ("", "", "contains no record"),
        ("[1]", "", "contains no record"),
        ("{", "", "contains no record"),
        ('{"upturn": 1}', "", "this deal cannot be played: the record has no 'game'"),
        (
            '{"upturn":1,"game":"team-up","players":2,"moves":["draw"]}',
            "",
            "this deal cannot be played: move 1: the cards must be dealt first",
        ),
        (json.dumps(perfect()), "--mode duel", "team-up has no mode 'duel'; it has competition"),
        (json.dumps(perfect()), "--players 5", "team-up is for 1 to 4 players, not 5"),
        (json.dumps(perfect()), "--again", "--deal takes the deal from a file, --again from"),
        (
            json.dumps(upturn.new("dnup", players=2, seed=1).record()),
            "",
            "this is a deal of dnup, not of team-up",
        ),
    ],
)
def test_a_deal_that_cannot_be_played_is_refused_in_words(
    content: str | None, options: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "deal.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(upturn.UpturnError, match=sentence):
        typed(f"play team-up --deal {path} {options}")


def test_who_plays_alone_has_one_seat() -> None:
    with pytest.raises(
        upturn.InvalidSetup,
        match="there is no seat 3: you’re playing alone; to change that, use --players",
    ):
        typed("play team-up --seat 3")


def test_a_mode_needs_a_deal() -> None:
    with pytest.raises(upturn.InvalidSetup, match="name it with --deal or --again"):
        typed("play team-up --mode challenge")


# --- Again -----------------------------------------------------------------------------------


def test_the_last_finished_game_can_be_played_again_as_a_challenge(state: Path) -> None:
    first = typed("play team-up --seed 3", "", "w", "1", "stop", "y")
    assert "The same cards again? upturn play team-up --again" in first
    assert str(state / "team-up-last.json") in first
    output = typed("play team-up --again", "", "w", "1", "", "w", "1", "stop", "y")
    assert "you have played these cards before; beat −26." in squeezed(output)
    assert "Team UP challenge · score −27, −26 to beat" in output
    assert "You beat −26 by 1!" in squeezed(output)
    third = typed("play team-up --again", "q")
    assert "; beat −25." in squeezed(third)
    assert saved(state)["record"]["same_deal"] == {"mode": "challenge", "known": 2, "to_beat": -25}


def test_playing_again_one_sits_as_before_unless_one_says_otherwise(state: Path) -> None:
    table = "--players 3 --seat 2 --bots random --option clone=shape"
    output = typed(f"play team-up {table} --seed 3", "stop", "y", *["q"])
    assert f"Another game? upturn play team-up {table}" in squeezed(output)
    for wish, seat, bots in (
        ("", 2, "random"),
        ("--seat 3", 3, "random"),
        ("--bots greedy", 2, "greedy"),
        ("--players 1", 1, "random"),
    ):
        typed(f"play team-up --again --new {wish}", "q")
        assert (saved(state)["seat"], saved(state)["bots"]) == (seat, bots)
        assert saved(state)["record"]["options"] == {"clone": "shape"}


@pytest.mark.parametrize(
    "damage", ["", "[]", "{}", '{"seat": 0, "bots": "random"}', '{"seat": 2, "bots": "clever"}']
)
def test_if_it_is_not_known_how_one_sat_one_sits_as_usual(damage: str, state: Path) -> None:
    typed("play team-up --players 2 --seed 3", "stop", "y")
    (state / "team-up-place.json").write_text(damage)
    typed("play team-up --again", "q")
    assert (saved(state)["seat"], saved(state)["bots"]) == (1, usual_company("team-up"))


def test_playing_again_takes_no_game_from_the_middle(state: Path) -> None:
    typed("play team-up --seed 3", "stop", "y")
    typed("play team-up --seed 4", "", "q")
    finished = json.loads((state / "team-up-last.json").read_text())
    output = typed("play team-up --again", "y", "q")
    assert "Resume" not in output
    assert saved_moves(state, "team-up") == finished["moves"][:2]


def test_a_crash_while_the_last_record_is_written_leaves_the_saved_game(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed("play team-up --seed 3", "q")
    before = saved(state)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as crash:
        crash.setattr("os.fsync", full)
        output = typed("play team-up", "y", "stop", "y")
    assert "can’t be saved: [Errno 28] No space left on device." in squeezed(output)
    assert saved(state) == before
    assert [path.name for path in state.iterdir()] == ["team-up.json"]


def test_before_a_game_is_finished_there_is_none_to_play_again() -> None:
    with pytest.raises(upturn.InvalidSetup, match="you have not finished a game of Team UP yet"):
        typed("play team-up --again")


def test_again_with_a_mode_and_more_players(state: Path) -> None:
    typed("play team-up --seed 3", "stop", "y")
    output = typed("play team-up --again --mode puzzle --players 3", "q")
    assert "Team UP puzzle" in output
    assert saved(state)["record"]["players"] == 3


# --- Replaying -------------------------------------------------------------------------------


def test_a_single_record_is_told_in_a_line(state: Path, stopped: Path, tmp_path: Path) -> None:
    answer = typed(f"replay {stopped}")
    assert answer == "1 record, 9 lines of play: all correct.\nteam-up, 2 players: score -24.\n"
    typed(f"play team-up --deal {stopped} --mode challenge --option clone=shape", "stop", "y")
    answer = typed(f"replay {state / 'team-up-last.json'}")
    line = "team-up, 2 players, clone=shape, challenge, -24 to beat: score -27.\n"
    assert answer.endswith(line)
    open_game = file_of(dealt().record(), tmp_path / "open.json")
    assert typed(f"replay {open_game}").endswith("team-up, 2 players: score -27, not finished.\n")
    games = tmp_path / "games.jsonl"
    typed(f"simulate dnup --players 3 --games 2 --seed 1 --out {games}")
    assert typed(f"replay {games}").count("\n") == 1
    games.write_text(games.read_text().splitlines()[0])
    assert "dnup, 3 players: scores " in typed(f"replay {games}")


def test_a_faulty_claim_about_the_deal_is_explained(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from upturn.cli.app import app

    record = perfect() | {"same_deal": {"mode": "duel", "known": 0, "to_beat": 1}}
    result = CliRunner().invoke(app, ["replay", str(file_of(record, tmp_path / "bad.json"))])
    assert result.exit_code == 1
    assert "record 1: team-up has no mode ‘duel’" in squeezed(result.stderr)
