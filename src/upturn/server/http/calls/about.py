"""What can be played here, and what can be said with one press."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import upturn
from upturn.bots.levels import company
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
    from upturn.server.http.call import Asked


async def games(asked: Asked) -> Games:
    return Games(
        asked.services.settings.name, upturn.__version__, [facts(name) for name in names()]
    )


async def warming(asked: Asked) -> Warming:
    return Warming([name for name in names() if is_warming(f"{name} bots")])


async def phrases(asked: Asked) -> Phrases:
    return Phrases([Phrase(code, text) for code, text in talking.phrases().items()])


async def puzzles(asked: Asked) -> Puzzles:
    return Puzzles(
        [PuzzleLine(page.number, page.puzzle.id, page.rating.difficulty) for page in book.pages()]
    )


@cache
def facts(game: str) -> GameFacts:
    rules = rules_of(game)
    return GameFacts(
        game=game,
        title=rules.title,
        rules=rules.version,
        edition=rules.edition,
        players=list(rules.player_counts),
        usual_players=rules.usual_players,
        sides={count: list(map(list, rules.sides(count))) for count in rules.player_counts},
        options=[Option(name, list(choices)) for name, choices in rules.options.items()],  # type: ignore[arg-type]
        levels=[Level(level.name, level.description) for level in company(game)],
        modes=list(rules.same_deals.known) if rules.same_deals else [],  # type: ignore[arg-type]
        components=rules.page.components(),
        about=rules.about,
    )
