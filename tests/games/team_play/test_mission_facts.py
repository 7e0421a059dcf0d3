"""What a mission asks for travels as data, and all of it does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from upturn.games.team_play.components import MISSIONS, Mission, Requirement
from upturn.games.team_play.drawing import Sign, drawing_of
from upturn.games.team_play.requirements import as_facts, ways

every_mission = pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission.id)


def read_back(facts: dict[str, Any]) -> list[Requirement]:
    """What somebody makes of the data: one requirement for each list of numbers to choose from."""
    named = {key: value for key, value in facts.items() if key not in ("pools", "colours")}
    named = {
        key: tuple(value) if isinstance(value, list) else value for key, value in named.items()
    }
    if facts.get("count", 0) is None:
        named["count"] = 0
    if "colours" in facts and facts["colour"] != "one":
        named["colours"] = tuple(facts["colours"])
    return [Requirement(**named, pool=pool_of(pool)) for pool in facts["pools"]]


def pool_of(numbers: list[int]) -> str:
    if numbers in ([1, 3, 5, 7], [2, 4, 6, 8]):
        return "odd" if numbers[0] == 1 else "even"
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}-{numbers[-1]}"


@every_mission
def test_the_data_of_a_mission_tells_every_way_to_fulfil_it(mission: Mission) -> None:
    facts = json.loads(json.dumps(as_facts(mission.requirement)))
    told = {way for requirement in read_back(facts) for way in ways(requirement)}
    assert told == set(ways(mission.requirement))


@every_mission
def test_a_drawing_has_a_tile_for_every_card(mission: Mission) -> None:
    """But for sums of any number of cards; long runs leave some out."""
    pieces = drawing_of(mission.requirement).pieces
    cards = sum(len(one.tiles) * one.times for one in pieces if not isinstance(one, Sign))
    sizes = {len(way) for way in ways(mission.requirement)}
    if len(sizes) == 1 and Sign("…") not in pieces:
        assert {cards} == sizes
    else:
        assert Sign("…") in pieces


def test_the_facts_of_each_kind_are_those_it_has() -> None:
    kinds = {mission.requirement.kind: set(as_facts(mission.requirement)) for mission in MISSIONS}
    common = {"kind", "colour", "pools"}
    assert kinds == {
        "groups": common | {"sizes", "colours"},
        "run": common | {"length"},
        "exact": common | {"numbers"},
        "from": common | {"count"},
        "addition": common,
        "sum": common | {"total", "count"},
    }
