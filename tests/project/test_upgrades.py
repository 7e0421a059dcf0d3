"""A server on a database of an earlier release: all is as it was told, and games go on."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic_ns, time_ns
from typing import Any

import pytest

from tests.support import old_tables
from tests.support.old_tables import DATABASES, FIRST, Said, facts_of
from tests.support.servers import Guest, Server, read, serving
from tests.support.waiting import wait_until
from upturn.server import clock

ALL = [(release, kind) for release in old_tables.releases() for kind in DATABASES]


@dataclass
class Reopened:
    server: Server
    told: dict[str, Any]
    """By the release that wrote it."""
    said: Said
    """By this version, when it had just opened it."""

    def people(self, *names: str) -> list[Guest]:
        guests = old_tables.guests(self.server, self.told["secrets"])
        return [guests[name] for name in names]

    def table(self, **wanted: Any) -> dict[str, Any]:
        """The facts of the one table like that, as the old release told them."""
        found = {
            body["table"]["id"]: body["table"]
            for answers in self.told["said"].values()
            for status, body in answers.values()
            if status == 200 and "table" in body and isinstance(body["table"], dict)
            and all(body["table"].get(name) == value for name, value in wanted.items())
        }  # fmt: skip
        (table,) = found.values()
        facts: dict[str, Any] = table
        return facts


def set_back(patching: pytest.MonkeyPatch, nanoseconds: int) -> None:
    """Let the server's clocks show an earlier time."""

    def earlier() -> int:
        return time_ns() - nanoseconds

    patching.setattr(clock, "time_ns", earlier)
    patching.setattr(clock, "_clock", clock.Clock(earlier, monotonic_ns))


@pytest.fixture(scope="module", params=ALL, ids="-".join)
def reopened(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Reopened]:
    """A server on an old database, at the time it was written: in the meantime clocks would have
    run out, and tables been closed."""
    release, kind = request.param
    folder = tmp_path_factory.mktemp("old")
    told = old_tables.told_by(release)
    since = time_ns() - told["written"] * 1_000_000
    with pytest.MonkeyPatch.context() as patching:
        set_back(patching, since)
        url = old_tables.restore(release, kind, folder, request)
        with serving(folder, database=url) as server:
            yield Reopened(server, told, old_tables.ask_all(server, told["secrets"]))


def test_every_table_result_and_rating_is_as_the_old_version_told_it(reopened: Reopened) -> None:
    assert reopened.said.keys() == reopened.told["said"].keys()
    for who, answers in reopened.told["said"].items():
        assert reopened.said[who].keys() == answers.keys()
        for path, answer in answers.items():
            assert comparable(reopened.said[who][path]) == comparable(answer), (who, path)


def comparable(answer: list[Any]) -> list[Any]:
    """Without what 0.1.0 did not tell: in lists, why a table ended; whether the asker has seen a
    deal; who opened a table. A refusal is compared by its code: its sentence is for people, and may
    be said better."""
    status, body = answer
    if "code" in body and "sentence" in body:
        return [status, body["code"], body.get("details")]
    if "tables" not in body:
        return [status, without_todays_seed(without_seen(without_opener(body)))]
    lines = [
        {name: fact for name, fact in line.items() if name != "ended_by"} for line in body["tables"]
    ]
    return [status, lines]


def without_opener(body: dict[str, Any]) -> dict[str, Any]:
    """How a table stands, without whether the asker, or somebody who said something, opened it."""
    left = {name: fact for name, fact in body.items() if name != "opener"}
    if "told" in left:
        left["told"] = [without_opener(entry) for entry in left["told"]]
    return left


def without_seen(body: dict[str, Any]) -> dict[str, Any]:
    """The page of a deal or the deals of a day, without whether the asker has seen them."""
    told = {name: fact for name, fact in body.items() if name != "seen"}
    if "deals" in told:
        told["deals"] = [without_seen(deal) for deal in told["deals"]]
    return told


def without_todays_seed(body: dict[str, Any]) -> dict[str, Any]:
    """A table or a record as it is told now: 0.1.0 told the seed of the day's deal too early."""
    if isinstance(body.get("table"), dict):
        return body | {"table": without_todays_seed(body["table"])}
    if "day" in body and "shuffle" in body:
        return body | {"shuffle": body["shuffle"]["commitment"]}
    return body


def test_lists_say_why_a_table_ended_as_the_table_does(reopened: Reopened) -> None:
    why = set()
    for answers in reopened.said.values():
        for line in answers.get("/api/me/tables", [200, {"tables": []}])[1]["tables"]:
            facts = answers[f"/api/tables/{line['id']}"][1]["table"]
            assert line.get("ended_by") == facts.get("ended_by")
            why.add(line.get("ended_by"))
    assert why == {None, "agreed", "closed", "deserted", "admin", "too-late"}


