"""The cache of compiled code, and what is loaded when."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.compiled_code import caches_in_use
from upturn.games import caching, names
from upturn.games.editions import standard_file

NOW = "f" * 16
HITS = "print(len(engine.step_at.stats.cache_hits), len(engine.step_at.stats.cache_misses))"
PLAY = "import upturn; from upturn.games import engine; upturn.new('dnup', players=2, seed=1)"


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    )


def python(code: str, **environment: str) -> str:
    return run_python(code, **environment).stdout.strip()


@pytest.fixture
def own_cache(tmp_path: Path) -> Path:
    """A copy of the compiled code, to be spoilt."""
    copy = tmp_path / "cache"
    for folder in caches_in_use():
        shutil.copytree(folder, copy / folder.name)
    return copy


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
    code = "from upturn.games.caching import cache_folder; print(cache_folder())"
    assert python(code) != python(code, UPTURN_COMPONENTS=str(tmp_path))
    assert python(code) == str(caching.cache_folder())


def test_what_is_written_down_about_bots_or_the_deal_of_the_day_compiles_nothing_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = Path(shutil.copytree(caching.SOURCES, tmp_path / "upturn"))
    monkeypatch.setattr(caching, "SOURCES", sources)

    def hashes() -> list[str]:
        caching.sources_hash.cache_clear()
        return [caching.sources_hash(package) for package in caching.PACKAGES]

    before = hashes()
    for name in ("bots/bots.toml", "bots/dnup/bots.toml", "games/dnup/daily.toml"):
        with (sources / name).open("a", encoding="utf-8") as file:
            file.write("# changed")
    assert hashes() == before
    with (sources / "bots/dnup/knowledge.py").open("a", encoding="utf-8") as file:
        file.write("# changed")
    games, solver, *above = hashes()
    assert [games, solver] == before[:2]
    assert not set(above) & set(before)
    caching.sources_hash.cache_clear()


def test_a_game_can_be_played_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code = (
        "from upturn.games.caching import *; print(cache_folder(), can_keep(), is_warm()); "
        "import upturn; game = upturn.new('team-up', players=1); game.play('draw')"
    )
    assert python(code, UPTURN_CACHE=str(tmp_path / "file")) == "None False False"


def test_another_installation_of_the_same_sources_compiles_nothing(tmp_path: Path) -> None:
    import upturn

    moved = tmp_path / "elsewhere"
    shutil.copytree(Path(upturn.__file__).parent, moved / "upturn")
    code = f"{PLAY}; print(upturn.__file__); {HITS}"
    told = python(code, PYTHONPATH=str(moved)).splitlines()
    assert Path(told[0]).is_relative_to(moved)
    assert told[1] == "1 0"


def test_a_change_to_a_bot_leaves_the_compiled_rules_alone(tmp_path: Path) -> None:
    import upturn

    changed = tmp_path / "changed"
    shutil.copytree(Path(upturn.__file__).parent, changed / "upturn")
    bot = changed / "upturn" / "bots" / "greedy.py"
    bot.write_text(bot.read_text() + "\n# changed\n")
    code = "from upturn.games.caching import parts_done; print(*sorted(parts_done()))"
    done = python(code, PYTHONPATH=str(changed)).split()
    assert {"rules", "solver"} == set(done) & {"rules", "solver", "bots", "puzzles"}


def test_a_damaged_file_is_compiled_anew_and_said(own_cache: Path) -> None:
    damaged = list(own_cache.rglob("*.engine.step_at-*"))
    assert len(damaged) >= 3
    for file in damaged:
        whole = file.read_bytes()
        file.write_bytes(whole[:-100] + bytes(100))
    for misses, words in ((1, True), (0, False)):
        told = run_python(f"{PLAY}; {HITS}", UPTURN_CACHE=str(own_cache))
        assert told.stdout.split()[1] == str(misses)
        assert ("compiled code is damaged and will be compiled again" in told.stderr) == words


def test_an_empty_or_foreign_file_is_no_compiled_code(own_cache: Path) -> None:
    for file in own_cache.rglob("*.engine.score_at-*"):
        file.write_bytes(b"")
    told = run_python(f"{PLAY}; {HITS}", UPTURN_CACHE=str(own_cache))
    assert "will be compiled again" in told.stderr


def test_only_the_newest_caches_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age in range(20):
        folder = tmp_path / f"{age:016}"
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    (tmp_path / NOW).mkdir()
    (tmp_path / "somebody's own").mkdir()
    os.utime(tmp_path / "somebody's own", (1, 1))
    monkeypatch.setattr(caching, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(caching, "cache_folder", lambda package="bots": tmp_path / NOW)
    assert not caching.is_warm("dnup")
    for part in caching.parts_of("dnup"):
        caching.mark_done(part)
    assert caching.is_warm("dnup")
    assert not caching.is_warm()
    kept = sorted(path.name for path in tmp_path.iterdir())
    ours = [f"{age:016}" for age in range(caching.KEPT - 1)]
    assert kept == [*ours, NOW, "somebody's own"], "what is not ours is left alone"


def test_a_cache_that_is_used_counts_as_new(tmp_path: Path) -> None:
    code = "from upturn.games.caching import cache_folder; print(cache_folder())"
    folder = Path(python(code, UPTURN_CACHE=str(tmp_path)))
    os.utime(folder, (1, 1))
    assert python(code, UPTURN_CACHE=str(tmp_path)) == str(folder)
    assert folder.stat().st_mtime > 1


def test_nothing_takes_the_place_of_a_cache_that_another_process_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caching, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(caching, "cache_folder", lambda package="bots": tmp_path / package)
    (tmp_path / "games").mkdir()
    caching.mark_done("dnup rules")
    assert [path.name for path in tmp_path.iterdir()] == ["games"]


def test_every_game_has_its_parts() -> None:
    assert caching.parts_of("dnup") == ["dnup rules", "dnup bots"]
    assert {part.split()[0] for part in caching.parts_of()} == set(names())
    assert "team-up solver" in caching.parts_of()


def test_a_folder_that_others_can_write_to_is_not_used(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    code = "from upturn.games.caching import cache_folder; print(cache_folder())"
    assert python(code, UPTURN_CACHE=str(shared)) == "None"


def test_code_that_cannot_be_saved_is_said(own_cache: Path) -> None:
    """A folder stands in the way of every file: a full disk looks much the same."""
    code = f"""
from pathlib import Path
from upturn.games import machine_code
def full(file, content):
    raise OSError(28, "No space left on device")
machine_code.Kept._replace = staticmethod(full)
{PLAY.replace("dnup", "team-up").replace("players=2", "players=1")}
print(machine_code.Kept.lost > 0)
"""
    empty = own_cache.parent / "empty"
    told = run_python(code, UPTURN_CACHE=str(empty))
    assert told.stdout.strip() == "True"
    assert "cannot be saved" in told.stderr


def test_a_damaged_file_takes_the_marker_along(own_cache: Path) -> None:
    for file in own_cache.rglob("*.engine.score_at-*"):
        file.write_bytes(b"spoilt")
    code = f"from upturn.games.caching import is_warm; print(is_warm()); {PLAY}; print(is_warm())"
    assert python(code, UPTURN_CACHE=str(own_cache)).split() == ["True", "False"]
