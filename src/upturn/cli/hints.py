"""`hint`: what the strongest level would play from the person's seat, and why.

It is asked with the view that the table is drawn from, so it can tell nothing that the person may
not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upturn.bots import bot_names, make_bot, reasons
from upturn.cli.company import SECONDS, bot_seed
from upturn.cli.drawing.speech import sentence
from upturn.cli.talking import thinking

if TYPE_CHECKING:
    from upturn.cli.drawing.drawer import Drawer
    from upturn.games.rules import Facts


class Adviser:
    """Somebody to ask for a hint, in one game."""

    def __init__(self, game: str, seed: int | str):
        self.game = game
        self.name = bot_names(game)[0]
        self.seed = bot_seed(seed)
        self.last: tuple[Facts, str] | None = None  # one who asks twice is told the same

    def advise(self, view: Facts, drawer: Drawer) -> str:
        """What to do and why, in sentences."""
        if self.last is None or self.last[0] != view:
            self.last = view, self._think(view)
        return f"{self.last[1]} {drawer.reservation(view)}".rstrip()

    def _think(self, view: Facts) -> str:
        with thinking(self.name.capitalize()):
            move, why = make_bot(self.name, self.game, self.seed, SECONDS).decide(view)
        return sentence(f"{self.name} would {move}: {reasons.sentence(self.game, why)}")
