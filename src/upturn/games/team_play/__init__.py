"""Team Play, put together for the rest of the program."""

from importlib.resources import files

import upturn.games.team_play.chance
import upturn.games.team_play.guessing  # noqa: F401 - their rules answer for the game
from upturn.games.rules import Rules
from upturn.games.team_play.components import EDITION
from upturn.games.team_play.notation import notation
from upturn.games.team_play.page import PAGE
from upturn.games.team_play.position import NUMBER_CARDS, start
from upturn.games.team_play.reasons import refuse
from upturn.games.team_play.rules import RULES_VERSION
from upturn.games.team_play.seating import TEAMS, sides
from upturn.games.team_play.supposing import suppose
from upturn.games.team_play.tables import MOST_LEGAL, MOVES
from upturn.games.team_play.view import see, see_own, witness, witness_deal

RULES = Rules(
    name="team-play",
    version=RULES_VERSION,
    edition=EDITION,
    player_counts=tuple(TEAMS),
    options={},
    start=start,
    move_count=MOVES,
    most_legal=MOST_LEGAL,
    most_cards=NUMBER_CARDS,
    about=files(__package__).joinpath("about.md").read_text(encoding="utf-8"),
    notation=notation,
    refuse=refuse,
    see=see,
    see_own=see_own,
    witness=witness,
    witness_deal=witness_deal,
    suppose=suppose,
    reveals=frozenset({"draw", "fulfil", "give", "swap"}),
    shows=frozenset({"discard"}),
    sides=sides,
    page=PAGE,
)
