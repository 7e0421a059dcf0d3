"""What a typed line means: a number of the list, a move, or enough of one to know which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.cli.drawing.speech import sentence

if TYPE_CHECKING:
    from upturn.cli.drawing.drawer import Drawer
    from upturn.games.game import Game

LONGEST_NUMBER = 4
SHOWN = 5  # of several moves that a line may mean
LACKING = ("not-held", "too-few-held")


class NotUnderstood(Exception):
    """What to tell the person who typed it."""


def meant(line: str, listed: list[str], game: Game, drawer: Drawer) -> str:
    """The move that a line means; one that is refused in due course if it is no legal one.

    Raises NotUnderstood if it may mean several, or begins some that cannot be made now.
    """
    number = line.removesuffix(")")
    if number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER:
        if 1 <= int(number) <= len(listed):
            return listed[int(number) - 1]
        raise NotUnderstood(f"There is no move {number}; the moves are 1 to {len(listed)}.")
    typed, legal = game.tidy(line), game.legal_moves()
    words = typed.split(" ")
    found = [move for move in legal if fits(words, move.split(" "))]
    exact = [move for move in found if move.count(" ") == typed.count(" ")]
    if len(exact) == 1:
        return exact[0]
    if len(found) == 1 and drawer.may_complete(words):
        return found[0]
    if found:
        shown = [move for move in listed if move in found] or found
        others = ", …" if len(found) > SHOWN else ""
        so = "1 move goes" if len(found) == 1 else f"{len(found)} moves go"
        raise NotUnderstood(f"{so} like that: {', '.join(shown[:SHOWN])}{others}")
    _refuse_beginning(typed, game)
    return typed


def fits(words: list[str], move: list[str]) -> bool:
    """Whether a move has these words in this order, the first one first.

    A word without a digit need not be complete: `d p` is `draw pile`, but 7/1 is not 7/10.
    """
    if not move[0].startswith(words[0]):
        return False
    rest = iter(move[1:])
    return all(any(same(word, other) for other in rest) for word in words[1:])


def same(word: str, other: str) -> bool:
    return word == other or (word.isalpha() and other.startswith(word))


def _refuse_beginning(typed: str, game: Game) -> None:
    """Say why no move that begins like this can be made now, if there are such moves at all."""
    texts = game.rules.notation(game.players).texts
    begun = next((text for text in texts if text.startswith(f"{typed} ")), None)
    refusal = begun and game.why_not(begun)
    if refusal:
        lacking = refusal.code in LACKING
        raise NotUnderstood(
            f"You cannot {typed} with the cards you hold." if lacking else sentence(str(refusal))
        )
