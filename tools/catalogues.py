"""The words in other languages: keeps locale/*.po and the page's sentences in step with the code.

python -m tools.catalogues update    add new English, drop what is gone, keep translations
python -m tools.catalogues check     say what is missing or does not fit, and fail if anything is
python -m tools.catalogues draw de 200 7    200 German texts at random (seed 7), to be judged

A text that changes is a new text. Its translations are asked for again, never guessed.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tools import catalogue_rules, words_of_games, words_of_page
from tools.catalogue_rules import ENGLISH
from tools.page_words import LANGUAGES, PLURALS
from tools.words_of_games import Message
from upturn.filling import PLACE

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "locale"
TEMPLATES = ROOT / "web" / "src" / "words" / "sentences"
"""A file of sentences by code for each part that the page loads by itself."""
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural};\\n"

"""
WIDTH = 100

Forms: TypeAlias = tuple[str, ...]
"""A text in one language, or its plural forms. English has two: for one thing and for many."""


@cache
def english() -> dict[Forms, list[str]]:
    """Return every text to translate, with the places that say it."""
    found: dict[Forms, list[str]] = {}
    for message in [*words_of_page.messages(), *words_of_games.messages()]:
        places = found.setdefault(forms_of(message), [])
        if message.place not in places:
            places.append(message.place)
    return found


def forms_of(message: Message) -> Forms:
    return (message.text,) if message.many is None else (message.text, message.many)


def translations(language: str) -> dict[Forms, Forms]:
    """Return the translations in the catalogue of a language. Missing translations are empty."""
    return {
        _forms(entry.id): _forms(entry.string or "") for entry in _catalogue(language) if entry.id
    }


def _catalogue(language: str) -> Catalog:
    file = LOCALE / f"{language}.po"
    content = file.read_bytes() if file.exists() else b""
    return read_po(BytesIO(content), locale=language, abort_invalid=True)


def plural_rule(language: str) -> str:
    """Return the rule for plural forms in the catalogue of a language: n > 1."""
    return _catalogue(language).plural_expr


def _forms(value: str | Sequence[str]) -> Forms:
    return (value,) if isinstance(value, str) else tuple(value)


# --- Writing ---------------------------------------------------------------------------------


def update(language: str) -> None:
    """Add new texts, and drop texts that are no longer used."""
    write(language, translations(language))


def write(language: str, known: dict[Forms, Forms]) -> None:
    """Write a catalogue of all English texts, with the known translations."""
    catalogue = Catalog(locale=language, fuzzy=False)
    for forms, places in english().items():
        plural = len(forms) > 1
        words = known.get(forms, ("",) * (len(PLURALS[language]) if plural else 1))
        catalogue.add(forms if plural else forms[0], words if plural else words[0])
        catalogue[forms[0]].auto_comments = places
    content = BytesIO()
    write_po(content, catalogue, width=WIDTH, omit_header=True)
    header = HEADER.format(language=language, plural=catalogue.plural_forms.rstrip(";"))
    LOCALE.mkdir(exist_ok=True)
    (LOCALE / f"{language}.po").write_bytes(header.encode() + content.getvalue())


def templates() -> dict[Path, str]:
    """Return the files of sentences, with what is in them."""
    return {
        TEMPLATES / f"{part}.json": json.dumps(sentences, ensure_ascii=False, indent=2) + "\n"
        for part, sentences in words_of_games.templates().items()
    }


def written_templates() -> dict[Path, str]:
    return {file: file.read_text(encoding="utf-8") for file in TEMPLATES.glob("*.json")}


def write_templates() -> None:
    TEMPLATES.mkdir(exist_ok=True)
    for file in TEMPLATES.glob("*.json"):
        file.unlink()
    for file, sentences in templates().items():
        file.write_text(sentences, encoding="utf-8")


# --- Checking --------------------------------------------------------------------------------


def faults(language: str) -> list[str]:
    """Return what is wrong with the translations of a language, a line each."""
    return [f"{language}: {fault}" for fault in [*_gaps(language), *_misfits(language)]]


