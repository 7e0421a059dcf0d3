"""Checks data against the schema of what crosses the network."""

from __future__ import annotations

from functools import cache

from jsonschema import Draft202012Validator

from upturn.wire import schema
from upturn.wire.schema import components


@cache
def validator(name: str) -> Draft202012Validator:
    known = {"components": {"schemas": components()}}
    return Draft202012Validator({"$ref": schema.REF + name} | known)
