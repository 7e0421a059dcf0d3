"""The cache of compiled code, and what is loaded when."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from upturn.games import compiling
from upturn.games.editions import standard_file


def python(code: str, **environment: str) -> str:
    command = [sys.executable, "-c", code]
    answer = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return answer.stdout.strip()


def test_importing_upturn_loads_neither_numpy_nor_the_compiler() -> None:
    code = "import sys, upturn; print({'numpy', 'numba', 'rich'} & set(sys.modules))"
    assert python(code) == "set()"


def test_the_command_loads_neither_until_there_is_a_game() -> None:
    code = "import sys, upturn.cli.app; print({'numpy', 'numba'} & set(sys.modules))"
    assert python(code) == "set()"


def test_the_compiler_is_loaded_with_the_first_game() -> None:
    code = (
        "import sys, upturn; upturn.new('dnup', players=2); "
        "from upturn.games.compiling import COMPILED; print(COMPILED, 'numba' in sys.modules)"
    )
    assert python(code) == "True True"
    assert python(code, UPTURN_COMPILE="0") == "False False"


def test_other_cards_have_another_cache(tmp_path: Path) -> None:
    corrected = standard_file("dnup").read_text().replace("values = [2, 9]", "values = [8, 9]")
    (tmp_path / "dnup.toml").write_text(corrected)
    code = "from upturn.games.compiling import cache_folder; print(cache_folder())"
    assert python(code) != python(code, UPTURN_COMPONENTS=str(tmp_path))
    assert python(code) == str(compiling.cache_folder())


def test_other_users_of_the_compiler_keep_their_cache() -> None:
    code = (
        "import numba; numba.config.CACHE_DIR = '/somewhere'; import upturn; "
        "upturn.new('dnup', players=2); print(numba.config.CACHE_DIR)"
    )
    assert python(code) == "/somewhere"


def test_games_can_be_played_where_nothing_can_be_cached(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code = "from upturn.games.compiling import *; print(cache_folder(), is_warm())"
    assert python(code, XDG_CACHE_HOME=str(tmp_path / "file")) == "None True"


def test_another_checkout_of_the_same_sources_is_not_warm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba keeps the code of every path apart, so the mark does too."""
    here = compiling.warm_marker(tmp_path)
    monkeypatch.setattr(compiling, "COMPILED_SOURCES", Path("/elsewhere/games"))
    assert compiling.warm_marker(tmp_path) != here


def test_only_the_newest_caches_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age in range(20):
        folder = tmp_path / f"{age:02}"
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    (tmp_path / "now").mkdir()
    monkeypatch.setattr(compiling, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(compiling, "cache_folder", lambda package="bots": tmp_path / "now")
    assert not compiling.is_warm()
    compiling.mark_warm()
    assert compiling.is_warm()
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == [f"{age:02}" for age in range(compiling.CACHES_KEPT - 1)] + ["now"]
