"""The client that loads servers with games of dnup: it makes legal moves, and all kinds of them,
understands every server, and counts strictly."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import upturn
from bench.server.boardgame import Boardgame
from bench.server.colyseus import Colyseus
from bench.server.dialect import Dialect
from bench.server.dnup import choose, moves
from bench.server.socketio import SocketIO
from bench.server.tally import Counted, Tally, joined
from bench.server.upturn import Upturn
from upturn.games.game import Game


class Seat:
    """A line to no server."""

    table = "table"
    known = 0

    def __init__(self, seat: int):
        self.seat = seat

    def send(self, payload: bytes) -> None:
        raise AssertionError(f"nobody asked for {payload!r}")


def update(game: Game, seat: int, number: int = 7) -> bytes:
    """What our server tells a seat."""
    told = {"say": "update", "version": number, "told": [], "views": [game.view(seat)]}
    return msgspec.json.encode(told)


def emitted(game: Game, seat: int, number: int = 7) -> bytes:
    """What python-socketio's server tells a seat."""
    return b"42" + msgspec.json.encode(["state", {"number": number, "view": game.view(seat)}])


def sent(game: Game) -> list[str]:
    """Every move the client would make for the seat to act, as it would send it."""
    assert game.to_act is not None
    dialect, seat = Upturn(port=0), Seat(game.to_act - 1)
    payload = update(game, game.to_act)
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


def test_every_seat_reads_from_the_bytes_whose_turn_it_is_to_the_end_of_the_game() -> None:
    game, random, number = upturn.new("dnup", players=4, seed=1), Random(1), 0
    ours, socketio = Upturn(port=0), SocketIO(port=0)
    while True:
        to_move = -1 if game.to_act is None else game.to_act - 1
        for seat in range(1, 5):
            assert ours.state(update(game, seat, number)) == (number, to_move)
            assert socketio.state(emitted(game, seat, number)) == (number, to_move)
        if game.over:
            break
        game.play(random.choice(game.legal_moves()))
        number += 1
    assert to_move == -1


STATE = (
    b'{"G":{"hands":{"2":[[5,8],[10,2]]},"sets":{"0":null,"1":[[4,3],[4,1]],"2":null,"3":null}},'
    b'"ctx":{"numPlayers":4,"turn":4,"currentPlayer":%b,"numMoves":0%b},"plugins":{},"_undo":[],'
    b'"_stateID":123}'
)
LOG = b'[{"action":{"type":"MAKE_MOVE"},"_stateID":122,"turn":3}]'
UPDATE = b'42/dnup,["update","match2",%b,%b]'
SYNC = b'42/dnup,["sync","match2",{"state":%b,"log":[],"initialState":%b}]'
EARLIER = STATE.replace(b"123", b"0") % (b'"0"', b"")
ENDED = b',"gameover":{"winner":"1"}'


@pytest.mark.parametrize(
    ("payload", "state"),
    [
        (UPDATE % (STATE % (b'"2"', b""), LOG), (123, 2)),
        (UPDATE % (STATE % (b'"2"', ENDED), LOG), (123, -1)),
        (UPDATE % (STATE % (b"null", ENDED), LOG), (123, -1)),
        (SYNC % (STATE % (b'"2"', b""), EARLIER), (123, 2)),
        (b"2", None),
        (b'40/dnup,{"sid":"x"}', None),
    ],
)
def test_the_load_client_reads_the_states_of_boardgame_io(
    payload: bytes, state: tuple[int, int] | None
) -> None:
    assert Boardgame(port=0).state(payload) == state


@pytest.mark.parametrize("number", [0, 127, 128, 255, 256, 4000])
@pytest.mark.parametrize("to_move", [-1, 0, 3])
def test_the_load_client_reads_the_states_of_colyseus(number: int, to_move: int) -> None:
    state = {"number": number, "to_move": to_move, "G": {"hands": {}, "sets": {}}}
    payload = bytes([13, 2]) + msgspec.msgpack.encode(state)
    assert Colyseus(port=0).state(payload) == (number, to_move)
    assert Colyseus(port=0).state(bytes([10, 0])) is None


def test_the_seat_to_move_sees_the_same_in_every_dialect() -> None:
    told = {"hands": {"2": [[5, 8], [10, 2]]}, "sets": {"0": None, "1": [[4, 3], [4, 1]]}}
    view = {
        "hand": ["5/8", "10/2"],
        "sets": [{"seat": 2, "area": None, "value": 4, "cards": ["4/3", "4/1"]}],
        "to_act": 3,
    }
    packed = msgspec.msgpack.encode({"number": 1, "to_move": 2, "G": told})
    said: list[tuple[Dialect, bytes]] = [
        (Upturn(0), msgspec.json.encode({"say": "update", "version": 1, "views": [view]})),
        (SocketIO(0), b"42" + msgspec.json.encode(["state", {"number": 1, "view": view}])),
        (Boardgame(0), UPDATE % (STATE % (b'"2"', b""), LOG)),
        (Boardgame(0), SYNC % (STATE % (b'"2"', b""), EARLIER)),
        (Colyseus(0), bytes([13, 2]) + packed),
    ]
    seat = Seat(2)
    sights = [dialect.sight(seat, payload) for dialect, payload in said]
    assert sights[0] == (2, [(5, 8), (10, 2)], {1: [(4, 3), (4, 1)]})
    assert all(sight == sights[0] for sight in sights)
    chosen = {choose(sight, Random(5)) for sight in sights}
    assert len(chosen) == 1


@pytest.mark.parametrize(
    "tally",
    [
        Tally(sent=2, acknowledged=1, received=4),
        Tally(sent=2, acknowledged=2, received=7),
        Tally(sent=2, acknowledged=2, received=8, skipped=1),
        Tally(sent=2, acknowledged=2, received=9),
    ],
)
def test_a_round_is_incomplete_if_a_seat_missed_a_move_or_heard_it_twice(tally: Tally) -> None:
    assert not tally.complete
    assert Tally(sent=2, acknowledged=2, received=8).complete


def test_what_several_processes_counted_is_put_together() -> None:
    both = joined([Counted(10.0, [0.1, 0.4]), Counted(10.0, [0.2, 0.3, 0.5])])
    assert both.rate == 0.5
    assert both.delays == [0.1, 0.2, 0.3, 0.4, 0.5]
    assert both.delay(0.99) == 0.5
