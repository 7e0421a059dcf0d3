"""What a page must know of Team Play besides its views: its missions, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator

from upturn.games.rules import Facts, Page
from upturn.games.team_play.components import MISSIONS
from upturn.games.team_play.requirements import as_facts
from upturn.games.team_play.wording import in_words


def components() -> Facts:
    """The missions by their ids."""
    return {
        "missions": {
            mission.id: {
                "points": mission.points,
                "words": in_words(mission.requirement),
                "requirement": as_facts(mission.requirement),
            }
            for mission in MISSIONS
        }
    }


def words() -> Iterator[tuple[str, str]]:
    """What reasons mention in words."""
    for mission in MISSIONS:
        yield in_words(mission.requirement), f"what {mission.id} asks for"


PAGE = Page(components, words)
