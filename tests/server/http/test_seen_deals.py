"""A deal that somebody has seen is never ranked, and today's is a secret until the day is over.

A browser that several people use one after the other is one client with its cookies.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import time_ns
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.support.servers import Guest, Server, serving
from upturn.server import clock
from upturn.server.access import BROWSER_COOKIE, COOKIE
from upturn.server.http.security import YEAR
from upturn.table import shuffles

DAY = 86_400 * 10**9
ALONE = {"game": "team-up", "players": 1, "start": True}
TODAY = ALONE | {"daily": True}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("seen")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as running:
        yield running


@pytest.fixture(scope="module")
def earlier(server: Server) -> dict[str, Any]:
    """A game of Team UP that is over, and everybody's to look at."""
    ada = server.person("Ada")
    return play(ada, ada.open(**ALONE)["id"])


def refused(answer) -> tuple[int, str]:  # type: ignore[no-untyped-def]
    return answer.status_code, answer.json()["code"]


def play(guest: Guest, table: str) -> dict[str, Any]:
    """Play a game of Team UP to its end by stopping as soon as that is possible; its last facts."""
    while True:
        stands = guest.get(f"/api/tables/{table}")
        facts: dict[str, Any] = stands["table"]
        if facts["state"] != "playing":
            return facts
        if facts["to_act"] in stands["seats"]:
            legal = stands["views"][0]["legal"]
            move = "stop" if "stop" in legal else legal[0]
            answer = guest.do(table, "move", seat=facts["to_act"], move=move)
            assert answer.is_success, answer.text


def compete(guest: Guest, earlier: dict[str, Any]) -> dict[str, Any]:
    """Compete on the deal of an earlier game; the result."""
    wish = ALONE | {"same_deal": earlier["id"], "mode": "competition"}
    return result_of(guest, play(guest, guest.open(**wish)["id"]))


def result_of(guest: Guest, facts: dict[str, Any]) -> dict[str, Any]:
    (found,) = [
        result
        for result in guest.get(f"/api/deals/{facts['deal']}")["results"]
        if result["table"] == facts["id"]
    ]
    return dict(found)


def is_ranked(result: dict[str, Any]) -> bool:
    """Whether a result counts. Marked or not, it is kept."""
    marked, rated = result.get("knew_deal", False), result.get("rated", True)
    assert marked != rated
    return bool(rated)


def todays(guest: Guest) -> dict[str, Any]:
    (found,) = [deal for deal in guest.get("/api/daily")["deals"] if deal["game"] == "team-up"]
    return dict(found)


# --- Deals that were played before -----------------------------------------------------------


def look_at_the_table(guest: Guest, table: str) -> None:
    guest.get(f"/api/tables/{table}")


def read_the_entries(guest: Guest, table: str) -> None:
    guest.get(f"/api/tables/{table}/entries")


def look_back(guest: Guest, table: str) -> None:
    guest.get(f"/api/tables/{table}/replay", ply=0, seat=1)


def read_the_record(guest: Guest, table: str) -> None:
    guest.get(f"/api/tables/{table}/record")


def take_up_the_challenge(guest: Guest, table: str) -> None:
    guest.open(**ALONE, same_deal=table, mode="challenge")


def go_on_from_a_move(guest: Guest, table: str) -> None:
    guest.post(f"/api/tables/{table}/what-if", {"ply": 1, "seat": 1})


def come_with_a_socket(guest: Guest, table: str) -> None:
    cookies = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    url = str(guest.http.base_url).replace("http", "ws", 1)
    with connect(f"{url}/live/{table}", additional_headers={"Cookie": cookies}) as socket:
        assert json.loads(socket.recv())["say"] == "welcome"


WAYS = [
    look_at_the_table,
    read_the_entries,
    look_back,
    read_the_record,
    take_up_the_challenge,
    go_on_from_a_move,
    come_with_a_socket,
]


