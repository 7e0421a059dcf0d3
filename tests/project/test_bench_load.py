"""The client that loads servers with games of dnup makes legal moves, and all kinds of them."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import upturn
from bench.server.dnup import moves
from bench.server.upturn import Upturn
from upturn.games.game import Game


class Seat:
    """A line to no server."""

    table = "table"

    def __init__(self, seat: int):
        self.seat = seat

    def send(self, payload: bytes) -> None:
        raise AssertionError(f"nobody asked for {payload!r}")


def sent(game: Game) -> list[str]:
    """Every move the client would make for the seat to act, as it would send it."""
    assert game.to_act is not None
    dialect, seat = Upturn(port=0), Seat(game.to_act - 1)
    update = {"say": "update", "version": 7, "told": [], "views": [game.view(game.to_act)]}
    payload = msgspec.json.encode(update)
    assert dialect.state(payload) == (7, seat.seat)
    sight = dialect.sight(seat, payload)
    commands = [dialect.move(seat, 7, sight, move) for move in moves(sight)]
    return [msgspec.json.decode(command)["move"] for command in commands]


def kind(move: str) -> str:
    """A move without the inactive values: which of several equal cards it was does not matter."""
    return " ".join(part.partition("/")[0] for part in move.split())


@pytest.mark.parametrize("seed", range(4))
def test_the_load_client_knows_the_moves_of_dnup(seed: int) -> None:
    game, random = upturn.new("dnup", players=4, seed=seed), Random(seed)
    while not game.over:
        legal, known = game.legal_moves(), sent(game)
        assert set(known) <= set(legal)
        assert {kind(move) for move in known} == {kind(move) for move in legal}
        game.play(random.choice(legal))
