"""The English words outside the page: refusals of games and tables, reasons of bots, and rules.

`messages()` yields all of them, for the catalogues. `templates()` returns what the page needs to
give a reason in another language: by game and code, the sentence whose placeholders the details
fill. Sentences are read from where they are used; nothing is repeated here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TypeAlias

from tools.lessons import scripts
from tools.turns import ROOT
from upturn.bots import data, levels
from upturn.errors import refusal_sentences
from upturn.filling import PLACE
from upturn.games import FOLDERS, names, rules_of
from upturn.server.http.fallback import BACK
from upturn.table import talking

ANY = "any"
COMMON = {
    "moves": ("move",),
    "refusals": ("table", "server", "socket"),
    "requests": ("setup", "request"),
}
"""The parts for every game, with the sections of `refusals.toml` that are in them."""

Sentence: TypeAlias = str | tuple[str, ...]
"""A sentence, or several between which a detail decides."""
Templates: TypeAlias = dict[str, dict[str, Sentence]]


@dataclass(frozen=True)
class Message:
    """A text to translate, its plural (`many`) if it counts things, and where it is used."""

    text: str
    place: str
    many: str | None = None


def messages() -> Iterator[Message]:
    """Yield everything outside the page, in the order of the games and files."""
    for game, sentences in refusals().items():
        for code, said in sentences.items():
            for text in filter(_has_words, (said,) if isinstance(said, str) else said):
                yield Message(text, f"refused in {game}: {code}")
    for game, reasons in bot_reasons().items():
        for code, text in reasons.items():
            yield Message(text, f"a bot of {game} says why: {code}")
    yield from _levels()
    yield from _things()
    for code, text in talking.phrases().items():
        yield Message(typographic(text), f"a phrase to say: {code}")
    yield Message(BACK, "the server’s error page")
    yield Message(without_scripts(), "the page without JavaScript")
    yield from _lessons()
    for game in names():
        for text in paragraphs(rules_of(game).about):
            yield Message(text, f"rules of {game}")


def templates() -> dict[str, Mapping[str, Sentence]]:
    """Return the sentence of every code, in the parts in which the page loads them: refusals of a
    game (`dnup`), reasons of its bots (`dnup-bots`), and what concerns every game."""
    sections = refusal_sentences()
    common = {
        part: {code: _printed(said) for name in names for code, said in sections[name].items()}
        for part, names in COMMON.items()
    }
    own = {game: sentences for game, sentences in refusals().items() if game != ANY}
    bots = {f"{game}-bots": reasons for game, reasons in bot_reasons().items()}
    return {**common, **own, **bots}


# --- Refusals --------------------------------------------------------------------------------


@cache
def refusals() -> Templates:
    """By game, or `any`, and code. Some sentences of games come in several forms."""
    sections = refusal_sentences().values()
    found = {ANY: {code: said for section in sections for code, said in section.items()}}
    for game in names():
        found[game] = import_module(f"upturn.games.{FOLDERS[game]}.reasons").SENTENCES
    return {
        game: {code: _printed(said) for code, said in found[game].items()}
        for game in (*names(), ANY)
    }


def _printed(said: Sentence) -> Sentence:
    return typographic(said) if isinstance(said, str) else tuple(map(typographic, said))


def _has_words(text: str) -> bool:
    """Return whether a sentence contains words, and not only placeholders."""
    return re.search(r"\w", re.sub(r"\{.*?\}", "", text)) is not None


# --- Bots, missions, boxes, rules ------------------------------------------------------------


def bot_reasons() -> dict[str, dict[str, str]]:
    """Return the reasons of bots by game (or `any`) and code."""
    own = {game: data.of_game(game).get("reasons", {}) for game in names()}
    return {ANY: data.of_every_game()["reasons"]} | own


def _levels() -> Iterator[Message]:
    named: set[str] = set()
    for game in names():
        for level in levels(game):
            if level.name not in named:
                named.add(level.name)
                yield Message(level.name, "a bot’s level")
            yield Message(level.description, f"a bot’s level: {game}, {level.name}")


def _lessons() -> Iterator[Message]:
    for game, script in scripts().items():
        texts = [script.title, script.other]
        for step in [step for part in script.part for step in part.step]:
            texts += [step.text, step.other or "", *(other.text for other in step.others)]
        for text in filter(None, texts):
            yield Message(_line(text), f"lesson of {game}")


def _things() -> Iterator[Message]:
    """Yield the words that fill the placeholders of refusals."""
    for game in names():
        for verb in rules_of(game).verbs:
            yield Message(verb, f"{game}: a kind of move")
    for game in names():
        for words, what in rules_of(game).page.words():
            yield Message(words, f"{game}: {what}")


def paragraphs(markdown: str) -> list[str]:
    """Return the paragraphs, items, headings and cells of a text, each on one line and unmarked."""
    found: list[str] = []
    for block in re.split(r"\n\s*\n", markdown.strip()):
        if block.startswith("|"):
            cells = [cell.strip() for row in block.splitlines() for cell in row.split("|")]
            found += [cell for cell in cells if re.search(r"[a-z]", re.sub(r"`.*?`", "", cell))]
        elif block.startswith("- "):
            found += [_line(item) for item in re.split(r"^- ", block, flags=re.M) if item]
        else:
            found.append(_line(block.lstrip("# ")))
    return found


def placeholders(text: str) -> set[str]:
    """Return the names of placeholders: `{card}` is card, `{cells[0]}` is cells."""
    return {name for name, *_ in PLACE.findall(text)}


def without_scripts() -> str:
    """Return what web/index.html says to browsers without JavaScript."""
    page = (ROOT / "web" / "index.html").read_text(encoding="utf-8")
    found = re.search(r'<noscript>\s*<p lang="en">(.*?)</p>', page)
    return found[1] if found else ""


def typographic(text: str) -> str:
    """Return text with typographic apostrophes."""
    return re.sub(r"(?<=\w)'(?=\w)", "’", text)


def _line(text: str) -> str:
    return " ".join(text.split())
