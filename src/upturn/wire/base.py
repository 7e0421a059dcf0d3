"""What all wire types have in common: names of types, and how long things may be."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

END = r"(?![\s\S])"
"""The end of a pattern. After `$` Python allows a line break, but browsers do not."""

Seat = Annotated[int, Meta(ge=1, le=8, description="A place at the table, counted from 1.")]
Version = Annotated[
    int, Meta(ge=0, description="The number of the last entry of the table's log that is known.")
]
ClientId = Annotated[
    str,
    Meta(
        pattern="^[!-~]{1,40}" + END,
        description="Chosen by the client, another one for each command: a repeat is recognised.",
    ),
]
Move = Annotated[str, Meta(min_length=1, max_length=200, description="In the game's notation.")]
Name = Annotated[str, Meta(min_length=1, max_length=24, description="What somebody is called.")]
Said = Annotated[str, Meta(min_length=1, max_length=300)]
Word = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,39}" + END, description="A code of ours.")]
TableId = Annotated[str, Meta(pattern="^[a-z2-7]{16}" + END)]
Code = Annotated[
    str,
    Meta(
        pattern="^[A-HJ-NP-Za-hj-np-z]{6}" + END,
        description="Six letters that invite; I and O are none.",
    ),
]
Moment = Annotated[int, Meta(description="Milliseconds since 1970, by the server's clock.")]


Score = int


class Wired(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that crosses the network. A field that has its default is left out."""


class View(Struct, frozen=True, forbid_unknown_fields=True, tag_field="game"):
    """The part of a view that is the same in every game. `to_act` is null when the game is over."""

    players: int
    seat: Seat | None
    to_act: Seat | None
    over: bool
    scores: list[Score]
    """By seat."""


class Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """Something that happened because of a move or a deal. Events are in order.

        {"event": "added", "seat": 1, "owner": 3, "area": null, "cards": ["6/2", "6/3"]}

    Games share the names of events but not their fields, so the type depends on the game.
    """
