"""The server's own pages speak the language that a browser asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.servers import Server, serving
from upturn.errors import Refusal
from upturn.server.http import languages
from upturn.server.http.fallback import BACK
from upturn.server.http.pages import FOLDER


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("languages")) as running:
        yield running


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "words").mkdir()
    for language, text in {"de": "Zurück", "fr": "Retour"}.items():
        file = tmp_path / "words" / f"{language}.json"
        file.write_text(
            json.dumps({"Who’s back": text, "{n} card": {"one": "…"}}), encoding="utf-8"
        )
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    languages._languages.cache_clear()
    languages._words.cache_clear()
    yield
    languages._languages.cache_clear()
    languages._words.cache_clear()


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("de", "de"),
        ("de-CH,de;q=0.9", "de"),
        ("nl, fr;q=0.8, de;q=0.9", "de"),
        ("en-GB, de;q=0.9", "en"),
        ("fr;q=0", "en"),
        ("it", "en"),
        ("", "en"),
        ("de;q=many, fr", "fr"),
        ("*", "en"),
        ("../../de", "en"),
        (",".join(["nl"] * 1000) + ",de", "en"),
    ],
)
def test_the_first_language_we_speak_is_chosen(wishes: str, language: str) -> None:
    assert languages.preferred(wishes) == language


@pytest.mark.usefixtures("words")
def test_a_text_without_a_translation_stays_english() -> None:
    assert languages.said("Who's back", "de") == "Zurück"
    assert languages.said("Something else", "de") == "Something else"
    assert languages.said("Who’s back", "it") == "Who’s back"
    assert languages.said("{n} card", "de") == "{n} card"


@pytest.mark.parametrize("language", ["fr", "de", "it"])
def test_the_error_page_speaks_the_language_of_its_visitor(server: Server, language: str) -> None:
    page = server.guest(**{"accept-language": f"{language}-CH, en;q=0.5"}).http.get("/nothing")
    built = json.loads((FOLDER / "words" / f"{language}.json").read_text(encoding="utf-8"))
    assert page.status_code == 404
    assert page.headers["vary"] == "accept-language"
    assert f'<html lang="{language}">' in page.text
    assert built[Refusal("no-such-page").sentence.replace("'", "’")] in page.text
    assert built[BACK] in page.text
    assert BACK not in page.text


def test_a_page_without_javascript_says_so_in_every_language(server: Server) -> None:
    page = server.guest().http.get("/").text
    told = re.search(r"<noscript>(.*?)</noscript>", page, re.DOTALL)
    assert told is not None
    assert re.findall(r'<p lang="(..)">', told[1]) == ["en", "de", "fr", "it"]
    assert len(set(re.findall(r"<p .*?>(.*?)</p>", told[1]))) == 4
