"""Compiling ahead of time, and tables that are open before it is done."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.support.compiled_code import caches_in_use
from tests.support.servers import TEST_TIMEOUT, spawned, started
from upturn.bots.while_warming import WhileWarming
from upturn.cli.warm import AT_ONCE, PATIENT, Compilers
from upturn.games import caching, names, rules_of

COMPILED_CODE = caches_in_use()
UPTURN = [sys.executable, "-m", "upturn"]


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for the processes of this test."""
    folder = tmp_path / "cold"
    folder.mkdir()
    monkeypatch.setenv("UPTURN_CACHE", str(folder))
    return folder


def compile_at_once(cold: Path) -> None:
    """Be a quick compiler: bring compiled code, then the markers that say so."""
    for markers in (False, True):
        for folder in COMPILED_CODE:
            (cold / folder.name).mkdir(exist_ok=True)
            for file in folder.iterdir():
                if file.name.startswith("done ") == markers and file.is_file():
                    shutil.copy(file, cold / folder.name)


def until(true: Callable[[], bool]) -> None:
    end = monotonic() + TEST_TIMEOUT
    while not true():
        assert monotonic() < end
        sleep(0.05)


def forget(cache: Path, *parts: str) -> None:
    """Take the markers of these parts away; the code stays."""
    for part in parts:
        for marker in cache.rglob(f"done {part} *"):
            marker.unlink()


def warm(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*UPTURN, "warm", *arguments],
        capture_output=True,
        text=True,
        timeout=TEST_TIMEOUT,
        check=False,
    )


# --- upturn warm -------------------------------------------------------------------------------


def test_warming_tells_each_part_and_its_time_in_a_line(cold: Path) -> None:
    compile_at_once(cold)
    forget(cold, "dnup rules", "dnup bots", "team-play bots")
    told = warm("dnup")
    assert told.returncode == 0, told.stderr
    assert [re.sub(r"[\d.]+", "0", line).split() for line in told.stdout.splitlines()] == [
        ["dnup", "rules", "0", "s"],
        ["dnup", "bots", "0", "s"],
    ]
    assert "team-play bots" in warm().stdout
    assert warm().stdout == "Everything is compiled already.\n"


def test_two_may_compile_at_once(cold: Path) -> None:
    compile_at_once(cold)
    forget(cold, "dnup rules", "dnup bots")
    both = [subprocess.Popen([*UPTURN, "warm", "dnup"], stdout=subprocess.PIPE) for _ in range(2)]
    told = [process.communicate(timeout=TEST_TIMEOUT)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sum(one.count(b"dnup bots") for one in told) == 1, "the other one waits and is done"


def test_an_unknown_game_is_said(cold: Path) -> None:
    told = warm("chess")
    assert told.returncode == 1
    assert "There is no game called ‘chess’" in told.stderr


def test_a_folder_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("UPTURN_CACHE", str(tmp_path / "file"))
    told = warm()
    assert told.returncode == 1
    assert "is not writable" in told.stderr
    assert "UPTURN_CACHE" in told.stderr


def test_without_a_compiler_there_is_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPTURN_COMPILE", "0")
    assert "nothing to compile" in warm().stdout


class Begun(Compilers):
    """Notes what it would begin."""

    def __init__(self, games: list[str], beside: bool):
        super().__init__(games, beside, lambda part, seconds: None)
        self.begun: list[tuple[str, bool]] = []

    def _begin(self, game: str, gives_way: int) -> None:
        self.waiting.remove(game)
        self.begun.append((game, gives_way == PATIENT))
        self.running[object()] = game, None  # type: ignore[index,assignment]


def test_the_game_somebody_sits_down_to_is_compiled_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching, "is_wanted", lambda game: game == "team-up")
    compilers = Begun(["dnup", "team-play", "team-up"], beside=True)
    compilers._begin_some()
    assert compilers.begun == [("team-up", False), ("dnup", True)]


def test_a_wish_does_not_wait_for_others_to_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: set[str] = set()
    monkeypatch.setattr(caching, "is_wanted", wanted.__contains__)
    compilers = Begun(["dnup", "team-play", "team-up"], beside=True)
    compilers._begin_some()
    assert len(compilers.begun) == AT_ONCE
    wanted.add("team-up")
    compilers._begin_some()
    assert compilers.begun[-1] == ("team-up", False)


# --- Bots until they are compiled --------------------------------------------------------------


class Thinks:
    def weigh(self, view: Any) -> dict[str, float]:
        return {"think": 1.0}

    def why(self, view: Any, move: str, weights: Any) -> dict[str, Any]:
        return {"code": "thought"}


def test_a_bot_that_is_not_compiled_plays_as_greedy_does(monkeypatch: pytest.MonkeyPatch) -> None:
    import upturn
    from upturn.bots import while_warming
    from upturn.bots.greedy import Greedy

    quick: set[str] = set()
    monkeypatch.setattr(while_warming, "is_quick", quick.__contains__)
    game: upturn.Game = upturn.new("dnup", players=3, seed=1)
    view = game.view(game.to_act)
    bot = WhileWarming(Thinks(), "dnup")
    weights = bot.weigh(view)
    assert weights == Greedy().weigh(view)
    quick.add("dnup bots")
    best = max(weights, key=weights.__getitem__)
    assert bot.why(view, best, weights) == Greedy().why(view, best, weights)
    assert bot.weigh(view) == {"think": 1.0}
    assert bot.why(view, "think", {}) == {"code": "thought"}


