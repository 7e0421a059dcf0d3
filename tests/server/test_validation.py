"""What cannot be read is refused in words: which field, what is wrong, what would be possible."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from upturn.errors import Refusal
from upturn.server.http.calls.standings import ResultsQuery
from upturn.server.http.routes import CALLS
from upturn.server.validation import PATTERNS, explained, technical
from upturn.wire.base import END
from upturn.wire.commands import AnyCommand
from upturn.wire.requests import NewPerson, NewTable, WhatIf

TABLE = {"game": "dnup", "players": 2}
SAY = {"do": "say", "id": "c1", "version": 3}
LONGEST = 420
"""Letters of a sentence: all fields of a type are named, and nobody's text at length."""
BODIES = [call.takes for call in CALLS if call.takes is not None]
QUERIES = [call.query for call in CALLS if call.query is not None]
MACHINE = ("regex", "Expected", "$", "`str`", "`int`", "`object", "(?!")


def refusal(kind: Any, sent: bytes) -> tuple[str, str] | None:
    """The problem and its sentence, if this cannot be read."""
    try:
        msgspec.json.decode(sent, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        problem = technical(error)
        return problem, Refusal("bad-body", why=explained(problem, kind, sent)).sentence
    return None


def said(kind: Any, sent: Any) -> str:
    """The sentence about what cannot be read."""
    found = refusal(kind, sent if isinstance(sent, bytes) else json.dumps(sent).encode())
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (
            TABLE | {"game": "Dnup"},
            "`game` must be a word of lower-case letters, digits and hyphens, not 'Dnup'.",
        ),
        (TABLE | {"players": "2"}, "`players` must be a whole number, not '2'."),
        (TABLE | {"seat": 9}, "`seat` must be a seat from 1 to 8 or null, not 9."),
        (TABLE | {"public": None}, "`public` must be true or false, not null."),
        (TABLE | {"bots": {"9": "skilled"}}, "Every name in `bots` must be a seat from 1 to 8."),
        (
            TABLE | {"bots": {"2": "Skilled"}},
            "Every value in `bots` must be a word of lower-case letters, digits and hyphens.",
        ),
        (
            TABLE | {"options": {"x": []}},
            "Every value in `options` must be text, a whole number, true or false.",
        ),
        (
            TABLE | {"clock": {"move": 1}},
            "`clock.move` must be a whole number from 5 to 1209600, not 1.",
        ),
        (
            TABLE | {"clock": {}},
            "`clock.move` is missing. It must be a whole number from 5 to 1209600.",
        ),
        (TABLE | {"clock": 60}, "`clock` must be an object with `move` or null, not 60."),
        (
            TABLE | {"clock": {"move": 60, "more": 1}},
            "`clock` has no field 'more'. Did you mean `move`?",
        ),
        (
            TABLE | {"same_deal": "x"},
            "`same_deal` must be the id of a table (16 lower-case letters and digits) or null, "
            "not 'x'.",
        ),
        (
            TABLE | {"mode": "alone"},
            "`mode` must be `challenge`, `competition`, `puzzle` or null, not 'alone'.",
        ),
        ({"game": "dnup", "playerz": 2}, "There is no field 'playerz'. Did you mean `players`?"),
        ([], "The request must be an object with `game` and `players`, not a list."),
    ],
)
def test_a_table_that_cannot_be_wished_for_is_refused_in_words(sent: Any, sentence: str) -> None:
    assert said(NewTable, sent) == sentence


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"name": ""}, "`name` must be a name of 1 to 24 characters, not ''."),
        ({}, "`name` is missing. It must be a name of 1 to 24 characters."),
        ({"name": "Ada", "zzz": 1}, "There is no field 'zzz'. The fields are `name`."),
        ({"name": ["Ada"]}, "`name` must be a name of 1 to 24 characters, not a list."),
        (b'{"name": 7,', "`name` must be a name of 1 to 24 characters."),
        (b'"name', "This is not valid JSON."),
    ],
)
def test_a_name_that_cannot_be_had_is_refused_in_words(sent: Any, sentence: str) -> None:
    assert said(NewPerson, sent) == sentence


