"""Team UP, put together for the rest of the program."""

from importlib.resources import files

import upturn.games.team_up.chance  # noqa: F401 - its rules answer for the game once imported
from upturn.games.rules import Rules, all_together
from upturn.games.team_up.components import EDITION
from upturn.games.team_up.modes import SAME_DEALS
from upturn.games.team_up.notation import notation
from upturn.games.team_up.page import PAGE
from upturn.games.team_up.position import start
from upturn.games.team_up.reasons import refuse
from upturn.games.team_up.rules import RULES_VERSION
from upturn.games.team_up.supposing import suppose
from upturn.games.team_up.tables import CARDS, CLONE_READINGS, MOVES
from upturn.games.team_up.view import see, witness, witness_deal

RULES = Rules(
    name="team-up",
    version=RULES_VERSION,
    edition=EDITION,
    player_counts=(1, 2, 3, 4),
    options={"clone": CLONE_READINGS},
    start=start,
    move_count=MOVES,
    most_legal=MOVES,
    most_cards=CARDS,
    about=files(__package__).joinpath("about.md").read_text(encoding="utf-8"),
    notation=notation,
    refuse=refuse,
    see=see,
    witness=witness,
    witness_deal=witness_deal,
    suppose=suppose,
    reveals=frozenset({"draw"}),
    moves_are_open=True,
    same_deals=SAME_DEALS,
    sides=all_together,
    best_with=1,
    page=PAGE,
)
