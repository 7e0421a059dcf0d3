"""Team Play's cards: 64 number cards, and 46 missions read from `components.toml` and checked.

A number card is one of 16 kinds, numbered in card order: r1 to r8, then b1 to b8; there are four
of each. A mission's requirement is data; `requirements.py` knows which cards fulfil it, and
`wording.py` says and draws it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upturn.errors import ComponentsError
from upturn.games.editions import components_file, read_components

NUMBERS = 8
KINDS = 2 * NUMBERS
COPIES = 4
CARD_TEXTS = [f"{colour}{number}" for colour in "rb" for number in range(1, NUMBERS + 1)]

MISSION_COUNT = 46
MOST_POINTS = 6
LARGEST_HAND = 10
"""No seat ever holds more: 8 and two draws at 3 and 5 players; 6, two draws and two cards given at
4 and 6."""
LARGEST_HAND_IN_TEAMS = 8
"""No seat that may fulfil a mission holds more at 4 and 6 players."""

COLOURS = ("any", "red", "blue", "one")
POOLS = ("odd", "even", "parity")
EVIDENCE = ("rulebook", "review", "hinted", "mirrored", "assumed")
POINTS_FROM = ("source", "calibrated")


@dataclass(frozen=True)
class Requirement:
    """Which cards a mission asks for; what is not of its kind is left at its default."""

    kind: str
    colour: str = "any"
    colours: tuple[str, ...] = ()  # groups: one per group, instead of `colour`
    pool: str = f"1-{NUMBERS}"
    sizes: tuple[int, ...] = ()  # groups
    length: int = 0  # run
    numbers: tuple[int, ...] = ()  # exact
    count: int = 0  # from, sum; 0 for a sum of any number of cards
    total: int = 0  # sum


@dataclass(frozen=True)
class Mission:
    id: str
    points: int
    requirement: Requirement


# --- Reading the file ------------------------------------------------------------------------


def whole_number(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def several(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and value != [] and all(map(check, value))


def one_of(choices: tuple[str, ...]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in choices


def is_pool(value: Any) -> bool:
    bounds = re.fullmatch(r"([1-8])-([1-8])", value) if isinstance(value, str) else None
    return value in POOLS if bounds is None else bounds[1] <= bounds[2]


FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "colour": (one_of(COLOURS), "any, red, blue or one"),
    "colours": (several(one_of(("any", "red", "blue"))), "a list of any, red or blue"),
    "pool": (is_pool, "lo-hi within 1-8, odd, even or parity"),
    "sizes": (several(whole_number(1, 8)), "a list of numbers from 1 to 8"),
    "length": (whole_number(2, NUMBERS), "a number from 2 to 8"),
    "numbers": (several(whole_number(1, NUMBERS)), "a list of numbers from 1 to 8"),
    "count": (whole_number(1, LARGEST_HAND), f"a number from 1 to {LARGEST_HAND}"),
    "total": (whole_number(1, 80), "a number from 1 to 80"),
}
NEEDED = {
    "groups": ("sizes", "pool"),
    "run": ("length", "colour"),
    "exact": ("numbers", "colour"),
    "from": ("count", "colour", "pool"),
    "addition": ("colour",),
    "sum": ("total", "colour"),
}
ALLOWED = {"groups": ("colour", "colours"), "sum": ("count",)}


def load() -> tuple[tuple[Mission, ...], str]:
    """The missions in use and the name of their edition."""
    data, edition = read_components("team-play")
    where = str(components_file("team-play"))
    if set(data) != {"mission"} or not isinstance(data["mission"], list):
        raise ComponentsError(f"{where}: expected a list of [[mission]] entries and nothing else")
    missions = tuple(
        _mission(entry, f"{where}: mission {number}")
        for number, entry in enumerate(data["mission"], 1)
    )
    if len(missions) != MISSION_COUNT:
        raise ComponentsError(
            f"{where}: the game has {MISSION_COUNT} missions, but this file has {len(missions)}"
        )
    names = [mission.id for mission in missions]
    for name in names:
        if names.count(name) > 1:
            raise ComponentsError(f"{where}: two missions are called {name!r}")
    return missions, edition


def _mission(entry: Any, where: str) -> Mission:
    if not isinstance(entry, dict):
        raise ComponentsError(f"{where}: expected a table with id, points and requirement")
    name: Any = entry.get("id")
    points: Any = entry.get("points")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise ComponentsError(
            f"{where}: id must be lower-case letters, digits and _, not {name!r:.40}"
        )
    where = f"{where} ({name})"
    for key in entry:
        if key not in ("id", "points", "points_from", "evidence", "requirement"):
            raise ComponentsError(f"{where}: unknown key {key!r}")
    if not whole_number(1, MOST_POINTS)(points):
        raise ComponentsError(
            f"{where}: points must be from 1 to {MOST_POINTS}, not {points!r:.40}"
        )
    for key, known in (("evidence", EVIDENCE), ("points_from", POINTS_FROM)):
        if key in entry and entry[key] not in known:
            raise ComponentsError(f"{where}: {key} must be one of {', '.join(known)}")
    return Mission(name, points, _requirement(entry.get("requirement"), where))


def _requirement(entry: Any, where: str) -> Requirement:
    kind: Any = entry.get("kind") if isinstance(entry, dict) else None
    if not one_of(tuple(NEEDED))(kind):
        raise ComponentsError(f"{where}: requirement needs a kind: one of {', '.join(NEEDED)}")
    for key, value in entry.items():
        if key != "kind" and key not in NEEDED[kind] + ALLOWED.get(kind, ()):
            raise ComponentsError(f"{where}: a requirement of kind {kind} has no {key!r}")
        if key in FIELDS and not FIELDS[key][0](value):
            raise ComponentsError(f"{where}: {key} must be {FIELDS[key][1]}, not {value!r:.40}")
    for key in NEEDED[kind]:
        if key not in entry:
            raise ComponentsError(f"{where}: a requirement of kind {kind} needs {key!r}")
    if kind == "groups" and ("colour" in entry) == ("colours" in entry):
        raise ComponentsError(f"{where}: groups need either colour or colours")
    if "colours" in entry and len(entry["colours"]) != len(entry["sizes"]):
        raise ComponentsError(f"{where}: colours must name one colour for each size")
    if sum(entry.get("sizes", ())) > LARGEST_HAND:
        raise ComponentsError(
            f"{where}: sizes must add up to at most {LARGEST_HAND}, the most cards a hand can hold"
        )
    if len(set(entry.get("numbers", ()))) != len(entry.get("numbers", ())):
        raise ComponentsError(f"{where}: numbers must differ")
    lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
    return Requirement(**entry | lists)


MISSIONS, EDITION = load()
