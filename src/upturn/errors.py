"""Every error Upturn raises on purpose, in one family.

All of them are `UpturnError`; a message is written for the person who meets it. A refused move
also carries a stable `code` and the `details` its sentence is made of: those are what other
languages translate.
"""

from __future__ import annotations

from collections.abc import Mapping

SHOWN = 40


def quoted(value: object) -> str:
    """Somebody's value, short enough for a sentence."""
    try:
        return repr(value)[:SHOWN]
    except (ValueError, RecursionError):  # more digits or levels than Python will write
        return f"a very large {type(value).__name__}"


class UpturnError(Exception):
    """The root of the family."""


class UnknownGame(UpturnError, ValueError):
    """No game of that name."""


class InvalidSetup(UpturnError, ValueError):
    """A game cannot be set up like this: wrong player count, option, seat or seed."""


class ComponentsError(UpturnError, ValueError):
    """A file of cards or boxes is not usable; the message names the file and the entry."""


class NothingToUndo(UpturnError):
    """No seat has moved yet."""


class NotInstalled(UpturnError, ImportError):
    """What was asked for needs packages that are not here; the message says how to get them."""


class StoreError(UpturnError):
    """A database cannot be used as it is: no such kind, no such folder, a newer schema."""


class StoreUnavailable(StoreError):
    """The database does not do its work now. What was asked may or may not have been done."""


class MoveError(UpturnError, ValueError):
    """A move was refused and nothing changed.

    `code` names the reason for programs and translators, `details` holds what the sentence
    mentions. `ply` is the place in the record, counted from 1, when a replay met the move.
    """

    def __init__(self, code: str, sentence: str, details: Mapping[str, object] | None = None):
        super().__init__(code, sentence, details)  # all of them, so that it can be pickled
        self.code = code
        self.sentence = sentence
        self.details = dict(details or {})
        self.ply: int | None = None

    def __str__(self) -> str:
        return self.sentence if self.ply is None else f"move {self.ply}: {self.sentence}"


class InvalidMove(MoveError):
    """The text is no move of this game."""


class IllegalMove(MoveError):
    """The text is a move, but the rules forbid it here."""


class InvalidRecord(UpturnError, ValueError):
    """A record is malformed, or its scores are not what its moves give."""

    def __init__(self, sentence: str, ply: int | None = None):
        super().__init__(sentence)
        self.ply = ply


class MatchFailed(UpturnError):
    """A match cannot go on: a bot failed, or a game ends every process that plays it."""


class Refusal(UpturnError):
    """A table refused a command and nothing changed; the same shape as a refused move."""

    def __init__(self, code: str, sentence: str, details: Mapping[str, object] | None = None):
        super().__init__(code, sentence, details)
        self.code = code
        self.sentence = sentence
        self.details = dict(details or {})

    def __str__(self) -> str:
        return self.sentence


class BrokenLog(UpturnError):
    """The log of a table does not add up: an entry is missing, or cannot follow the one before."""