@pytest.mark.parametrize("look", WAYS, ids=lambda look: look.__name__)
def test_a_second_name_in_the_browser_that_has_seen_a_deal_is_not_ranked_on_it(
    server: Server, earlier: dict[str, Any], look: Callable[[Guest, str], None]
) -> None:
    curious = server.browser(f"C {look.__name__}"[:24])
    assert "seen" not in curious.get(f"/api/deals/{earlier['deal']}")
    look(curious, earlier["id"])
    assert curious.get(f"/api/deals/{earlier['deal']}")["seen"] is True
    second = curious.become(f"S {look.__name__}"[:24])
    assert second.get(f"/api/deals/{earlier['deal']}")["seen"] is True
    assert not is_ranked(compete(second, earlier))


def test_a_second_name_is_offered_a_challenge_if_nothing_else_is_wished(
    server: Server, earlier: dict[str, Any]
) -> None:
    wish = ALONE | {"same_deal": earlier["id"]}
    first = server.browser("Offered first")
    assert first.open(**wish)["mode"] == "competition"
    assert first.become("Offered second").open(**wish)["mode"] == "challenge"


def test_looking_without_a_name_counts_too(server: Server, earlier: dict[str, Any]) -> None:
    nameless = server.browser()
    assert refused(nameless.http.get("/api/me")) == (401, "nameless")  # as our page does first
    look_at_the_table(nameless, earlier["id"])
    assert not is_ranked(compete(nameless.become("Named later"), earlier))


def test_a_person_has_seen_what_they_saw_on_any_device(
    server: Server, earlier: dict[str, Any]
) -> None:
    person = server.person("Several devices")
    look_back(person, earlier["id"])
    other = server.browser()
    token = person.post("/api/me/links")["url"].rsplit("/", 1)[-1]
    other.post("/api/link", {"token": token})
    assert not is_ranked(compete(other, earlier))


def test_who_looks_at_the_deal_while_they_play_it_is_not_ranked(
    server: Server, earlier: dict[str, Any]
) -> None:
    sly = server.person("Looks meanwhile")
    table = sly.open(**ALONE, same_deal=earlier["id"], mode="competition")["id"]
    read_the_record(sly, earlier["id"])
    assert not is_ranked(result_of(sly, play(sly, table)))


def test_who_looks_at_the_deal_after_their_game_is_ranked(
    server: Server, earlier: dict[str, Any]
) -> None:
    fair = server.browser("Looks afterwards")
    result = compete(fair, earlier)
    read_the_record(fair, earlier["id"])
    assert is_ranked(result)
    assert is_ranked(result_of(fair, {"id": result["table"], "deal": result["deal"]}))


def test_a_team_is_not_ranked_if_one_of_it_knew_the_deal(server: Server) -> None:
    host, fair, knows = (server.person(f"Team {name}") for name in ("host", "fair", "knows"))
    source = play(
        host, host.open(game="team-up", players=2, bots={"2": "beginner"}, start=True)["id"]
    )
    look_at_the_table(knows, source["id"])
    wish = {"game": "team-up", "players": 2, "same_deal": source["id"], "mode": "competition"}
    table = fair.open(**wish)["id"]
    assert knows.do(table, "sit", seat=2).is_success
    assert fair.do(table, "start").is_success
    assert knows.do(table, "stand", seat=2).is_success
    ended = fair.do(table, "vote", ballot=1, seat=1, choice="bot")
    assert ended.is_success, ended.text
    assert not is_ranked(result_of(fair, play(fair, table)))


def test_knowing_a_deal_gives_no_rating(server: Server, earlier: dict[str, Any]) -> None:
    knows, fair = server.browser("Rated never"), server.browser("Rated fairly")
    look_at_the_table(knows, earlier["id"])
    compete(knows, earlier)
    compete(fair, earlier)
    names = [one["name"] for one in fair.get("/api/ratings", game="team-up")["ratings"]]
    assert "Rated fairly" in names
    assert "Rated never" not in names


def test_who_watched_a_game_has_seen_its_deal(server: Server) -> None:
    plays, watches = server.person("Is watched"), server.browser("Watches")
    table = plays.open(game="team-up", players=1)["id"]
    cookies = "; ".join(f"{name}={value}" for name, value in watches.http.cookies.items())
    url = server.url.replace("http", "ws", 1)
    with connect(f"{url}/live/{table}", additional_headers={"Cookie": cookies}) as socket:
        socket.recv()
        assert "seen" not in watches.get(f"/api/deals/{todays(watches)['deal']}")
        assert plays.do(table, "start").is_success
        while json.loads(socket.recv())["say"] != "update":
            pass
    source = play(plays, table)
    assert not is_ranked(compete(watches.become("Watched before"), source))


