"""The log of a table as it is stored: each entry is what one command, or the table itself, did.

    {"e": "moved", "id": "c41", "person": "p7", "seat": 2, "move": "flip"}

An entry holds what was decided and what chance brought; everything else follows from the entries
before it. Its number and time are stored beside it. Players never see stored entries: `showing`
turns them into what each may know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from upturn.errors import BrokenLog
from upturn.wire.base import Seat
from upturn.wire.facts import Options

About = Literal["take-back", "agree", "end", "seat"]
Choice = Literal["yes", "no", "wait", "bot", "end"]
By = Literal["person", "bot", "clock"]
Row = tuple[int, int, str]
"""An entry as the store gives it: number, moment, text."""


class Entry(Struct, omit_defaults=True, kw_only=True, tag_field="e"):
    id: str | None = None
    """The command's id, chosen by the client; None if no command did it."""
    person: str | None = None
    """The person who did it; None for a bot or the table itself."""


class Opened(Entry, kw_only=True, tag="opened"):
    """What the host picked. The first entry of every table."""

    game: str
    players: int
    options: Options = {}
    mode: str | None = None
    same_deal: dict[str, Any] | None = None
    """What a team knows of a deal that was played before."""
    seed: str
    nonce: str
    deal: str
    """The same for all tables of a deal."""
    opening: list[str] = []
    """Lines that the game begins with, instead of fresh deals."""
    day: str | None = None
    public: bool = False
    clock: tuple[int, int] | None = None
    """Seconds for each move, and seconds in reserve."""
    hints: bool = True
    grace: int | None = None
    host: str
    host_name: str
    seat: Seat | None = None
    bots: dict[Seat, str] = {}
    puzzle: int | None = None
    what_if: str | None = None
    again: str | None = None
    """The table whose deal this is, if it was played before."""
    rules: int = 0
    edition: str = ""


class Sat(Entry, kw_only=True, tag="sat"):
    seat: Seat
    name: str


class Stood(Entry, kw_only=True, tag="stood"):
    seat: Seat
    by_host: bool = False


class Filled(Entry, kw_only=True, tag="filled"):
    seat: Seat
    bot: str | None = None


class Started(Entry, kw_only=True, tag="started"):
    deals: list[str] = []
    """What chance brought after the opening."""


class Moved(Entry, kw_only=True, tag="moved"):
    seat: Seat
    move: str
    by: By = "person"
    deals: list[str] = []


class Asked(Entry, kw_only=True, tag="asked"):
    ballot: int
    about: About
    by: Seat
    move: str | None = None


class Voted(Entry, kw_only=True, tag="voted"):
    ballot: int
    seat: Seat
    choice: Choice
    deals: list[str] = []


class TookBack(Entry, kw_only=True, tag="took-back"):
    seat: Seat


class Spoke(Entry, kw_only=True, tag="said"):
    name: str
    seat: Seat | None = None
    text: str | None = None
    phrase: str | None = None


class Muted(Entry, kw_only=True, tag="muted"):
    """The host forbids somebody to talk, or allows it again."""

    who: str
    """The person's id."""
    name: str
    seat: Seat | None = None
    lifted: bool = False


class Removed(Entry, kw_only=True, tag="removed"):
    """The host sends somebody away for good, or lets them in again."""

    who: str
    name: str
    seat: Seat | None = None
    lifted: bool = False
    browsers: list[str] = []
    """The browsers in which they were here (`moderating.browser_mark`). Nobody is told."""


class Away(Entry, kw_only=True, tag="away"):
    seat: Seat
    left: bool = False


class Back(Entry, kw_only=True, tag="back"):
    """Somebody is there again. If somebody else has got the seat since, `person` has it back."""

    seat: Seat


class Claimed(Entry, kw_only=True, tag="claimed"):
    claim: int
    seat: Seat
    name: str | None = None


class Agreed(Entry, kw_only=True, tag="agreed"):
    """Somebody is for giving the seat to the person who claimed it."""

    claim: int
    seat: Seat
    by: Seat


class Answered(Entry, kw_only=True, tag="answered"):
    claim: int
    seat: Seat
    name: str | None = None
    """None: the seat keeps the name it has."""
    given: bool = False


class Hinted(Entry, kw_only=True, tag="hinted"):
    seat: Seat


class Ended(Entry, kw_only=True, tag="ended"):
    reason: str


AnyEntry = (
    Opened
    | Sat
    | Stood
    | Filled
    | Started
    | Moved
    | Asked
    | Voted
    | TookBack
    | Spoke
    | Muted
    | Removed
    | Away
    | Back
    | Claimed
    | Agreed
    | Answered
    | Hinted
    | Ended
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> str:
    """Return an entry as it is stored."""
    return _encoder.encode(entry).decode()


def decode(body: str) -> AnyEntry:
    """Return a stored entry. Raise BrokenLog if the text is none."""
    try:
        return _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeError) as problem:
        raise BrokenLog(f"an entry cannot be read: {problem}") from problem


def person_of(entry: AnyEntry) -> str:
    """Return the person of an entry that only a person can cause."""
    if entry.person is None:
        raise BrokenLog("an entry does not say whose it is")
    return entry.person


def find_repeat(rows: Iterable[Row], client_id: str, person: str) -> int | None:
    """Return the number of the entry that this person's command with this id became, if any."""
    quoted = _encoder.encode(client_id).decode()
    for n, _, body in rows:
        if quoted in body:
            entry = decode(body)
            if entry.id == client_id and entry.person == person:
                return n
    return None
