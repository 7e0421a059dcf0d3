"""The container: built by buildah on a bare Debian, run with a read-only root and no rights.

A long check, for root on Debian, where it installs what is missing. There is no daemon: what the
image says of itself (user, environment, command, health check, volume) is done in a mount namespace
as a container engine would do it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.deploying import DEPLOY, TOOL_TIMEOUT, free_port, play, run
from tests.support.paths import ROOT
from tests.support.servers import Server
from tools import debian

pytestmark = pytest.mark.deep

BASE = "localhost/base"
INCLUDE = "python3,python3-venv,ca-certificates"
CERTIFICATES = "/etc/ssl/certs"
PASSED_ON = ("PIP_", "NODE_EXTRA_CA_CERTS", "SSL_CERT")
"""How this machine reaches the package indexes; a machine of its own need not be told."""


class Image:
    """An image, unpacked, and what it says of itself."""

    def __init__(self, root: Path, config: dict[str, Any]):
        self.root, self.config = root, config

    def command(self, volume: Path, port: int, *command: str) -> list[str]:
        """What runs this command inside. Only /tmp and the volume can be written."""
        user, group = self.config["User"].split(":")
        environment = [one for one in self.config["Env"] if not one.startswith(PASSED_ON)] + [
            f"UPTURN_PORT={port}",
            "UPTURN_HOST=127.0.0.1",
        ]
        (mounted,) = self.config["Volumes"]
        inside = [
            *("setpriv", "--reuid", user, "--regid", group, "--clear-groups"),
            *("--no-new-privs", "--bounding-set=-all", "env", "-i", *environment, *command),
        ]
        root = shlex.quote(str(self.root))
        steps = [
            f"mount --bind {root} {root}",
            f"mount --bind {shlex.quote(str(volume))} {root}{mounted}",
            f"mount -t tmpfs tmpfs {root}/tmp",  # noqa: S108
            f"mount -t proc proc {root}/proc",
            f"mount --rbind /dev {root}/dev",
            f"mount -o remount,ro,bind {root}",
            f"exec chroot {root} {shlex.join(inside)}",
        ]
        return ["unshare", "--mount", "sh", "-ec", "\n".join(steps)]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    folder = tmp_path_factory.mktemp("image")
    buildah = [
        *(debian.ensure("buildah", "buildah"), "--storage-driver", "vfs"),
        *("--root", str(folder / "store"), "--runroot", str(folder / "run")),
    ]
    try:
        make_base(buildah, folder / "base.tar")
        yield make_image(buildah)
    finally:
        run(*buildah, "rm", "--all")
        run(*buildah, "rmi", "--all", "--force")


def make_base(buildah: list[str], file: Path) -> None:
    """A bare Debian with Python, in place of the public base."""
    system = Path("/etc/os-release").read_text(encoding="utf-8")
    release = re.findall(r"(?m)^VERSION_CODENAME=(\w+)$", system)[0]
    mmdebstrap = debian.ensure("mmdebstrap", "mmdebstrap")
    run(mmdebstrap, "--variant=minbase", f"--include={INCLUDE}", release, file)
    run(*buildah, "from", "--name", "bare", "scratch")
    run(*buildah, "add", "bare", file, "/")
    run(*buildah, "commit", "--rm", "bare", BASE)
    file.unlink()


def make_image(buildah: list[str]) -> Image:
    """As the Containerfile says."""
    reach = [f"--env={name}" for name in os.environ if name.startswith(PASSED_ON)]
    run(
        *(*buildah, "bud", "--isolation", "chroot", "--format", "docker", *reach),
        *(f"--volume={CERTIFICATES}:{CERTIFICATES}:ro", "--build-arg", f"BASE={BASE}"),
        *("-f", DEPLOY / "Containerfile", "-t", "upturn", ROOT),
    )
    told = json.loads(run(*buildah, "inspect", "--type", "image", "upturn").stdout)
    run(*buildah, "from", "--name", "table", "upturn")
    root = run(*buildah, "mount", "table").stdout.strip()
    return Image(Path(root), told["Docker"]["config"])


@pytest.fixture
def volume(image: Image, tmp_path: Path) -> Path:
    folder = tmp_path / "volume"
    folder.mkdir()
    user, group = map(int, image.config["User"].split(":"))
    os.chown(folder, user, group)
    return folder


@contextmanager
def running(image: Image, volume: Path, *command: str) -> Iterator[Server]:
    """A container that is healthy; it ends in good order when it is told to."""
    port = free_port()
    begin = image.command(volume, port, *image.config["Entrypoint"], *command)
    check = image.command(volume, port, *image.config["Healthcheck"]["Test"][1:])
    process = subprocess.Popen(begin)
    try:
        late = time.monotonic() + TOOL_TIMEOUT
        while subprocess.run(check, capture_output=True, check=False).returncode:
            assert process.poll() is None, "the container is over"
            assert time.monotonic() < late, "it does not become healthy"
            time.sleep(0.2)
        with closing(Server(f"http://127.0.0.1:{port}")) as server:
            yield server
        process.terminate()
        assert process.wait(TOOL_TIMEOUT) == 0
    finally:
        process.kill()
        process.wait()


def compiled(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


def test_the_container_plays_what_was_compiled_while_it_was_built_and_keeps_its_tables(
    image: Image, volume: Path
) -> None:
    brought = compiled(image.root / "opt/upturn/cache")
    assert any(name.endswith(".code") for name in brought)
    with running(image, volume, *image.config["Cmd"]) as server:
        ada = server.person("Ada")
        asyncio.run(asyncio.wait_for(play(server.url, ada), TOOL_TIMEOUT))
        page = server.guest().http.get("/")
        assert (page.status_code, page.headers["content-type"][:9]) == (200, "text/html")
        table = ada.open(game="team-up", players=1)["id"]
    assert compiled(volume / "cache") == brought  # and nothing that was compiled here
    with running(image, volume, "serve", "--workers", "2") as server:
        again = server.guest(authorization=f"Bearer {ada.secret}")
        assert again.get(f"/api/tables/{table}")["table"]["id"] == table


def test_other_commands_of_upturn_run_in_the_container(image: Image, volume: Path) -> None:
    said = run(*image.command(volume, free_port(), *image.config["Entrypoint"], "--version")).stdout
    assert said.startswith("upturn ")


def test_nothing_but_the_volume_can_be_written(image: Image, volume: Path) -> None:
    tried = (
        "for f in /opt/upturn /usr /etc /var /home; do touch $f/x && exit 1; done; touch /tmp/x x"
    )
    inside = ["sh", "-c", f"cd /var/lib/upturn; {tried}"]
    run(*image.command(volume, free_port(), *inside))