def test_a_table_that_has_not_begun_shows_nothing_of_its_deal(server: Server) -> None:
    host, guest = server.person("Gathers"), server.browser("Looks in early")
    table = host.open(game="team-up", players=1)
    look_at_the_table(guest, table["id"])
    host.do(table["id"], "start")
    source = play(host, table["id"])
    assert "seen" not in guest.get(f"/api/deals/{source['deal']}")


def test_a_table_that_was_closed_before_its_game_tells_the_seed_and_counts_as_seen(
    server: Server, earlier: dict[str, Any]
) -> None:
    host, curious = server.person("Closes it"), server.browser("Reads the seed")
    wish = {"game": "team-up", "players": 1, "same_deal": earlier["id"], "mode": "competition"}
    table = host.open(**wish)["id"]
    assert host.do(table, "propose-end").is_success
    assert curious.get(f"/api/tables/{table}")["table"]["shuffle"]["seed"]
    assert curious.get(f"/api/deals/{earlier['deal']}")["seen"] is True


# --- The deal of the day ---------------------------------------------------------------------


def test_a_second_name_in_the_same_browser_does_not_play_todays_deal_again(
    server: Server,
) -> None:
    first = server.browser("Plays today")
    assert "seen" not in todays(first)
    play(first, first.open(**TODAY)["id"])
    second = first.become("Plays it again")
    assert todays(second)["seen"] is True
    assert "table" not in todays(second), "the other name's table is nobody else's"
    answer = second.http.post("/api/tables", json=TODAY)
    assert refused(answer) == (409, "daily-seen")
    assert "table" not in answer.json().get("details", {})
    assert server.browser("In another browser").open(**TODAY)["day"]


def test_a_second_name_takes_no_seat_at_todays_deal(server: Server) -> None:
    first, host = server.browser("Sat today"), server.person("Invites to today")
    first.open(**TODAY)
    table = host.open(game="team-up", players=2, daily=True)["id"]
    second = first.become("Sits again today")
    assert refused(second.do(table, "sit", seat=2)) == (409, "daily-seen")
    cookies = "; ".join(f"{name}={value}" for name, value in second.http.cookies.items())
    url = server.url.replace("http", "ws", 1)
    with connect(f"{url}/live/{table}", additional_headers={"Cookie": cookies}) as socket:
        version = json.loads(socket.recv())["version"]
        socket.send(json.dumps({"do": "sit", "id": "s", "version": version, "seat": 2}))
        while (heard := json.loads(socket.recv()))["say"] != "refused":
            pass
    assert heard["code"] == "daily-seen"
    assert server.browser("Sits down today").do(table, "sit", seat=2).is_success


def test_who_closed_a_table_before_its_game_may_still_play_todays_deal(server: Server) -> None:
    host = server.browser("Closes early")
    table = host.open(game="team-up", players=2, daily=True)["id"]
    assert host.do(table, "propose-end").is_success
    assert "seed" not in host.get(f"/api/tables/{table}")["table"]["shuffle"]
    assert "seen" not in todays(host)
    assert host.open(**TODAY)["day"]


def test_two_names_that_sat_down_before_either_played_count_once(server: Server) -> None:
    browser = server.browser("Opened first")
    first = browser.open(game="team-up", players=1, daily=True)["id"]
    cookies = browser.http.cookies
    secret = cookies[COOKIE]
    cookies.delete(COOKIE)
    browser.post("/api/me", {"name": "Opened second"})
    second = browser.open(game="team-up", players=1, daily=True)["id"]
    other = cookies[COOKIE]
    for table, shown in ((first, secret), (second, other)):
        cookies.delete(COOKIE)
        cookies.set(COOKIE, shown)
        assert browser.do(table, "start").is_success
        facts = play(browser, table)
        assert is_ranked(result_of(browser, facts)) == (table == first)
    listed = [result["table"] for result in todays(server.guest())["results"]]
    assert first in listed
    assert second not in listed


# --- The seed --------------------------------------------------------------------------------


