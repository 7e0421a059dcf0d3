"""The built page: served at all its addresses, kept and compressed as is good for it.

What is built here stands for what Vite builds: the same names, other content.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from tests.support.servers import Server, serving
from upturn.server.http import pages
from upturn.server.run.app import routes

HTML = "<!doctype html><title>Upturn</title>" + "<p>A table.</p>" * 200
SCRIPT = "export const play = () => {};\n" * 200
FILES = {
    "index.html": HTML.encode(),
    "sw.js": b"self.addEventListener('fetch', () => {});",
    "manifest.webmanifest": b'{"name": "Upturn"}',
    "icon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "assets/index-C3ILmKXU.js": SCRIPT.encode(),
    "assets/Fraunces-Dk3fSq.woff2": bytes(range(256)) * 20,
}
HASHED = "/static/assets/index-C3ILmKXU.js"
FONT = "/static/assets/Fraunces-Dk3fSq.woff2"
READABLE = 4.5
"""The contrast that text needs to be read by most eyes (WCAG AA)."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("built")
    for name, content in FILES.items():
        (built / name).parent.mkdir(exist_ok=True)
        (built / name).write_bytes(content)
    return built


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pages, "FOLDER", folder)
        with serving(tmp_path_factory.mktemp("page")) as running:
            yield running


@pytest.fixture(scope="module")
def http(server: Server) -> httpx.Client:
    return server.guest().http


# --- Policies ---------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["192.168.1.5:8000", "table.home", "[fe80::1]:8000", "[", ":"])
def test_on_a_home_network_browsers_are_not_told_what_they_complain_of(
    http: httpx.Client, host: str
) -> None:
    at_home = http.get("/", headers={"host": "localhost:8000"})
    assert at_home.headers["cross-origin-opener-policy"] == "same-origin"
    answer = http.get("/", headers={"host": host})
    assert answer.status_code == 200
    assert "content-security-policy" in answer.headers
    assert "cross-origin-opener-policy" not in answer.headers


# --- Addresses -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/", "/t/" + "a" * 16, "/j/ABCDEF", "/deals/x", "/link/secret", "/rules/dnup", "/learn/dnup",
     "/puzzles", "/me", "/ratings"],
)  # fmt: skip
def test_the_page_is_served_wherever_its_addresses_lead(http: httpx.Client, path: str) -> None:
    answer = http.get(path)
    assert (answer.status_code, answer.text) == (200, HTML)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert http.head(path).status_code == 200


def test_every_address_has_been_tried() -> None:
    assert len(pages.ADDRESSES) == 10


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/sw.js", "text/javascript"), ("/manifest.webmanifest", "application/manifest+json")],
)
def test_what_browsers_look_for_at_the_root_is_there(
    http: httpx.Client, path: str, kind: str
) -> None:
    answer = http.get(path)
    assert (answer.status_code, answer.content) == (200, FILES[path[1:]])
    assert answer.headers["content-type"].startswith(kind)
    assert answer.headers["cache-control"] == "no-cache"


def test_nothing_but_the_built_files_is_served(http: httpx.Client) -> None:
    for path in ("/static/../page.py", "/static/%2e%2e/page.py", "/static/", "/static/assets",
                 "/static/assets/gone.js", "/index.html"):  # fmt: skip
        answer = http.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store"), path


def test_where_there_is_nothing_the_page_is_not_needed_to_say_so(http: httpx.Client) -> None:
    answer = http.get("/nothing")
    assert re.findall(r'(?:href|src)="([^"]+)"', answer.text) == ["/plain.css", "/"]
    styles = http.get("/plain.css")
    assert (styles.status_code, styles.headers["content-type"]) == (200, "text/css; charset=utf-8")


# --- Keeping and compressing -----------------------------------------------------------------


