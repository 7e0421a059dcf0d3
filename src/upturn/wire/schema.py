"""JSON Schema of everything that crosses the network, made from the classes themselves.

`components()` is what OpenAPI calls `components.schemas`: schemas by name, which refer to each
other as `#/components/schemas/<name>`. We add three things to what msgspec gives. Types that have a
name in our code keep it (`Seat`, `AnyTold`). The text under a field becomes its description. And
plain dicts that come straight from a game are described by their real types: see `views`.
"""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any

import msgspec

from upturn.wire import answers, base, commands, entries, facts, messages, requests, views

REF = "#/components/schemas/"
Schema = dict[str, Any]

NAMED: dict[str, Any] = {
    "AnyCommand": commands.AnyCommand,
    "AnyMessage": messages.AnyMessage,
    "AnyTold": entries.AnyTold,
    "AnyView": views.AnyView,
    **{views.name_of_event(game): game.EVENT for game in views.GAMES.values()},
    **{name: kind for game in views.GAMES.values() for name, kind in views.also_of(game).items()},
    "State": facts.State,
    "Mode": facts.Mode,
    "Options": facts.Options,
    "Seat": base.Seat,
    "Version": base.Version,
    "ClientId": base.ClientId,
    "Move": base.Move,
    "Name": base.Name,
    "Said": base.Said,
    "Word": base.Word,
    "TableId": base.TableId,
    "Code": base.Code,
    "Moment": base.Moment,
    "Day": answers.Day,
    "DealId": answers.DealId,
    "Token": answers.Token,
}
"""Types that have a name but are not classes."""

ALONE: tuple[type[msgspec.Struct], ...] = (
    facts.Me,
    requests.NewPerson,
    requests.NewTable,
    requests.WhatIf,
    requests.Standing,
    requests.Since,
    requests.Tables,
    requests.Results,
    requests.Ratings,
    requests.DealPage,
    requests.Link,
    requests.Problem,
    answers.Found,
    answers.Replay,
    answers.Games,
    answers.Phrases,
    answers.Warming,
    answers.Puzzles,
    answers.Daily,
    answers.LinkToken,
    answers.Devices,
    answers.Export,
    answers.Health,
)
"""The bodies of REST calls, other than commands."""

MODULES = (
    *(answers, base, commands, entries, facts, messages, requests, views),
    *views.GAMES.values(),
)
CLASSES: dict[str, type[msgspec.Struct]] = {
    value.__name__: value
    for module in MODULES
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not msgspec.Struct
}
"""Every class that crosses the network, and their base classes, by name."""

EVENTS = [views.name_of_event(game) for game in views.GAMES.values()]
SEEN = {"type": "array", "items": {"$ref": REF + "AnyView"}}
SENT_AS_THEY_ARE: dict[tuple[str, str], Schema] = {
    ("Welcome", "views"): SEEN,
    ("Update", "views"): SEEN,
    ("Standing", "views"): SEEN,
    ("Since", "views"): SEEN,
    ("Replay", "views"): SEEN,
    ("Line", "events"): {
        "anyOf": [{"type": "array", "items": {"$ref": REF + name}} for name in EVENTS]
    },
}
"""The schemas of dicts that the code calls plain data, by class and field."""


def components() -> dict[str, Schema]:
    """Return the schemas by name; the caller may change them."""
    copied: dict[str, Schema] = msgspec.json.decode(_encoded())
    return copied


@cache
def _encoded() -> bytes:
    types = [*NAMED.values(), *ALONE]
    written, classes = msgspec.json.schema_components(types, ref_template=REF + "{name}")
    named = dict(zip(NAMED, written, strict=False))
    made = {name: _recognise(schema, named, name) for name, schema in (classes | named).items()}
    for (name, field), schema in SENT_AS_THEY_ARE.items():
        made[name]["properties"][field] |= schema
        made[name]["properties"][field].pop("items" if "anyOf" in schema else "anyOf", None)
    for name in classes:
        _describe_fields(made[name], CLASSES[name])
    for module in MODULES:
        for name, note in _notes(module).items():
            if name in NAMED:
                made[name].setdefault("description", note)
    return msgspec.json.encode(dict(sorted(made.items())))


def _recognise(schema: Any, named: dict[str, Schema], within: str) -> Any:
    """Return the schema with references in place of named types that were written out."""
    if isinstance(schema, list):
        return [_recognise(item, named, within) for item in schema]
    if not isinstance(schema, dict):
        return schema
    default = {key: schema[key] for key in ("default",) if key in schema}
    bare = {key: schema[key] for key in schema.keys() - default.keys()}
    for name, other in named.items():
        if bare == other and name != within:
            return {"$ref": REF + name} | default
    return {key: _recognise(value, named, within) for key, value in schema.items()}


def _describe_fields(schema: Schema, cls: type[msgspec.Struct]) -> None:
    for one in reversed(cls.__mro__):
        if one in CLASSES.values():
            for field, note in _notes(one).items():
                schema["properties"][field]["description"] = note


def _notes(described: ModuleType | type) -> dict[str, str]:
    """Return the texts that stand under assignments in a module or a class, by the name
    assigned."""
    tree: Any = ast.parse(inspect.getsource(described))
    body = tree.body[0].body if isinstance(described, type) else tree.body
    notes: dict[str, str] = {}
    for assigned, below in pairwise(body):
        match assigned, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(note))),
            ):
                notes[name] = re.sub(r"\bNone\b", "null", " ".join(note.split()))
    return notes
