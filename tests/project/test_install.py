"""What we hand out can be installed: the wheel and the sdist hold all they need, and no more.

Packages come from the registry, so these tests need one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support.servers import GENEROUS, READY, Server, started
from tools.turns import ROOT

LISTED = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
"""The files that are ours, also those in no commit yet."""
MOST = 8 * 2**20
"""Bytes."""
PLAIN = {"UPTURN_COMPILE": "0", "COLUMNS": "200"}
"""Nobody waits for the compiler here."""


def run(
    command: Sequence[str | Path], env: Mapping[str, str] | None = None, cwd: Path = ROOT
) -> str:
    """What it says, on either channel; it must go well."""
    done = subprocess.run(
        command, env=env, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def pip(python: Path | str, *arguments: str | Path, path: str | None = None) -> None:
    env = os.environ | ({} if path is None else {"PATH": path})
    run([python, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments], env)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel and an sdist, as `make wheel` makes them."""
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "hatchling", "build", "-d", folder])
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    [found] = dist.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def sdist(dist: Path) -> Path:
    [found] = dist.glob("*.tar.gz")
    return found


@pytest.fixture(scope="module")
def without_node(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A path with what builds call, and no Node."""
    folder = tmp_path_factory.mktemp("path")
    for name in ("sh", "env", "git", "uname"):
        found = shutil.which(name)
        if found is not None:
            (folder / name).symlink_to(found)
    assert shutil.which("node", path=str(folder)) is None
    return str(folder)


def files_in(archive: Path) -> list[str]:
    if archive.suffix == ".whl":
        return ZipFile(archive).namelist()
    with tarfile.open(archive) as opened:
        return [name.split("/", 1)[1] for name in opened.getnames()]


# --- What is in them ---------------------------------------------------------------------------


def test_wheel_and_sdist_hold_the_page_and_are_small(wheel: Path, sdist: Path) -> None:
    page = {
        str(file.relative_to(ROOT / "src"))
        for file in (ROOT / "src/upturn/server/static").rglob("*")
        if file.is_file()
    }
    assert "upturn/server/static/index.html" in page
    assert page <= set(files_in(wheel))
    assert {f"src/{name}" for name in page} <= set(files_in(sdist))
    assert max(wheel.stat().st_size, sdist.stat().st_size) <= MOST


def test_a_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    ours = set(run([*LISTED, "src"]).splitlines())
    found = {f"src/{name}" for name in files_in(wheel)}
    assert {name for name in found if "/static/" not in name and ".dist-info/" not in name} == ours


def test_an_sdist_holds_no_packages_of_others(sdist: Path) -> None:
    names = files_in(sdist)
    strangers = ("node_modules", ".venv", "__pycache__", "build/", "dist/")
    assert [name for name in names if any(part in name for part in strangers)] == []
    assert {"pyproject.toml", "Makefile", "hatch_build.py", "PKG-INFO"} <= set(names)


def test_an_sdist_makes_the_same_wheel_without_node(
    wheel: Path, sdist: Path, without_node: str, tmp_path: Path
) -> None:
    more = ("--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path)
    pip(sys.executable, "wheel", *more, sdist, path=without_node)
    assert sorted(files_in(tmp_path / wheel.name)) == sorted(files_in(wheel))


# --- Installed ---------------------------------------------------------------------------------


class Home:
    """An empty home with an empty environment in it, and neither Node nor anything else."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        run([sys.executable, "-m", "venv", folder / "venv"])
        self.env = PLAIN | {"HOME": str(folder), "PATH": str(self.bin)}
        pins = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
        self.pins = folder / "pins.txt"
        found = re.findall(r"^([\w.-]+)\S*(==[^\\\n]+)", pins, re.MULTILINE)
        self.pins.write_text("".join(f"{name}{version}\n" for name, version in found))

    def install(self, *what: str) -> None:
        """The versions that we have tried."""
        pip(self.bin / "python", "install", "--no-compile", "-c", self.pins, *what)

    def upturn(self, command: str) -> str:
        return run([self.bin / "upturn", *command.split()], self.env, self.folder)

    def refused(self, command: str) -> str:
        done = subprocess.run(
            [self.bin / "upturn", *command.split()],
            env=self.env,
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 1
        return done.stderr

    @contextmanager
    def serving(self) -> Iterator[Server]:
        limits = self.folder / "limits.toml"  # a test asks faster than people do
        limits.write_text(GENEROUS, encoding="utf-8")
        command = [
            *(self.bin / "upturn", "serve", "--port", "0", "--bot-pace", "0", "--no-qr"),
            *("--limits", limits),
        ]
        with started(
            [str(part) for part in command],
            env=self.env,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            found = next(filter(None, map(READY.search, process.stdout or ())))
            server = Server(found[0], process=process)
            yield server
            server.close()


def test_a_wheel_is_an_engine_and_with_an_extra_a_table(wheel: Path, tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.install(str(wheel))
    check_the_engine(home)
    for command, extra in {
        "serve": "serve",
        "admin tables": "serve",
        "arena dnup": "arena",
    }.items():
        assert f'pip install "upturn[{extra}]"' in home.refused(command)
    home.install(f"{wheel}[serve]")
    play_at_the_table(home)


def check_the_engine(home: Home) -> None:
    compiles = "from upturn.games.compiling import COMPILED; assert COMPILED"
    run([home.bin / "python", "-c", compiles], home.env | {"UPTURN_COMPILE": "1"}, home.folder)
    assert home.upturn("--version").startswith("upturn ")
    assert "1 game" in home.upturn("simulate dnup --players 2 --games 1 --seed 1")
    assert "Your hand" in home.upturn("play dnup --players 2 --seed 1")
    assert "25 points" in home.upturn("solve --seed 7 --seconds 2")


def play_at_the_table(home: Home) -> None:
    with home.serving() as server:
        page = server.guest().http.get("/")
        assert "<title>Upturn</title>" in page.text
        [script] = re.findall(r'src="(/static/assets/index-[^"]+\.js)"', page.text)
        assert server.guest().http.get(script).is_success
        ada = server.person("Ada")
        table = ada.open(game="dnup", players=2, bots={"2": "beginner"}, start=True)
        assert ada.play_out(table["id"])["state"] == "over"


# --- From the sources ----------------------------------------------------------------------------


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The repository as others get it: no page, nothing set up."""
    folder = tmp_path / "clone"
    folder.mkdir()
    for name in run(LISTED).splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.mark.deep
@pytest.mark.parametrize("node", [True, False])
def test_pip_builds_the_page_and_leaves_the_sources_alone(
    clone: Path, node: bool, without_node: str, tmp_path: Path
) -> None:
    before = snapshot(clone)
    pip(
        sys.executable,
        "wheel",
        "--no-deps",
        "-w",
        tmp_path,
        clone,
        path=None if node else without_node,
    )
    assert snapshot(clone) == before
    [made] = tmp_path.glob("*.whl")
    assert "upturn/server/static/index.html" in files_in(made)
    assert "upturn/server/static/words/de.json" in files_in(made)


@pytest.mark.deep
def test_pip_installs_from_a_repository(clone: Path, tmp_path: Path) -> None:
    git = ("git", "-C", clone, "-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    run([*git, "init", "--quiet"])
    run([*git, "add", "."])
    run([*git, "commit", "--quiet", "--message", "Everything"])
    home = Home(tmp_path)
    home.install(f"git+file://{clone}")
    assert home.upturn("--version").startswith("upturn ")
    page = "lib/python*/site-packages/upturn/server/static/index.html"
    assert list((home.bin.parent).glob(page))


def snapshot(folder: Path) -> dict[str, float]:
    return {str(file): file.stat().st_mtime for file in folder.rglob("*")}
