"""Games and tables that differ only in what a seat cannot see."""

from __future__ import annotations

from tests.support.kits import kit_of
from upturn.games import names
from upturn.games.game import Game
from upturn.table import log

TRIED = ["nonsense", *dict.fromkeys(move for game in names() for move in kit_of(game).TRIED)]
"""Moves to try at a table. Most are refused, and the refusal must not depend on secrets."""


def with_other_secrets(game: Game, seat: int, chance: int) -> Game:
    """Return a game that looks the same to this seat, with other cards where it cannot see."""
    return kit_of(game.name).with_other_secrets(game, seat, chance)


def rewritten(rows: list[log.Row], lines: list[str]) -> list[log.Row]:
    """Return the same log, with other lines of the game."""
    left = iter(lines)
    others = []
    for n, at, body in rows:
        entry = log.decode(body)
        if isinstance(entry, log.Moved):
            entry.move = next(left)
        if isinstance(entry, log.Moved | log.Started):
            entry.deals = [next(left) for _ in entry.deals]
        others.append((n, at, log.encode(entry)))
    assert next(left, None) is None
    return others
