"""Talk at the table: free, but closed for everybody while partners play who must not talk.

Phrases from `phrases.toml` are sent as codes, so that everybody reads them in their own language.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.table import log, seating
from upturn.table.state import Speaker
from upturn.wire.text import clean

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.state import Person, TableState
    from upturn.wire import commands

LONGEST = 300
MOST, MOST_BY_SPECTATORS = 2_000, 1_000
"""How often people may speak at one table, and how many of these times without a seat. Then they
still play: talk has a budget of its own."""


@cache
def phrases() -> dict[str, str]:
    """Return what can be said with one touch, by code, in English."""
    text = files("upturn.table").joinpath("phrases.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def closed(table: TableState) -> bool:
    """Return whether partners play against others: talk could help them."""
    if table.state != "playing":
        return False
    sides = table.rules.sides(len(table.chairs))
    return len(sides) > 1 and any(len(side) > 1 for side in sides)


def say(table: TableState, command: commands.Say, person: Person, now: int) -> log.AnyEntry:
    name = person.name
    if command.seat is not None:
        chair = seating.chair_at(table, command.seat)
        if chair.person != person.id:
            raise Refusal("not-your-seat", seat=chair.seat)
        name = chair.name or name
    if (
        table.finished is not None
        and not table.setup.public
        and not seating.seats_of(table, person.id)
    ):
        raise Refusal("private-talk")
    if closed(table):
        raise Refusal("talk-closed")
    if person.id in table.muted:
        raise Refusal("muted")
    if len(table.said_by) >= MOST:
        raise Refusal("talk-full", most=MOST)
    if table.said_by_spectators >= MOST_BY_SPECTATORS and not seating.seats_of(table, person.id):
        raise Refusal("spectators-talk-full", most=MOST_BY_SPECTATORS)
    if (command.text is None) == (command.phrase is None):
        raise Refusal("say-one")
    if command.phrase is not None and command.phrase not in phrases():
        raise Refusal("no-such-phrase", phrase=command.phrase, phrases=list(phrases()))
    text = None if command.text is None else clean(command.text, LONGEST)
    if text == "":
        raise Refusal("nothing-said")
    return log.Spoke(name=name, seat=command.seat, text=text, phrase=command.phrase)


def spoke(table: TableState, entry: log.Spoke, change: Change, fresh: bool) -> None:
    change.facts = False
    person = entry.person or ""
    table.said_by[change.n] = Speaker(person, entry.name, entry.seat)
    table.said_by_spectators += not seating.seats_of(table, person)
