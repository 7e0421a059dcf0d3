"""dnup, put together for the rest of the program."""

from importlib.resources import files

import upturn.games.dnup.chance  # noqa: F401 - its rules answer for the game once imported
from upturn.games.dnup.components import DECK_SIZES, EDITION
from upturn.games.dnup.notation import notation
from upturn.games.dnup.position import start
from upturn.games.dnup.reasons import refuse
from upturn.games.dnup.rules import RULES_VERSION
from upturn.games.dnup.supposing import suppose
from upturn.games.dnup.tables import DECK, MOVES
from upturn.games.dnup.view import see, see_own, witness, witness_deal
from upturn.games.rules import Rules

RULES = Rules(
    name="dnup",
    version=RULES_VERSION,
    edition=EDITION,
    player_counts=tuple(DECK_SIZES),
    options={},
    start=start,
    move_count=MOVES,
    most_legal=MOVES,
    most_cards=DECK.shape[1],
    about=files(__package__).joinpath("about.md").read_text(encoding="utf-8"),
    notation=notation,
    refuse=refuse,
    see=see,
    see_own=see_own,
    witness=witness,
    witness_deal=witness_deal,
    suppose=suppose,
    shows=frozenset({"play", "add"}),
    moves_are_open=True,
)
