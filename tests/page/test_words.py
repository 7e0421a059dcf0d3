"""The words in other languages: none is missing, none too many, and each fits its English."""

from __future__ import annotations

import ast
import gettext
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from babel import Locale

from tests.support.paths import ROOT
from tools import catalogues, page_words, words_of_games, words_of_page
from tools.catalogues import LOCALE
from tools.page_words import LANGUAGES, PLURALS
from tools.words_of_games import Sentence, placeholders
from tools.words_of_page import NotLiteral
from upturn.games import names
from upturn.games.pieces import home_of
from upturn.server.http.fallback import BACK
from upturn.table import talking

SOURCES = ROOT / "src" / "upturn"
TextsIn: TypeAlias = Callable[..., list[tuple[str, str | None]]]


# --- The catalogues --------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_and_no_other_and_each_fits(language: str) -> None:
    assert catalogues.faults(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_marks_of_print(language: str) -> None:
    said = catalogues.translations(language).values()
    assert [forms for forms in said if catalogues.typewritten(*forms)] == []


def test_the_english_has_the_marks_of_print_and_counts_the_same_things_everywhere() -> None:
    assert catalogues.english_faults() == []


def test_french_keeps_its_marks_from_the_beginning_of_a_line() -> None:
    said = [text for forms in catalogues.translations("fr").values() for text in forms]
    assert [text for text in said if re.search(r"(?<=\w) [:;!?»]|« | »", text)] == []


def test_the_templates_of_the_page_are_up_to_date() -> None:
    assert catalogues.written_templates() == catalogues.templates()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_handed_what_babel_reads_in_a_catalogue(language: str, tmp_path: Path) -> None:
    page_words.write(LOCALE, tmp_path)
    words = json.loads((tmp_path / f"{language}.json").read_text(encoding="utf-8"))
    assert words == {
        english[0]: said[0]
        if len(english) == 1
        else dict(zip(PLURALS[language], said, strict=True))
        for english, said in catalogues.translations(language).items()
    }
    assert len(words) == len(catalogues.english())


def test_the_page_is_handed_no_text_without_its_translation() -> None:
    catalogue = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n#. here\nmsgid "end"\nmsgstr ""\n\n'
    assert page_words.as_json(catalogue, ("one", "other")) == "{}"
    said = 'msgid "a "\n"\\"b\\""\nmsgid_plural "bs"\nmsgstr[0] ""\n"c"\nmsgstr[1] "cs"\n'
    words = json.loads(page_words.as_json(catalogue + said, ("one", "other")))
    assert words == {'a "b"': {"one": "c", "other": "cs"}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_form_is_for_the_numbers_that_the_catalogue_says(language: str) -> None:
    """Gettext numbers the forms by Plural-Forms, a browser asks for them by CLDR's category."""
    form_of = gettext.c2py(catalogues.plural_rule(language))
    category_of = Locale(language).plural_form
    categories = PLURALS[language]
    for n in [*range(1000), 10**6, 2 * 10**6, 10**6 + 1]:
        category = category_of(n)
        said = category if category in categories else "other"
        assert categories[form_of(n)] == said, n


def test_a_language_may_have_more_than_two_plural_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    monkeypatch.setitem(PLURALS, "pl", ("one", "few", "many"))
    cards = ("{n} card", "{n} cards")
    monkeypatch.setattr(catalogues, "english", lambda: {cards: ["here"]})
    catalogues.write("pl", {})
    assert catalogues.faults("pl") == ["pl: missing: '{n} card' (here)"]
    catalogues.write("pl", {cards: ("jedna karta", "{n} karty", "kart")})
    assert catalogues.faults("pl") == ["pl: placeholders differ: '{n} cards' is 'kart'"]
    catalogues.write("pl", {cards: ("{n} karta", "{n} karty", "{n} kart")})
    assert catalogues.faults("pl") == []
    said = page_words.as_json((tmp_path / "pl.po").read_text(encoding="utf-8"), PLURALS["pl"])
    assert json.loads(said) == {
        "{n} card": {"one": "{n} karta", "few": "{n} karty", "many": "{n} kart"}
    }


def test_phrases_and_what_the_server_says_by_itself_are_in_the_catalogues() -> None:
    texts = {forms[0] for forms in catalogues.english()}
    assert {words_of_games.typographic(said) for said in talking.phrases().values()} <= texts
    assert {BACK, words_of_games.without_scripts()} <= texts


# --- What a translation must not do ----------------------------------------------------------


@pytest.fixture
def some_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue of three texts that can be spoilt."""
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    places = {("draw {card}",): ["here"], ("{n} card", "{n} cards"): ["there"], ("end",): ["here"]}
    monkeypatch.setattr(catalogues, "english", lambda: places)
    catalogues.write(
        "de",
        {
            ("draw {card}",): ("zieh {card}",),
            ("{n} card", "{n} cards"): ("eine Karte", "{n} Karten"),
            ("end",): ("beenden",),
        },
    )
    return tmp_path / "de.po"


def spoil(catalogue: Path, old: str, new: str) -> list[str]:
    text = catalogue.read_text(encoding="utf-8")
    assert old in text
    catalogue.write_text(text.replace(old, new), encoding="utf-8")
    return catalogues.faults("de")


def test_a_catalogue_that_fits_has_no_fault(some_catalogue: Path) -> None:
    assert some_catalogue.exists()
    assert catalogues.faults("de") == []


def test_what_is_filled_in_must_be_the_same(some_catalogue: Path) -> None:
    faults = spoil(some_catalogue, "zieh {card}", "zieh {karte}")
    assert faults == ["de: placeholders differ: 'draw {card}' is 'zieh {karte}'"]


def test_of_many_things_it_must_be_said_how_many(some_catalogue: Path) -> None:
    faults = spoil(some_catalogue, "{n} Karten", "Karten")
    assert faults == ["de: placeholders differ: '{n} cards' is 'Karten'"]


def test_a_text_that_is_not_translated_is_missing(some_catalogue: Path) -> None:
    assert spoil(some_catalogue, "beenden", "") == ["de: missing: 'end' (here)"]


def test_a_plural_that_is_not_translated_is_missing(some_catalogue: Path) -> None:
    assert spoil(some_catalogue, "{n} Karten", "") == ["de: missing: '{n} card' (there)"]


def test_a_text_nobody_says_is_unused(some_catalogue: Path) -> None:
    assert spoil(some_catalogue, 'msgid "end"', 'msgid "stop"') == [
        "de: missing: 'end' (here)",
        "de: unused: 'stop'",
    ]


def test_a_guess_is_no_translation(some_catalogue: Path) -> None:
    assert spoil(some_catalogue, 'msgid "end"', '#, fuzzy\nmsgid "end"') == ["de: fuzzy: 'end'"]


def test_no_space_is_gained_at_the_ends(some_catalogue: Path) -> None:
    assert spoil(some_catalogue, "beenden", "beenden ") == [
        "de: spaces around differ: 'end' is 'beenden '"
    ]


def test_an_update_keeps_what_is_translated_and_drops_what_is_gone(some_catalogue: Path) -> None:
    spoil(some_catalogue, 'msgid "end"', 'msgid "stop"')
    catalogues.update("de")
    assert catalogues.translations("de") == {
        ("draw {card}",): ("zieh {card}",),
        ("{n} card", "{n} cards"): ("eine Karte", "{n} Karten"),
        ("end",): ("",),
    }


# --- Finding the texts -----------------------------------------------------------------------


@pytest.fixture
def texts_in(tmp_path: Path) -> TextsIn:
    """Finds the texts of a piece of the page."""

    def find(source: str, imports: str = "rich, t, tn") -> list[tuple[str, str | None]]:
        file = tmp_path / "page.tsx"
        file.write_text(f'import {{ {imports} }} from "../words/i18n";{source}', encoding="utf-8")
        found = words_of_page.messages(".", tmp_path)
        return [(message.text, message.many) for message in found]

    return find


def test_texts_are_found_in_code_attributes_templates_and_values(texts_in: TextsIn) -> None:
    source = """
        const plain = <T,>(one: T): Array<T> => [one]; // t("not in a comment")
        const half = n / 2 / 3, marks = text.replace(/['"`]/g, "");
        const page = <p title={t("Hello {name}", { name: `so ${t("within")} on` })} class>
          {tn("{n} card", "{n} cards", n)} · {rich('say “hi” ' + "{now}", { now: t(`now`) })}
          t("in the text of a page")
        </p>;
    """
    assert texts_in(source) == [
        ("Hello {name}", None),
        ("within", None),
        ("{n} card", "{n} cards"),
        ("say “hi” {now}", None),
        ("now", None),
    ]


def test_other_functions_of_that_name_are_left_alone(texts_in: TextsIn) -> None:
    assert texts_in('table.t("no"); function t(text: string) {}; at("no"); mark(all);') == []


def test_a_function_is_known_by_another_name_too(texts_in: TextsIn) -> None:
    assert texts_in('say("hello");', "t as say") == [("hello", None)]
    with pytest.raises(NotLiteral, match=r"^page\.tsx:1: t\(…\)"):
        texts_in("say(hello);", "t as say")


@pytest.mark.parametrize(
    "call",
    ["t(name)", "t(`to ${name}`)", 't("to " + name)', 't(yes ? "a" : "b")', 'tn("one", many, n)'],
)
def test_a_text_that_is_not_literal_is_refused_with_its_line(texts_in: TextsIn, call: str) -> None:
    with pytest.raises(NotLiteral, match=r"^page\.tsx:2: tn?\(…\)"):
        texts_in(f"\nconst text = {call};")


def test_every_text_that_is_not_literal_is_named(texts_in: TextsIn) -> None:
    with pytest.raises(NotLiteral) as told:
        texts_in("\nt(one);\nt('two');\ntn('three');")
    assert str(told.value).splitlines() == [
        "page.tsx:2: t(…): the text is not a literal",
        "page.tsx:4: tn(…): the text is not a literal",
    ]


def test_a_file_that_cannot_be_read_is_refused_with_its_line(texts_in: TextsIn) -> None:
    with pytest.raises(NotLiteral, match=r"^page\.tsx:2: "):
        texts_in('\nconst text = t("end";')


def test_rules_are_read_by_paragraphs_items_and_cells() -> None:
    text = "# Game\n\nOne\ntwo.\n\n- **a** b\n  c\n- d\n\n| box | top |\n|---|---|\n| `x1` | 2×2 |"
    assert words_of_games.paragraphs(text) == ["Game", "One two.", "**a** b c", "d", "box", "top"]


# --- The reasons -----------------------------------------------------------------------------


def keys_in(*folders: Path) -> set[str]:
    """The names of all details the code of these folders makes."""
    keys: set[str] = set()
    for file in [file for folder in folders for file in folder.rglob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                keys |= {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}
            if isinstance(node, ast.Call):
                keys |= {word.arg for word in node.keywords if word.arg}
    return keys


def unknown(sentences: dict[str, Sentence], known: set[str]) -> Iterator[str]:
    for code, said in sentences.items():
        for text in (said,) if isinstance(said, str) else said:
            yield from (f"{code}: {name}" for name in sorted(placeholders(text) - known))


@pytest.mark.parametrize("game", names())
def test_the_details_a_refusal_is_filled_with_are_told(game: str) -> None:
    told = keys_in(home_of(game))
    assert list(unknown(words_of_games.refusals()[game], told)) == []


def test_the_details_a_bots_reason_is_filled_with_are_told() -> None:
    known = keys_in(SOURCES / "bots") | {"name"}  # of the seat
    for reasons in words_of_games.bot_reasons().values():
        assert list(unknown(dict(reasons), known)) == []
