"""Serves the page people play at, which `make page` builds from web/ into a folder of ours.

One file, index.html, is served at all addresses of the page, and its script reads the address.
Files under `assets/` have a hash of their content in their name and are cached for good. Browsers
ask about all other files each time. Text is compressed: unlike an answer of the API, no file here
contains a secret that could be guessed from the compressed length.
"""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from upturn.server.http.statuses import PAGE_NOT_BUILT

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request
    from starlette.types import Scope

FOLDER = Path(__file__).parent.parent / "static"
INDEX = "index.html"
ADDRESSES = (
    "/",
    "/t/{table}",
    "/j/{code}",
    "/deals/{deal}",
    "/link/{token}",
    "/rules/{game}",
    "/learn/{game}",
    "/puzzles",
    "/me",
    "/ratings",
)
AT_THE_ROOT = ("sw.js", "manifest.webmanifest")
"""Served at the root, because a service worker controls only addresses below its own."""
PLAIN = Path(__file__).parent / "plain.css"
"""The style of what is not part of the page: the API for people, and error pages."""
UNBUILT = "The page has not been built. Build it with `make page`; the API and `upturn play` work."

ASSETS = "assets/"
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
COMPRESSED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
WORTH_IT = 1024
"""Shorter files fit into a packet or two as they are."""
MOST_KEPT = 256
"""Files that are kept compressed; a build has some dozens."""

# The system's list of types may be missing, and browsers run no script of another type.
for ending, kind in (
    (".js", "text/javascript"),
    (".webmanifest", "application/manifest+json"),
    (".woff2", "font/woff2"),
):
    mimetypes.add_type(kind, ending)


def routes(folder: Path) -> list[BaseRoute]:
    files = PageFiles(directory=folder, check_dir=False)
    return [
        *(Route(address, _sender(files, INDEX)) for address in ADDRESSES),
        *(Route(f"/{name}", _sender(files, name)) for name in AT_THE_ROOT),
        Route(f"/{PLAIN.name}", _plain),
        Mount("/static", files),
    ]


def _sender(files: PageFiles, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def send(request: Request) -> Response:
        try:
            return await files.get_response(name, request.scope)
        except HTTPException:
            if name != INDEX:
                raise
            return PlainTextResponse(UNBUILT, PAGE_NOT_BUILT, {"cache-control": "no-store"})

    return send


async def _plain(request: Request) -> Response:
    return FileResponse(PLAIN, headers={"cache-control": ASK_AGAIN})


class PageFiles(StaticFiles):
    """The built files, with their caching, compressed where that helps."""

    async def check_config(self) -> None:
        """The page may not be built yet."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        hashed = path.replace("\\", "/").startswith(ASSETS)
        response.headers["cache-control"] = FOR_GOOD if hashed else ASK_AGAIN
        response.headers["vary"] = "accept-encoding"
        if not isinstance(response, FileResponse) or not _compressible(response):
            return response
        asked = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        if "range" in asked or not _takes_gzip(asked):
            return response
        body = await run_sync(partial(_squeezed, str(response.path), response.headers["etag"]))
        headers = dict(response.headers) | {"content-encoding": "gzip"}
        headers["etag"] = f"W/{headers['etag']}"  # the same content, but other bytes
        del headers["content-length"], headers["accept-ranges"]
        return Response(body, headers=headers)


def _compressible(response: FileResponse) -> bool:
    kind, length = response.headers["content-type"], int(response.headers["content-length"])
    return kind.startswith(COMPRESSED) and length >= WORTH_IT


def _takes_gzip(headers: Mapping[str, str]) -> bool:
    for part in headers.get("accept-encoding", "").lower().split(","):
        coding, _, quality = part.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return quality.strip("0.") != "" or not quality
    return False


@lru_cache(MOST_KEPT)
def _squeezed(path: str, etag: str) -> bytes:
    """Return a compressed file. Its tag changes when the page is built again."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)
