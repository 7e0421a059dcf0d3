"""What a person at a table asks for. Each command that is done becomes one entry of the log.

    {"do": "move", "id": "c41", "version": 17, "seat": 2, "move": "flip"}

`version` is the version that the client has seen; the client chooses `id`. If the same command is
sent twice, it is done once and gets the same answer. A move for an older state of the game is
refused.
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
    """Take an open seat, which anybody may do before the game. `name` is the name of this seat."""

    seat: Seat
    name: Name | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Leave a seat. During a game, the others then decide what happens to it."""

    seat: Seat


class Fill(Command, frozen=True, tag="fill"):
    """Put a bot in a seat, or open the seat again (no bot). Only the host may, before the game."""

    seat: Seat
    bot: Word | None = None


class Start(Command, frozen=True, tag="start"):
    """Begin the game. Only the host may, once every seat is taken."""


class MakeMove(Command, frozen=True, tag="move"):
    """Make a move. A move that all must agree to (stopping, in Team UP) begins a ballot."""

    seat: Seat
    move: Move


class TakeBack(Command, frozen=True, tag="take-back"):
    """Ask to take back your last move and everything after it."""

    seat: Seat


class ProposeEnd(Command, frozen=True, tag="propose-end"):
    """Ask the others to end the game unfinished. Before the game, this is how the host closes the
    table; the host needs no seat for it."""

    seat: Seat | None = None


class Vote(Command, frozen=True, tag="vote"):
    """Answer the ballot with this number: `yes` or `no`, or about a seat `wait`, `bot` or `end`."""

    seat: Seat
    ballot: int
    choice: Literal["yes", "no", "wait", "bot", "end"]


class Say(Command, frozen=True, tag="say"):
    """Say something to everybody: a text or one of the phrases. A spectator leaves out the seat."""

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
    """Ask for a seat whose person is not there, or that a bot sits in. Where partners may not talk
    `name` is ignored."""

    seat: Seat
    name: Name | None = None


class Answer(Command, frozen=True, tag="answer"):
    """Say whether the person who claimed a seat shall have it: the host, or all who play (see the
    facts of the claim)."""

    claim: int
    give: bool


class Hint(Command, frozen=True, tag="hint"):
    """Ask for advice. The others see that you asked, but only you see the advice."""

    seat: Seat


class Point(Command, frozen=True, tag="point"):
    """Show the others a move you are thinking of, or stop showing one (no move). It is not
    stored."""

    seat: Seat
    move: Move | None = None


class Look(Command, frozen=True, tag="look"):
    """Say which of your seats is looking at this device now, or that none is. This is for games
    with hidden hands if you have several seats. The answer is an update with the view of that seat.
    Updates contain that view until it is the turn of another of your seats. It is not stored."""

    seat: Seat | None = None


class Why(Command, frozen=True, tag="why"):
    """Ask which moves the rules forbid the seat to act, and why. It is not stored, and only you get
    an answer."""

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
