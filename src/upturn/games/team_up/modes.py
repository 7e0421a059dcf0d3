"""Playing another game's deal: challenge, competition and puzzle.

The cards come in the same order and the neutral box lies where it lay; what differs is how much
of the order the team knows beforehand. A game from another's deal knows the score to beat.
"""

from __future__ import annotations

from upturn.games.contract import OVER, Position, Positions
from upturn.games.rules import SameDeal, SameDeals
from upturn.games.team_up.position import NO_SCORE
from upturn.games.team_up.rules import score
from upturn.games.team_up.tables import CARDS

COMPETITION, CHALLENGE, PUZZLE = "competition", "challenge", "puzzle"

KNOWN = {COMPETITION: (0, 0), CHALLENGE: (0, CARDS), PUZZLE: (CARDS, CARDS)}
"""By mode, the default first: the fewest and the most cards a team knows beforehand."""

MODES = (None, *KNOWN)
"""By number in a position."""


def take_up(before: Position, mode: str) -> SameDeal:
    """What a team knows that plays a deal again in this mode, after a game came to `before`.

    In a competition it is another team, which knows nothing; in a challenge the same team has seen
    what it drew then, or knew by then, and neither a worse score nor giving up makes it easier; in
    a puzzle the whole order lies open.
    """
    least, most = KNOWN[mode]
    known = min(max(least, int(before.drawn), int(before.known)), most)
    to_beat = int(score(before, 1)) if before.phase == OVER else NO_SCORE
    if mode == MODES[before.mode] == CHALLENGE:
        to_beat = max(to_beat, int(before.to_beat))
    return SameDeal(mode, known, None if to_beat == NO_SCORE else to_beat)


def prepare(start: Positions, same_deal: SameDeal) -> None:
    """Write it into the position that a game starts from."""
    start["mode"] = MODES.index(same_deal.mode)
    start["known"] = same_deal.known
    start["to_beat"] = NO_SCORE if same_deal.to_beat is None else same_deal.to_beat


SAME_DEALS = SameDeals(KNOWN, take_up, prepare)
