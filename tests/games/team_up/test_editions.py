"""Team UP with an owner's own components: what is played with them is sound too."""

from __future__ import annotations

from pathlib import Path

import pytest

import upturn
from tests.support.team_up_editions import (
    OTHERS,
    STANDARD,
    Data,
    load,
    play_with,
    run_command,
    standard,
    written,
)
from upturn.games.team_up import components


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Data]:
    folder = tmp_path_factory.mktemp("editions")
    told = play_with(folder, [STANDARD, *map(written, OTHERS.values())])
    return dict(zip(["ours", *OTHERS], told, strict=True))


def test_other_components_are_played_with_and_every_pallet_is_sound(
    played: dict[str, Data],
) -> None:
    editions = [told["edition"] for told in played.values()]
    assert editions[0] == "standard"
    assert all(edition.startswith("custom-") for edition in editions[1:])
    assert len(set(editions)) == len(editions)


def test_a_position_of_other_components_is_small_too(played: dict[str, Data]) -> None:
    for told in played.values():
        assert told["bytes"] <= told["reckoned"] <= components.MOST_BYTES
    assert max(told["bytes"] for told in played.values()) <= 2048


def test_other_components_have_as_many_placements_as_reckoned(played: dict[str, Data]) -> None:
    for told in played.values():
        places, reckoned = told["places"]
        assert places == reckoned <= components.MOST_PLACES
    assert played["most placements"]["places"] == [686, 686]
    assert max(told["largest"] for told in played.values()) <= 10**6


def test_every_move_can_be_typed_as_it_is_written(played: dict[str, Data]) -> None:
    assert [told["misread"] for told in played.values()] == [[]] * len(played)


def test_there_is_a_picture_of_other_components(played: dict[str, Data]) -> None:
    faults = {name: told["picture"] for name, told in played.items() if any(told["picture"])}
    assert faults == {}


def test_a_tower_of_many_boxes_has_room(played: dict[str, Data]) -> None:
    assert played["highest"]["highest"] > 60


def test_a_record_with_other_components_is_no_record_with_ours(played: dict[str, Data]) -> None:
    for name in OTHERS:
        with pytest.raises(upturn.InvalidRecord, match="UPTURN_COMPONENTS chooses the edition"):
            upturn.replay(played[name]["record"])
    assert upturn.replay(played["ours"]["record"]).over


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("square", ["a b c d e", "slab"]),
        ("widest", ["a b c d e f g h i"]),
    ],
)  # fmt: skip
def test_the_command_plays_with_other_components(
    tmp_path: Path, name: str, shown: list[str]
) -> None:
    (tmp_path / "team-up.toml").write_text(written(OTHERS[name]), encoding="utf-8")
    answer = run_command(tmp_path, "draw\nw\n1\ni\nq\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert [words for words in shown if words not in answer.stdout] == []


def test_the_same_components_in_another_file_are_the_same_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = (components.COMPONENTS, "standard")
    assert load(tmp_path, STANDARD.replace("\n", "\r\n") + "# a note\n", monkeypatch) == ours
    assert load(tmp_path, written(standard()), monkeypatch) == ours
    (tmp_path / "team-up.toml").unlink()
    assert components.load() == ours


def test_cards_that_are_not_there_are_counted_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = STANDARD.replace("per_shape = 5", "per_shape = 0")
    ours, edition = load(tmp_path, text, monkeypatch)
    assert edition.startswith("custom-")
    assert list(ours.cards.values()) == [6, 6, 6, 0, 0, 0, 1, 1, 1]
