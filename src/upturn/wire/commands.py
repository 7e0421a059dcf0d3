"""What a person at a table asks for. Each that is done becomes one entry of the table's log.

    {"do": "move", "id": "c41", "version": 17, "seat": 2, "move": "flip"}

`version` is what the client has seen; `id` is the client's own. The same command sent twice is
done once and answered the same. A move that was made at an older state of the game is refused.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from upturn.wire.base import ClientId, Move, Name, Said, Seat, Version, Word

EntryNumber = Annotated[int, Meta(ge=1)]


class Command(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    id: ClientId
    version: Version


class Sit(Command, frozen=True, tag="sit"):
    """Take an open seat. Before the game anybody may; `name` is how this seat is called."""

    seat: Seat
    name: Name | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Leave a seat. During the game the others then decide what becomes of it."""

    seat: Seat


class Fill(Command, frozen=True, tag="fill"):
    """The host seats a bot, or opens a seat again (no bot), before the game."""

    seat: Seat
    bot: Word | None = None


class Start(Command, frozen=True, tag="start"):
    """The host begins the game: every seat has somebody."""


class MakeMove(Command, frozen=True, tag="move"):
    """Make a move. What all must agree to (stopping, in Team UP) begins a ballot."""

    seat: Seat
    move: Move


class TakeBack(Command, frozen=True, tag="take-back"):
    """Ask to take back one's last move and what followed it."""

    seat: Seat


class ProposeEnd(Command, frozen=True, tag="propose-end"):
    """Ask the others to end the game unfinished. Before the game the host closes the table so, and
    needs no seat for it."""

    seat: Seat | None = None


class Vote(Command, frozen=True, tag="vote"):
    """Answer the ballot of this number: `yes` or `no`; about a seat `wait`, `bot` or `end`."""

    seat: Seat
    ballot: int
    choice: Literal["yes", "no", "wait", "bot", "end"]


class Say(Command, frozen=True, tag="say"):
    """Say something to all: a text or one of the phrases; a spectator has no seat."""

    seat: Seat | None = None
    text: Said | None = None
    phrase: Word | None = None


class Mute(Command, frozen=True, tag="mute"):
    """The host mutes somebody: the person of `seat`, or the person who said the entry of this
    number. `lift` lets them talk again; `entry` may then be the number that the facts tell."""

    seat: Seat | None = None
    entry: EntryNumber | None = None
    lift: bool = False


class Remove(Command, frozen=True, tag="remove"):
    """The host removes somebody, who is named as in `mute`: they lose their seats and cannot come
    again. During the game only people without a seat. `lift` lets them come again."""

    seat: Seat | None = None
    entry: EntryNumber | None = None
    lift: bool = False


class Claim(Command, frozen=True, tag="claim"):
    """Ask the host for a seat whose person is not there, or that a bot sits in."""

    seat: Seat
    name: Name | None = None


class Answer(Command, frozen=True, tag="answer"):
    """The host gives the seat to who claimed it, or does not."""

    claim: int
    give: bool


class Hint(Command, frozen=True, tag="hint"):
    """Ask for advice. The others see that it was asked, only the asker what it was."""

    seat: Seat


class Point(Command, frozen=True, tag="point"):
    """Show the others a move one thinks of; it is not kept. Without a move: no longer."""

    seat: Seat
    move: Move | None = None


class Look(Command, frozen=True, tag="look"):
    """Say which of your seats looks at this device now, or that none does: for a game with hidden
    hands and several seats of yours. The answer is an update with the view of that seat. Updates
    have it until the turn comes to another seat of yours. It is not kept."""

    seat: Seat | None = None


class Why(Command, frozen=True, tag="why"):
    """Ask which moves the rules forbid, and why: for the seat to act. It is not kept, and only the
    asker is answered."""

    seat: Seat
    moves: Annotated[list[Move], Meta(min_length=1, max_length=120)]


AnyCommand = (
    Sit
    | Stand
    | Fill
    | Start
    | MakeMove
    | TakeBack
    | ProposeEnd
    | Vote
    | Say
    | Mute
    | Remove
    | Claim
    | Answer
    | Hint
    | Point
    | Look
    | Why
)
