"""The arena: bots against bots, and the figures that show which is better.

    from upturn.arena import play_match
    result = play_match("dnup", players=4, bots=["greedy", "random"], games=200, seed=7)
    result.figures[0].win_rate

The bots of a deal play it from every seat, and the same seed gives the same games. `match.py` says
what is played, `lineups.py` by which bots, and `engines/` where; `table.py` plays one game,
`tally.py` adds up, and `regress.py` compares with stored figures.
"""

from upturn.arena.match import Match, set_up
from upturn.arena.playing import play_match, play_out
from upturn.arena.result import Result
from upturn.arena.table import Played
from upturn.arena.tally import Figures, Tally

__all__ = ["Figures", "Match", "Played", "Result", "Tally", "play_match", "play_out", "set_up"]
