"""Writes a database with everything that this version can write, for the tests of later versions:

    python -m tools.release_database

People play at a server in every way they can: games of all kinds that are over, ended or open, with
bots, clocks, votes and deals that were played before. The database and what this version says about
it go to `tests/upgrades/`, named after the version. After the release they never change.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import upturn
from tests.support.old_tables import FOLDER, ask_all, facts_of, play, put_away, releases
from tests.support.servers import Guest, Server, read, serving
from upturn.cli.admin import end_table
from upturn.server.clock import now
from upturn.store import open_store

CLOCK = {"move": 300, "reserve": 600}
BOT = "beginner"


class Evening:
    """The people who play on one evening, and their games."""

    def __init__(self, server: Server):
        self.people = {name: server.person(name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve")}
        self.chance = random.Random(1)  # noqa: S311
        self.to_end: list[tuple[str, str]] = []
        """Tables that must be ended from outside, and why."""

    # --- what people do

    def sit_down(self, host: Guest, *others: Guest, **wish: Any) -> str:
        """Return a table where all of them sit, whose game has begun."""
        bots = wish.get("bots", {})
        players = 1 + len(others) + len(bots)
        table = str(host.open(**{"players": players} | wish)["id"])
        free = [seat for seat in range(2, players + 1) if str(seat) not in bots]
        for guest, seat in zip(others, free, strict=True):
            self.do(guest, table, "sit", seat=seat)
        self.do(host, table, "start")
        return table

    def do(self, guest: Guest, table: str, kind: str, **more: Any) -> None:
        read(guest.do(table, kind, **more))

    def play(self, table: str, *people: Guest, moves: int | None = None) -> str:
        play(table, people, self.chance, moves)
        return table

    # --- what is played

    def finish_games(self) -> None:
        ada, ben, cleo, dan, eve = self.people.values()
        for _ in range(2):
            self.play(self.sit_down(ada, ben, game="dnup"), ada, ben)
        self.play(self.sit_down(cleo, game="dnup", bots={"2": BOT, "3": BOT}), cleo)
        self.play(self.sit_down(ada, ben, cleo, dan, game="team-play"), ada, ben, cleo, dan)
        self.play(self.sit_down(dan, ben, game="team-play", bots={"3": BOT}), dan, ben)
        first = self.play(self.sit_down(ada, ben, game="team-up"), ada, ben)
        self.play(self.sit_down(cleo, dan, game="team-up", same_deal=first), cleo, dan)
        self.play(self.sit_down(ada, game="team-up", same_deal=first), ada)
        self.play(self.sit_down(ada, game="team-up", daily=True), ada)
        self.play(self.sit_down(eve, ben, game="dnup"), eve, ben)
        alone = self.play(self.sit_down(dan, game="dnup", bots={"2": BOT}), dan, moves=2)
        self.do(dan, alone, "take-back", seat=1)
        self.play(alone, dan)

    def end_games(self) -> None:
        ada, ben, cleo, dan, _ = self.people.values()
        self.do(ada, ada.open(game="dnup", players=3)["id"], "propose-end")
        agreed = self.play(self.sit_down(ben, cleo, game="team-up"), ben, cleo, moves=3)
        self.do(ben, agreed, "propose-end", seat=1)
        self.do(cleo, agreed, "vote", seat=2, ballot=1, choice="yes")
        self.do(cleo, agreed, "say", seat=2, text="Another time, then.")
        alone = self.play(self.sit_down(dan, game="team-up"), dan, moves=2)
        self.do(dan, alone, "propose-end", seat=1)
        ended = self.play(self.sit_down(ada, dan, game="dnup"), ada, dan, moves=2)
        late = self.play(self.sit_down(cleo, dan, ada, game="team-play"), cleo, dan, ada, moves=2)
        gone = cleo.open(game="team-up", players=2)["id"]
        self.to_end += [(ended, "admin"), (late, "too-late"), (gone, "deserted")]

    def leave_games_open(self) -> None:
        ada, ben, cleo, dan, _ = self.people.values()
        gathering = ada.open(game="dnup", players=4, public=True, bots={"4": BOT})["id"]
        self.do(ben, gathering, "sit", seat=3)
        self.do(ben, gathering, "say", seat=3, text="Who else is coming?")
        self.play(self.sit_down(ada, cleo, game="dnup", clock=CLOCK), ada, cleo, moves=3)
        self.play(self.sit_down(ben, game="dnup", bots={"2": BOT}), ben, moves=3)
        self.play(self.sit_down(dan, cleo, game="team-play", bots={"3": BOT}), dan, cleo, moves=3)
        self.play(self.sit_down(ada, ben, game="team-up"), ada, ben, moves=4)
        self.play(self.sit_down(ben, game="team-up", puzzle=1), ben, moves=2)
        self.play(self.sit_down(ben, game="team-up", daily=True), ben, moves=2)
        ending = self.play(self.sit_down(ada, ben, cleo, game="dnup"), ada, ben, cleo, moves=4)
        self.do(ada, ending, "propose-end", seat=1)
        self.do(ben, ending, "vote", seat=2, ballot=1, choice="yes")
        back = self.play(self.sit_down(cleo, dan, game="team-up"), cleo, dan, moves=2)
        mover = facts_of(cleo, back)["take_back"][0]
        self.do((cleo, dan)[mover - 1], back, "take-back", seat=mover)
        left = self.play(self.sit_down(ben, cleo, dan, game="dnup"), ben, cleo, dan, moves=2)
        self.do(dan, left, "stand", seat=3)
        self.do(ben, left, "vote", seat=1, ballot=1, choice="bot")

    def play_again(self) -> None:
        """Play what can follow a finished game."""
        ada, ben, *_ = self.people.values()
        results = ada.get("/api/results", limit=200)["results"]
        dnup = next(one["table"] for one in results if one["game"] == "dnup")
        what_if = ada.post(f"/api/tables/{dnup}/what-if", {"ply": 3, "seat": 1, "bot": BOT})
        self.play(what_if["table"]["id"], ada, moves=1)
        team_up = next(one["table"] for one in results if one.get("mode") == "competition")
        again = self.sit_down(ben, game="team-up", same_deal=team_up, mode="challenge")
        self.play(again, ben, moves=2)

    def come_and_go(self) -> None:
        """Take a new name, add a second device, and delete a person."""
        dan, eve = self.people["Dan"], self.people.pop("Eve")
        read(dan.http.patch("/api/me", json={"name": "Daniel"}))
        dan.post("/api/me/links")
        read(eve.http.delete("/api/me"))


def main() -> None:
    if upturn.__version__ in releases():
        raise SystemExit(f"There is a database of {upturn.__version__} already; it stays as it is.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(folder) as server:
            evening = Evening(server)
            evening.finish_games()
            evening.end_games()
            evening.leave_games_open()
            evening.play_again()
            evening.come_and_go()
            secrets = {
                str(guest.get("/api/me")["name"]): str(guest.secret)
                for guest in evening.people.values()
            }
        asyncio.run(end_from_outside(folder / "table.db", evening.to_end))
        with serving(folder) as server:
            said = ask_all(server, secrets)
            written = now()
        with closing(sqlite3.connect(folder / "table.db")) as last:
            last.execute("PRAGMA journal_mode = DELETE")
            last.execute("VACUUM")
        told = {"written": written, "secrets": secrets, "said": said}
        put_away(upturn.__version__, folder / "table.db", told)
    for file in sorted(FOLDER.glob(f"{upturn.__version__}.*")):
        print(f"{file.stat().st_size / 1000:6.0f} kB  {file.relative_to(FOLDER.parents[1])}")


async def end_from_outside(database: Path, tables: list[tuple[str, str]]) -> None:
    store = await open_store(str(database))
    for table, reason in tables:
        await end_table(store, table, reason)
    await store.close()


if __name__ == "__main__":
    main()
