"""Finds what a typed line means: a number of the list, a move, or enough of a move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from upturn.cli.drawing.speech import sentence

if TYPE_CHECKING:
    from upturn.cli.drawing.drawer import Drawer
    from upturn.games.game import Game

LONGEST_NUMBER = 4
SHOWN = 5  # how many of the moves that a line may mean
LACKING = ("not-held", "too-few-held")
ASKED = "asks"  # among the details of a refusal: what would have been right
UNREADABLE = "unreadable"
ANY_VERB = ""  # every verb begins with it
APART = re.compile(r"([a-z]+) ([0-9]+)(?![^ ])", re.ASCII)


class NotUnderstood(Exception):
    """A line that was not understood; the message is for the person who typed it."""


def meant(line: str, listed: list[str], game: Game, drawer: Drawer) -> str:
    """Return the move that a line means. If it is not legal, the game refuses it later.

    Raise NotUnderstood if the line may mean several moves, or begins moves that cannot be made now.
    """
    number = line.removesuffix(")")
    if number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER:
        if 1 <= int(number) <= len(listed):
            return listed[int(number) - 1]
        if not listed:
            raise NotUnderstood("No move has a number yet; w lists them all.")
        raise NotUnderstood(f"There’s no move {number}; the moves are 1 to {len(listed)}.")
    line = closed_up(line, game)
    typed, legal = game.tidy(line), game.legal_moves()
    words = typed.split(" ")
    found = fitting(words, legal) or fitting(line.lower().replace(",", " ").split(), legal)
    whole = [move for move in found if is_whole(words, move)]
    if len(whole) == 1:
        return whole[0]
    if len(found) == 1 and (len(words) == len(found[0].split(" ")) or drawer.may_complete(words)):
        return found[0]
    if not found:
        found = fitting([ANY_VERB, *words], legal)
        if len(found) == 1 and len(words) == len(found[0].split(" ")) - 1:
            return found[0]  # everything except the verb
    if found:
        shown = [move for move in listed if move in found] or found
        if len(found) == 1:
            raise NotUnderstood(f"Did you mean {found[0]}?")
        end = ", …" if len(found) > SHOWN else "."
        raise NotUnderstood(f"{len(found)} moves fit: {', '.join(shown[:SHOWN])}{end}")
    return illegal(typed, game, drawer)


def illegal(typed: str, game: Game, drawer: Drawer) -> str:
    """Return the move that is meant, although it cannot be made now.

    If only part of it was typed, raise NotUnderstood with the reason why no such move is possible.
    """
    words, texts = typed.split(" "), game.rules.notation(game.players).texts
    begun = [text for text in texts if begins(words, text)]
    whole = [text for text in begun if is_whole(words, text)] or begun
    if len(whole) == 1 and len(whole[0].split(" ")) == len(words):
        return whole[0]
    if not begun:
        spelt = spelt_out(words, texts)
        refusal = game.why_not(spelt)
        begun = fitting(words, texts) or fitting([ANY_VERB, *words], texts)
        if not begun:
            return spelt if refusal and refusal.code != UNREADABLE else typed
    raise NotUnderstood(why_none(typed, begun, game, drawer))


def why_none(typed: str, moves: list[str], game: Game, drawer: Drawer) -> str:
    """Return why none of these moves, which all match what was typed, can be made."""
    first, last = game.why_not(moves[0]), game.why_not(moves[-1])
    alike = first and last and first.code == last.code
    if first and first.code in LACKING:
        return f"You can’t {typed} with the cards in your hand."
    if first and str(first) == str(last):
        return sentence(drawer.refused(first))
    if first and alike and ASKED in first.details:
        return f"The card asks for {first.details[ASKED]}."
    if len(moves) <= SHOWN:
        why = f" {sentence(drawer.refused(first))}" if first and alike else ""
        return f"None of these is possible now: {', '.join(moves)}.{why}"
    return f"No move like {typed} is possible now; w lists those that are."


def closed_up(line: str, game: Game) -> str:
    """Return the line with `square 2` as `square2`, where the moves have such a word."""
    tight = " ".join(line.lower().split())
    if not APART.search(tight):
        return line
    known = {word for text in game.rules.notation(game.players).texts for word in text.split(" ")}
    return APART.sub(lambda two: two[1] + two[2] if two[1] + two[2] in known else two[0], tight)


def spelt_out(words: list[str], texts: list[str]) -> str:
    """Return the words, and spell out those at the beginning if moves begin like that."""
    for end in range(len(words), 0, -1):
        heads = {" ".join(t.split(" ")[:end]) for t in texts if begins(words[:end], t)}
        if len(heads) == 1:
            return " ".join([*heads, *words[end:]])
    return " ".join(words)


def is_whole(words: list[str], move: str) -> bool:
    """Return whether these words are a whole move. The beginning of its verb is enough."""
    return move.split(" ")[1:] == words[1:]


def fitting(words: list[str], moves: list[str]) -> list[str]:
    return [move for move in moves if words and fits(words, move.split(" "))]


def begins(words: list[str], text: str) -> bool:
    """Return whether a move begins with these words, some perhaps cut short."""
    parts = text.split(" ")
    pairs = zip(words, parts, strict=False)
    return len(words) <= len(parts) and all(same(word, part) for word, part in pairs)


def fits(words: list[str], move: list[str]) -> bool:
    """Return whether a move has these words in this order, the first one first.

    A word without a digit need not be complete: `d p` is `draw pile`, but 7/1 is not 7/10.
    """
    if not move[0].startswith(words[0]):
        return False
    rest = iter(move[1:])
    return all(any(same(word, other) for other in rest) for word in words[1:])


def has_words(words: list[str], move: str) -> bool:
    """Return whether a move has all these words, in any order."""
    return all(any(same(word, other) for other in move.split(" ")) for word in words)


def same(word: str, other: str) -> bool:
    return word == other or (word.isalpha() and other.startswith(word))