def everything_told(guest: Guest, table: str) -> str:
    """All that a server answers about a table, as text."""
    paths = [
        f"/api/tables/{table}",
        f"/api/tables/{table}/entries",
        f"/api/tables/{table}/record",
        f"/api/tables/{table}/replay",
        "/api/me/export",
        "/api/me/tables",
        "/api/daily",
        "/api/results",
    ]
    deal = guest.get(paths[0])["table"]["deal"]
    told = [guest.http.get(path).text for path in (*paths, f"/api/deals/{deal}")]
    url = str(guest.http.base_url).replace("http", "ws", 1)
    shown = {"Authorization": f"Bearer {guest.secret}"}
    with connect(f"{url}/live/{table}", additional_headers=shown) as socket:
        told.append(str(socket.recv()))
    return "\n".join(told)


def test_the_seed_of_a_deal_of_the_day_is_told_to_everybody_when_the_day_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        mine = play(ada, ada.open(**TODAY)["id"])
        closed = ben.open(game="team-up", players=1, daily=True)["id"]
        assert ben.do(closed, "propose-end").is_success
        assert ben.get(f"/api/tables/{closed}")["table"]["state"] == "ended"
        today = [everything_told(ada, mine["id"]), everything_told(ben, closed)]
        assert mine["shuffle"] == {
            "commitment": todays(ben)["commitment"],
            "told": shuffles.end_of(mine["day"]),
        }
        record = ada.get(f"/api/tables/{mine['id']}/record")
        told = record["shuffle"]["told"]
        assert told.endswith("T00:00:00+00:00")
        assert record["moves"], "who has played it may look at their own game"

        monkeypatch.setattr(clock, "time_ns", lambda: time_ns() + DAY)
        facts = server.guest().get(f"/api/tables/{mine['id']}")["table"]
        seed, nonce = facts["shuffle"]["seed"], facts["shuffle"]["nonce"]
        assert shuffles.commitment(seed, nonce) == mine["shuffle"]["commitment"]
        for text in today:
            assert seed not in text
            assert nonce not in text
        later = server.guest().get(f"/api/tables/{mine['id']}/record")["shuffle"]
        assert later == {"commitment": facts["shuffle"]["commitment"], "seed": seed, "nonce": nonce}
        assert seed in everything_told(ben, closed)
        (kept,) = ada.get("/api/me/export")["records"]
        assert kept["shuffle"] == later


@pytest.mark.parametrize("what", ["", "/entries", "/record", "/replay", "/replay?ply=0&seat=1"])
def test_todays_games_of_others_are_shown_tomorrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    with serving(tmp_path) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = play(ada, ada.open(**TODAY)["id"])["id"]
        play(ben, ben.open(**TODAY)["id"])
        path = f"/api/tables/{table}{what}"
        assert ada.http.get(path).is_success
        for guest in (ben, server.guest()):
            assert refused(guest.http.get(path)) == (403, "secluded")
        monkeypatch.setattr(clock, "time_ns", lambda: time_ns() + DAY)
        for guest in (ben, server.guest()):
            assert guest.http.get(path).is_success


# --- The number of a browser -----------------------------------------------------------------


def test_a_browser_keeps_one_number_that_no_script_can_read(server: Server, folder: Path) -> None:
    guest = server.browser()
    made = guest.http.post("/api/me", json={"name": "Has a number"})
    (cookie,) = [
        one for one in made.headers.get_list("set-cookie") if one.startswith(f"{BROWSER_COOKIE}=")
    ]
    for part in ("HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={YEAR}"):
        assert part in cookie
    number = guest.http.cookies[BROWSER_COOKIE]
    table = guest.open(**ALONE)["id"]
    assert guest.http.cookies[BROWSER_COOKIE] == number
    untagged = number.rpartition(".")[0].encode()
    assert not [path for path in folder.iterdir() if untagged in path.read_bytes()]
    assert sightings(folder, table) >= {("browser", "person")}


