"""The programs that deploy/ is for take its files, and people play through them.

Long checks: they install what is missing (as root, from Debian). test_deploy_container.py builds
and runs the container.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import shutil
import socket
import sys
import time
import venv
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.deploying import (
    DEPLOY,
    MONITORING,
    TOKEN,
    TOOL_TIMEOUT,
    WORKFLOWS,
    free_port,
    play,
    run,
    text_of,
)
from tests.support.paths import ROOT
from tests.support.servers import Guest, Server, spawned, started
from tools import debian

pytestmark = pytest.mark.deep

EXPOSURE = 15
"""Tenths, as `systemd-analyze security` counts them: 0 is the safest, 100 the least so."""
SCHEMAS = "check-jsonschema==0.39.0"
TWO_NAMES = """
[persons]
burst = 2
per_second = 0.001
"""


# --- Prometheus, systemd, the forms of the net ---------------------------------------------------


def test_prometheus_takes_the_configuration_and_the_alerts_come_when_they_should(
    tmp_path: Path,
) -> None:
    promtool = debian.ensure("promtool", "prometheus")
    shutil.copytree(MONITORING, tmp_path / "monitoring")
    (tmp_path / "monitoring" / "upturn-token").write_text(TOKEN, encoding="utf-8")
    run(promtool, "check", "config", tmp_path / "monitoring" / "prometheus.yml")
    run(promtool, "test", "rules", tmp_path / "monitoring" / "alerts.test.yml")


def test_systemd_takes_the_service_and_finds_it_well_locked(tmp_path: Path) -> None:
    analyze = debian.ensure("systemd-analyze", "systemd")
    installed = Path(sys.executable).with_name("upturn")
    unit = tmp_path / "upturn.service"
    text = text_of(DEPLOY / "upturn.service")
    assert "ExecStart=/opt/upturn/bin/upturn " in text
    unit.write_text(text.replace("/opt/upturn/bin/upturn", str(installed)), encoding="utf-8")
    assert run(analyze, "verify", "--man=no", "--recursive-errors=no", unit).stderr == ""
    run(analyze, "security", "--offline=true", f"--threshold={EXPOSURE}", unit)


def test_workflows_forms_and_compose_have_the_shape_that_their_readers_expect(
    tmp_path: Path,
) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    run(tmp_path / "venv/bin/pip", "install", "-q", SCHEMAS)
    forms = ROOT / ".github" / "ISSUE_TEMPLATE"
    for schema, files in {
        "github-workflows": WORKFLOWS,
        "dependabot": [ROOT / ".github" / "dependabot.yml"],
        "github-issue-forms": [forms / "fault.yml", forms / "wish.yml"],
        "github-issue-config": [forms / "config.yml"],
        "compose-spec": [DEPLOY / "compose.yaml"],
    }.items():
        run(tmp_path / "venv/bin/check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)


# --- nginx and Caddy -----------------------------------------------------------------------------


@contextmanager
def behind_nginx(folder: Path, table: str, port: int) -> Iterator[Path]:
    """With the site of deploy/ on these ports; the certificate that it shows."""
    nginx, openssl = debian.ensure("nginx", "nginx-light"), debian.ensure("openssl", "openssl")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    run(
        *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
        *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
        *("-keyout", key, "-out", certificate),
    )
    site = re.sub(r"(?m)^ *listen \[::\].*\n", "", text_of(DEPLOY / "nginx.conf"))
    for there, here in {
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ": f"listen 127.0.0.1:{port} ",
        "server 127.0.0.1:8000;": f"server {table};",
        "games.example.org;": "localhost;",
        "/etc/letsencrypt/live/games.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/games.example.org/privkey.pem": str(key),
    }.items():
        assert there in site
        site = site.replace(there, here)
    (folder / "site.conf").write_text(site, encoding="utf-8")
    temporary = "".join(
        f"{kind}_temp_path {folder / kind}; "
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = folder / "nginx.conf"
    main.write_text(
        f"user root; daemon off; pid {folder / 'nginx.pid'}; error_log stderr warn;"
        f"events {{ worker_connections 512; }}"
        f"http {{ access_log off; {temporary} include {folder / 'site.conf'}; }}",
        encoding="utf-8",
    )
    command = [nginx, "-p", str(folder), "-e", "stderr", "-c", str(main)]
    run(*command, "-t")
    with started(command):
        yield certificate


@contextmanager
def behind_caddy(folder: Path, table: str, port: int) -> Iterator[Path]:
    """With the file of deploy/ on these ports; the certificate of who signed what it shows."""
    caddy = debian.ensure("caddy", "caddy")
    site = text_of(DEPLOY / "Caddyfile")
    assert run(caddy, "fmt", DEPLOY / "Caddyfile").stdout == site
    alone = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n"
    main = folder / "Caddyfile"
    main.write_text(f"{alone}\tdefault_bind 127.0.0.1\n}}\n{site}", encoding="utf-8")
    environment = {
        "SITE": f"https://localhost:{port}",
        "TABLE": table,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "PATH": "/usr/bin:/bin",
    }
    with started([caddy, "run", "--config", str(main)], env=environment):
        yield folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"


@pytest.mark.parametrize("behind", [behind_nginx, behind_caddy])
@pytest.mark.parametrize("workers", [1, 2])
def test_people_play_through_a_proxy(
    behind: object, workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(behind)
    (tmp_path / "limits.toml").write_text(TWO_NAMES, encoding="utf-8")
    (tmp_path / "proxy").mkdir()
    port = free_port()
    url = f"https://localhost:{port}"
    settings = ("--public-url", url, "--trusted-proxies", "127.0.0.1", "--metrics-token", TOKEN)
    with spawned(tmp_path, "--workers", str(workers), *settings) as server:
        table = server.url.removeprefix("http://")
        with behind(tmp_path / "proxy", table, port) as certificate:
            wait_for(certificate, port)
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            with closing(Server(url)) as through:
                ada = through.person("Ada")
                check_answers(through, ada)
                asyncio.run(asyncio.wait_for(play(url, ada), TOOL_TIMEOUT))
                check_addresses(url, workers)


def wait_for(certificate: Path, port: int) -> None:
    """Until there is something to trust and somebody who listens."""
    late = time.monotonic() + TOOL_TIMEOUT
    while True:
        assert time.monotonic() < late, "the proxy did not start"
        with socket.socket() as probe:
            if certificate.exists() and probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)


def check_answers(through: Server, ada: Guest) -> None:
    guest = through.guest().http
    healthy = guest.get("/healthz", headers={"accept-encoding": "gzip"})
    assert healthy.json() == {"status": "ok"}
    assert healthy.headers["strict-transport-security"] == "max-age=31536000"
    assert "content-encoding" not in healthy.headers  # the API's answers are not compressed
    page = guest.get("/rules/dnup", headers={"accept-encoding": "gzip"})
    assert page.status_code == 200, page.text
    assert page.headers["content-encoding"] == "gzip"  # the table's own, for the page
    assert "<html" in page.text
    assert guest.get("/metrics").status_code == 403
    shown = guest.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert "upturn_sockets" in shown.text
    json = {"content-type": "application/json"}
    long = ada.http.post("/api/tables", content=b" " * 100_000, headers=json)
    assert (long.status_code, long.json()["code"]) == (413, "too-long")  # in the table's words
    assert ada.http.post("/api/tables", content=b" " * 300_000, headers=json).status_code == 413
    foreign = {"origin": "https://elsewhere.example"}
    assert ada.http.post("/api/tables", json={}, headers=foreign).status_code == 403


def check_addresses(url: str, workers: int) -> None:
    """Everybody has their own address behind the proxy, and nobody another one by saying so."""
    tried = [new_name(url, "127.0.0.2") for _ in range(2 * workers + 1)]  # whichever worker it is
    tried += [new_name(url, "127.0.0.2", claimed=f"127.0.0.{n}") for n in range(10, 14)]
    assert tried[:2] == [201, 201]
    assert set(tried) == {201, 429}
    assert tried.count(201) == 2
    assert new_name(url, "127.0.0.3") == 201


def new_name(url: str, address: str, claimed: str | None = None) -> int:
    """What somebody new from there is answered."""
    headers = {} if claimed is None else {"x-forwarded-for": claimed}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as client:
        answer = client.post(f"{url}/api/me", json={"name": secrets.token_hex(4)}, headers=headers)
        return answer.status_code