# --- Going over --------------------------------------------------------------------------------

GOES_OVER = inspect.cleandoc(
    """
    import json, sys, time
    from upturn.games import caching, compiling
    compiling.begin_plain()
    import upturn
    from upturn.games import engine
    assert "numba" not in sys.modules
    games = {name: upturn.new(name, players=3, seed=5) for name in upturn.game_names()}
    def go_on():
        for name, game in games.items():
            for _ in range(8):
                game.play(game.free_moves()[0])
    go_on()
    assert engine.step_at._loaded is None
    print("plain", flush=True)
    input()
    while not all(compiling.is_quick(part) for part in caching.parts_of()):
        compiling.look()
    go_on()
    assert engine.step_at._loaded is not None
    misses = []
    def miss(self, args):
        misses.append(self.__name__)
        return self.function(*args)
    compiling._Going._run_plain = miss
    from upturn.bots import bot_names, make_bot
    from upturn.solver import solve
    for name, game in games.items():
        for level in bot_names(name):
            for _ in range(2):
                if game.to_act:
                    view = game.view(game.to_act)
                    bot = make_bot(level, name, 1, seconds=0.2)
                    game.play(bot.decide(view).move)
                    for text in game.legal_moves():
                        game.why_not(text)
        game.view(1)
        game.undo()
        upturn.replay(game.record())
    solve(upturn.new("team-up", players=1, seed=7), 1)
    moves = {name: game.moves for name, game in games.items()}
    print(json.dumps({"misses": misses, "moves": moves}))
    """
)


def test_a_game_begun_plain_goes_over_and_nothing_is_left_plain(cold: Path) -> None:
    with started(
        [sys.executable, "-c", GOES_OVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "plain\n"
        compile_at_once(cold)
        told, _ = process.communicate("go\n", timeout=TEST_TIMEOUT)
    assert process.returncode == 0
    answer = json.loads(told)
    assert answer["misses"] == [], "every question a table asks is compiled ahead of time"
    import upturn

    for name, moves in answer["moves"].items():
        again = upturn.new(name, players=3, seed=5)
        made = [move for move in moves if not move.startswith("deal")]
        for move in made:
            again.play(move)
        assert again.moves == moves, "plain and compiled rules play the same game"


def is_wished_or_begun(cold: Path, game: str) -> bool:
    """Whether a compiler can see the wish for this game, or has taken it up already."""
    return any(cold.rglob(f"wanted {game}")) or any(cold.rglob(f"lock {game}"))


def test_a_server_opens_at_once_and_goes_over_without_a_break(cold: Path, tmp_path: Path) -> None:
    with spawned(tmp_path) as server:
        ada = server.person("Ada")
        games = {name: rules_of(name).player_counts[0] for name in names()}
        tables = {}
        for game, players in games.items():
            bots = {str(seat): "expert" for seat in range(2, players + 1)}
            tables[game] = ada.open(game=game, players=players, bots=bots, start=True)["id"]
            until(lambda game=game: is_wished_or_begun(cold, game))  # type: ignore[misc]
        assert ada.get("/api/warming")["games"] == list(games)
        first = ada.get(f"/api/tables/{tables['dnup']}")
        mine = next(view for view in first["views"] if view["seat"] == 1)
        if mine["legal"]:
            move = {"seat": 1, "move": mine["legal"][0], "version": first["table"]["version"]}
            assert ada.do(tables["dnup"], "move", **move).is_success
        compile_at_once(cold)
        until(lambda: ada.get("/api/warming")["games"] == [])
        for table in tables.values():
            assert ada.play_out(table)["state"] == "over"


def test_a_server_told_to_stop_while_it_compiles_does_so_in_silence(
    cold: Path, tmp_path: Path
) -> None:
    command = [*UPTURN, "serve", "--port", "0", "--no-qr"]
    command += ["--database", f"sqlite:///{tmp_path / 'table.db'}"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with started(command, **pipes) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "warming up" in line:
                break
        process.send_signal(signal.SIGTERM)
        told, complaints = process.communicate(timeout=TEST_TIMEOUT)
    assert process.returncode == 0
    assert "Every table is kept" in told
    assert "Traceback" not in complaints
    assert "could not be compiled" not in complaints


def test_a_table_opens_where_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("UPTURN_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    played = subprocess.run(
        [*UPTURN, "play", "team-up", "--new"],
        input="draw\nq\n", capture_output=True, text=True, timeout=TEST_TIMEOUT, check=True,
    )  # fmt: skip
    assert "Hints are warming up" in played.stdout
    assert "cannot be saved" in played.stderr


def test_compiling_that_fails_is_said_and_the_table_goes_on(
    cold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    # Found before Numba itself, by the processes that compile alone: nobody else needs it.
    (broken / "numba.py").write_text("raise OSError(28, 'No space left on device')\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(broken), *sys.path]))
    with spawned(tmp_path) as server:
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2, bots={"2": "expert"}, start=True)["id"]
        until(lambda: ada.get("/api/warming")["games"] == [])
        assert ada.play_out(table)["state"] == "over"
