"""What a native reader would stumble over is found in a catalogue."""

from __future__ import annotations

import pytest

from tests.support.paths import ROOT
from tools import catalogue_rules as rules
from tools import catalogues
from tools.page_words import LANGUAGES

NB, THIN = "\u00a0", "\u202f"


def stumbles(language: str, english: str, text: str) -> list[str]:
    return list(rules.stumbles(language, english, text))


# --- The glossary ----------------------------------------------------------------------------


def test_a_word_of_the_games_is_called_the_same_everywhere() -> None:
    assert stumbles("de", "Complete a mission", "Erfüll einen Auftrag") == []
    assert stumbles("de", "Complete a mission", "Erfüll eine Mission") == [
        "no “Auftrag” for “mission”"
    ]
    assert stumbles("fr", "the boxes", "les cartons") == []
    assert stumbles("fr", "the boxes", "les boîtes") == ["no “carton” for “box”"]


def test_a_word_of_the_games_is_not_looked_for_in_code_or_in_names_of_places() -> None:
    assert stumbles("it", "`mission` is {mission}", "`mission` è {mission}") == []
    assert stumbles("it", "{n|mission|missions}", "{n|obiettivo|obiettivi}") == []
    assert stumbles("it", "{n|mission|missions}", "{n|missione|missioni}") != []


@pytest.mark.parametrize("term", rules.terms(), ids=lambda term: term.words["en"][0])
def test_the_glossary_has_a_word_in_every_language(term: rules.Term) -> None:
    assert set(term.words) == {"en", *LANGUAGES}
    assert all(word.strip() for words in term.words.values() for word in words)


def test_the_page_about_languages_shows_the_glossary() -> None:
    page = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    for term in rules.terms():
        row = " | ".join(term.words[language][0] for language in ("en", "fr", "de", "it"))
        assert f"| {row} |" in page


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("en", "Deal the cards anew", "anew"),
        ("en", "the mission of seat {owner}", "of seat {}"),
        ("fr", "Les joueurs piochent", "joueurs"),
        ("de", "Alle Spieler ziehen", "Spieler"),
        ("de", "jeder hat eine Karte", "jeder"),
        ("it", "I giocatori pescano", "giocatori"),
    ],
)
def test_a_word_to_avoid_is_named(language: str, text: str, word: str) -> None:
    assert list(rules.words_to_avoid(language, text, text)) == [f"“{word}” is a word to avoid"]


def test_words_that_only_look_like_one_to_avoid_are_fine() -> None:
    assert list(rules.words_to_avoid("de", "", "Spielerisch zieht man, jeder Zug zählt")) == []
    assert list(rules.words_to_avoid("en", "", "There are no more cards, he`s` here")) != []
    assert list(rules.words_to_avoid("en", "", "The others wait; they hear them")) == []


# --- Typography and grammar ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text", "good"),
    [
        ("de", "Zu viele Karten: wirf zuerst drei davon ab.", False),
        ("de", "Zu viele Karten: Wirf zuerst drei davon ab.", True),
        ("de", "Noch frei: a1 und b2", True),
        ("fr", f"Trop de cartes{NB}: Défaussez-en trois.", False),
        ("fr", f"Trop de cartes{NB}: défaussez-en trois.", True),
        ("it", "Troppe carte: Scartane tre.", False),
        ("it", "Troppe carte: scartane tre.", True),
        ("it", "Il codice: ABC", True),
    ],
)
def test_the_letter_after_a_colon(language: str, text: str, good: bool) -> None:
    assert (list(rules.letters_after_colons(language, "", text)) == []) == good


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (f"Prêts{THIN}? Oui{NB}: allez{THIN}!", True),
        ("Prêts ? Oui", False),
        ("Prêts? Oui", False),
        (f"«{NB}ici{NB}»", True),
        ("« ici »", False),
        ("«ici»", False),
        ("à 12:30", True),
    ],
)
def test_french_marks_keep_their_space(text: str, good: bool) -> None:
    assert (list(rules.spaces_of_french("fr", "", text)) == []) == good
    assert list(rules.spaces_of_french("it", "", text)) == []


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("le nom de {name}", True),
        ("le nom d’{name}", False),
        ("le nom de Ada", False),
        ("il faut que elle joue", False),
        ("plus de onze cartes", True),
        ("de a2 à a4", True),
        ("l’étage et le onzième", True),
    ],
)
def test_french_elides_what_is_known_and_leaves_names_to_the_code(text: str, good: bool) -> None:
    assert (list(rules.elision_of_french("fr", "", text)) == []) == good


def test_a_range_is_read_in_one_direction() -> None:
    english = "{least} to {most} players"
    assert stumbles("it", english, "in {least}–{most}") == []
    assert stumbles("it", english, "fino a {most}, almeno {least}") == ["{most} before {least}"]


def test_a_counted_place_has_every_form() -> None:
    assert stumbles("de", "{n|point|points}", "{n|Punkt|Punkte}") == []
    assert stumbles("de", "{n|point|points}", "{n|Punkte}") == ["{n|Punkte} needs 2 forms"]


def test_a_number_in_a_reason_has_a_form_for_one() -> None:
    assert list(rules.uncounted("{points} points more")) == [
        "“{points} points” has no form for one"
    ]
    assert list(rules.uncounted("{points|point|points} more for {name}")) == []
    assert list(rules.uncounted("a set of {size} cards")) == []


def test_the_check_of_the_catalogues_names_all_of_this(monkeypatch: pytest.MonkeyPatch) -> None:
    english = ("Draw from the pile",)
    monkeypatch.setattr(catalogues, "english", lambda: {english: ["here"]})
    monkeypatch.setattr(catalogues, "translations", lambda _: {english: ("Zieh vom Haufen",)})
    monkeypatch.setattr(catalogues, "_catalogue", lambda _: [])
    assert catalogues.faults("de") == [
        "de: no “Stapel” for “pile”: 'Draw from the pile' is 'Zieh vom Haufen'"
    ]
    monkeypatch.setattr(catalogues, "english", lambda: {("{n} points",): ["a bot of dnup says"]})
    assert catalogues.english_faults() == ["en: “{n} points” has no form for one: '{n} points'"]