def _gaps(language: str) -> Iterator[str]:
    wanted, there = english(), translations(language)
    for forms, places in wanted.items():
        if not all(there.get(forms, ("",))):
            yield f"missing: {forms[0]!r} ({', '.join(places)})"
    for forms in there:
        if forms not in wanted:
            yield f"unused: {forms[0]!r}"
    for entry in _catalogue(language):
        if entry.id and entry.fuzzy:
            yield f"fuzzy: {_forms(entry.id)[0]!r}"


def _misfits(language: str) -> Iterator[str]:
    for forms, said in translations(language).items():
        if not all(said):
            continue
        categories = PLURALS[language] if len(forms) > 1 else ("other",)
        if len(said) != len(categories):
            yield f"{len(said)} forms, not {len(categories)}: {forms[0]!r}"
        for category, words in zip(categories, said, strict=False):
            single = category == "one"
            original = forms[0] if single else forms[-1]
            for what, of in ALIKE.items():
                if of(original, single) != of(words, single):
                    yield f"{what} differ: {original!r} is {words!r}"
            for stumble in catalogue_rules.stumbles(language, original, words):
                yield f"{stumble}: {original!r} is {words!r}"


def _places(text: str, single: bool) -> object:
    """Return the placeholders. A text about a single thing may leave out the number."""
    places = {(name, index) for name, index, _ in PLACE.findall(text)}
    return places - {("n", "")} if single else places


ALIKE: dict[str, Callable[[str, bool], object]] = {
    "placeholders": _places,
    "spaces around": lambda text, _: (text[:1].isspace(), text[-1:].isspace()),
    "marks of markdown": lambda text, _: (sorted(re.findall("`.*?`", text)), text.count("**")),
}


def english_faults() -> list[str]:
    """Return what is wrong with the English: straight quotes, three dots, words to avoid, numbers
    without a form for one thing, and texts that have plural forms in one place only."""
    found = english()
    counted = {forms[0] for forms in found if len(forms) > 1}
    clashes = [f"counted and not: {one!r}" for (one, *many) in found if not many and one in counted]
    marks = [f"typewriter’s marks: {forms[0]!r}" for forms in found if typewritten(*forms)]
    words = [
        f"{stumble}: {text!r}"
        for forms, places in found.items()
        for text in forms
        for stumble in [
            *catalogue_rules.words_to_avoid(ENGLISH, text, text),
            *(catalogue_rules.uncounted(text) if is_template(places) else ()),
        ]
    ]
    return [f"en: {fault}" for fault in clashes + marks + words]


def is_template(places: list[str]) -> bool:
    """Return whether a text is a refusal or a bot's reason, with plural forms inside."""
    return any(place.startswith(("refused in", "a bot of")) for place in places)


def typewritten(*forms: str) -> bool:
    """Return whether there are straight quotes or three dots."""
    return any(mark in text for text in forms for mark in ("'", '"', "..."))


def check() -> int:
    found = english_faults() + [fault for language in LANGUAGES for fault in faults(language)]
    if written_templates() != templates():
        found.append(f"{TEMPLATES.relative_to(ROOT)} is out of date: make words")
    for fault in found:
        print(fault)
    print(f"{len(english())} texts in English, {len(found)} faults.")
    return 1 if found else 0


def drawn(language: str, count: int, seed: int) -> Iterator[str]:
    """Yield texts of a language at random, in the order of the page, with where they are shown."""
    texts = {forms: forms for forms in english()} if language == ENGLISH else translations(language)
    rng = random.Random(seed)  # noqa: S311 a sample, not a secret
    chosen = sorted(rng.sample(range(len(texts)), min(count, len(texts))))
    places = english()
    for number, place in enumerate(chosen, 1):
        forms, said = list(texts.items())[place]
        yield f"{number}. [{', '.join(places[forms][:2])}] {' / '.join(said)}"


def main(arguments: Sequence[str]) -> int:
    match arguments:
        case ["draw", language, count, seed] if language in (ENGLISH, *LANGUAGES):
            print("\n".join(drawn(language, int(count), int(seed))))
            return 0
        case ["update"]:
            for language in LANGUAGES:
                update(language)
            write_templates()
            return 0
        case ["check"]:
            return check()
    print(__doc__)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except words_of_page.NotLiteral as problem:
        sys.exit(str(problem))
