"""Random games as records. The n-th game of a seed is always the same one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from upturn.games import rules_of
from upturn.games.contract import room_for_moves
from upturn.games.data_types import Record
from upturn.games.game import Game
from upturn.games.rng import Rng, below, seeded

STRETCH = 1024  # moves played per call into compiled code


def random_records(
    name: str,
    players: int,
    games: int,
    seed: int,
    legal: bool = False,
    options: Mapping[str, object] | None = None,
) -> Iterator[Record]:
    """Random games, one record after the other; `legal` adds the legal moves before each move."""
    rules = rules_of(name)
    for number in range(games):
        game = Game(rules, players, options, seed=f"{seed}/{number}")
        rng = seeded("moves", name, players, seed, number)
        game.deal_on()
        if legal:
            lists = play_listing(game, rng)
            yield {**game.record(), "legal": lists}
        else:
            play_randomly(game, rng)
            yield game.record()


def play_randomly(game: Game, rng: Rng) -> None:
    """Play random moves to the end of the game, or until it stalls."""
    made = room_for_moves(STRETCH)
    while game.to_act and game.play_at_random(rng, made):
        pass


def play_listing(game: Game, rng: Rng) -> list[list[str]]:
    """The very same moves, one at a time; the sorted legal moves before each of them."""
    lists = []
    while game.to_act and not game.stalled:
        lists.append(sorted(game.legal_moves()))
        codes = game.free_codes()
        game.play_code(codes[below(rng, len(codes))])
    return lists