def test_files_named_by_their_content_are_kept_for_good(http: httpx.Client) -> None:
    for path in (HASHED, FONT):
        kept = http.get(path).headers["cache-control"]
        assert kept == "public, max-age=31536000, immutable"
    assert http.get("/static/icon.svg").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_files_have_tags_however_they_are_sent(http: httpx.Client, coding: str) -> None:
    asked = {"accept-encoding": coding}
    for path in ("/", "/static/icon.svg", HASHED):
        tag = http.get(path, headers=asked).headers["etag"]
        again = http.get(path, headers=asked | {"if-none-match": tag})
        assert (again.status_code, again.headers["vary"]) == (304, "accept-encoding")
        other = http.get(path, headers=asked | {"if-none-match": '"another"'})
        assert other.status_code == 200


@pytest.mark.parametrize("path", ["/", HASHED])
@pytest.mark.parametrize("taken", ["gzip", "br, gzip;q=0.5", "GZIP"])
def test_text_is_sent_compressed_to_who_takes_it(http: httpx.Client, path: str, taken: str) -> None:
    with http.stream("GET", path, headers={"accept-encoding": taken}) as answer:
        sent = b"".join(answer.iter_raw())
    whole = FILES["index.html" if path == "/" else path.removeprefix("/static/")]
    assert (answer.headers["content-encoding"], answer.headers["vary"]) == (
        "gzip", "accept-encoding",
    )  # fmt: skip
    assert answer.headers["content-length"] == str(len(sent))
    assert len(sent) < len(whole) / 4
    assert gzip.decompress(sent) == whole


@pytest.mark.parametrize("taken", ["", "identity", "br", "gzip;q=0", "gzip;q=0.0, br"])
def test_to_others_it_is_sent_as_it_is(http: httpx.Client, taken: str) -> None:
    answer = http.get(HASHED, headers={"accept-encoding": taken})
    assert "content-encoding" not in answer.headers
    assert answer.text == SCRIPT


def test_what_gains_nothing_is_sent_as_it_is(http: httpx.Client) -> None:
    for path in (FONT, "/static/icon.svg"):
        assert "content-encoding" not in http.get(path).headers
    part = http.get(HASHED, headers={"range": "bytes=0-9"})
    assert (part.status_code, part.content) == (206, SCRIPT[:10].encode())


def test_what_the_api_says_is_never_compressed(http: httpx.Client) -> None:
    for path in ("/api/games", "/api/openapi.json", "/api/docs"):
        answer = http.get(path, headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in answer.headers


def test_a_page_that_is_built_anew_is_sent_anew(http: httpx.Client, folder: Path) -> None:
    before = http.get("/")
    (folder / "index.html").write_text(HTML + "<p>New.</p>", encoding="utf-8")
    try:
        after = http.get("/", headers={"if-none-match": before.headers["etag"]})
        assert (after.status_code, after.text) == (200, HTML + "<p>New.</p>")
    finally:
        (folder / "index.html").write_text(HTML, encoding="utf-8")


# --- Without a build -------------------------------------------------------------------------


def test_without_the_page_it_is_said_how_to_build_it(tmp_path: Path) -> None:
    async def ask(*paths: str) -> list[httpx.Response]:
        transport = httpx.ASGITransport(Starlette(routes=routes(tmp_path / "none")))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            return [await client.get(path) for path in paths]

    shown, *missing = asyncio.run(ask("/t/" + "a" * 16, "/sw.js", "/static/icon.svg"))
    assert (shown.status_code, shown.headers["cache-control"]) == (503, "no-store")
    assert "make page" in shown.text
    assert [answer.status_code for answer in missing] == [404, 404]


# --- What is no part of the page -------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_plain_text_can_be_read_in_light_and_in_the_dark() -> None:
    text = pages.PLAIN.read_text(encoding="utf-8")
    blocks = re.findall(r":root \{(.*?)\}", text, re.DOTALL)
    palettes = [dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block)) for block in blocks]
    assert len(palettes) == 2
    for palette in palettes:
        for ink in ("ink", "accent"):
            low, high = sorted((luminance(palette[ink]), luminance(palette["paper"])))
            assert (high + 0.05) / (low + 0.05) >= READABLE
