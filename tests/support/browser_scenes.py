"""Tables in the middle of a game or after it, made by API calls, not by clicks."""

from __future__ import annotations

import random
from typing import Any

from tests.support.browser_sitting import choose
from tests.support.browsing import Visitor
from tests.support.kits import kit_of
from upturn.games import names

FLAT_PALLET = 'localStorage.setItem("upturn.prefs", JSON.stringify({solid: false}))'
"""Team UP's pallet as a map, since drawing it in 3D without a graphics card is slow."""


def play(visitor: Visitor, table: str, turns: int, seed: int = 1) -> None:
    """Make `turns` moves in the first seat, or play to the end. Then wait for our next turn."""
    rng = random.Random(seed)
    since = 0
    while True:
        now = visitor.call("GET", f"/api/tables/{table}/entries?since={since}&wait=20")
        since = now["version"]
        if now["table"]["state"] != "playing":
            return
        view = next((view for view in now["views"] if view["legal"]), None)
        ballot = next((one for one in now["table"].get("ballots", ()) if open_to_us(one)), None)
        wish: dict[str, Any] = {"id": f"scene-{since}", "version": since, "seat": 1}
        if ballot is not None:
            wish |= {"do": "vote", "ballot": ballot["ballot"], "choice": "no"}
        elif view is None:
            continue
        elif turns:
            turns -= 1
            wish |= {"do": "move", "move": choose(view, rng)}
        else:
            return
        visitor.call("POST", f"/api/tables/{table}/commands", wish)
        since = 0


def open_to_us(ballot: dict[str, Any]) -> bool:
    """Return whether a ballot waits for our vote, because a bot proposes to stop."""
    return 1 in ballot["voters"] and "1" not in ballot["votes"]


def midway(visitor: Visitor, game: str, players: int, turns: int, level: str = "beginner") -> str:
    """Return a table of ours with bots in the middle of a game, at our turn."""
    bots = {str(seat): level for seat in range(2, players + 1)}
    table = visitor.open_table(game, players, bots=bots)
    play(visitor, table, turns)
    return table


MIDWAY = {game: kit_of(game).MIDWAY for game in names()}
"""By game: the number of players, and of our moves until there is something to see."""
