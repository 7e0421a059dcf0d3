"""Every code a refusal or a piece of advice has, and what it says in English, for translators.

Read from the sources, so that none can be forgotten. A sentence is a template: its braces name
what is filled in from the refusal's `details`; `{!…}` is what those lack.

    python -m tools.refusal_codes
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from upturn.bots import reasons
from upturn.games import FOLDERS
from upturn.server.thinking import LEADS_TO

SOURCE = Path(__file__).parents[1] / "src" / "upturn"
REFUSING = {"Refusal", "IllegalMove", "InvalidMove"}
"""What is called with a code, a sentence and the details."""
CLOSING = {"close"}
"""In the server: the last words to a socket, a code and a sentence."""
PAIRS = {"COMMON_REFUSALS", "BY_STATUS"}
"""Tables of (code, sentence)."""
STATUS = "status"
"""Of an answer by HTTP: no part of what is said."""
LACKING = "!"


class Saying(NamedTuple):
    """One way in which a code is put into words."""

    code: str
    sentence: str
    details: tuple[str, ...]
    where: str


def codes(games: bool = True) -> dict[str, list[str]]:
    """By code: the sentences that can come with it; of the table and the server alone, if games
    are left out."""
    found: dict[str, list[str]] = {}
    for saying in sayings():
        if not games and (saying.where in FOLDERS or saying.where.startswith("games/")):
            continue
        sentences = found.setdefault(saying.code, [])
        if saying.sentence not in sentences:
            sentences.append(saying.sentence)
    return dict(sorted(found.items()))


def advice() -> dict[str, str]:
    """By code: why a move is advised."""
    found = dict(LEADS_TO)
    for game in FOLDERS:
        found |= reasons.sentences(game)
    return dict(sorted(found.items()))


@cache
def sayings() -> list[Saying]:
    """Everything that is said with a code."""
    files = sorted(SOURCE.rglob("*.py"))
    return [*_of_games(), *(saying for path in files for saying in _Reader(path).sayings())]


def _of_games() -> Iterator[Saying]:
    """The refusals of the rules: their templates are filled from the details as they are."""
    for game, folder in FOLDERS.items():
        table = import_module(f"upturn.games.{folder}.reasons").SENTENCES
        for code, templates in table.items():
            for template in [templates] if isinstance(templates, str) else templates:
                fields = [name for _, name, _, _ in Formatter().parse(template) if name]
                details = dict.fromkeys(field.partition("[")[0] for field in fields)
                yield Saying(code, template, tuple(details), game)


class _Reader:
    """Reads the refusals that are written out in a file."""

    def __init__(self, path: Path):
        self.where = path.relative_to(SOURCE).as_posix()
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.constants = _imported(self.tree) | _assigned(self.tree.body)
        self.called = REFUSING | CLOSING if self.where.startswith("server/") else REFUSING

    def sayings(self) -> Iterator[Saying]:
        for name in PAIRS & self.constants.keys():
            for pair in ast.walk(self.constants[name]):
                if isinstance(pair, ast.Tuple):
                    yield from self._saying(pair.elts, {})
        yield from self._within(self.tree, self.constants)

    def _within(self, tree: ast.AST, known: dict[str, ast.expr]) -> Iterator[Saying]:
        for node in ast.iter_child_nodes(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from self._within(node, self.constants | _assigned(list(ast.walk(node))))
                continue
            if isinstance(node, ast.Call) and _name(node.func) in self.called:
                yield from self._saying(node.args, known)
            yield from self._within(node, known)

    def _saying(self, args: list[ast.expr], known: dict[str, ast.expr]) -> Iterator[Saying]:
        match args:
            case [ast.Constant(value=str(code)), sentence, *rest]:
                details = _details(rest[0], known) if rest else {}  # a socket's number is none
                for template in _templates(sentence, details, known):
                    yield Saying(code, template, tuple(details), self.where)


def _assigned(body: list[ast.AST] | list[ast.stmt]) -> dict[str, ast.expr]:
    """By name: what is assigned to it."""
    values: dict[str, ast.expr] = {}
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                values[name] = value
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=several)):
                both = zip(names, several, strict=True)
                values |= {one.id: value for one, value in both if isinstance(one, ast.Name)}
    return values


def _imported(tree: ast.Module) -> dict[str, ast.expr]:
    """By name: what the modules of ours that are imported from assign to it."""
    values: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("upturn."):
            path = SOURCE.parent.joinpath(*str(node.module).split(".")).with_suffix(".py")
            if path.exists():
                there = _assigned(ast.parse(path.read_text(encoding="utf-8")).body)
                names = {alias.name for alias in node.names}
                values |= {name: value for name, value in there.items() if name in names}
    return values


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _details(details: ast.expr, known: dict[str, ast.expr]) -> dict[str, ast.expr]:
    match details:
        case ast.Dict(keys=keys, values=values):
            named = zip(keys, values, strict=True)
            return {
                key.value: value
                for key, value in named
                if isinstance(key, ast.Constant) and isinstance(key.value, str)
                if key.value != STATUS
            }
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _details(left, known) | _details(right, known)
        case ast.Name(id=name) if name in known:
            return _details(known[name], known)
    return {}


def _templates(
    sentence: ast.expr, details: dict[str, ast.expr], known: dict[str, ast.expr]
) -> list[str]:
    match sentence:
        case ast.Constant(value=str(text)):
            return [text.replace("{", "{{").replace("}", "}}")]
        case ast.JoinedStr(values=parts):
            return ["".join(_templates(part, details, known)[0] for part in parts)]
        case ast.IfExp(body=one, orelse=other):
            return [*_templates(one, details, known), *_templates(other, details, known)]
        case ast.Name(id=name) if name in known:
            return _templates(known[name], details, known)
        case ast.FormattedValue(value=value):
            return ["{" + _field(value, details, known) + "}"]
    return ["{" + _field(sentence, details, known) + "}"]


def _field(value: ast.expr, details: dict[str, ast.expr], known: dict[str, ast.expr]) -> str:
    """The detail a value is made of: itself, a part of it, or what its name stands for."""
    named = {ast.unparse(_bare(detail)): name for name, detail in details.items()}
    meant = known.get(value.id, value) if isinstance(value, ast.Name) else value
    for part in (value, *ast.walk(value), *ast.walk(meant)):
        if isinstance(part, ast.expr) and ast.unparse(_bare(part)) in named:
            return named[ast.unparse(_bare(part))]
    return LACKING + ast.unparse(value)


def _bare(value: ast.expr) -> ast.expr:
    match value:
        case ast.Call(func=ast.Name(id="list" | "str"), args=[inner]):
            return inner
    return value


if __name__ == "__main__":
    for code, sentences in codes().items():
        print(code, *sentences, sep="\n    ")
    print("\nAdvice")
    for code, sentence in advice().items():
        print(code, sentence, sep="\n    ")
