"""Our own dialect: see `upturn.wire`.

server: {"say":"welcome","version":5,"views":[{view}],…}
client: {"do":"move","id":"5","version":5,"seat":2,"move":"flip"}
server: {"say":"update","version":6,"told":[…],"views":[{view}]}     to all four
"""

from __future__ import annotations

import msgspec

from bench.server.dialect import Line, State
from bench.server.dnup import Card, Move, Sight


class _View(msgspec.Struct):
    to_act: int | None
    over: bool
    hand: msgspec.Raw
    sets: msgspec.Raw


class _Message(msgspec.Struct):
    version: int
    views: list[_View] = []


class _Set(msgspec.Struct):
    seat: int
    cards: list[str]


_message = msgspec.json.Decoder(_Message)
_hand = msgspec.json.Decoder(list[str])
_sets = msgspec.json.Decoder(list[_Set])

CARDS: dict[str, Card] = {
    f"{active}/{inactive}": (active, inactive)
    for active in range(1, 11)
    for inactive in range(1, 11)
}


class Upturn:
    """How our server is spoken to."""

    name = "Upturn"

    def __init__(self, port: int):
        self._url = f"ws://127.0.0.1:{port}/live/"

    def tables(self, count: int) -> list[str]:
        return [f"table{number}" for number in range(count)]

    def url_of(self, line: Line) -> str:
        return f"{self._url}{line.table}"

    def read(self, line: Line, payload: bytes) -> State | None:
        if payload[8:14] != b"update" and payload[8:15] != b"welcome":
            return None
        message = _message.decode(payload)
        view = message.views[0]
        if view.over:
            return State(message.version, -1, b"")
        if view.to_act != line.seat + 1:
            return State(message.version, (view.to_act or 0) - 1, b"")
        return State(message.version, line.seat, b"%b;%b" % (view.hand, view.sets))

    def sight(self, line: Line, state: State) -> Sight:
        hand, _, sets = state.told.partition(b";")
        return Sight(
            line.seat,
            [CARDS[text] for text in _hand.decode(hand)],
            {one.seat - 1: [CARDS[text] for text in one.cards] for one in _sets.decode(sets)},
        )

    def move(self, line: Line, state: State, sight: Sight, move: Move) -> bytes:
        match move.name:
            case "play" | "add":
                cards = sorted(sight.hand[index] for index in move.indices)
                text = " ".join(
                    [move.name, *(f"{active}/{inactive}" for active, inactive in cards)]
                )
                if move.name == "add":
                    text += f" to {move.owner + 1}"
            case "take":
                text = f"take {move.owner + 1}"
            case _:
                text = move.name
        return (
            f'{{"do":"move","id":"{state.number}","version":{state.number},'
            f'"seat":{line.seat + 1},"move":"{text}"}}'
        ).encode()
