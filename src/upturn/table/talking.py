"""Talk at the table: free, but closed for all while partners play who must not talk.

The phrases of `phrases.toml` are said by code, so that everybody reads them in their language.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from upturn.errors import Refusal
from upturn.table import log, seating
from upturn.wire.text import clean

if TYPE_CHECKING:
    from upturn.table.change import Change
    from upturn.table.table import Table
    from upturn.wire import commands

LONGEST = 300


@cache
def phrases() -> dict[str, dict[str, str]]:
    """By code, then by language: what can be said with one touch."""
    text = files("upturn.table").joinpath("phrases.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def closed(table: Table) -> bool:
    """Whether partners play against others, who would hear them and whom they could help."""
    if table.state != "playing":
        return False
    sides = table.rules.sides(len(table.chairs))
    return len(sides) > 1 and any(len(side) > 1 for side in sides)


def say(table: Table, command: commands.Say, person: seating.Person, now: int) -> log.AnyEntry:
    name = person.name
    if command.seat is not None:
        chair = seating.chair_at(table, command.seat)
        if chair.person != person.id:
            raise Refusal("not-your-seat", f"seat {chair.seat} is not yours", {"seat": chair.seat})
        name = chair.name or name
    if table.finished is not None and not table.setup.public and not table.seats_of(person.id):
        raise Refusal("private-talk", "this table is private: those talk who sat at it")
    if closed(table):
        raise Refusal("talk-closed", "partners may not talk here until the game is over")
    if (command.text is None) == (command.phrase is None):
        raise Refusal("say-one", "say a text or a phrase: one of them")
    if command.phrase is not None and command.phrase not in phrases():
        details = {"phrase": command.phrase, "phrases": list(phrases())}
        raise Refusal("no-such-phrase", f"there is no phrase {command.phrase}", details)
    text = None if command.text is None else clean(command.text, LONGEST)
    if text == "":
        raise Refusal("nothing-said", "there is nothing in it that can be read")
    return log.Spoke(name=name, seat=command.seat, text=text, phrase=command.phrase)


def spoke(table: Table, entry: log.Spoke, change: Change, fresh: bool) -> None:
    change.facts = False
