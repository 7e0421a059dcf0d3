"""The whole API, fuzzed from its own description: no mistakes of ours, and answers as described.

Every call is made with values that fit its schema and with values that do not, at tables that
gather, play and are over, by somebody with a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.servers import Guest, Server, serving
from upturn.games import names
from upturn.server.http.openapi import document

EXAMPLES = 15
BOT = "beginner"
WORD = re.compile(r"[a-z][a-z0-9-]{0,39}", re.ASCII)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
LEAVING = {("DELETE", "/api/me"), ("DELETE", "/api/me/devices/this")}
"""After these calls somebody is somebody no more."""

described = schemathesis.openapi.from_dict(document())


@dataclass
class Stage:
    """A server with some life in it."""

    server: Server
    person: Guest
    tables: list[str]
    turns: Iterator[int]
    others: Iterator[int]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(tmp_path_factory.mktemp("fuzz"), workers=2) as server:
        person = server.person("Fuzzy")
        wish = {"game": "dnup", "players": 2, "bots": {"2": BOT}}
        gathers = person.open(game="team-up", players=2)["id"]
        plays = person.open(**wish, start=True)["id"]
        over = person.open(**wish, start=True)["id"]
        person.play_out(over)
        yield Stage(server, person, [gathers, plays, over], count(), count())


@described.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_the_api_does_what_it_says(case: schemathesis.Case[Any], stage: Stage) -> None:
    turn = next(stage.turns) % 4
    if turn < 3:
        be_to_the_point(case, stage, turn)
    if str(case.query.get("wait", "0")).isdigit():
        case.query.pop("wait", None)  # nobody has the time
    person = stage.person
    if (case.method, case.path) in LEAVING:
        person = stage.server.person(f"Leaver {next(stage.others)}")
    nameless = (case.method, case.path) == ("POST", "/api/me")
    case.call_and_validate(
        base_url=stage.server.url,
        headers={} if nameless else {"authorization": f"Bearer {person.secret}"},
        checks=CHECKS,
    )


def be_to_the_point(case: schemathesis.Case[Any], stage: Stage, turn: int) -> None:
    """Ask for a table and for games that are there, where something fitting is asked for."""
    if "table" in case.path_parameters:
        case.path_parameters["table"] = stage.tables[turn]
    for part in (case.query, case.body):
        if fits(case) and isinstance(part, dict) and WORD.fullmatch(str(part.get("game", ""))):
            part["game"] = names()[turn]
            if "players" in part:
                part |= {"players": 4, "start": False}
                for field in ("same_deal", "mode", "options", "bots", "puzzle"):
                    part.pop(field, None)


def fits(case: schemathesis.Case[Any]) -> bool:
    """Whether a case is meant to fit its schema, so that it may be made to mean something."""
    return case.meta is not None and case.meta.generation.mode.is_positive
