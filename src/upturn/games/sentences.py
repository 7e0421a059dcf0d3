"""What is said when a move is refused that no game would allow, by code.

The sentences are the `[move]` section of `refusals.toml`; those of a game's own rules are in its
folder. Braces are filled from the error's `details`.
"""

from __future__ import annotations

from upturn.errors import IllegalMove, refusal_sentences

SENTENCES = refusal_sentences()["move"]


def illegal(code: str) -> IllegalMove:
    """The rules of every game forbid it."""
    return IllegalMove(code, SENTENCES[code])
