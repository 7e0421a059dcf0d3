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
UNREADABLE = "unreadable"


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
        if not listed:
            raise NotUnderstood("No move has a number yet: w lists them.")
        raise NotUnderstood(f"There is no move {number}; the moves are 1 to {len(listed)}.")
    typed, legal = game.tidy(line), game.legal_moves()
    words = typed.split(" ")
    found = fitting(words, legal) or fitting(line.lower().replace(",", " ").split(), legal)
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
    return illegal(typed, game)


def illegal(typed: str, game: Game) -> str:
    """The move that is meant, though it cannot be made now.

    If only its beginning was typed: raises NotUnderstood with the reason that no such move can be.
    """
    words, texts = typed.split(" "), game.rules.notation(game.players).texts
    begun = [text for text in texts if begins(words, text)]
    whole = [text for text in begun if text.count(" ") == typed.count(" ")]
    if len(whole) == 1:
        return whole[0]
    if not begun:
        spelt = spelt_out(words, texts)
        refusal = game.why_not(spelt)
        return spelt if refusal and refusal.code != UNREADABLE else typed
    refusal = game.why_not(begun[0])
    if refusal:
        lacking = refusal.code in LACKING
        raise NotUnderstood(
            f"You cannot {typed} with the cards you hold." if lacking else sentence(str(refusal))
        )
    return typed


def spelt_out(words: list[str], texts: list[str]) -> str:
    """The words, those at the beginning in full as far as moves begin like that."""
    for end in range(len(words), 0, -1):
        heads = {" ".join(t.split(" ")[:end]) for t in texts if begins(words[:end], t)}
        if len(heads) == 1:
            return " ".join([*heads, *words[end:]])
    return " ".join(words)


def fitting(words: list[str], moves: list[str]) -> list[str]:
    return [move for move in moves if words and fits(words, move.split(" "))]


def begins(words: list[str], text: str) -> bool:
    """Whether a move begins with these words, some perhaps cut short."""
    parts = text.split(" ")
    pairs = zip(words, parts, strict=False)
    return len(words) <= len(parts) and all(same(word, part) for word, part in pairs)


def fits(words: list[str], move: list[str]) -> bool:
    """Whether a move has these words in this order, the first one first.

    A word without a digit need not be complete: `d p` is `draw pile`, but 7/1 is not 7/10.
    """
    if not move[0].startswith(words[0]):
        return False
    rest = iter(move[1:])
    return all(any(same(word, other) for other in rest) for word in words[1:])


def has_words(words: list[str], move: str) -> bool:
    """Whether a move has all these words, in any order."""
    return all(any(same(word, other) for other in move.split(" ")) for word in words)


def same(word: str, other: str) -> bool:
    return word == other or (word.isalpha() and other.startswith(word))
