"""What can be played here, and what can be said with one press."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import upturn
from upturn.bots import levels
from upturn.games import names, rules_of
from upturn.games.compiling import is_warming
from upturn.puzzles import book
from upturn.table import talking
from upturn.wire.answers import (
    GameFacts,
    Games,
    Level,
    Option,
    Phrase,
    Phrases,
    PuzzleLine,
    Puzzles,
    Warming,
)

if TYPE_CHECKING:
    from upturn.server.rest.call import Asked

USUAL_PLAYERS = {"team-up": 1}
"""How many sit down if nobody says; four else."""


async def games(asked: Asked) -> Games:
    return Games(asked.house.settings.name, upturn.__version__, [facts(name) for name in names()])


async def warming(asked: Asked) -> Warming:
    return Warming([name for name in names() if is_warming(f"{name} bots")])


async def phrases(asked: Asked) -> Phrases:
    return Phrases([Phrase(code, **said) for code, said in talking.phrases().items()])


async def puzzles(asked: Asked) -> Puzzles:
    return Puzzles(
        [PuzzleLine(page.number, page.puzzle.id, page.rating.difficulty) for page in book.pages()]
    )


@cache
def facts(game: str) -> GameFacts:
    rules = rules_of(game)
    usual = USUAL_PLAYERS.get(game, 4)
    return GameFacts(
        game=game,
        title=rules.about.partition("\n")[0].removeprefix("# "),
        rules=rules.version,
        edition=rules.edition,
        players=list(rules.player_counts),
        usual_players=min(rules.player_counts, key=lambda count: abs(count - usual)),
        options=[Option(name, list(choices)) for name, choices in rules.options.items()],  # type: ignore[arg-type]
        levels=[Level(level.name, level.description) for level in levels(game)],
        modes=list(rules.same_deals.known) if rules.same_deals else [],  # type: ignore[arg-type]
        components=COMPONENTS[game]() if game in COMPONENTS else {},
        about=rules.about,
    )


def _missions() -> dict[str, Any]:
    from upturn.games.team_play.components import MISSIONS
    from upturn.games.team_play.wording import in_symbols, in_words

    return {
        "missions": {
            mission.id: {
                "points": mission.points,
                "words": in_words(mission.requirement),
                "symbols": in_symbols(mission.requirement),
            }
            for mission in MISSIONS
        }
    }


def _boxes() -> dict[str, Any]:
    from upturn.games.team_up.components import COMPONENTS as PALLET

    return {
        "pallet": {"columns": PALLET.columns, "rows": PALLET.rows, "layers": PALLET.layers},
        "colours": list(PALLET.colours),
        "neutral": PALLET.neutral,
        "boxes": {
            kind.name: {
                "shape": kind.shape,
                "top": list(kind.top),
                "height": kind.height,
                "per_colour": kind.per_colour,
            }
            for kind in PALLET.kinds
        },
        "cards": PALLET.cards,
    }


COMPONENTS = {"team-play": _missions, "team-up": _boxes}
"""By game: what a page draws its cards and boxes from."""
