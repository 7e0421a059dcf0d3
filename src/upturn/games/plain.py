"""A view of any game in plain words, for games that nobody has drawn yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

GENERAL = frozenset(
    ("game", "players", "seat", "to_act", "over", "scores", "legal", "agreed", "history")
)
"""What every game's view has; whoever shows a view shows this in a way of its own."""
NOTHING = "–"


def facts_in_words(view: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is a game's own in a view: (what it is, how it stands), in the order of the view."""
    return [(spoken(name), in_words(fact)) for name, fact in view.items() if name not in GENERAL]


def event_in_words(event: Mapping[str, Any]) -> str:
    """Something that happened: `round over (seat 2)`."""
    facts = [f"{spoken(name)} {in_words(fact)}" for name, fact in event.items() if name != "event"]
    told = spoken(event["event"])
    return f"{told} ({', '.join(facts)})" if facts else told


def in_words(fact: object) -> str:
    """Plain data on one line; what is inside something else stands in brackets."""
    match fact:
        case None | [] | {}:
            return NOTHING
        case bool():
            return "yes" if fact else "no"
        case list():
            return ", ".join(map(_inside, fact))
        case dict():
            return ", ".join(f"{spoken(name)} {_inside(value)}" for name, value in fact.items())
    return str(fact)


def spoken(name: object) -> str:
    """A key as words: `turns_left` is "turns left"."""
    return str(name).replace("_", " ")


def _inside(fact: object) -> str:
    said = in_words(fact)
    return f"[{said}]" if isinstance(fact, list | dict) else said
