"""`hint`: the way to the best, where a view shows it; else what the strongest level would play.

Both are asked with the view that the table is drawn from, so they can tell nothing that the person
may not know.
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

LOOKING = "Looking for the way …"
WAY_SECONDS = 3.0
"""How long the way may be looked for; mostly it is found at once."""


class Adviser:
    """Somebody to ask for a hint, in one game."""

    def __init__(self, game: str, seed: int | str, drawer: Drawer):
        self.game = game
        self.drawer = drawer
        self.guide = drawer.guide()
        self.name = bot_names(game)[0]
        self.seed = bot_seed(seed)
        self.last: tuple[Facts, str] | None = None  # one who asks twice is told the same

    def advise(self, view: Facts) -> str:
        """What to do and why, in sentences."""
        if self.last is None or self.last[0] != view:
            self.last = view, self._way(view) or self._opinion(view)
        return self.last[1]

    def _way(self, view: Facts) -> str:
        """What is known to be best; nothing if nobody can know."""
        if self.guide is None:
            return ""
        with waiting(LOOKING):
            return self.guide.advise(view, WAY_SECONDS)

    def _opinion(self, view: Facts) -> str:
        """What the strongest level would do, and what it cannot know."""
        with thinking(self.name.capitalize()):
            move, why = make_bot(self.name, self.game, self.seed, SECONDS).decide(view)
        told = sentence(f"{self.name} would {move}: {reasons.sentence(self.game, why)}")
        return f"{told} {self.drawer.reservation(view)}".rstrip()