@pytest.mark.parametrize("sent", [{"do": "dance"}, {"do": 5}, {"id": "c1"}])
def test_who_asks_for_what_cannot_be_done_is_told_what_can(sent: Any) -> None:
    sentence = said(AnyCommand, sent)
    assert sentence.startswith("`do` ")
    for command in get_args(AnyCommand):
        assert f"`{command.__struct_config__.tag}`" in sentence


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (
            SAY | {"id": "two words"},
            "`id` must be an id of your own (1 to 40 ASCII letters, digits and symbols), "
            "not 'two words'.",
        ),
        (SAY | {"version": -1}, "`version` must be a whole number of at least 0, not -1."),
        (SAY | {"text": ""}, "`text` must be text of 1 to 300 characters or null, not ''."),
        (
            SAY | {"zzz": 1},
            "There is no field 'zzz'. The fields are `do`, `id`, `version`, `seat`, `text` and "
            "`phrase`.",
        ),
        (
            {"do": "vote", "id": "c1", "version": 3, "seat": 1, "ballot": 1, "choice": "maybe"},
            "`choice` must be `bot`, `end`, `no`, `wait` or `yes`, not 'maybe'.",
        ),
        (
            {"do": "why", "id": "c1", "version": 3, "seat": 1, "moves": []},
            "`moves` must be a list of 1 to 120 items, not a list of 0 items.",
        ),
        (
            {"do": "why", "id": "c1", "version": 3, "seat": 1, "moves": ["flip", 7]},
            "`moves[1]` must be a move of 1 to 200 characters, not 7.",
        ),
    ],
)
def test_a_command_that_is_none_is_refused_in_words(sent: Any, sentence: str) -> None:
    assert said(AnyCommand, sent) == sentence


def test_in_a_query_nothing_is_null() -> None:
    query = {"person": ""}
    with pytest.raises(msgspec.ValidationError) as found:
        msgspec.convert(query, ResultsQuery, strict=False)
    why = explained(technical(found.value), ResultsQuery, query)
    sentence = Refusal("bad-query", why=why).sentence
    assert sentence == "`person` must be a name of 1 to 24 characters, not ''."


@pytest.mark.parametrize(
    "sent",
    [
        {"name": "x" * 5000},
        {"x" * 5000: 1},
        {"do": "x" * 5000},
        {"x` - at `$." + "y" * 5000: 1},
        {"x` - at `$[" + "9" * 5000 + "]": 1},
        {"x` - at `$.²": 1},
        {"name": 10**4000},
        {"name": {"x" * 5000: 1}},
        {"name": "\n\x1b[31m" * 20},
    ],
)
@pytest.mark.parametrize("kind", [NewPerson, AnyCommand, NewTable])
def test_nothing_long_and_no_control_character_is_echoed(kind: Any, sent: Any) -> None:
    found = refusal(kind, json.dumps(sent).encode())
    assert found is not None
    problem, sentence = found
    assert len(sentence) < LONGEST
    assert len(problem) < 200
    assert sentence.isprintable()


def test_msgspecs_own_text_is_kept_for_programs() -> None:
    found = refusal(NewTable, b'{"game": "dnup", "players": 2, "seat": 9}')
    assert found is not None
    assert found[0] == "Expected `int` <= 8 - at `$.seat`"


def patterns(kind: Any) -> Iterator[str]:
    """Of every text in a type that has to be of a form."""
    if isinstance(kind, inspect.StrType) and kind.pattern:
        yield kind.pattern
    for inner in (
        *getattr(kind, "types", ()),
        *(field.type for field in getattr(kind, "fields", ())),
        *(getattr(kind, name, None) for name in ("type", "key_type", "value_type", "item_type")),
    ):
        yield from patterns(inner) if inner is not None else ()


def test_every_form_that_somebody_can_miss_has_words() -> None:
    kinds = [inspect.type_info(kind) for kind in [*BODIES, *QUERIES]]
    found = {pattern for kind in kinds for pattern in patterns(kind)}
    assert found == {pattern + END for pattern in PATTERNS}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 9) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KEYS = ["game", "players", "bots", "options", "seat", "clock", "move", "moves", "do", "id", "ply"]


@given(
    sent=st.dictionaries(
        st.sampled_from(KEYS) | st.text(), VALUES | st.sampled_from(["say", "why", "dnup"])
    ),
    kind=st.sampled_from([NewTable, NewPerson, WhatIf, AnyCommand]),
)
def test_whatever_is_sent_is_refused_in_words(sent: dict[str, Any], kind: Any) -> None:
    found = refusal(kind, msgspec.json.encode(sent))
    if found is not None:
        sentence = found[1]
        assert sentence.endswith((".", "?"))
        assert len(sentence) < LONGEST
        ours = sentence.partition("not ")[0].partition("There is no field")[0]
        assert not any(word in ours for word in MACHINE), sentence
