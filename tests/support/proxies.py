"""Real proxies with the files of deploy/: nginx and Caddy, as Debian has them.

    with nginx(folder, "127.0.0.1:8000", port) as certificate:
        wait_for(port, certificate)

They listen for `https://localhost:<port>`, or without TLS for another proxy in front of them
(`inner=True`). `other_host` is what they tell the table instead of the name that people use.
"""

from __future__ import annotations

import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.deploying import DEPLOY, TOOL_TIMEOUT, free_port, run, text_of
from tests.support.servers import started
from tools import debian


@contextmanager
def nginx(
    folder: Path, table: str, port: int, *, inner: bool = False, other_host: str | None = None
) -> Iterator[Path]:
    """Run nginx in front of this address. The path is that of the certificate that it shows."""
    program, openssl = debian.ensure("nginx", "nginx-light"), debian.ensure("openssl", "openssl")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    run(
        *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
        *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
        *("-keyout", key, "-out", certificate),
    )
    site = re.sub(r"(?m)^ *listen \[::\].*\n", "", text_of(DEPLOY / "nginx.conf"))
    changes = {
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port}{'' if inner else ' ssl http2'};",
        "server 127.0.0.1:8000;": f"server {table};",
        "games.example.org;": "localhost;",
        "/etc/letsencrypt/live/games.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/games.example.org/privkey.pem": str(key),
    }
    if other_host is not None:
        changes["$http_host;"] = f"{other_host};"
    (folder / "site.conf").write_text(changed(site, changes), encoding="utf-8")
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
    command = [program, "-p", str(folder), "-e", "stderr", "-c", str(main)]
    run(*command, "-t")
    with started(command):
        yield certificate


@contextmanager
def caddy(
    folder: Path, table: str, port: int, *, inner: bool = False, other_host: str | None = None
) -> Iterator[Path]:
    """Run Caddy in front of this address. The path is that of the certificate with which it signs
    its own."""
    program = debian.ensure("caddy", "caddy")
    site = text_of(DEPLOY / "Caddyfile")
    assert run(program, "fmt", DEPLOY / "Caddyfile").stdout == site
    if other_host is not None:
        site = changed(site, {"\t\tlb_try": f"\t\theader_up Host {other_host}\n\t\tlb_try"})
    alone = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n"
    main = folder / "Caddyfile"
    main.write_text(f"{alone}\tdefault_bind 127.0.0.1\n}}\n{site}", encoding="utf-8")
    environment = {
        "SITE": f"{'http' if inner else 'https'}://localhost:{port}",
        "TABLE": table,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "PATH": "/usr/bin:/bin",
    }
    with started([program, "run", "--config", str(main)], env=environment):
        yield folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"


def changed(text: str, changes: dict[str, str]) -> str:
    """Return a text in which words are replaced that must be there."""
    for there, here in changes.items():
        assert there in text, there
        text = text.replace(there, here)
    return text


def wait_for(port: int, certificate: Path | None = None) -> None:
    """Wait until somebody listens there, and shows a certificate if one is expected."""
    late = time.monotonic() + TOOL_TIMEOUT
    while not answers(port, certificate):
        assert time.monotonic() < late, "the proxy did not start"
        time.sleep(0.05)


def answers(port: int, certificate: Path | None) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), TOOL_TIMEOUT) as plain:
            if certificate is not None:
                trusting = ssl.create_default_context(cafile=certificate)
                trusting.wrap_socket(plain, server_hostname="localhost").close()
            return True
    except OSError:
        return False
