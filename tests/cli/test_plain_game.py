"""The commands for a game that has its rules and nothing else: no drawer, no levels."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import only_game, written_game
from tests.support.paths import ROOT
from tests.support.random_games import every_table, random_game
from upturn.cli.drawing import drawer_of
from upturn.cli.drawing.plain import PlainDrawer

GAME = "tally"
PROGRAM = """
import sys
from pathlib import Path
import pytest
from tests.support import only_game
only_game.register(Path(sys.argv.pop(1)), pytest.MonkeyPatch())
sys.argv[0] = "upturn"
from upturn.cli.app import main
main()
"""


@pytest.fixture
def tally(tmp_path: Path) -> Path:
    """The folder of the game that docs/adding-a-game.md builds."""
    folder = tmp_path / "games" / GAME
    written_game.write(written_game.engine_files(), folder)
    return folder


def upturn_with(tally: Path, *arguments: object, text: str = "") -> str:
    """What a command that knows the game says. The rules run as they stand: that starts sooner."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, str(tally), *map(str, arguments)],
        env=os.environ | {"UPTURN_COMPILE": "0", "XDG_STATE_HOME": str(tally.parent)},
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_its_bots_are_listed(tally: Path) -> None:
    told = upturn_with(tally, "bots", GAME)
    first = [line.split()[0] for line in told.splitlines() if re.match(r" \w", line)]
    assert first[:4] == [GAME, "search", "greedy", "random"]
    assert "play tally --bots search,greedy" in " ".join(told.split())


def test_random_games_are_written_and_checked(tally: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    upturn_with(tally, "simulate", GAME, "--games", 3, "--out", file)
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [(one["game"], one["players"]) for one in records] == [(GAME, 3)] * 3
    assert "3 records" in upturn_with(tally, "replay", file)
    file.write_text(json.dumps(records[0]), encoding="utf-8")
    assert f"{GAME}, 3 players: score" in upturn_with(tally, "replay", file)


def test_bots_meet_in_the_arena(tally: Path) -> None:
    told = upturn_with(
        tally,
        *("arena", GAME, "--players", 2, "--bots", "search:5,random", "--games", 4),
        *("--seed", 1, "--on", "one"),
    )
    assert "search:5" in told
    assert "random" in told


def test_a_person_plays_against_a_bot_to_the_end(tally: Path) -> None:
    typed = ["w", "h", "i", "lay 99", "1", *["pass"] * 12]
    told = upturn_with(
        tally,
        *("play", GAME, "--players", 2, "--seed", 3, "--bots", "search:5"),
        text="\n".join(typed) + "\n",
    )
    assert "You’re playing tally with the search:5 bot Ada; you’re in seat 1." in " ".join(
        told.split()
    )
    assert "Cards are dealt: " in told
    assert " hand " in told
    assert "would" in told, "a hint"
    assert "Ada: " in told
    assert "Scores: You" in told
    assert "Another game? upturn play tally" in told


@every_table
@pytest.mark.parametrize("width", [40, 80])
def test_any_view_fits_the_width_in_plain_words(name: str, players: int, width: int) -> None:
    drawer = PlainDrawer(["You", "Ada", "Ben", "Cleo", "Dov", "Eva"][:players], 1)
    for moves in (0, 40, 400):
        view = random_game(name, players, 1, moves).view(1)
        lines = str(drawer.screen(view, width)).splitlines()
        told = drawer.story(view["history"][-3:], view)
        assert len(lines) > 3
        assert max(map(len, lines)) <= width
        assert told
        assert "{" not in " ".join(told)


def test_what_is_hidden_from_a_seat_is_not_drawn(
    tally: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_game.register(tally, monkeypatch)
    drawer = drawer_of(GAME, ["You", "Ada"], 1)
    assert isinstance(drawer, PlainDrawer)
    entry = {"seat": None, "move": "deal 1 2 3 | ?", "events": [{"event": "round_over", "seat": 2}]}
    assert drawer.tell(entry, {}) == [  # type: ignore[arg-type]
        "Cards are dealt: 1 2 3 | ?.",
        "Round over (seat 2).",
    ]
