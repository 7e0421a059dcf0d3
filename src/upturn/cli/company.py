"""Company at the table: which bots sit with the person, and where.

    upturn play dnup --bots expert,beginner,casual

A company is written as names of bots with commas between, in the order of the seats, the person's
own left out. Fewer names than seats come round again.
"""

from __future__ import annotations

import hashlib
from itertools import cycle

from upturn.bots import Player, bot_names, levels, make_bot
from upturn.cli.drawing.speech import joined
from upturn.errors import InvalidSetup, quoted
from upturn.games import names

SECONDS = 1.0
"""How long a bot may think, so that nobody waits longer."""
USUAL = "casual"
"""The level that is pleasant for most people."""
COMMA = ","
EVERY_LEVEL = list(dict.fromkeys(level.name for game in names() for level in levels(game)))
"""The names of the levels, the gentlest first."""


def usual_company(game: str) -> str:
    """Who plays if nobody says."""
    known = bot_names(game)
    return USUAL if USUAL in known else known[0]


def check_company(bots: object, game: str, players: int) -> str:
    """The company, written as it is kept. Raise InvalidSetup for one that cannot sit there."""
    if not isinstance(bots, str):
        raise InvalidSetup(f"no bot {quoted(bots)} plays {game}")
    company = [name.strip() for name in bots.split(COMMA)]
    for name in dict.fromkeys(company):
        make_bot(name, game, 0)  # refuses one that is not there
    others = players - 1
    if len(company) > max(1, others):  # one may be named by those who play alone, too
        seats = "is 1 seat" if others == 1 else f"are {others or 'no'} seats"
        raise InvalidSetup(f"there {seats} for bots, and {len(company)} bots are named")
    return COMMA.join(company)


def cut_to(bots: str, players: int) -> str:
    """As many of a company as find a seat, or the first one if nobody does."""
    return COMMA.join(bots.split(COMMA)[: max(1, players - 1)])


def seated(bots: str, seat: int, players: int) -> dict[int, str]:
    """By seat: which bot sits there if this one is the person's."""
    others = [other for other in range(1, players + 1) if other != seat]
    return dict(zip(others, cycle(bots.split(COMMA)), strict=False))


def introduced(company: dict[int, str], around: list[str]) -> str:
    """Who is what, in words; `around` has everybody's name, by seat."""
    kinds = set(company.values())
    if len(kinds) == 1:
        bots = "bot" if len(company) == 1 else "bots"
        return f"the {kinds.pop()} {bots} {joined([around[seat - 1] for seat in company])}"
    return joined([f"{around[seat - 1]} ({name})" for seat, name in company.items()])


def bots_at(company: dict[int, str], game: str, seed: int | str) -> dict[int, Player]:
    """By seat: the bot itself, for a game of this seed."""
    whims = bot_seed(seed)
    made = {name: make_bot(name, game, whims, SECONDS) for name in set(company.values())}
    return {seat: made[name] for seat, name in company.items()}


def bot_seed(seed: int | str) -> str:
    """A seed for the bots' whims that does not betray the deals."""
    return hashlib.sha256(f"bots {seed}".encode(errors="surrogatepass")).hexdigest()[:16]
