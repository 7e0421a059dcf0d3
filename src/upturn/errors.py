"""Every error Upturn raises on purpose. All of them are `UpturnError`.

A message is written for the person who meets it. A refused move or request also has a stable
`code` and the `details` of its sentence, which translations into other languages use.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from upturn.filling import filled, listed

SHOWN = 40


def quoted(value: object) -> str:
    """Return a value from outside as text, short enough for a sentence."""
    try:
        return repr(value)[:SHOWN]
    except (ValueError, RecursionError):  # more digits or levels than Python will write
        return f"a very large {type(value).__name__}"


class UpturnError(Exception):
    """The base class of all errors of Upturn."""


class UnknownGame(UpturnError, ValueError):
    """There is no game of this name."""


class InvalidSetup(UpturnError, ValueError):
    """Something cannot be set up as asked, for example a wrong player count, option or seed.

    `why` is the reason as a message for other languages, where there is one: its code and details.
    """

    def __init__(self, sentence: str, why: Mapping[str, object] | None = None):
        super().__init__(sentence, why)  # all arguments, so that it can be pickled
        self.sentence = sentence
        self.why = why

    def __str__(self) -> str:
        return self.sentence


def invalid_setup(code: str, **details: object) -> InvalidSetup:
    """Return the error with the sentence that `refusals.toml` has for a code."""
    return InvalidSetup(worded(code, details), {"code": code, **details})


class InvalidView(UpturnError, ValueError):
    """A bot cannot decide on this view: another seat's, a spectator's, or not a whole view."""


class ComponentsError(UpturnError, ValueError):
    """A file of cards or boxes is not usable; the message names the file and the entry."""


class NothingToUndo(UpturnError):
    """There is no such move to take back, or no such line to go back to."""


class NotInstalled(UpturnError, ImportError):
    """A feature needs packages that are missing; the message says how to install them."""


class StoreError(UpturnError):
    """A database cannot be used as it is: no such kind, no such folder, a newer schema."""


class StoreUnavailable(StoreError):
    """The database fails at the moment. A requested change may or may not have been made."""


class MoveError(UpturnError, ValueError):
    """A move was refused and nothing changed.

    `code` names the reason for programs and translators; `details` holds what the sentence
    mentions. In a replay, `ply` is the place of the move in the record, counted from 1.
    """

    def __init__(self, code: str, sentence: str, details: Mapping[str, object] | None = None):
        super().__init__(code, sentence, details)  # all arguments, so that it can be pickled
        self.code = code
        self.sentence = sentence
        self.details = dict(details or {})
        self.ply: int | None = None

    def __str__(self) -> str:
        return self.sentence if self.ply is None else f"move {self.ply}: {self.sentence}"


class InvalidMove(MoveError):
    """The text is not a move of this game."""


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
    """A table or the server refused something, and nothing changed.

        raise Refusal("seat-taken", seat=3)

    `code` names the reason for programs and translators. The details fill in the sentence that
    `refusals.toml` has for the code. Where a game or a request parser words the reason itself,
    pass the sentence with the code.
    """

    def __init__(self, code: str, sentence: str = "", /, **details: object):
        super().__init__(code, sentence)
        self.code = code
        self.details = details
        self._sentence = sentence

    @property
    def sentence(self) -> str:
        """The reason for a person, in English."""
        if self._sentence:
            return self._sentence
        return worded(self.code, self.details)

    def __str__(self) -> str:
        return self.sentence


@cache
def refusal_sentences() -> dict[str, dict[str, str]]:
    """Return the sentence of every refusal, by section of `refusals.toml` and by code."""
    import tomllib  # here, since only refusals need it
    from importlib.resources import files

    return tomllib.loads(files(__package__).joinpath("refusals.toml").read_text(encoding="utf-8"))


def worded(code: str, details: Mapping[str, object]) -> str:
    """Return the sentence of a code in English.

    A detail may be a message of its own, with its `code`; a list of messages is a choice.
    """
    values = {name: _in_words(value) for name, value in details.items()}
    return filled(_sentences()[code], values)


def _in_words(detail: object) -> object:
    match detail:
        case {"code": str(code), **rest} if code in _sentences():
            return worded(code, {str(name): value for name, value in rest.items()})
        case [{"code": str()}, *_] if isinstance(detail, list):
            return listed([_in_words(one) for one in detail], "or")
    return detail


@cache
def _sentences() -> dict[str, str]:
    sections = refusal_sentences().values()
    return {code: sentence for section in sections for code, sentence in section.items()}


class BrokenLog(UpturnError):
    """The log of a table does not add up: an entry is missing, or cannot follow the one before."""
