"""The English words of the page: the texts of `t`, `tn`, `rich` and `mark` in its TypeScript.

The source is read token by token, as far as calls need it. A text must stand there literally, or as
literals joined by +, else nobody could translate it: anything else is an error that names its line.
What comes as a value is for `said`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.words_of_games import Message

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "web" / "src"
TEXTS = {"t": 1, "rich": 1, "mark": 1, "tn": 2}
"""How many texts each function begins with."""

IMPORT = re.compile(r"import \{([^}]*)\} from \"[./]*(?:words/)?i18n\"")
TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | (?P<name>[A-Za-z_$][\w$]*)
      | (?P<number>\d[\w.]*)
      | (?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
REGEX = re.compile(r"/(?![*/>])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
BEFORE_REGEX = set("(,=:[!&|?{;+-*%~^") | {"return", "typeof", "case", "=>"}


class NotLiteral(Exception):
    """A text that cannot be found by reading the source."""


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    at: int


def messages() -> Iterator[Message]:
    """Every text of the page, file by file; tests speak to nobody."""
    for file in sorted(PAGE.rglob("*.ts*")):
        if not re.search(r"\.test\.tsx?$", file.name):
            yield from extract(file.read_text(encoding="utf-8"), str(file.relative_to(ROOT)))


def extract(source: str, name: str) -> Iterator[Message]:
    """The texts of a file."""
    tokens = list(_tokens(source, 0, len(source)))
    ours = TEXTS.keys() & set(re.findall(r"\w+", " ".join(IMPORT.findall(source))))
    for index, token in enumerate(tokens):
        if token.kind == "name" and token.text in ours and _is_call(tokens, index):
            try:
                texts = _texts(tokens, index + 2, TEXTS[token.text])
            except NotLiteral as problem:
                line = source.count("\n", 0, token.at) + 1
                raise NotLiteral(f"{name}:{line}: {token.text}(…): {problem}") from None
            yield Message(texts[0], name, *texts[1:])


def _tokens(source: str, at: int, end: int) -> Iterator[Token]:
    last = Token("mark", ";", at)
    while at < end:
        if source[at] == "`":
            close, inner = _template(source, at)
            whole = not inner
            yield (last := Token("text" if whole else "template", source[at:close], at))
            for start, stop in inner:
                yield from _tokens(source, start, stop)
            at = close
            continue
        regex = REGEX.match(source, at, end) if source[at] == "/" else None
        if regex and last.text in BEFORE_REGEX:
            last, at = Token("regex", regex[0], at), regex.end()
            continue
        match = TOKEN.match(source, at, end)
        if match is None or match.lastgroup is None:
            raise AssertionError("every character is a token")
        if match.lastgroup != "blank":
            mark = "=>" if source.startswith("=>", at) else match[0]
            yield (last := Token(match.lastgroup, mark, at))
            at += len(mark)
        else:
            at = match.end()


def _template(source: str, at: int) -> tuple[int, list[tuple[int, int]]]:
    """Where a `…` ends, and where the code in its ${…} stands."""
    inner: list[tuple[int, int]] = []
    at += 1
    while source[at] != "`":
        if source[at] == "\\":
            at += 2
        elif source.startswith("${", at):
            start, depth = at + 2, 1
            at = start
            while depth:
                if source[at] == "`":
                    at = _template(source, at)[0]
                    continue
                depth += {"{": 1, "}": -1}.get(source[at], 0)
                at += 1
            inner.append((start, at - 1))
        else:
            at += 1
    return at + 1, inner


def _is_call(tokens: list[Token], index: int) -> bool:
    before = tokens[index - 1].text if index else ""
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    return after == "(" and before not in (".", "function")


def _texts(tokens: list[Token], at: int, count: int) -> list[str]:
    texts: list[str] = []
    for _ in range(count):
        text, at = _literal(tokens, at)
        texts.append(text)
        if tokens[at].text not in (",", ")"):
            raise NotLiteral("the text is not a literal")
        at += 1
    return texts


def _literal(tokens: list[Token], at: int) -> tuple[str, int]:
    if tokens[at].kind != "text":
        raise NotLiteral("the text is not a literal")
    text = _unquoted(tokens[at].text)
    while tokens[at + 1].text == "+" and tokens[at + 2].kind == "text":
        text += _unquoted(tokens[at + 2].text)
        at += 2
    return text, at + 1


def _unquoted(literal: str) -> str:
    inside = literal[1:-1].replace("\\'", "'").replace("\\`", "`")
    if literal[0] != '"':
        inside = re.sub(r'(?<!\\)"', r"\"", inside)
    text: str = json.loads(f'"{inside}"')
    return text
