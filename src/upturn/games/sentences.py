"""What is said when a move is refused that no game would allow, by code.

The sentences of a game's own rules are in its folder. Braces are filled from the error's `details`.
"""

from __future__ import annotations

from upturn.errors import IllegalMove

SENTENCES = {
    "game-over": "the game is over",
    "deal-awaited": "the cards must be dealt first",
    "no-deal-due": "no deal is due: a player must move first",
    "chance-only": "chance deals, not a player",
    "not-text": "a move is a text, not {type}",
    "other-form": "{text} is written {move}",
    "unreadable": "{text} is no move; moves look like: {forms}",
}


def illegal(code: str) -> IllegalMove:
    """The rules of every game forbid it."""
    return IllegalMove(code, SENTENCES[code])
