"""`hint`: the way to the best score if a view shows it, otherwise the strongest level's move.

Both get the view that the table is drawn from, so they cannot tell the person anything hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.bots import bot_names, make_bot, reasons
from upturn.cli.company import SECONDS, bot_seed
from upturn.cli.drawing.speech import sentence
from upturn.cli.talking import thinking, waiting

if TYPE_CHECKING:
    from upturn.cli.drawing.drawer import Drawer
    from upturn.games.rules import Facts

LOOKING = "Looking for the best way …"
WAY_SECONDS = 3.0
"""Seconds to look for the way. Usually it is found at once."""


class Adviser:
    """Gives hints in one game."""

    def __init__(self, game: str, seed: int | str, drawer: Drawer):
        self.game = game
        self.drawer = drawer
        self.guide = drawer.guide()
        self.name = bot_names(game)[0]
        self.seed = bot_seed(seed)
        self.last: tuple[Facts, str] | None = None  # people who ask twice get the same hint

    def advise(self, view: Facts) -> str:
        """Return what to do and why, in sentences."""
        if self.last is None or self.last[0] != view:
            self.last = view, self._way(view) or self._opinion(view)
        return self.last[1]

    def _way(self, view: Facts) -> str:
        """Return what is known to be best, or an empty text if that cannot be known."""
        if self.guide is None:
            return ""
        with waiting(LOOKING):
            return self.guide.advise(view, WAY_SECONDS)

    def _opinion(self, view: Facts) -> str:
        """Return what the strongest level would do, and what it cannot know."""
        with thinking(self.name.capitalize()):
            move, why = make_bot(self.name, self.game, self.seed, SECONDS).decide(view)
        reason = reasons.sentence(self.game, self.drawer.named(why))
        told = f"{sentence(f'{self.name} would {move}')} Why: {reason}."
        return f"{told} {self.drawer.reservation(view)}".rstrip()
