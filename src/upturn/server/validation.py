"""Says what is wrong with data that somebody sent, for people.

    Expected `int` <= 8 - at `$.seat`
    `seat` must be a seat from 1 to 8 or null, not 9.

msgspec's own text is for programmers and names only what failed. We look at the type to say what
would have been possible. What we say is a message of `refusals.toml`, which the page can say in
other languages. It quotes only what the sender wrote, and only the start of it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect

from upturn.errors import SHOWN, quoted
from upturn.wire import base

AT = r" - at (`key` in )?`\$((?:\.[a-z_]{1,20}|\[[0-9]{1,5}\]|\[\.\.\.\]){0,4})`"
PARTS = re.compile(f"(.*?)(?:{AT})?", re.DOTALL)
"""Matches what is wrong and where: at a path, or at a key of the object there. Only short paths
match, so that a long field name is not repeated."""
LACKING = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
ECHO = re.compile(
    rf"(Object contains unknown field `|Invalid (?:enum )?value ')(.*?)(['`](?:{AT})?)", re.DOTALL
)
"""Messages of msgspec that repeat what somebody sent, at any length."""
STEP = re.compile(r"\.([a-z_]+)|\[([0-9]+|\.\.\.)\]")
ANY = "..."
"""The step to a value of an object with any keys: msgspec does not say which one."""
NOTHING = object()
"""A value that is missing or not known."""
LONGEST = SHOWN - 4
"""The most letters of a text that are quoted."""

Message: TypeAlias = dict[str, object]
"""A code of `refusals.toml` with its details."""

BOUNDED = [
    (inspect.type_info(base.Seat), "a-seat"),
    (inspect.type_info(base.Name), "a-name"),
    (inspect.type_info(base.Move), "a-move"),
]
"""Messages for numbers and texts of some types. They have a `least` and a `most`."""
PATTERNS: dict[str, Message] = {
    "^[1-8]": {"code": "a-seat", "least": 1, "most": 8},
    "^[!-~]{1,40}": {"code": "a-client-id"},
    "^[a-z][a-z0-9-]{0,39}": {"code": "a-word"},
    "^[a-z2-7]{16}": {"code": "a-table-id"},
}
"""Messages for texts of some patterns."""


def technical(problem: Exception) -> str:
    """Return the problem as msgspec tells it, with long quotes cut."""
    told = str(problem)
    found = ECHO.fullmatch(told)
    if found is None or len(found[2]) <= SHOWN:
        return told
    return f"{found[1]}{found[2][:SHOWN]}…{found[3]}"


def explained(problem: str, kind: Any, sent: bytes | Mapping[str, str]) -> Message:
    """Return the problem as a message. `sent` is JSON or a query, and should have been of this
    kind."""
    parts = PARTS.fullmatch(problem)
    told, of_key, path = parts.groups("") if parts else (problem, "", "")
    if not path and not told.startswith(("Expected", "Object")):
        return {"code": "no-json"}
    spot = _spot(kind, sent)
    for field, item in STEP.findall(path):
        spot = spot.within(field or item)
    if lacking := LACKING.fullmatch(told):
        field = _named(f"{path}.{lacking[1]}")
        return {"code": "field-missing", "field": field, "wanted": spot.within(lacking[1]).wanted()}
    if unknown := UNKNOWN.fullmatch(told):
        return spot.unknown(unknown[1], _named(path) if path else None)
    if of_key:
        return {"code": "key-wrong", "field": _named(path), "wanted": spot.key().wanted()}
    wrong: Message = {"code": "field-wrong", "field": _named(path), "wanted": spot.wanted()}
    given = spot.given()
    return wrong if given is None else wrong | {"code": "field-not", "given": given}


def _named(path: str) -> object:
    """Return a place as a message names it."""
    if not path:
        return {"code": "the-request"}
    if path.endswith(f"[{ANY}]"):
        return {"code": "a-member", "field": _named(path.removesuffix(f"[{ANY}]"))}
    return f"`{path.removeprefix('.')}`"


# --- Places ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """A place in the data: what it may contain, and what it contains."""

    options: Sequence[inspect.Type]
    value: object
    json: bool
    """Whether null is possible: not in a query."""

    def within(self, step: str) -> Spot:
        """Return the place one step further in."""
        found: list[inspect.Type] = []
        for option in self._likely():
            match option:
                case inspect.StructType(tag_field=field, tag=tag) if field == step:
                    found.append(inspect.LiteralType((tag,)))
                case inspect.StructType(fields=fields):
                    found += [field.type for field in fields if field.encode_name == step]
                case inspect.DictType(value_type=inner) | inspect.ListType(item_type=inner):
                    found.append(inner)
        return Spot(_alternatives(found), _value_at(self.value, step), self.json)

    def key(self) -> Spot:
        """Return any key of the object at this place."""
        keys = [one.key_type for one in self.options if isinstance(one, inspect.DictType)]
        return Spot(_alternatives(keys), NOTHING, self.json)

    def wanted(self) -> list[Message]:
        """Return what the place may contain, each once."""
        kinds = [one for one in self.options if self.json or not isinstance(one, inspect.NoneType)]
        found: list[Message] = []
        for message in [message for kind in kinds for message in _messages(kind)]:
            if message not in found:
                found.append(message)
        return found or [{"code": "something-else"}]

    def given(self) -> object:
        """Return what is there instead, or None if that is not known."""
        match self.value:
            case dict():
                return {"code": "an-object"}
            case list() if any(isinstance(one, inspect.ListType) for one in self.options):
                return {"code": "a-list-of", "count": len(self.value)}
            case list():
                return {"code": "a-list"}
            case None | bool():
                return msgspec.json.encode(self.value).decode()
            case str():
                return _cut(self.value)
            case int() | float():
                return quoted(self.value)
        return None

    def unknown(self, name: str, place: object) -> Message:
        """Return a message about a field that is not read here, with the one that may be meant."""
        known: dict[str, None] = {}
        for option in self._likely():
            if isinstance(option, inspect.StructType):
                tag = [option.tag_field] if option.tag_field else []
                known |= dict.fromkeys([*tag, *(field.encode_name for field in option.fields)])
        near = difflib.get_close_matches(name[:SHOWN], known, 1)
        details: Message = {"name": _cut(name)}
        if near:
            code, details = "did-you-mean", details | {"near": f"`{near[0]}`"}
        elif known:
            code, details = "no-such-field", details | {"known": [f"`{field}`" for field in known]}
        else:
            code = "no-fields"
        if place is None:
            return {"code": code, **details}
        return {"code": f"{code}-in", **details, "field": place}

    def _likely(self) -> Sequence[inspect.Type]:
        """Return the options, or only those whose tag the value has."""
        if not isinstance(self.value, dict):
            return self.options
        value = self.value
        tagged = [
            one
            for one in self.options
            if isinstance(one, inspect.StructType) and one.tag_field is not None
            if value.get(one.tag_field) == one.tag
        ]
        return tagged or self.options


def _spot(kind: Any, sent: bytes | Mapping[str, str]) -> Spot:
    value: object = NOTHING
    if not isinstance(sent, bytes):
        value = dict(sent)
    else:
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            value = msgspec.json.decode(sent)
    return Spot(_options(kind), value, isinstance(sent, bytes))


@cache
def _options(kind: Any) -> list[inspect.Type]:
    return _alternatives([inspect.type_info(kind)])


def _alternatives(kinds: Sequence[inspect.Type]) -> list[inspect.Type]:
    """Return the members of unions, each once."""
    found: list[inspect.Type] = []
    for kind in kinds:
        several = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
        found += [one for one in several if one not in found]
    return found


def _value_at(value: object, step: str) -> object:
    match value:
        case dict() if step in value:
            return value[step]
        case list() if step.isdecimal() and int(step) < len(value):
            return value[int(step)]
    return NOTHING


# --- Messages --------------------------------------------------------------------------------


def _messages(kind: inspect.Type) -> list[Message]:
    """Return what a value can be: one thing, or one of several."""
    bounded = next((code for known, code in BOUNDED if known == kind), None)
    match kind.type if isinstance(kind, inspect.Metadata) else kind:
        case inspect.StrType(pattern=str(pattern)):
            known = PATTERNS.get(pattern.removesuffix(base.END))
            return [known or {"code": "a-text-of-form", "form": pattern}]
        case inspect.StrType(min_length=int(least), max_length=int(most)):
            return [{"code": bounded or "a-text-of", "least": least, "most": most}]
        case inspect.StrType():
            return [{"code": "a-text"}]
        case inspect.IntType(ge=int(least), le=int(most)):
            return [{"code": bounded or "a-number-between", "least": least, "most": most}]
        case inspect.IntType(ge=int(least)):
            return [{"code": "a-number-from", "least": least}]
        case inspect.IntType():
            return [{"code": "a-number"}]
        case inspect.BoolType():
            return [_literally("true"), _literally("false")]
        case inspect.NoneType():
            return [_literally("null")]
        case inspect.LiteralType(values=values):
            return [_literally(f"`{value}`") for value in values]
        case inspect.ListType(min_length=int(least), max_length=int(most)):
            return [{"code": "a-list-between", "least": least, "most": most}]
        case inspect.ListType():
            return [{"code": "a-list"}]
        case inspect.StructType(fields=fields, tag_field=tag):
            needed = [tag] if tag else [field.encode_name for field in fields if field.required]
            return [{"code": "an-object-with", "fields": [f"`{name}`" for name in needed]}]
    return [{"code": "an-object"}]


def _literally(value: str) -> Message:
    return {"code": "a-value", "value": value}


def _cut(text: str) -> str:
    """Quote a text, cut to a reasonable length."""
    return quoted(text) if len(text) <= LONGEST else f"{quoted(text[:LONGEST])}…"
