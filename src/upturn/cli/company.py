"""The bots that sit at the table with the person, and where they sit.

    upturn play dnup --bots expert,beginner,casual

A company is written as names of bots with commas between them, in the order of the seats, without
the person's own seat. If there are fewer names than seats, the names repeat.
"""

from __future__ import annotations

import hashlib
from itertools import cycle

from upturn.bots import Player, bot_names, levels, make_bot
from upturn.cli.drawing.speech import joined
from upturn.errors import InvalidSetup, quoted
from upturn.games import names

SECONDS = 1.0
"""The longest that a bot may think, so that nobody has to wait longer."""
USUAL = "casual"
"""The level that is pleasant for most people."""
COMMA = ","
EVERY_LEVEL = list(dict.fromkeys(level.name for game in names() for level in levels(game)))
"""The names of the levels, the weakest first."""


def usual_company(game: str) -> str:
    """Return the default company."""
    known = bot_names(game)
    return USUAL if USUAL in known else known[0]


def check_company(bots: object, game: str, players: int) -> str:
    """Return the company, written as it is kept. Raise InvalidSetup for one that cannot sit
    there."""
    if not isinstance(bots, str):
        raise InvalidSetup(f"there is no bot called {quoted(bots)} for {game}")
    company = [name.strip() for name in bots.split(COMMA)]
    for name in dict.fromkeys(company):
        make_bot(name, game, 0)  # refuses an unknown bot
    others = players - 1
    if len(company) > max(1, others):  # people who play alone may name a bot too
        seats = "is 1 seat" if others == 1 else f"are {others or 'no'} seats"
        raise InvalidSetup(f"there {seats} for bots, but you named {len(company)} bots")
    return COMMA.join(company)


def cut_to(bots: str, players: int) -> str:
    """Return the part of a company that finds a seat, or the first bot if there is no seat."""
    return COMMA.join(bots.split(COMMA)[: max(1, players - 1)])


def seated(bots: str, seat: int, players: int) -> dict[int, str]:
    """Return the bot in each seat if the person has `seat`."""
    others = [other for other in range(1, players + 1) if other != seat]
    return dict(zip(others, cycle(bots.split(COMMA)), strict=False))


def introduced(company: dict[int, str], around: list[str]) -> str:
    """Return a sentence that says who is which bot. `around` has everybody's name, by seat."""
    kinds = set(company.values())
    if len(kinds) == 1:
        bots = "bot" if len(company) == 1 else "bots"
        return f"the {kinds.pop()} {bots} {joined([around[seat - 1] for seat in company])}"
    return joined([f"{around[seat - 1]} ({name})" for seat, name in company.items()])


def bots_at(company: dict[int, str], game: str, seed: int | str) -> dict[int, Player]:
    """Return the bots by seat, for a game with this seed."""
    whims = bot_seed(seed)
    made = {name: make_bot(name, game, whims, SECONDS) for name in set(company.values())}
    return {seat: made[name] for seat, name in company.items()}


def bot_seed(seed: int | str) -> str:
    """Return a seed for the bots' choices that does not reveal the deals."""
    return hashlib.sha256(f"bots {seed}".encode(errors="surrogatepass")).hexdigest()[:16]
