"""The English words outside the page: what games refuse, bots explain, tables answer, rules say.

`messages()` is every one of them, for the catalogues. `templates()` is what the page needs to say a
reason in another language: by game and code the sentence whose braces the reason's details fill.
Sentences are read from where they are used; nothing is written down a second time here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from tools import refusal_codes
from tools.lessons import scripts
from upturn.server.thinking import LEADS_TO

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "upturn"
GAMES = ("dnup", "team-play", "team-up")
ANY = "any"
DEALS = {"wrong-deal", "unreadable"}
"""What a game's notation says of deals: people at a table never meet it."""

Sentence: TypeAlias = str | tuple[str, ...]
"""A sentence, or several: a detail decides, or the first that can be filled is said."""
Templates: TypeAlias = dict[str, dict[str, Sentence]]


@dataclass(frozen=True)
class Message:
    """A text to translate, `many` if it counts things, and where it is said."""

    text: str
    place: str
    many: str | None = None


def messages() -> Iterator[Message]:
    """Everything outside the page, in the order of the games and files."""
    for game, sentences in refusals().items():
        for code, said in sentences.items():
            for text in (said,) if isinstance(said, str) else said:
                yield Message(text, f"refused in {game}: {code}")
    for game, reasons in bot_reasons().items():
        for code, text in reasons.items():
            yield Message(text, f"a bot of {game} says why: {code}")
    yield from _levels()
    yield from _things()
    yield from _lessons()
    for game in GAMES:
        about = (SOURCES / "games" / _folder(game) / "about.md").read_text(encoding="utf-8")
        for text in paragraphs(about):
            yield Message(text, f"rules of {game}")


def templates() -> dict[str, Mapping[str, Sentence | Mapping[str, str]]]:
    """By game, or `any`, the sentence of every code; the bots' likewise under `bots`."""
    return {**refusals(), "bots": bot_reasons()}


# --- Refusals --------------------------------------------------------------------------------


@cache
def refusals() -> Templates:
    """By game and code. Outside the games' own rules a code may have several sentences."""
    found: Templates = {game: _sentences(game) for game in GAMES} | {ANY: {}}
    for saying in refusal_codes.sayings():
        place, text = _place(saying.where), typographic(saying.sentence)
        of_deals = place in GAMES and saying.code in DEALS
        if saying.where in GAMES or of_deals or not _can_be_said(text):
            continue
        said = found[place].get(saying.code, ())
        known = (said,) if isinstance(said, str) else said
        if text not in known:
            found[place][saying.code] = (*known, text) if known else text
    return found


def _sentences(game: str) -> dict[str, Sentence]:
    sentences: dict[str, Sentence] = import_module(
        f"upturn.games.{_folder(game)}.reasons"
    ).SENTENCES
    return {
        code: typographic(said) if isinstance(said, str) else tuple(map(typographic, said))
        for code, said in sentences.items()
    }


def _place(where: str) -> str:
    """Whose sentence it is, by the file that has it."""
    folder = Path(where).parent.name.replace("_", "-")
    return folder if folder in GAMES else ANY


def _can_be_said(template: str) -> bool:
    """Whether there are words in it, and the details hold all it mentions."""
    lacks = "{" + refusal_codes.LACKING in template
    return not lacks and re.search(r"\w", re.sub(r"\{.*?\}", "", template)) is not None


# --- Bots, missions, boxes, rules ------------------------------------------------------------


def bot_reasons() -> dict[str, dict[str, str]]:
    """By game, or `any`, and code."""
    folder = SOURCES / "bots" / "reasons"
    found = {game: _toml(folder / f"{game}.toml") for game in (ANY, *GAMES)}
    return found | {ANY: found[ANY] | LEADS_TO}


def _levels() -> Iterator[Message]:
    named: set[str] = set()
    for game, levels in _toml(SOURCES / "bots" / "levels.toml").items():
        for name, level in levels.items():
            if name not in named:
                named.add(name)
                yield Message(name, "a bot’s level")
            yield Message(level["description"], f"a bot’s level: {game}, {name}")


def _lessons() -> Iterator[Message]:
    for game, script in scripts().items():
        texts = [script.title, script.other]
        for step in [step for part in script.part for step in part.step]:
            texts += [step.text, step.other or "", *(other.text for other in step.others)]
        for text in filter(None, texts):
            yield Message(_line(text), f"lesson of {game}")


def _things() -> Iterator[Message]:
    """What the braces of refusals are filled with, where that is words."""
    from upturn.games.team_play.components import MISSIONS
    from upturn.games.team_play.wording import in_words
    from upturn.games.team_up.components import COMPONENTS
    from upturn.games.team_up.tables import CARD_TEXTS
    from upturn.games.team_up.wording import in_words as card_in_words

    for game, players in (("dnup", 3), ("team-play", 4), ("team-up", 2)):
        moves = import_module(f"upturn.games.{_folder(game)}.notation").notation(players).texts
        for verb in dict.fromkeys(move.split(" ")[0] for move in moves if move):
            yield Message(verb, f"{game}: a kind of move")
    for mission in MISSIONS:
        yield Message(in_words(mission.requirement), f"team-play: what {mission.id} asks for")
    for drawn in ("none", "one"):
        yield Message(drawn, "team-play: cards drawn, in draws-first")
    for card in CARD_TEXTS:
        yield Message(card, "team-up: a card")
        yield Message(card_in_words(card), f"team-up: what the card {card} asks for")
    shapes = dict.fromkeys(kind.shape for kind in COMPONENTS.kinds)
    for colour in COMPONENTS.colours:
        for kind in COMPONENTS.kinds:
            yield Message(f"{colour} {kind.name}", "team-up: a box")
        for shape in shapes:
            yield Message(f"{colour} {shape}", "team-up: a box, roughly")
    yield Message("neutral bar", "team-up: a box, roughly")


def paragraphs(markdown: str) -> list[str]:
    """A text by paragraphs, items, headings and cells, each in one line without its mark."""
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
    """What is filled in: `{card}` is card, `{cells[0]}` is cells."""
    return set(re.findall(r"\{([a-z_]+)(?:\[\d+\])?\}", text))


def typographic(text: str) -> str:
    """With the apostrophe that printed words have."""
    return re.sub(r"(?<=\w)'(?=\w)", "’", text)


def _line(text: str) -> str:
    return " ".join(text.split())


def _folder(game: str) -> str:
    return game.replace("-", "_")


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
