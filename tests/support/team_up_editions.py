"""Team UP's data file, ours and others, and games played with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import upturn
from tests.support.paths import ROOT
from upturn.games.editions import standard_file
from upturn.games.team_up import components

STANDARD = standard_file("team-up").read_text(encoding="utf-8")

Data = dict[str, Any]

# --- Files -----------------------------------------------------------------------------------


def standard() -> Data:
    return tomllib.loads(STANDARD)


def written(data: Data) -> str:
    """Return a data file with this content."""
    return "".join(f"{json.dumps(key)} = {_written(value)}\n" for key, value in data.items())


def _written(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value)


def load(
    folder: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[components.Components, str]:
    (folder / "team-up.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("UPTURN_COMPONENTS", str(folder))
    return components.load()


def refusal(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return why this file is refused, without its name."""
    with pytest.raises(upturn.ComponentsError) as error:
        load(folder, text, monkeypatch)
    where = f"{folder / 'team-up.toml'}: "
    assert str(error.value).startswith(where)
    return str(error.value).removeprefix(where)


# --- Other components ------------------------------------------------------------------------


def box(name: str, shape: str, top: list[int], height: int, per_colour: int) -> Data:
    return {"name": name, "shape": shape, "top": top, "height": height, "per_colour": per_colour}


def pallet(
    columns: int, rows: int, layers: int, *, neutral: int, colours: str, box: list[Data],
    cards: tuple[int, int, int] = (4, 4, 2),
) -> Data:  # fmt: skip
    return {
        "pallet": {"columns": columns, "rows": rows},
        "layers": layers,
        "colours": colours.split(),
        "neutral": {"size": [neutral, 1, 1]},
        "box": box,
        "cards": dict(zip(components.CARD_KEYS, cards, strict=True)),
    }


def dominoes(kinds: int) -> list[Data]:
    """Return kinds of the same box, with 49 placements each on a pallet of 6 by 5."""
    return [box(f"domino{n}", "domino", [2, 1], 1, 1) for n in range(kinds)]


def other_counts() -> Data:
    data = standard()
    data["box"][0]["per_colour"], data["box"][1]["per_colour"] = 2, 1  # boxes of the same volume
    return data


def other_painted_side() -> Data:
    data = standard()
    data["box"][2] |= {"name": "wide4", "top": [1, 3], "height": 2}
    return data


OTHERS: dict[str, Data] = {
    "other counts": other_counts(),
    "another painted side": other_painted_side(),
    "fewer cards and another colour": standard()
    | {"cards": dict.fromkeys(components.CARD_KEYS, 2), "colours": ["red", "green", "white"]},
    "more cards": standard() | {"cards": dict.fromkeys(components.CARD_KEYS, 9)},
    "smaller": pallet(4, 3, 2, neutral=3, colours="red blue white", box=[
        box("square1", "square", [2, 2], 1, 1), box("bar1", "bar", [3, 1], 1, 1),
    ]),
    "smallest": pallet(2, 2, 1, neutral=2, colours="red", cards=(1, 0, 0), box=[
        box("domino1", "domino", [2, 1], 1, 1),
    ]),
    "square": pallet(5, 5, 3, neutral=3, colours="red blue", box=[
        box("cube", "cube", [2, 2], 2, 2), box("slab1", "slab", [3, 3], 1, 1),
        box("bar1", "bar", [3, 1], 1, 3), box("pin2", "pin", [1, 1], 2, 1),
    ]),
    "longest": pallet(3, 9, 3, neutral=2, colours="red", box=[
        box("plank1", "plank", [9, 1], 1, 2), box("plank9", "plank", [1, 1], 9, 2),
        box("tile1", "tile", [5, 3], 1, 1), box("tile3", "tile", [5, 1], 3, 1),
        box("domino1", "domino", [2, 1], 1, 5), box("dot", "dot", [1, 1], 1, 3),
    ]),
    "widest": pallet(9, 3, 1, neutral=3, colours="q r s t u v w x", cards=(1, 1, 0), box=[
        box("bar1", "bar", [3, 1], 1, 1),
    ]),
    "largest": pallet(5, 6, 4, neutral=5, colours="a b c d e", cards=(9, 9, 9), box=[
        box("tile2", "tile", [3, 3], 2, 1), box("bar1", "bar", [5, 1], 1, 1),
    ]),
    "highest": pallet(4, 3, 8, neutral=3, colours="red blue white", cards=(9, 9, 9), box=[
        box("dot", "dot", [1, 1], 1, 9), box("pin2", "pin", [1, 1], 2, 9),
        box("pole4", "pole", [1, 1], 4, 1),
    ]),
    "most placements": pallet(6, 5, 1, neutral=2, colours="red", box=dominoes(14)),
}  # fmt: skip

# --- In another process ----------------------------------------------------------------------


def play_with(folder: Path, texts: list[str]) -> list[Data]:
    """Play with each of these files. Return what `play_edition` reports."""
    for at, text in enumerate(texts):
        (folder / str(at)).mkdir(parents=True)
        (folder / str(at) / "team-up.toml").write_text(text, encoding="utf-8")
    code = f"from tests.support.team_up_playing import play_all; play_all({str(folder)!r})"
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT, env=os.environ | {"UPTURN_COMPILE": "0", "UPTURN_COMPONENTS": ""},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.stderr == ""
    told: list[Data] = json.loads(answer.stdout)
    return told


def run_command(folder: Path, typed: str) -> subprocess.CompletedProcess[str]:
    own = {"UPTURN_COMPONENTS": str(folder), "UPTURN_COMPILE": "0", "XDG_STATE_HOME": str(folder)}
    command = [sys.executable, "-m", "upturn", "play", "team-up", "--players", "1", "--seed", "1"]
    return subprocess.run(
        command, env=os.environ | own, input=typed, capture_output=True, text=True, check=False
    )
