"""People play through nginx and Caddy, with the files of deploy/.

Long checks: they install the proxies if they are missing (as root, from Debian).
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.support.deploying import DEPLOY, TOKEN, TOOL_TIMEOUT, free_port, play, text_of
from tests.support.live_client import LiveClient
from tests.support.mortal_server import MortalServer
from tests.support.proxies import caddy, nginx, wait_for
from tests.support.servers import GENEROUS, Guest, Server

pytestmark = pytest.mark.deep

Proxy = Callable[..., Any]
ALL = pytest.mark.parametrize("proxy", [nginx, caddy])
FEW = """
[persons]
burst = 2
per_second = 0.001
[most]
sockets_per_address = 2
"""
"""Limits for each address: two new names, and two sockets at a time."""
OTHER_HOST = "table.internal"


class Site:
    """A server behind proxies, and the address that people know."""

    def __init__(self, server: MortalServer, url: str):
        self.server, self.url = server, url
        self.through = Server(url)


@contextmanager
def behind(
    folder: Path,
    proxies: Sequence[Proxy],
    monkeypatch: pytest.MonkeyPatch,
    *,
    workers: int = 1,
    limits: str = GENEROUS,
    **more: Any,
) -> Iterator[Site]:
    """Run a server behind proxies, of which the first is in front."""
    (folder / "limits.toml").write_text(limits, encoding="utf-8")
    port = free_port()
    url = f"https://localhost:{port}"
    settings = ("--public-url", url, "--trusted-proxies", "127.0.0.1", "--metrics-token", TOKEN)
    database = f"sqlite:///{folder / 'table.db'}"
    server = MortalServer(folder, database, "--workers", str(workers), *settings)
    with ExitStack() as stack:
        server.start()
        stack.callback(server.stop)
        target = server.url.removeprefix("http://")
        for number, proxy in reversed([*enumerate(proxies)]):
            (place := folder / f"proxy-{number}").mkdir()
            at = port if number == 0 else free_port()
            certificate = stack.enter_context(proxy(place, target, at, inner=number > 0, **more))
            wait_for(at, certificate if number == 0 else None)
            target = f"127.0.0.1:{at}"
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        site = Site(server, url)
        stack.enter_context(closing(site.through))
        yield site


@ALL
@pytest.mark.parametrize("workers", [1, 2])
def test_people_play_through_a_proxy(
    proxy: Proxy, workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with behind(tmp_path, [proxy], monkeypatch, workers=workers) as site:
        ada = site.through.person("Ada")
        check_answers(site.through, ada)
        asyncio.run(asyncio.wait_for(play(site.url, ada), TOOL_TIMEOUT))


def check_answers(through: Server, ada: Guest) -> None:
    guest = through.guest().http
    healthy = guest.get("/healthz", headers={"accept-encoding": "gzip"})
    assert healthy.json() == {"status": "ok"}
    assert healthy.headers.get_list("strict-transport-security") == ["max-age=31536000"]
    assert "content-encoding" not in healthy.headers  # the API's answers are not compressed
    page = guest.get("/rules/dnup", headers={"accept-encoding": "gzip"})
    assert page.status_code == 200, page.text
    assert page.headers["content-encoding"] == "gzip"  # the table's own, for the page
    assert page.headers.get_list("strict-transport-security") == ["max-age=31536000"]
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


# --- Addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proxies", "workers"),
    [
        ([nginx], 1),
        ([caddy], 1),
        ([nginx], 2),
        ([caddy], 2),
        ([nginx, caddy], 2),
        ([caddy, nginx], 2),
    ],
    ids=lambda given: (
        str(given) if isinstance(given, int) else "-".join(one.__name__ for one in given)
    ),
)
def test_everybody_has_their_own_address_and_nobody_another_one_by_saying_so(
    proxies: list[Proxy], workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with behind(tmp_path, proxies, monkeypatch, workers=workers, limits=FEW) as site:
        tried = [new_name(site.url, "127.0.0.2") for _ in range(3)]
        tried += [new_name(site.url, "127.0.0.2", claimed=f"127.0.0.{n}") for n in range(10, 14)]
        assert tried == [201, 201, 429, 429, 429, 429, 429]
        assert new_name(site.url, "127.0.0.3") == 201
        ada = site.through.person("Ada")
        table = ada.open(game="dnup", players=2)["id"]
        asyncio.run(asyncio.wait_for(check_sockets(site.url, table), TOOL_TIMEOUT))


def new_name(url: str, address: str, claimed: str | None = None) -> int:
    """The status of what somebody new from there is answered."""
    headers = {} if claimed is None else {"x-forwarded-for": claimed}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as client:
        answer = client.post(f"{url}/api/me", json={"name": secrets.token_hex(4)}, headers=headers)
        return answer.status_code


async def check_sockets(url: str, table: str) -> None:
    live = f"{url.replace('http', 'ws', 1)}/live/{table}"
    async with AsyncExitStack() as stack:

        async def opened(address: str, claimed: str | None = None) -> int:
            headers = {} if claimed is None else {"x-forwarded-for": claimed}
            try:
                socket = await stack.enter_async_context(
                    connect(live, local_addr=(address, 0), additional_headers=headers, proxy=None)
                )
            except InvalidStatus as refused:
                return refused.response.status_code
            assert '"say":"welcome"' in str(await socket.recv())
            return 101

        assert [await opened("127.0.0.2") for _ in range(3)] == [101, 101, 429]
        assert await opened("127.0.0.2", claimed="127.0.0.10") == 429
        assert await opened("127.0.0.3") == 101


# --- Hosts and origins ---------------------------------------------------------------------------


@ALL
def test_our_page_may_ask_whatever_host_a_proxy_names(
    proxy: Proxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with behind(tmp_path, [proxy], monkeypatch, other_host=OTHER_HOST) as site:
        ada = site.through.person("Ada")
        asyncio.run(asyncio.wait_for(play(site.url, ada), TOOL_TIMEOUT))  # with our origin
        wish = {"game": "dnup", "players": 2}
        for origin, status in ((site.url, 201), ("https://elsewhere.example", 403)):
            headers = {"origin": origin}
            answer = ada.http.post("/api/tables", json=wish, headers=headers)
            assert answer.status_code == status, answer.text
        table = ada.open(**wish)["id"]
        client = LiveClient(site.url, ada.secret, table)
        client.headers["origin"] = "https://elsewhere.example"
        with pytest.raises(AssertionError, match="not let in: 403"):
            asyncio.run(visit(client))


async def visit(client: LiveClient) -> None:
    async with client:
        pass


# --- Restarts, and silence -----------------------------------------------------------------------


@ALL
def test_people_come_back_when_the_server_behind_a_proxy_restarts(
    proxy: Proxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: Site, ada: Guest) -> None:
        wish: dict[str, Any] = {"game": "dnup", "players": 2, "bots": {"2": "beginner"}}
        table = ada.open(**wish, start=True)["id"]
        async with LiveClient(site.url, ada.secret, table) as client:
            for welcomes, end in enumerate((site.server.stop, site.server.kill), 2):
                await move(client)
                await asyncio.to_thread(end)
                moving = asyncio.create_task(move(client))
                await asyncio.to_thread(site.server.start)
                await moving
                assert client.welcomes == welcomes
                assert ada.http.get("/readyz").status_code == 200

    with behind(tmp_path, [proxy], monkeypatch) as site:
        asyncio.run(asyncio.wait_for(story(site, site.through.person("Ada")), 4 * TOOL_TIMEOUT))


async def move(client: LiveClient) -> None:
    turn = await client.until(client.to_move)
    assert turn is not None
    await client.do("move", seat=turn[0], move=turn[1][0])


def test_a_quiet_socket_stays_open_for_longer_than_a_proxy_waits_for_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (longest,) = map(
        int, re.findall(r"proxy_read_timeout\s+(\d+)s;", text_of(DEPLOY / "nginx.conf"))
    )

    async def wait(site: Site, ada: Guest) -> None:
        table = ada.open(game="dnup", players=2)["id"]
        async with LiveClient(site.url, ada.secret, table) as client:
            await asyncio.sleep(int(longest) + 10)
            await client.do("say", seat=1, text="Is anybody there?")
            assert client.welcomes == 1

    with behind(tmp_path, [nginx, caddy], monkeypatch) as site:
        asyncio.run(wait(site, site.through.person("Ada")))
