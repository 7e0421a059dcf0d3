"""What a native reader would stumble over in a translation, as far as a program can tell.

Each rule yields what is wrong with a text in a language. docs/languages.md says how we sound, and
locale/glossary.toml has the words of the games.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from tools.page_words import PLURALS
from tools.turns import ROOT
from upturn.filling import PLACE

GLOSSARY = ROOT / "locale" / "glossary.toml"
ENGLISH = "en"
NEVER = "never"

Rule: TypeAlias = Callable[[str, str, str], Iterator[str]]
"""From a language, the English and the text in the language to what is wrong."""


# --- The glossary ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Term:
    """A word of the games: by language, the word to use and what else counts as it."""

    section: str
    words: dict[str, list[str]]
    checked: bool

    def is_in(self, language: str, text: str) -> bool:
        return any(_word(word, language).search(text) for word in self.words.get(language, ()))


@cache
def terms() -> tuple[Term, ...]:
    """Return the glossary in the order of its file."""
    return tuple(
        Term(
            section,
            {key: words for key, words in term.items() if key != "only"},
            "only" not in term,
        )
        for section, entries in _glossary().items()
        if section != NEVER
        for term in entries.values()
    )


@cache
def _glossary() -> dict[str, dict[str, dict[str, list[str]]]]:
    return tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))


@cache
def _word(word: str, language: str) -> re.Pattern[str]:
    """Match a word, in English also its plural. Elsewhere it may have any ending."""
    begin = "" if language == "de" else r"\b"
    end = r"(?:e?s)?\b" if language == ENGLISH else ""
    return re.compile(begin + re.escape(word) + end, re.IGNORECASE)


def words_of_the_glossary(language: str, english: str, text: str) -> Iterator[str]:
    """Yield the games' words that are called otherwise here. Words to type stay English."""
    bare, said = _bare(english), _bare(text)
    for term in terms():
        if language not in term.words or not term.checked or not term.is_in(ENGLISH, bare):
            continue
        typed = re.search(rf"\b{re.escape(term.words[ENGLISH][0])}\b", said)
        if not typed and not term.is_in(language, said):
            yield f"no “{term.words[language][0]}” for “{term.words[ENGLISH][0]}”"


def words_to_avoid(language: str, english: str, text: str) -> Iterator[str]:
    """Yield words that nobody should read: for one gender only, or of another time."""
    for pattern in _glossary()[NEVER].get(language, ()):
        found = re.search(rf"(?<!\w){pattern}(?!\w)", _bare(text))
        if found:
            yield f"“{found[0]}” is a word to avoid"


def _bare(text: str) -> str:
    """Return a text without its code, and without the names of placeholders."""
    text = re.sub(r"`[^`]*`", "`", text)
    return PLACE.sub(lambda place: place[3].replace("|", " ") if place[3] else "{}", text)


# --- Typography and grammar ------------------------------------------------------------------


def letters_after_colons(language: str, english: str, text: str) -> Iterator[str]:
    """A sentence after a colon begins with a capital letter in German, and only there."""
    for found in re.finditer(r"(?<=\w)[\u00a0\u202f]?: (\w[^:]*)", text):
        after = found[1]
        if language == "de" and after[0].islower() and _is_sentence(after):
            yield f"small letter after a colon: “{after[:30]}”"
        if language in ("fr", "it") and CAPITALISED.match(after) and not re.match(NAMES, after):
            yield f"capital letter after a colon: “{after[:30]}”"


CAPITALISED = re.compile(r"[A-ZÀ-Ý][^\W\d_A-Z]")
NAMES = r"(?:Upturn|JavaScript|JSON|Team|Ada|Ben|Alt|PNG|SVG|UPTURN)"
LONG = 4


def _is_sentence(after: str) -> bool:
    """Return whether this ends like a sentence and has the length of one."""
    first = re.split(r"(?<=[.!?])\s", after)[0]
    return first.rstrip().endswith((".", "!", "?")) and len(first.split()) >= LONG


def spaces_of_french(language: str, english: str, text: str) -> Iterator[str]:
    """French marks keep a space that does not break."""
    if language == "fr" and re.search(r"(?<=[\w\]})»]) [:;!?»]|« ", text):
        yield "a space that breaks before : ; ! ? » or after «"
    if language == "fr" and re.search(r"(?<=[^\W\d_])[:;!?](?=\s|$)|«(?=\w)|(?<=\w)»", text):
        yield "no space before : ; ! ? » or after «"


NOT_ELIDED = r"(?:onz|oui\b|[a-z]\d)"


def elision_of_french(language: str, english: str, text: str) -> Iterator[str]:
    """« d’Ada », « qu’elle »; before a name the code decides."""
    if language != "fr":
        return
    vowel = r"[aeiouàâéèêëîïôùûœ]"
    found = re.search(
        rf"(?<![\w-])(?:de|que|ne|je|se|le|la|me|te|jusque) (?!{NOT_ELIDED}){vowel}\w+", text, re.I
    )
    if found:
        yield f"no elision: “{found[0]}”"
    found = re.search(r"\b(?:d|qu|l|jusqu)’\{(?!n\b)[a-z_]+\}", text, re.I)
    if found:
        yield f"elided for every name: “{found[0]}”"


ORDERED = (
    ("first", "last"), ("n", "all"), ("least", "most"), ("fewest", "most"), ("place", "count"),
    ("cells[0]", "cells[1]"), ("heights[0]", "heights[1]"), ("rank", "of"),
)  # fmt: skip
"""Placeholders that are read from the smaller to the larger, or from the first to the last."""


def order_of_places(language: str, english: str, text: str) -> Iterator[str]:
    """A range or a share is read in the same direction everywhere: {first} to {last}."""
    for one, other in ORDERED:
        here = [text.find("{" + name + "}") for name in (one, other)]
        there = [english.find("{" + name + "}") for name in (one, other)]
        if min(*here, *there) >= 0 and (here[0] < here[1]) != (there[0] < there[1]):
            yield f"{{{other}}} before {{{one}}}"


def forms_of_counts(language: str, english: str, text: str) -> Iterator[str]:
    """{points|point|points} has as many forms as the language has for numbers."""
    for name, _, forms in PLACE.findall(text):
        if forms and forms.count("|") != len(PLURALS[language]):
            yield f"{{{name}{forms}}} needs {len(PLURALS[language])} forms"


RULES: tuple[Rule, ...] = (
    forms_of_counts,
    words_of_the_glossary,
    words_to_avoid,
    letters_after_colons,
    spaces_of_french,
    elision_of_french,
    order_of_places,
)


def stumbles(language: str, english: str, text: str) -> Iterator[str]:
    """Yield what a native reader would stumble over."""
    for rule in RULES:
        yield from rule(language, english, text)


# --- English ---------------------------------------------------------------------------------

COUNTED = (
    "boxes|cards|cells|games|layers|messages|minutes|missions|moves|pallets|penalties|people"
    "|points|rounds|seats|seconds|sets|times|tokens|turns|ways|worlds"
)
ALWAYS_MANY = ("size", "players", "most")
"""Numbers that are never 1 where a sentence names them with what they count."""


def uncounted(english: str) -> Iterator[str]:
    """Yield what would be "1 points": a number and its noun that have no form for one thing."""
    for found in re.finditer(
        rf"\{{([a-z_]+)\}} (?:more |other |perfect )?(?:{COUNTED})\b", english
    ):
        if found[1] not in ALWAYS_MANY:
            yield f"“{found[0]}” has no form for one"
