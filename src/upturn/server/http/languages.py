"""The words of the server's own pages, in the language that a browser asks for.

They are the page's words: `make page` writes the catalogues into its folder. Without a built page
everything is in English.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from upturn.server.http.pages import FOLDER

if TYPE_CHECKING:
    from starlette.requests import Request

ENGLISH = "en"
MOST_WISHES = 20
"""Languages of one request that are read; browsers name a handful."""


def preferred(wishes: str) -> str:
    """Return the language for an Accept-Language header: the first we speak, by quality."""
    ranked: list[tuple[float, str]] = []
    for wish in wishes.split(",")[:MOST_WISHES]:
        tag, _, quality = wish.strip().partition(";q=")
        try:
            rank = float(quality or 1)
        except ValueError:
            continue
        ranked.append((-rank, tag.lower().split("-")[0]))
    spoken = [tag for rank, tag in sorted(ranked, key=lambda one: one[0]) if rank < 0]
    return next((tag for tag in spoken if tag == ENGLISH or tag in _languages()), ENGLISH)


def language_of(request: Request) -> str:
    return preferred(request.headers.get("accept-language", ""))


def said(text: str, language: str) -> str:
    """Return an English text in a language."""
    words = _words(language) if language in _languages() else {}
    found = words.get(text.replace("'", "’"))
    return found if isinstance(found, str) else text


@cache
def _languages() -> frozenset[str]:
    return frozenset(file.stem for file in (FOLDER / "words").glob("??.json"))


@cache
def _words(language: str) -> dict[str, object]:
    file = FOLDER / "words" / f"{language}.json"
    words: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
    return words
