"""People at a table: seats, bots, moves, ballots, clocks and talk; pure and synchronous.

- `table`: `Table`, the fold of a log of entries; commands come in, changes go out
- `opening`: a new table from what its host picked
- `showing`: what a receiver is told of an entry, and a table's facts
- `results`: what a finished game comes to
- `log`: entries as they are stored
- `seating`, `coming`, `claims`, `consent`: who sits where
- `playing`, `taking_back`, `clocks`: the game
- `ballots`, `voting`: what the others are asked
- `talking`, `shuffles`: chat, and deals that can be checked
"""

from upturn.table.change import Change
from upturn.table.state import Person
from upturn.table.table import Table

__all__ = ["Change", "Person", "Table"]
