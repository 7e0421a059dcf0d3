"""Completion with the Tab key, of moves word by word, and of words that are not moves.

If Python has no `readline`, the Tab key does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from upturn.cli.wishes import same

SEPARATORS = " \t\n,"
BY_EDITLINE = "libedit"


def completions(line: str, word: str, moves: Sequence[str]) -> list[str]:
    """Return the completions of the word at the end of a line, in the order of the moves.

    `line` is the text before the word. Its words may be abbreviated. If a move continues after a
    word, the completion ends with a space, so that the next word can follow at once.
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
    """Return where a move goes on after these words, or None if it does not have them in this
    order."""
    at = 0
    for word in words:
        while at < len(parts) and not same(word, parts[at]):
            at += 1
        at += 1
    return at if at <= len(parts) else None


class Completer:
    """Offers what can be typed now, one completion at a time, as readline asks for them."""

    def __init__(self) -> None:
        self.moves: Sequence[str] = ()
        self.words: Sequence[str] = ()
        self.found: list[str] = []

    def install(self) -> None:
        """Let Tab complete, and let `input` understand the arrow keys, from now on."""
        with suppress(ImportError):
            import readline

            readline.set_completer(self)
            readline.set_completer_delims(SEPARATORS)
            editline = BY_EDITLINE in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
            if not editline:
                readline.parse_and_bind("set show-all-if-ambiguous on")

    def __call__(self, word: str, number: int) -> str | None:
        """Return the completion with this number, counted from 0, or None if there are no more."""
        if number == 0:
            line = self._line()
            self.found = completions(line, word, self.moves)
            if word and not line.strip():  # offer only moves as long as nothing is typed
                self.found += [other for other in self.words if other.startswith(word.lower())]
        return self.found[number] if number < len(self.found) else None

    def _line(self) -> str:
        """Return the text before the word."""
        import readline

        return readline.get_line_buffer()[: readline.get_begidx()]


completer = Completer()
