"""Completion with the Tab key: of moves, word by word, and of the words that are no moves.

Where Python comes without `readline`, nothing happens when Tab is pressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from upturn.cli.wishes import same

SEPARATORS = " \t\n,"
BY_EDITLINE = "libedit"


def completions(line: str, word: str, moves: Sequence[str]) -> list[str]:
    """What the word at the end of a line may become, in the order of the moves.

    `line` is what stands before the word. Its words may be cut short, as in what is typed. A word
    that a move can go on from ends with a space, so that the next one can follow at once.
    """
    before, word = line.lower().replace(",", " ").split(), word.lower()
    near: dict[str, bool] = {}
    far: dict[str, bool] = {}
    for move in moves:
        parts = move.split(" ")
        at = follow(before, parts)
        if at is None:
            continue
        for place in range(at, len(parts)):
            if parts[place].startswith(word):
                found = near if place == at else far
                found[parts[place]] = found.get(parts[place], False) or place + 1 < len(parts)
    found = near or (far if word and before else {})
    return [f"{text} " if goes_on else text for text, goes_on in found.items()]


def follow(words: list[str], parts: list[str]) -> int | None:
    """Where a move goes on after these words, which must be in it in this order."""
    at = 0
    for word in words:
        while at < len(parts) and not same(word, parts[at]):
            at += 1
        at += 1
    return at if at <= len(parts) else None


class Completer:
    """Offers what can be typed now, one by one, as readline asks for it."""

    def __init__(self) -> None:
        self.moves: Sequence[str] = ()
        self.words: Sequence[str] = ()
        self.found: list[str] = []

    def install(self) -> None:
        """From now on Tab completes, and `input` knows the arrow keys."""
        with suppress(ImportError):
            import readline

            readline.set_completer(self)
            readline.set_completer_delims(SEPARATORS)
            editline = BY_EDITLINE in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
            if not editline:
                readline.parse_and_bind("set show-all-if-ambiguous on")

    def __call__(self, word: str, number: int) -> str | None:
        """The answer of this number, counted from 0, or nothing more."""
        if number == 0:
            line = self._line()
            self.found = completions(line, word, self.moves)
            if word and not line.strip():  # who has typed nothing yet is offered moves alone
                self.found += [other for other in self.words if other.startswith(word.lower())]
        return self.found[number] if number < len(self.found) else None

    def _line(self) -> str:
        """What stands before the word."""
        import readline

        return readline.get_line_buffer()[: readline.get_begidx()]


completer = Completer()