@pytest.mark.parametrize(
    ("reopened", "game", "names"),
    [
        ((FIRST, "sqlite"), "dnup", ("Ada", "Cleo")),
        ((FIRST, "sqlite"), "team-play", ("Daniel", "Cleo")),
        ((FIRST, "sqlite"), "team-up", ("Ada", "Ben")),
        ((FIRST, "postgres"), "dnup", ("Ada", "Cleo")),
    ],
    indirect=["reopened"],
    ids=["dnup", "team-play", "team-up", "dnup on PostgreSQL"],
)
def test_people_come_back_and_play_their_game_to_its_end(
    reopened: Reopened, game: str, names: tuple[str, str]
) -> None:
    people = reopened.people(*names)
    here = {"Daniel": "Dan"}  # he has changed his name since
    table = next(
        line["id"]
        for line in people[0].get("/api/me/tables")["tables"]
        if (line["game"], line["state"]) == (game, "playing")
        and {seat["name"] for seat in line["seats"] if "name" in seat}
        == {here.get(name, name) for name in names}
        and "ballots" not in facts_of(people[0], line["id"])
    )
    rated = games_of(reopened, game)
    old_tables.play(table, people, random.Random(1))
    assert facts_of(people[0], table)["state"] == "over"
    assert people[0].get("/api/results", limit=1)["results"][0]["table"] == table
    for name in names:
        assert games_of(reopened, game)[name] == rated[name] + 1


def games_of(reopened: Reopened, game: str) -> dict[str, int]:
    ratings = reopened.server.guest().get("/api/ratings", game=game)["ratings"]
    return {rating["name"]: rating["games"] for rating in ratings}


def ballots(reopened: Reopened, about: str) -> tuple[str, dict[str, Any]]:
    """The table where that was asked, and the ballot."""
    found = {}
    for guest in reopened.people(*reopened.told["secrets"]):
        for line in guest.get("/api/me/tables")["tables"]:
            for ballot in facts_of(guest, line["id"]).get("ballots", []):
                if ballot["about"] == about:
                    found[line["id"]] = ballot
    ((table, ballot),) = found.items()
    return table, ballot


def test_a_vote_that_was_under_way_is_completed(reopened: Reopened) -> None:
    table, ballot = ballots(reopened, "end")
    (cleo,) = reopened.people("Cleo")
    read(cleo.do(table, "vote", seat=3, ballot=ballot["ballot"], choice="yes"))
    facts = facts_of(cleo, table)
    assert (facts["state"], facts["ended_by"]) == ("ended", "agreed")
    lines = {line["id"]: line for line in cleo.get("/api/me/tables")["tables"]}
    assert lines[table]["ended_by"] == "agreed"


def test_a_move_is_taken_back_that_was_asked_for_before(reopened: Reopened) -> None:
    table, ballot = ballots(reopened, "take-back")
    cleo, dan = reopened.people("Cleo", "Daniel")
    before = facts_of(cleo, table)["plies"]
    (seat,) = ballot["voters"]
    read((cleo, dan)[seat - 1].do(table, "vote", seat=seat, ballot=ballot["ballot"], choice="yes"))
    assert facts_of(cleo, table)["plies"] < before


def test_a_table_that_gathered_begins(reopened: Reopened) -> None:
    ada, cleo = reopened.people("Ada", "Cleo")
    table = reopened.table(state="gathering")["id"]
    read(cleo.do(table, "sit", seat=2))
    read(ada.do(table, "start"))
    assert facts_of(cleo, table)["state"] == "playing"


def test_a_table_whose_end_was_not_in_the_register_yet_gets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a power cut of the old version, right behind the entry that ended the table."""
    told = old_tables.told_by(FIRST)
    since = time_ns() - told["written"] * 1_000_000
    set_back(monkeypatch, since)
    old_tables.bring_back(FIRST, tmp_path / "table.db")
    with closing(sqlite3.connect(tmp_path / "table.db")) as known:
        known.execute("UPDATE tables SET state = 'playing' WHERE state = 'ended'")
        known.commit()
    with serving(tmp_path) as server:
        guests = old_tables.guests(server, told["secrets"]).values()

        def ended() -> set[str]:
            lines = [line for guest in guests for line in guest.get("/api/me/tables")["tables"]]
            return {line["ended_by"] for line in lines if line["state"] == "ended"}

        # The server looks through such tables after it has started.
        wait_until(lambda: ended() == {"agreed", "closed", "deserted", "admin", "too-late"})
