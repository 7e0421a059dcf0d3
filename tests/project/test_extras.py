"""The engine alone: what it does by itself, and what it says of the rest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from upturn.extras import MODULES

ABSENT = sorted({name for names in MODULES.values() for name in names} | {"uvloop"})
ALONE = f"import sys; sys.modules |= dict.fromkeys({ABSENT})\n"
"""From here on none of these modules is to be had."""
COMMANDS = """
import json, io
from contextlib import redirect_stderr, redirect_stdout
from upturn.cli.app import main

found = {}
for command in sys.argv[1:]:
    sys.argv = ["upturn", *command.split()]
    sys.stdin = io.StringIO("q" + chr(10))
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as errors:
        try:
            main()
        except SystemExit as ending:
            found[command] = [ending.code or 0, out.getvalue(), errors.getvalue()]
print(json.dumps(found))
"""
DOES = [
    "--help",
    "bots",
    "simulate dnup --players 2 --games 1 --seed 1",
    "play dnup --players 2 --seed 1",
    "solve --help",
    "puzzle list",
    "serve --help",
    "admin tables --help",
    "arena --help",
]
NEEDS = {
    "serve": "serve",
    "admin tables": "serve",
    "admin storage": "serve",
    "admin end ABCDEF": "serve",
    "admin backup copy.db": "serve",
    "arena dnup --games 2": "arena",
    "arena --regress": "arena",
}


def run(program: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"UPTURN_COMPILE": "0"} | more,
        check=False,
    )


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """How each command ends, and what it says there and to whoever looks."""
    state = str(tmp_path_factory.mktemp("state"))
    done = run(ALONE + COMMANDS, *DOES, *NEEDS, XDG_STATE_HOME=state)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("command", DOES)
def test_the_engine_alone_does_what_is_its_own(alone: Any, command: str) -> None:
    code, said, complained = alone[command]
    assert (code, bool(said), "pip install" in complained) == (0, True, False), complained


@pytest.mark.parametrize("command", NEEDS)
def test_a_command_that_needs_more_says_what_to_type(alone: Any, command: str) -> None:
    code, said, complained = alone[command]
    assert (code, said, complained.count("\n")) == (1, "", 1)
    assert f': pip install "upturn[{NEEDS[command]}]"' in complained


def test_a_match_on_ray_names_ray_before_anything_is_played(tmp_path: Path) -> None:
    alone = "import sys; sys.modules['ray'] = None\n"
    done = run(alone + COMMANDS, "arena dnup --games 2 --on ray")
    [[code, said, complained]] = json.loads(done.stdout).values()
    assert (code, said) == (1, "")
    assert 'pip install "upturn[ray]"' in complained


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        (
            "from upturn.arena import play_match\n"
            "play_match('dnup', players=2, bots=['random', 'random'], games=2, seed=1)",
            "arena",
        ),
        ("from upturn.pictures.png import png_of\npng_of('<svg/>')", "png"),
        ("from upturn.arena.engines.on_ray import load\nload()", "ray"),
        ("import upturn.wire", "serve"),
    ],
)
def test_python_code_that_needs_more_is_told_what_to_type(code: str, extra: str) -> None:
    done = run(ALONE + code)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("upturn.errors.NotInstalled: ")
    assert f'pip install "upturn[{extra}]"' in last
