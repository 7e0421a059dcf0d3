"""People at a table for tests, and the log they write.

at = seated("dnup", players=2)
at.do(ADA, c.Stand, seat=1)
at.refuse("host-only", BOB, c.Start)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from upturn.errors import Refusal
from upturn.table import Change, Person, Table, consent, log, opening, showing
from upturn.table.state import TableState
from upturn.wire import commands as c
from upturn.wire.requests import NewTable

ADA, BOB, CYD, DAN, EVE, FAY = PEOPLE = [
    Person(f"p{number}", name)
    for number, name in enumerate(["Ada", "Bob", "Cyd", "Dan", "Eve", "Fay"], 1)
]
SEED, NONCE = "5eed" * 8, "a0c3" * 8
NOON = 1_794_750_000_000
ID, CODE = "abcdefghijklmnop", "ABCDEF"


class At:
    """A table, its log, and a clock that advances by a second with each action."""

    def __init__(self, wish: NewTable, host: Person = ADA, seed: str = SEED, **more: Any):
        opened = opening.open_table(wish, host, seed, NONCE, **more)
        self.now = NOON
        self.commands = 0
        self.table, first = Table.open(ID, CODE, opened, self.now)
        self.rows: list[log.Row] = []
        self.changes: list[Change] = []
        self._write(first)

    def do(self, person: Person, kind: type, **fields: Any) -> Change:
        """Do a person's command, which must succeed."""
        return self._write(self.table.do(self.command(kind, **fields), person, self._tick()))

    def itself(self, deed: Callable[..., Change], *arguments: Any) -> Change:
        """Do something that the table does by itself: `at.itself(at.table.away, 2)`."""
        return self._write(deed(*arguments, self._tick()))

    def refuse(self, code: str, person: Person, kind: type, **fields: Any) -> Refusal:
        """Check that a person's command is refused with this code and changes nothing."""
        command = self.command(kind, **fields)
        return self.refuse_itself(code, lambda now: self.table.do(command, person, now))

    def refuse_itself(self, code: str, deed: Callable[..., Change], *arguments: Any) -> Refusal:
        before = state(self.table)
        with pytest.raises(Refusal) as refused:
            deed(*arguments, self._tick())
        assert refused.value.code == code, refused.value
        assert refused.value.sentence == str(refused.value)
        assert state(self.table) == before
        return refused.value

    def command(self, kind: type, **fields: Any) -> Any:
        self.commands += 1
        return kind(**{"id": f"c{self.commands}", "version": self.table.version} | fields)

    def start(self) -> Change:
        return self.do(ADA, c.Start)

    def move(self, move: str | None = None) -> Change:
        """Make a move for the seat to act: the given one, or the first that needs nobody's
        agreement."""
        seat = self.table.to_act
        assert seat is not None
        if move is None:
            assert self.table.game is not None
            move = self.table.game.free_moves()[0]
        chair = self.table.chairs[seat - 1]
        if chair.bot is not None:
            return self.itself(self.table.bot_move, seat, move, self.table.version)
        assert chair.person is not None
        assert chair.name is not None
        return self.do(Person(chair.person, chair.name), c.MakeMove, seat=seat, move=move)

    def hand_over(self, seat: int, person: Person, *agreeing: Person, **fields: Any) -> Change:
        """Somebody claims the seat of a person who is away, these agree, and they get it."""
        self.do(person, c.Claim, seat=seat, **fields)
        for one in agreeing:
            self.do(one, c.Answer, claim=self.table.claims_made, give=True)
        self.wait(consent.OWNER_HAS / 1000)
        return self.itself(self.table.give)

    def moves(self, count: int) -> None:
        for _ in range(count):
            self.move()

    def play_out(self) -> None:
        while self.table.state == "playing":
            self.move()

    def wait(self, seconds: float) -> None:
        self.now += int(seconds * 1000)

    def told(self, change: Change, seat: int | None = None) -> Any:
        """Return what a receiver is told, as data."""
        return msgspec.to_builtins(showing.tell(self.table, change, seat))

    @property
    def facts(self) -> Any:
        return showing.facts(self.table)

    def deals(self) -> list[str]:
        """Return the deals in the last entry."""
        entry = self.changes[-1].entry
        return entry.deals if isinstance(entry, log.Started | log.Moved) else []

    def game_moves(self) -> list[str]:
        """Return the lines of the game."""
        assert self.table.game is not None
        return self.table.game.moves

    def folded(self) -> Table:
        return Table.fold(ID, CODE, self.rows)

    def _tick(self) -> int:
        self.now += 1000
        return self.now

    def _write(self, change: Change) -> Change:
        assert change.n == len(self.rows) + 1 == self.table.version
        self.rows.append((change.n, change.at, change.body))
        self.changes.append(change)
        return change


def gathered(game: str = "dnup", players: int = 2, **wish: Any) -> At:
    """Return a table that Ada has opened, with Ada in a seat."""
    return At(NewTable(game=game, players=players, **wish))


def seated(game: str = "dnup", players: int = 2, people: int | None = None, **wish: Any) -> At:
    """Return a game that has begun, with Ada, Bob, Cyd … and bots in the other seats."""
    people = players if people is None else people
    bots = {str(seat): "casual" for seat in range(people + 1, players + 1)}
    at = gathered(game, players, bots=bots, **wish)
    for seat in range(2, people + 1):
        at.do(PEOPLE[seat - 1], c.Sit, seat=seat)
    at.start()
    return at


def state(table: Table) -> dict[str, Any]:
    """Return the whole state of a table, as data that can be compared."""
    game = table.game
    seats: list[int | None] = [None, *range(1, len(table.chairs) + 1)]
    return {
        name: plain(getattr(table, name)) for name in TableState.__slots__ if name != "rules"
    } | {
        "facts": msgspec.json.encode(showing.facts(table)),
        "record": None if game is None else game.record(),
        "position": None if game is None else game.position.tobytes(),
        "legal": None if game is None else game.legal_moves(),
        "views": [table.views([] if seat is None else [seat]) for seat in seats],
    }


def plain(value: Any) -> Any:
    """Return a value of a table as plain data, by its fields."""
    if type(value).__module__.startswith("upturn.games"):
        return None  # compared by record and position
    if isinstance(value, list | array):
        return [plain(item) for item in value]
    if isinstance(value, bytearray | dict | set):
        return value.copy()
    if isinstance(value, Struct):
        return msgspec.json.encode(value)
    if slots := getattr(type(value), "__slots__", None):
        return {name: plain(getattr(value, name)) for name in slots}
    return value
