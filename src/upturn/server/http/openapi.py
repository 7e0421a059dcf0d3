"""Describes the API: an OpenAPI 3.1 document and a page to read, both made from the calls."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from http import HTTPStatus
from typing import Any

import msgspec

import upturn
from upturn.server.access import COOKIE
from upturn.server.http.call import JSON, Call
from upturn.server.http.routes import CALLS
from upturn.wire import answers, base
from upturn.wire.examples import examples
from upturn.wire.schema import REF, components

Schema = dict[str, Any]

PARAMETER = re.compile(r"{(\w+)}")
IN_PATHS: dict[str, Any] = {
    "table": base.TableId,
    "code": base.Code,
    "deal": answers.DealId,
    "device": answers.DeviceId,
}
"""Types of the parameters in paths, by name."""
NO_BODY = 204
AUTH: list[Schema] = [{"bearer": []}, {"cookie": []}]
ABOUT = (
    "Programs send the secret they were given with their name as `Authorization: Bearer …`. "
    "Refusals are Problems: a code for programs, a sentence for people.",
    "A table can also be followed over a WebSocket, `/live/{table}?since=n`, opened with the same "
    "secret. The first message is a Welcome: how things stand, and every entry after `n`; 0 is for "
    "one who knows nothing. Then come an Update for each new entry and the other kinds of "
    "AnyMessage. What is sent is one AnyCommand a message, the same as `POST "
    "/api/tables/{table}/commands` takes: "
    '`{"do": "move", "id": "c41", "version": 17, "seat": 2, "move": "flip"}`. It is answered by '
    "an Update whose `done` is its `id`, or by Refused. docs/wire.md, in the sources, tells the "
    "rest and has a whole game, message by message.",
)
"""In paragraphs."""


@cache
def document() -> Schema:
    """Return the API for programs."""
    paths: dict[str, Schema] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Upturn",
            "version": upturn.__version__,
            "description": "\n\n".join(ABOUT),
        },
        "paths": paths,
        "components": {
            "schemas": _with_examples(components()),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }


def _with_examples(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """Return an example for each class, and one of every kind for each union."""
    for name, example in _shown(examples().values()).items():
        schemas[name]["examples"] = [example]
    for schema in schemas.values():
        kinds = [choice.get("$ref", "").removeprefix(REF) for choice in schema.get("anyOf", ())]
        found = [one for kind in kinds for one in schemas.get(kind, {}).get("examples", ())]
        if found:
            schema["examples"] = found
    return schemas


def _shown(given: Iterable[object]) -> dict[str, Any]:
    """Return the first example by class, among those given and their parts."""
    found: dict[str, Any] = {}
    inside: list[object] = []
    for one in given:
        match one:
            case msgspec.Struct():
                found.setdefault(type(one).__name__, msgspec.to_builtins(one, str_keys=True))
                inside += msgspec.structs.astuple(one)
            case list():
                inside += one
            case dict():
                inside += one.values()
    return _shown(inside) | found if inside else found


def _operation(call: Call) -> Schema:
    described: Schema = {
        "operationId": f"{call.handler.__module__.rpartition('.')[2]}_{call.handler.__name__}",
        "summary": call.summary,
        "parameters": [*_in_path(call), *_in_query(call)],
        "responses": {
            str(call.status): _answer(call),
            **{str(status): _problem(status) for status in call.all_refusals},
        },
        "security": [] if call.anybody else AUTH if call.person else [{}, *AUTH],
    }
    if call.takes is not None:
        described["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": schema_of(call.takes)}},
        }
    return described


def _in_path(call: Call) -> list[Schema]:
    return [
        {"name": name, "in": "path", "required": True, "schema": schema_of(IN_PATHS[name])}
        for name in PARAMETER.findall(call.path)
    ]


def _in_query(call: Call) -> list[Schema]:
    if call.query is None:
        return []
    required = {field.name for field in msgspec.structs.fields(call.query) if field.required}
    written = msgspec.json.schema(call.query)["$defs"][call.query.__name__]["properties"]
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _said(schema)}
        for name, schema in written.items()
    ]


def _said(schema: Schema) -> Schema:
    """Return the schema of a query. A field that may be null becomes a field that may be left
    out."""
    if "anyOf" not in schema:
        return schema
    (only,) = [choice for choice in schema["anyOf"] if choice != {"type": "null"}]
    return dict(only)


def _answer(call: Call) -> Schema:
    described: Schema = {"description": call.summary}
    if call.gives is not None:
        described["content"] = {JSON: {"schema": schema_of(call.gives)}}
    elif call.status != NO_BODY:
        described["content"] = {call.media: {"schema": {"type": "string"}}}
    return described


def _problem(status: int) -> Schema:
    return {
        "description": HTTPStatus(status).phrase,
        "content": {JSON: {"schema": {"$ref": f"{REF}Problem"}}},
    }


def schema_of(kind: Any) -> Schema:
    """Return the schema of a type: a reference if it has a name."""
    (written,), _ = msgspec.json.schema_components([kind], ref_template=REF + "{name}")
    return written


# --- For people ------------------------------------------------------------------------------


@cache
def page() -> str:
    """Return the API for people: plain HTML without scripts."""
    about = "\n".join(f"<p>{_marked(paragraph)}</p>" for paragraph in ABOUT)
    rows = "\n".join(map(_section, CALLS))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Upturn: the API</title>
<link rel="stylesheet" href="/plain.css">
</head>
<body>
<main>
<h1>The API</h1>
{about}
<p>For programs: <a href="/api/openapi.json">openapi.json</a>, with all types.</p>
{rows}
</main>
</body>
</html>
"""


def _marked(text: str) -> str:
    """Return text as HTML, with backticks as code."""
    return re.sub("`(.*?)`", r"<code>\1</code>", escape(text))


def _section(call: Call) -> str:
    told = [
        ("Needs", "a name" if call.person else ""),
        ("Query", ", ".join(parameter["name"] for parameter in _in_query(call))),
        ("Takes", _spoken(call.takes)),
        ("Gives", _spoken(call.gives) or ("" if call.status == NO_BODY else call.media)),
        ("Answers", ", ".join(map(str, [call.status, *call.all_refusals]))),
    ]
    facts = "".join(f"<dt>{name}</dt><dd>{escape(fact)}</dd>" for name, fact in told if fact)
    return (
        f"<section><h2><code>{call.method} {escape(call.path)}</code></h2>"
        f"<p>{escape(call.summary)}.</p><dl>{facts}</dl></section>"
    )


def _spoken(kind: Any) -> str:
    """Return a type in a word."""
    if kind is None:
        return ""
    if kind is dict:
        return "a record"
    return str(
        getattr(kind, "__name__", None) or " or ".join(one.__name__ for one in kind.__args__)
    )
