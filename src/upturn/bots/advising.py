"""Advice for a person: what to play, and why.

A game may have somebody who knows more than a bot: `advise(view, seconds)` in its `adviser.py`.
Where there is none, or it does not know, the strongest level is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from upturn.bots import bot_names, make_bot, reasons
from upturn.games.pieces import module_of

if TYPE_CHECKING:
    from upturn.bots.bot import Decision, Seed
    from upturn.games.rules import Facts


class Advice(NamedTuple):
    """A move to advise, and why."""

    move: str
    sentence: str
    code: str
    details: Facts


def advise(view: Facts, seed: Seed, seconds: float) -> Advice:
    """What to play in a view, found within about so many seconds."""
    move, why = _known(view, seconds) or _strongest(view, seed, seconds)
    details = {name: value for name, value in why.items() if name != "code"}
    return Advice(move, reasons.sentence(view["game"], why), why["code"], details)


def _known(view: Facts, seconds: float) -> Decision | None:
    """What the game's adviser says, if it has one and that one knows."""
    adviser = module_of(view["game"], "upturn.bots", "adviser")
    found: Decision | None = adviser.advise(view, seconds) if adviser else None
    return found


def _strongest(view: Facts, seed: Seed, seconds: float) -> Decision:
    game = view["game"]
    return make_bot(bot_names(game)[0], game, seed, seconds).decide(view)
