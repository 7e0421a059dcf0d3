"""The English words outside the page: what games refuse, bots explain, tables answer, rules say.

`messages()` is every one of them, for the catalogues. `templates()` is what the page needs to say a
reason in another language: by game and code the sentence whose braces the reason's details fill.
Sentences are read from where they are used; nothing is written down a second time here.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "upturn"
GAMES = ("dnup", "team-play", "team-up")
ANY = "any"
ERRORS = ("IllegalMove", "InvalidMove", "Refusal")

Sentence: TypeAlias = str | tuple[str, ...]
"""A sentence, or several that a detail decides between, as the game's file says."""
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
    for text in plain_refusals():
        yield Message(text, "refused by a table or the server")
    for game, reasons in bot_reasons().items():
        for code, text in reasons.items():
            yield Message(text, f"a bot of {game} says why: {code}")
    yield from _levels()
    yield from _things()
    for game in GAMES:
        about = (SOURCES / "games" / _folder(game) / "about.md").read_text(encoding="utf-8")
        for text in paragraphs(about):
            yield Message(text, f"rules of {game}")


def templates() -> dict[str, Mapping[str, Sentence | Mapping[str, str]]]:
    """By game, or `any`, the sentence of every code; the bots' likewise under `bots`."""
    return {**refusals(), "bots": bot_reasons()}


# --- Refusals --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refused:
    """A sentence where it is raised: its template if the details fill it, and their names."""

    game: str
    code: str
    template: str | None
    details: frozenset[str]


def refusals() -> Templates:
    """By game and code; a code with several sentences has the one that suits all who raise it."""
    found: Templates = {game: _sentences(game) for game in GAMES} | {ANY: {}}
    for game, code, text in _common():
        found[game][code] = text
    raised = list(_raised())
    for one in raised:
        same = [other for other in raised if (other.game, other.code) == (one.game, one.code)]
        if one.template is not None and _suits(one.template, same):
            found[one.game].setdefault(one.code, one.template)
    return found


def _suits(template: str, raised: list[Refused]) -> bool:
    """Whether all of them fill it, and it is not one of several that have nothing to fill."""
    if not placeholders(template):
        return {one.template for one in raised} == {template}
    return all(placeholders(template) <= one.details for one in raised)


def plain_refusals() -> list[str]:
    """Sentences without braces, one of several of their code: translated as they come."""
    said = {text for sentences in refusals().values() for text in sentences.values()}
    texts = [one.template for one in _raised() if one.template and not placeholders(one.template)]
    return [text for text in dict.fromkeys(texts) if text not in said]


def _sentences(game: str) -> dict[str, Sentence]:
    sentences: dict[str, Sentence] = import_module(
        f"upturn.games.{_folder(game)}.reasons"
    ).SENTENCES
    return {
        code: typographic(said) if isinstance(said, str) else tuple(map(typographic, said))
        for code, said in sentences.items()
    }


def _common() -> Iterator[tuple[str, str, str]]:
    from upturn.games.game import COMMON_REFUSALS

    for code, text in COMMON_REFUSALS.values():
        yield ANY, code, typographic(text)


def _raised() -> Iterator[Refused]:
    for folder in ("games", "table", "server"):
        for file in sorted((SOURCES / folder).rglob("*.py")):
            game = file.parent.name.replace("_", "-") if folder == "games" else ANY
            tree = ast.parse(file.read_text(encoding="utf-8"))
            named = {
                node.targets[0].id: node.value
                for node in tree.body
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            }
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS:
                    arguments = [named.get(getattr(one, "id", ""), one) for one in node.args]
                    yield from _refused(game if game in GAMES else ANY, arguments)


def _refused(game: str, arguments: list[ast.expr]) -> Iterator[Refused]:
    code = _literal(arguments[0])
    if code is None or len(arguments) < 2:
        return
    details: dict[str, str] = {}  # how each is worked out, by its name
    if len(arguments) > 2:
        for part in ast.walk(arguments[2]):
            if isinstance(part, ast.Dict):
                for key, value in zip(part.keys, part.values, strict=True):
                    if (name := _literal(key)) is not None:
                        details[name] = ast.dump(value)
    yield Refused(game, code, _template(arguments[1], details), frozenset(details))


def _template(sentence: ast.expr, details: dict[str, str]) -> str | None:
    """A sentence as the details fill it; None if it says what they do not hold."""
    parts = sentence.values if isinstance(sentence, ast.JoinedStr) else [sentence]
    text = ""
    for part in parts:
        if (literal := _literal(part)) is not None:
            text += literal
        elif isinstance(part, ast.FormattedValue) and part.conversion == -1:
            said = (ast.dump(part.value), getattr(part.value, "id", None))
            names = [name for name, value in details.items() if value in said or name in said]
            if not names:
                return None
            text += f"{{{names[0]}}}"
        else:
            return None
    return typographic(text)


def _literal(node: ast.expr | None) -> str | None:
    said = node.value if isinstance(node, ast.Constant) else None
    return said if isinstance(said, str) else None


# --- Bots, missions, boxes, rules ------------------------------------------------------------


def bot_reasons() -> dict[str, dict[str, str]]:
    """By game, or `any`, and code."""
    folder = SOURCES / "bots" / "reasons"
    return {game: _toml(folder / f"{game}.toml") for game in (ANY, *GAMES)}


def _levels() -> Iterator[Message]:
    named: set[str] = set()
    for game, levels in _toml(SOURCES / "bots" / "levels.toml").items():
        for name, level in levels.items():
            if name not in named:
                named.add(name)
                yield Message(name, "a bot’s level")
            yield Message(level["description"], f"a bot’s level: {game}, {name}")


def _things() -> Iterator[Message]:
    """What the braces of refusals are filled with, where that is words."""
    from upturn.games.team_play.components import MISSIONS
    from upturn.games.team_play.wording import in_words
    from upturn.games.team_up.components import COMPONENTS
    from upturn.games.team_up.tables import CARD_TEXTS
    from upturn.games.team_up.wording import in_words as card_in_words

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
    """A text by paragraphs, items, headings and rows, each in one line without its mark."""
    found: list[str] = []
    for block in re.split(r"\n\s*\n", markdown.strip()):
        if block.startswith("|"):
            rows = [row.strip("| ") for row in block.splitlines()]
            found += [row for row in rows if re.search(r"[a-z]", re.sub(r"`.*?`", "", row))]
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
