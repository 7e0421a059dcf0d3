"""Somebody who plays with bots on the page: which moves they make, and what follows.

    game = Sitting(visitor, "dnup", 2)
    game.play(Mouse(), by_hand=5)

A seeded choice from the legal moves that the server lists decides which moves. A way
(`browser_play`) decides how to make them. After each move, the server reaches our next turn first,
and then the page.
"""

from __future__ import annotations

import itertools
import random
from typing import Any, Protocol

from playwright.sync_api import Page

from tests.support.boards import board_of
from tests.support.browsing import Visitor
from tests.support.kits import kit_of

MOST_MOVES = 400
"""The most moves of one person in one game. With these choices games end long before."""
WAIT = 20
"""Seconds that the server may take to say that nothing has happened."""

WHIMS = 0.15
"""How often to make another kind of move, so that every kind is made."""


GUESTS = itertools.count(1)


def verb(move: str) -> str:
    return move.split()[0]


def choose(view: dict[str, Any], rng: random.Random) -> str:
    """A legal move that brings the end nearer, mostly."""
    legal: list[str] = view["legal"]
    kinds = [kind for kind in kit_of(view["game"]).PREFERRED if kind in map(verb, legal)]
    kind = rng.choice(kinds) if rng.random() < WHIMS else kinds[0]
    moves = [move for move in legal if verb(move) == kind]
    return board_of(view["game"]).pick(view, moves, rng)


class Way(Protocol):
    """A way to make moves."""

    def sit(self, game: Sitting) -> None:
        """Get ready before the first move."""

    def make(self, game: Sitting, move: str) -> None: ...

    def decline(self, page: Page) -> None:
        """Say no to a teammate who proposes to stop."""


class Sitting:
    """Somebody in the first seat of a new table, and bots in the others."""

    def __init__(self, visitor: Visitor, game: str, players: int, **more: Any):
        self.visitor, self.page, self.game, self.players = visitor, visitor.page, game, players
        self.rng = random.Random(f"{game} {players}")
        self.made: list[str] = []
        self.name = f"Ada {next(GUESTS)}"  # names on a server are unique
        visitor.come(self.name)
        self.table = visitor.open_table(game, players, **more)
        self.version = 0
        self.facts: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        visitor.go(f"/t/{self.table}")
        self.follow()

    @property
    def over(self) -> bool:
        return self.facts["state"] in ("over", "ended")

    @property
    def legal(self) -> list[str]:
        moves: list[str] = self.view["legal"]
        return moves

    @property
    def asked(self) -> bool:
        """Whether a ballot waits for our vote."""
        ballots = self.facts.get("ballots", ())
        return any(1 in one["voters"] and "1" not in one["votes"] for one in ballots)

    def follow(self, way: Way | None = None) -> None:
        """Wait for our next turn or the end, first on the server and then on the page."""
        before, quiet = self.version, 0
        while True:
            path = f"/api/tables/{self.table}/entries?since={self.version}&wait={WAIT}"
            now = self.visitor.call("GET", path)
            quiet = quiet + 1 if now["version"] == self.version else 0
            assert quiet < 3, f"nothing happens after {self.made[-1:]} at {before}"
            self.version, self.facts = now["version"], now["table"]
            if now["views"]:
                self.view = now["views"][0]
            if self.asked and way is not None:
                self.shown()
                way.decline(self.page)
            elif self.version > before and (self.over or self.legal):
                break
        self.shown()

    def shown(self) -> None:
        """Wait until the page has heard all that we know."""
        self.page.locator(f'[data-version="{self.version}"]').wait_for()

    def turn(self, way: Way, move: str | None = None) -> str:
        """Make the given move, or one of our choice."""
        move = move or choose(self.view, self.rng)
        assert move in self.legal
        self.made.append(move)
        way.make(self, move)
        self.follow(way)
        return move

    def play(self, way: Way, by_hand: int) -> None:
        """Play to the end. Make each kind of move `by_hand` times by hand, then play on by another
        device of ours."""
        way.sit(self)
        while not self.over:
            assert len(self.made) < MOST_MOVES, f"{self.game} does not end"
            move = choose(self.view, self.rng)
            if [*map(verb, self.made)].count(verb(move)) < by_hand:
                self.turn(way, move)
            else:
                self.made.append(move)
                wish = {"do": "move", "id": f"elsewhere-{self.version}", "version": self.version}
                self._command(wish | {"seat": 1, "move": move})
                self.follow(way)

    def why(self, moves: list[str]) -> dict[str, dict[str, Any] | None]:
        """Return the server's reasons why moves are not possible."""
        wish = {"do": "why", "id": "why", "version": self.version, "seat": 1, "moves": moves}
        reasons: dict[str, dict[str, Any] | None] = self._command(wish)["reasons"]
        return reasons

    def _command(self, wish: dict[str, Any]) -> Any:
        return self.visitor.call("POST", f"/api/tables/{self.table}/commands", wish)

    def recorded(self) -> list[str]:
        """Return the moves of our seat, as the table's log has them."""
        path = f"/api/tables/{self.table}/entries"
        log = self.visitor.call("GET", f"{path}?since=0")["told"]
        while log[0]["n"] > 1:  # a long game is told in pages
            log = self.visitor.call("GET", f"{path}?before={log[0]['n']}")["told"] + log
        lines = [line for entry in log for line in entry.get("lines", ())]
        return [line["move"] for line in lines if line["seat"] == 1]