def test_a_browser_without_a_number_of_ours_gets_one_and_nothing_is_kept_of_it(
    server: Server, folder: Path
) -> None:
    ada = server.person("Plays for anybody")
    table = play(ada, ada.open(**ALONE)["id"])["id"]
    own = server.browser()
    own.http.get("/api/me")
    number, _, tag = own.http.cookies[BROWSER_COOKIE].rpartition(".")
    kept = browsers(folder, table)
    for made_up in (None, "x1", f"x1.{tag}", f"{number}.", f"{number}.{'0' * len(tag)}", number):
        shown = {} if made_up is None else {"cookie": f"{BROWSER_COOKIE}={made_up}"}
        guest = server.guest(origin=server.url, **shown)
        answer = guest.http.get(f"/api/tables/{table}")
        assert answer.is_success
        assert answer.headers["set-cookie"].startswith(f"{BROWSER_COOKIE}=")
        url = server.url.replace("http", "ws", 1)
        with connect(f"{url}/live/{table}", additional_headers=shown) as socket:
            assert json.loads(socket.recv())["say"] == "welcome"
        assert browsers(folder, table) == kept
    answer = own.http.get(f"/api/tables/{table}")
    assert "set-cookie" not in answer.headers
    assert len(browsers(folder, table)) == len(kept) + 1


def test_beyond_the_limit_browsers_are_answered_but_not_kept(tmp_path: Path) -> None:
    limits = tmp_path / "limits.toml"
    limits.write_text("[sightings]\nburst = 2\nper_second = 0\n", encoding="utf-8")
    with serving(tmp_path, limits=limits) as server:
        ada = server.person("Ada")
        table = play(ada, ada.open(**ALONE)["id"])["id"]
        for _ in range(4):
            guest = server.browser()
            guest.http.get("/api/me")
            for _ in range(3):
                look_at_the_table(guest, table)
                come_with_a_socket(guest, table)
        assert len(browsers(tmp_path, table)) == 2
        ben = server.browser("Ben")
        look_at_the_table(ben, table)
        assert sightings(tmp_path, table) >= {("", "person")}
        assert len(browsers(tmp_path, table)) == 2
        assert ben.get("/api/me/export")["seen"], "what people see is kept with their names"


def test_a_program_gets_no_number(server: Server) -> None:
    robot = server.person("Robot")
    answer = robot.http.post("/api/tables", json=ALONE)
    assert answer.is_success
    assert "set-cookie" not in answer.headers


def browsers(folder: Path, table: str) -> set[str]:
    """The browsers that have seen a table, as the database keeps them."""
    with closing(sqlite3.connect(folder / "table.db")) as database:
        rows = database.execute(
            "SELECT browser FROM sightings WHERE table_id = ? AND browser <> ''", (table,)
        ).fetchall()
    return {browser for (browser,) in rows}


def sightings(folder: Path, table: str) -> set[tuple[str, str]]:
    """Which kinds of rows there are of a table."""
    with closing(sqlite3.connect(folder / "table.db")) as database:
        rows = database.execute(
            "SELECT browser, person FROM sightings WHERE table_id = ?", (table,)
        ).fetchall()
    return {("browser" if browser else "", "person" if person else "") for browser, person in rows}


# --- Everything of mine ----------------------------------------------------------------------


def test_an_export_has_the_deals_that_somebody_has_seen(
    server: Server, earlier: dict[str, Any]
) -> None:
    person = server.person("Exports")
    assert person.get("/api/me/export")["seen"] == []
    look_back(person, earlier["id"])
    own = person.open(**ALONE)["deal"]
    assert person.get("/api/me/export")["seen"] == [earlier["deal"], own]


def test_who_is_deleted_has_seen_nothing_but_the_browser_still_knows(
    server: Server, folder: Path, earlier: dict[str, Any]
) -> None:
    person = server.browser("Deleted soon")
    me = person.get("/api/me")["id"]
    look_back(person, earlier["id"])
    own = person.open(**ALONE)
    assert person.http.delete("/api/me").is_success
    with closing(sqlite3.connect(folder / "table.db")) as database:
        assert database.execute("SELECT * FROM sightings WHERE person = ?", (me,)).fetchall() == []
        tables = database.execute(
            "SELECT table_id FROM sightings WHERE deal = ?", (own["deal"],)
        ).fetchall()
    assert (own["id"],) not in tables, "nothing shows where they sat"
    person.name = None
    again = person.become("Comes back anew")
    assert not is_ranked(compete(again, earlier))
