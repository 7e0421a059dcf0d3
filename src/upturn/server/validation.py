"""Says what is wrong with data that somebody sent, in a sentence for people.

    Expected `int` <= 8 - at `$.seat`
    `seat` must be a seat from 1 to 8 or null, not 9.

msgspec's own text is for programmers and names only what failed. We look at the type to say what
would have been possible. A sentence quotes only what the sender wrote, and only the start of it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

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
NO_JSON = "This is no JSON."

NOUNS = [
    (inspect.type_info(base.Seat), "a seat"),
    (inspect.type_info(base.Name), "a name"),
    (inspect.type_info(base.Move), "a move"),
]
"""Names for numbers and texts of some types."""
PATTERNS = {
    "^[1-8]": "a seat from 1 to 8",
    "^[!-~]{1,40}": "an id of yours (1 to 40 letters, digits and signs of ASCII)",
    "^[a-z][a-z0-9-]{0,39}": "a word of small letters, digits and hyphens",
    "^[a-z2-7]{16}": "the id of a table (16 small letters and digits)",
}
"""Names for texts of some patterns."""


def technical(problem: Exception) -> str:
    """Return the problem as msgspec tells it, with long quotes cut."""
    told = str(problem)
    found = ECHO.fullmatch(told)
    if found is None or len(found[2]) <= SHOWN:
        return told
    return f"{found[1]}{found[2][:SHOWN]}…{found[3]}"


def in_words(problem: str, kind: Any, sent: bytes | Mapping[str, str]) -> str:
    """Return the problem as a sentence. `sent` is JSON or a query, and should have been of this
    kind."""
    parts = PARTS.fullmatch(problem)
    told, of_key, path = parts.groups("") if parts else (problem, "", "")
    if not path and not told.startswith(("Expected", "Object")):
        return NO_JSON
    spot = _spot(kind, sent)
    for field, item in STEP.findall(path):
        spot = spot.within(field or item)
    if lacking := LACKING.fullmatch(told):
        field = lacking[1]
        return f"{_named(f'{path}.{field}')} is missing; it must be {spot.within(field)}."
    if unknown := UNKNOWN.fullmatch(told):
        there = f" in {_named(path)}" if path else ""
        return f"There is no field {_cut(unknown[1])}{there}; {spot.nearest(unknown[1])}"
    if of_key:
        return f"A key of {_named(path)} must be {spot.key()}."
    return f"{_named(path)} must be {spot}{spot.instead()}."


def _named(path: str) -> str:
    """Return a place as a sentence names it."""
    if not path:
        return "What is sent"
    if path.endswith(f"[{ANY}]"):
        return f"What stands in {_named(path.removesuffix(f'[{ANY}]'))}"
    return f"`{path.removeprefix('.')}`"


# --- Places ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """A place in the data: what it may contain, and what it contains. `str` gives the former."""

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

    def __str__(self) -> str:
        kinds = [one for one in self.options if self.json or not isinstance(one, inspect.NoneType)]
        return _listed([word for kind in kinds for word in _words(kind)])

    def instead(self) -> str:
        """Return what is there instead."""
        match self.value:
            case dict():
                return ", not an object"
            case list() if any(isinstance(one, inspect.ListType) for one in self.options):
                return f", not one of {len(self.value)}"
            case list():
                return ", not a list"
            case None | bool():
                return f", not {msgspec.json.encode(self.value).decode()}"
            case str():
                return f", not {_cut(self.value)}"
            case int() | float():
                return f", not {quoted(self.value)}"
        return ""

    def nearest(self, name: str) -> str:
        """Return the field that the sender may have meant by a name, or all fields."""
        known: dict[str, None] = {}
        for option in self._likely():
            if isinstance(option, inspect.StructType):
                tag = [option.tag_field] if option.tag_field else []
                known |= dict.fromkeys([*tag, *(field.encode_name for field in option.fields)])
        if not known:
            return "none is read there."
        near = difflib.get_close_matches(name[:SHOWN], known, 1)
        if near:
            return f"is `{near[0]}` meant?"
        all_of_them = _listed([f"`{field}`" for field in known], "and")
        return f"there {'are' if len(known) > 1 else 'is'} {all_of_them}."

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


# --- Words -----------------------------------------------------------------------------------


def _words(kind: inspect.Type) -> list[str]:
    """Return what a value can be: one thing, or one of several."""
    noun = next((noun for known, noun in NOUNS if known == kind), None)
    match kind.type if isinstance(kind, inspect.Metadata) else kind:
        case inspect.StrType(pattern=str(pattern)):
            return [PATTERNS.get(pattern.removesuffix(base.END), f"a text of the form {pattern}")]
        case inspect.StrType(min_length=int(least), max_length=int(most)):
            return [f"{noun or 'a text'} of {least} to {most} characters"]
        case inspect.StrType():
            return ["a text"]
        case inspect.IntType(ge=int(least), le=int(most)):
            return [f"{noun or 'a whole number'} from {least} to {most}"]
        case inspect.IntType(ge=int(least)):
            return [f"a whole number from {least} on"]
        case inspect.IntType():
            return ["a whole number"]
        case inspect.BoolType():
            return ["true", "false"]
        case inspect.NoneType():
            return ["null"]
        case inspect.LiteralType(values=values):
            return [f"`{value}`" for value in values]
        case inspect.ListType(min_length=int(least), max_length=int(most)):
            return [f"a list of {least} to {most} items"]
        case inspect.ListType():
            return ["a list"]
        case inspect.StructType(fields=fields, tag_field=tag):
            needed = [tag] if tag else [field.encode_name for field in fields if field.required]
            return [f"an object with {_listed([f'`{name}`' for name in needed], 'and')}"]
    return ["an object"]


def _cut(text: str) -> str:
    """Quote a text, cut to a reasonable length."""
    return quoted(text) if len(text) <= LONGEST else f"{quoted(text[:LONGEST])}…"


def _listed(words: Sequence[str], last: str = "or") -> str:
    """Return several things in one phrase, each once."""
    *most, end = dict.fromkeys(words) or ("something else",)
    return f"{', '.join(most)} {last} {end}" if most else end
