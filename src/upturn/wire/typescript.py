"""TypeScript types of everything that crosses the network, written from its JSON Schema.

A class becomes an interface. Its fixed field (`do`, `say`, `what`, `game`, `event`) tells the
members of a union apart. A field that may be left out is optional, and then has its default.
"""

from __future__ import annotations

import json
from textwrap import wrap
from typing import Any

from upturn.wire.schema import REF, Schema, components

HEAD = """\
// What crosses the network, as upturn.wire has it. Written by `make wire`: do not edit.
"""
WIDTH = 100
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def typescript() -> str:
    """Return the whole file."""
    return HEAD + "".join("\n" + _declare(name, one) for name, one in components().items())


def _declare(name: str, schema: Schema) -> str:
    comment = _comment(schema, "")
    if "properties" not in schema:
        return comment + _assign(name, schema)
    fields = "".join(
        _comment(field, "  ")
        + f"  {key}{'' if key in schema['required'] else '?'}: {_type(field)};\n"
        for key, field in schema["properties"].items()
    )
    return f"{comment}export interface {name} {{\n{fields}}}\n"


def _assign(name: str, schema: Schema) -> str:
    line = f"export type {name} = {_type(schema)};\n"
    if len(line) <= WIDTH:
        return line
    members = "".join(f"\n  | {_type(member)}" for member in schema["anyOf"])
    return f"export type {name} ={members};\n"


def _type(schema: Schema) -> str:
    """Return the TypeScript type for a schema where it is used."""
    match schema:
        case {"$ref": ref}:
            return str(ref).removeprefix(REF)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": members}:
            return " | ".join(_type(member) for member in members)
        case {"type": "array", "items": item, "minItems": least, "maxItems": most} if least == most:
            return f"[{', '.join([_type(item)] * most)}]"
        case {"type": "array", "items": item}:
            inner = _type(item)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": kind}:
            return PLAIN[kind]
    raise ValueError(f"no TypeScript for {schema}")


def _comment(schema: Schema, indent: str) -> str:
    text: Any = schema.get("description")
    if not text:
        return ""
    line = f"{indent}/** {text} */\n"
    if len(line) <= WIDTH:
        return line
    lines = [f"{indent} * {part}\n" for part in wrap(text, WIDTH - len(indent) - 3)]
    return f"{indent}/**\n{''.join(lines)}{indent} */\n"
