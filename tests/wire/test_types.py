"""What crosses the network: every type has an example, a schema and a TypeScript type, in step."""

from __future__ import annotations

import hashlib
import json
import re
from copy import deepcopy
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

import upturn
from tests.support.playthroughs import random_game
from tests.support.random_games import TABLES
from tests.support.wire_schema import validator
from tools import wire_types
from upturn.bots import reasons
from upturn.errors import Refusal
from upturn.games.dnup.reasons import SENTENCES as DNUP
from upturn.games.rules import Entry
from upturn.wire import answers, commands, entries, messages, requests, schema
from upturn.wire.examples import COMMITMENT, NONCE, SEED, examples
from upturn.wire.schema import ALONE, CLASSES, NAMED, components
from upturn.wire.typescript import typescript

UNIONS: dict[str, Any] = {
    "AnyCommand": commands.AnyCommand,
    "AnyMessage": messages.AnyMessage,
    "AnyTold": entries.AnyTold,
}
IN_COMMON = {"Wired", "Command", "Told", "Message", "View", "Event"}
"""Classes that only say what others have in common."""
MEMBERS = {kind.__name__: name for name, union in UNIONS.items() for kind in get_args(union)}
EXAMPLES = sorted([*MEMBERS, *(kind.__name__ for kind in ALONE)])


def test_every_type_that_travels_on_its_own_has_an_example() -> None:
    assert sorted(examples()) == EXAMPLES


@pytest.mark.parametrize("union", UNIONS.values(), ids=UNIONS)
def test_every_class_of_a_module_is_in_its_union(union: Any) -> None:
    module = {kind.__module__ for kind in get_args(union)}
    base = get_args(union)[0].__mro__[1]
    there = {kind for kind in CLASSES.values() if base in kind.__mro__[1:]}
    assert len(module) == 1
    assert there == set(get_args(union))


def test_what_rest_calls_carry_travels_alone_or_in_something_else() -> None:
    modules = (requests.__name__, answers.__name__)
    there = {kind.__name__ for kind in CLASSES.values() if kind.__module__ in modules}
    within = set(re.findall(f"{schema.REF}([A-Za-z]+)", json.dumps(components())))
    alone = {kind.__name__ for kind in ALONE}
    assert there <= alone | within
    assert alone - there == {"Me"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_read_back_as_it_was_written(name: str) -> None:
    example = examples()[name]
    written = msgspec.json.encode(example)
    kind = UNIONS[MEMBERS[name]] if name in MEMBERS else CLASSES[name]
    read = msgspec.json.decode(written, type=kind)
    assert read == example
    assert type(read) is type(example)
    assert msgspec.json.encode(read) == written


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_says_what_the_server_or_a_game_says(name: str) -> None:
    for said in said_in(msgspec.to_builtins(examples()[name], str_keys=True)):
        code, details = said["code"], said.get("details", {})
        if name == "Advice":
            assert said["sentence"] == reasons.sentence("dnup", {"code": code} | details)
        elif code in DNUP:
            assert said["sentence"] == str(DNUP[code]).format(**details)
        else:
            assert said["sentence"] == Refusal(code, **details).sentence


def test_the_examples_that_say_something_are_found() -> None:
    saying = [name for name in EXAMPLES if said_in(msgspec.to_builtins(examples()[name]))]
    assert saying == ["Advice", "Farewell", "Problem", "Reasons", "Refused"]


def said_in(data: Any) -> list[dict[str, Any]]:
    """The codes with their sentences in plain data, however deep."""
    if isinstance(data, list):
        return [said for part in data for said in said_in(part)]
    if not isinstance(data, dict):
        return []
    own = [data] if {"code", "sentence"} <= data.keys() else []
    return own + said_in(list(data.values()))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_what_its_schema_says(name: str) -> None:
    plain = msgspec.to_builtins(examples()[name], str_keys=True)
    validator(name).validate(plain)
    if name in MEMBERS:
        validator(MEMBERS[name]).validate(plain)
    with pytest.raises(ValidationError):
        validator(name).validate(plain | {"more": 1})


@pytest.mark.parametrize("name", EXAMPLES)
def test_schema_and_reader_want_the_same_fields(name: str) -> None:
    """Without a field an example is refused by both or by none."""
    plain = msgspec.to_builtins(examples()[name], str_keys=True)
    for field in plain:
        less = {key: value for key, value in plain.items() if key != field}
        accepted = True
        try:
            msgspec.convert(less, CLASSES[name])
        except msgspec.ValidationError:
            accepted = False
        tag = CLASSES[name].__struct_config__.tag_field
        assert validator(name).is_valid(less) is (accepted and field != tag)


def test_the_deal_of_the_examples_can_be_checked() -> None:
    assert hashlib.sha256(f"{SEED}:{NONCE}".encode()).hexdigest() == COMMITMENT
    [dealt] = upturn.new("dnup", players=2, seed=SEED).moves
    started: Any = examples()["Started"]
    assert dealt.startswith(started.lines[0].move.removesuffix("?"))


def test_the_schema_is_json_schema_and_refers_to_nothing_unknown() -> None:
    made = components()
    text = json.dumps(made)
    for part in made.values():
        Draft202012Validator.check_schema(part)
    used = set(re.findall(f"{schema.REF}([A-Za-z]+)", text))
    assert used <= made.keys()
    assert set(NAMED) <= made.keys()
    assert made.keys() - set(NAMED) == set(CLASSES) - IN_COMMON


def test_what_is_written_under_a_field_describes_it() -> None:
    made = components()
    bots = made["NewTable"]["properties"]["bots"]
    assert bots["description"] == "By seat: the level of a bot."
    assert "null:" in made["NewTable"]["properties"]["grace"]["description"]
    assert made["State"]["description"].startswith("Over: played to its end.")


def test_schemas_that_were_changed_do_not_change_the_next_ones() -> None:
    components()["Seat"]["type"] = "string"
    assert components()["Seat"]["type"] == "integer"


def _few(history: list[Entry]) -> list[Entry]:
    """The first line for each set of events: the validator is slow, test_views.py sees all."""
    kinds = {tuple(event["event"] for event in line["events"]): line for line in history[::-1]}
    return deepcopy(list(kinds.values()))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_table_sends_of_a_game_is_what_the_schema_says(name: str, players: int) -> None:
    game = random_game(name, players, 0)
    plain: dict[str, Any] = msgspec.to_builtins(examples()["Update"], str_keys=True)
    seats = (None, *range(1, players + 1))
    plain["views"] = [game.sight(seat) for seat in seats]
    for seat in seats:
        plain["told"] = [
            {"what": "started", "n": 3, "at": 0, "lines": _few(game.history(seat))},
        ]
        validator("Update").validate(plain)
    plain["told"][0]["lines"][0]["events"].append({"event": "cheated"})
    assert not validator("Update").is_valid(plain)


def test_the_typescript_file_is_what_would_be_written_now() -> None:
    assert wire_types.FILE.read_text(encoding="utf-8") == typescript()
