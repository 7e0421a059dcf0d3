"""Tables over REST: opened, found, played at, waited at."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.servers import Guest, Server, serving
from upturn.bots import reasons
from upturn.games import names

BOT = "beginner"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("tables")) as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Guest:
    return server.person("Ada")


@pytest.fixture(scope="module")
def ben(server: Server) -> Guest:
    return server.person("Ben")


def refused(answer) -> tuple[int, str]:  # type: ignore[no-untyped-def]
    return answer.status_code, answer.json()["code"]


# --- Opening ---------------------------------------------------------------------------------


def test_a_table_waits_for_people(ada: Guest) -> None:
    standing = ada.post("/api/tables", {"game": "team-up", "players": 3, "bots": {"3": BOT}})
    table = standing["table"]
    assert (table["state"], table["version"]) == ("gathering", 1)
    assert table["seats"][0] == {"seat": 1, "name": "Ada", "host": True}
    assert table["seats"][1:] == [{"seat": 2}, {"seat": 3, "bot": BOT}]
    assert standing["seats"] == [1]
    assert standing["views"] == []
    assert set(table["shuffle"]) == {"commitment"}


def test_a_wish_that_is_sent_again_gets_the_same_table(tmp_path: Path) -> None:
    with serving(tmp_path, workers=2) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        wish = {"game": "dnup", "players": 2, "bots": {"2": BOT}, "start": True, "id": "w1"}
        first = ada.open(**wish)
        with ThreadPoolExecutor(8) as pool:
            again = [*pool.map(lambda _: ada.open(**wish)["id"], range(8))]
            twice = [*pool.map(lambda _: ada.open(**wish | {"id": "w2"})["id"], range(8))]
        assert again == [first["id"]] * 8
        assert len({first["id"], *twice}) == 2
        assert ben.open(**wish)["id"] not in {first["id"], *twice}
        assert len(ada.get("/api/me/tables")["tables"]) == 2
        assert ada.play_out(first["id"])["state"] == "over"


def test_a_full_table_can_begin_at_once(ada: Guest) -> None:
    wish = {"game": "dnup", "players": 2, "bots": {"2": BOT}, "start": True}
    standing = ada.post("/api/tables", wish)
    assert standing["table"]["state"] == "playing"
    assert standing["views"][0]["seat"] == 1


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"players": 9}, "invalid-setup"),
        ({"players": 0}, "invalid-setup"),
        ({"players": 6, "seat": 1}, "invalid-setup"),
        ({"bots": {"2": "grandmaster"}}, "no-such-bot"),
        ({"bots": {"1": BOT}}, "bot-in-your-seat"),
        ({"bots": {"7": BOT}}, "no-such-seat"),
        ({"options": {"nonsense": True}}, "invalid-setup"),
        ({"mode": "challenge"}, "mode-needs-deal"),
        ({"puzzle": 1}, "no-puzzles"),
        ({"game": "team-up", "puzzle": 999}, "no-such-puzzle"),
        ({"daily": True, "game": "dnup", "players": 2}, "daily-players"),
        ({"daily": True, "game": "team-up", "puzzle": 1}, "one-deal"),
        ({"seat": 5}, "no-such-seat"),
    ],
)
def test_a_wish_that_cannot_be_is_refused(ada: Guest, wish: dict[str, object], code: str) -> None:
    answer = ada.http.post("/api/tables", json={"game": "dnup", "players": 2} | wish)
    assert refused(answer) == (422, code)


def test_a_game_cannot_begin_at_once_where_a_seat_is_open(ada: Guest) -> None:
    answer = ada.http.post("/api/tables", json={"game": "dnup", "players": 2, "start": True})
    assert refused(answer) == (409, "seats-open")


def test_the_deal_of_a_table_that_is_not_there_is_refused(ada: Guest) -> None:
    wish = {"game": "dnup", "players": 2, "same_deal": "a" * 16}
    assert refused(ada.http.post("/api/tables", json=wish)) == (404, "no-such-table")


def test_a_deal_is_played_again_once_its_game_is_over(ada: Guest, ben: Guest) -> None:
    first = ada.open(game="team-up", players=1, start=True)
    again = {"game": "team-up", "players": 1, "same_deal": first["id"]}
    assert refused(ada.http.post("/api/tables", json=again)) == (409, "not-finished")
    assert ada.play_out(first["id"])["state"] == "over"
    mine = ada.open(**again)
    theirs = ben.open(**again)
    assert mine["deal"] == theirs["deal"] == first["deal"]
    assert mine["mode"] == "challenge", "who had a seat knows the cards"
    assert theirs["mode"] == "competition"
    assert ada.open(**again, mode="puzzle")["mode"] == "puzzle"


def test_a_puzzle_of_the_book_is_opened(ada: Guest) -> None:
    standing = ada.post(
        "/api/tables", {"game": "team-up", "players": 1, "puzzle": 3, "start": True}
    )
    assert standing["table"]["mode"] == "puzzle"
    assert len(standing["views"][0]["coming"]) > 10


# --- Finding ---------------------------------------------------------------------------------


def test_a_code_leads_to_its_table_in_any_case(server: Server, ada: Guest) -> None:
    table = ada.open(game="dnup", players=2)
    guest = server.guest()
    assert guest.get(f"/api/codes/{table['code']}") == {"table": table["id"]}
    assert guest.get(f"/api/codes/{table['code'].lower()}") == {"table": table["id"]}
    assert refused(guest.http.get("/api/codes/QQQQQQ")) == (404, "no-such-table")
    assert refused(guest.http.get("/api/codes/no")) == (404, "no-such-table")


def test_public_tables_are_listed_by_game(server: Server, ada: Guest) -> None:
    hidden = ada.open(game="team-play", players=4)
    shown = ada.open(game="team-play", players=4, public=True)
    other = ada.open(game="dnup", players=2, public=True)
    guest = server.guest()
    everything = [line["id"] for line in guest.get("/api/tables")["tables"]]
    of_game = guest.get("/api/tables", game="team-play")["tables"]
    assert shown["id"] in everything
    assert other["id"] in everything
    assert hidden["id"] not in everything
    assert [line["id"] for line in of_game] == [shown["id"]]
    assert of_game[0]["code"] == shown["code"]


def test_a_table_that_is_not_there_is_not_found(server: Server) -> None:
    for path in ("", "/entries", "/qr.svg", "/record", "/replay"):
        answer = server.guest().http.get(f"/api/tables/{'z' * 16}{path}")
        assert refused(answer) == (404, "no-such-table")
    assert server.guest().http.get("/api/tables/short").status_code == 404


def test_a_qr_code_invites(server: Server, ada: Guest) -> None:
    table = ada.open(game="dnup", players=2)
    answer = server.guest().http.get(f"/api/tables/{table['id']}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


# --- Playing ---------------------------------------------------------------------------------


def test_people_sit_down_and_play(server: Server, ada: Guest, ben: Guest) -> None:
    table = ada.open(game="dnup", players=2)["id"]
    assert ben.do(table, "sit", seat=2).json()["say"] == "done"
    assert ada.do(table, "start").status_code == 200
    for guest, seat in ((ada, 1), (ben, 2)):
        standing = guest.get(f"/api/tables/{table}")
        assert standing["seats"] == [seat]
        assert standing["views"][0]["seat"] == seat
        assert standing["views"][0]["hand"]
    watched = server.guest().get(f"/api/tables/{table}")
    assert watched["seats"] == []
    assert watched["views"][0]["seat"] is None


def test_a_command_repeated_is_done_once(ada: Guest) -> None:
    table = ada.open(game="dnup", players=2, bots={"2": BOT})["id"]
    first = ada.do(table, "say", id="once", version=1, text="hello")
    again = ada.do(table, "say", id="once", version=1, text="hello")
    assert first.json() == again.json() == {"say": "done", "id": "once", "version": 2}
    assert ada.get(f"/api/tables/{table}")["table"]["version"] == 2


def test_a_command_that_does_not_fit_is_refused_and_changes_nothing(ada: Guest, ben: Guest) -> None:
    table = ada.open(game="dnup", players=2)["id"]
    assert refused(ben.do(table, "start")) == (409, "host-only")
    assert refused(ada.do(table, "start")) == (409, "seats-open")
    assert refused(ada.do(table, "move", seat=1, move="flip")) == (409, "not-begun")
    assert refused(ada.do(table, "say", version=99, text="x")) == (409, "unknown-version")
    assert refused(ada.do(table, "say")) == (409, "say-one")
    assert refused(ada.do(table, "dance")) == (422, "bad-body")
    assert refused(ada.do(table, "point", seat=1))[0] == 409
    assert ada.get(f"/api/tables/{table}")["table"]["version"] == 1


def test_pointing_is_shown_and_not_kept(ada: Guest, ben: Guest) -> None:
    table = ada.open(game="team-up", players=2)["id"]
    ben.do(table, "sit", seat=2)
    ada.do(table, "start")
    move = ada.get(f"/api/tables/{table}")["views"][0]["legal"][0]
    version = ada.get(f"/api/tables/{table}")["table"]["version"]
    assert ada.do(table, "point", seat=1, move=move).json()["version"] == version
    assert ada.get(f"/api/tables/{table}")["table"]["version"] == version


def test_why_is_answered_with_reasons_and_not_kept(ada: Guest, ben: Guest) -> None:
    table = ada.open(game="team-up", players=2)["id"]
    ben.do(table, "sit", seat=2)
    ada.do(table, "start")
    standing = ada.get(f"/api/tables/{table}")
    version, move = standing["table"]["version"], standing["views"][0]["legal"][0]
    mover, other = (ada, ben) if standing["table"]["to_act"] == 1 else (ben, ada)
    seat = standing["table"]["to_act"]
    asked = {"seat": seat, "version": version, "moves": [move, "penalty"]}
    answer = mover.do(table, "why", id="w", **asked).json()
    assert (answer["say"], answer["id"], answer["version"]) == ("reasons", "w", version)
    assert answer["reasons"][move] is None
    assert answer["reasons"]["penalty"]["code"] == "draw-first"
    assert refused(other.do(table, "why", **asked)) == (409, "not-your-seat")
    assert refused(mover.do(table, "why", **asked | {"moves": []})) == (422, "bad-body")
    assert refused(mover.do(table, "why", **asked | {"moves": ["x"] * 121})) == (422, "bad-body")
    assert ada.get(f"/api/tables/{table}")["table"]["version"] == version


def test_a_hint_is_answered_with_advice(ada: Guest) -> None:
    table = ada.open(game="dnup", players=2, bots={"2": BOT}, start=True)["id"]
    while True:
        standing = ada.get(f"/api/tables/{table}")
        if standing["views"][0]["legal"]:
            break
    version = standing["table"]["version"]
    advice = ada.do(table, "hint", id="help", seat=1, version=version).json()
    assert advice["say"] == "advice"
    assert advice["move"] in standing["views"][0]["legal"]
    assert len(advice["sentence"]) > 10
    assert (
        reasons.sentence("dnup", advice["details"] | {"code": advice["code"]})
        == (advice["sentence"])
    )
    again = ada.do(table, "hint", id="help", seat=1, version=version).json()
    assert again == advice


def test_bots_play_without_anybody_at_the_table(ada: Guest) -> None:
    wish = {"game": "dnup", "players": 2, "seat": None, "bots": {"1": BOT, "2": BOT}, "start": True}
    table = ada.open(**wish)["id"]
    assert ada.play_out(table)["state"] == "over"


# --- Waiting ---------------------------------------------------------------------------------


def test_entries_tell_what_was_missed(ada: Guest) -> None:
    table = ada.open(game="dnup", players=3)["id"]
    ada.do(table, "say", text="one")
    ada.do(table, "say", text="two")
    everything = ada.get(f"/api/tables/{table}/entries")
    assert [told["what"] for told in everything["told"]] == ["opened", "said", "said"]
    missed = ada.get(f"/api/tables/{table}/entries", since=2)
    assert [told["n"] for told in missed["told"]] == [3]
    assert ada.get(f"/api/tables/{table}/entries", since=3)["told"] == []
    assert ada.get(f"/api/tables/{table}/entries", since=99)["told"] == everything["told"]


def test_who_waits_hears_as_soon_as_something_happens(ada: Guest, ben: Guest) -> None:
    table = ada.open(game="dnup", players=3)["id"]
    heard: list[dict[str, object]] = []

    def wait() -> None:
        heard.append(ben.get(f"/api/tables/{table}/entries", since=1, wait=25))

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert ada.do(table, "say", text="here I am").status_code == 200
    waiting.join(20)
    assert not waiting.is_alive()
    (answer,) = heard
    assert answer["version"] == 2


def test_who_waits_in_vain_is_told_so(ada: Guest) -> None:
    table = ada.open(game="dnup", players=3)["id"]
    answer = ada.get(f"/api/tables/{table}/entries", since=1, wait=1)
    assert (answer["version"], answer["told"]) == (1, [])


@pytest.mark.parametrize("query", ["since=-1", "since=x", "wait=26", "wait=-1", "since=1.5"])
def test_waiting_has_its_bounds(ada: Guest, query: str) -> None:
    table = ada.open(game="dnup", players=3)["id"]
    answer = ada.http.get(f"/api/tables/{table}/entries?{query}")
    assert refused(answer) == (422, "bad-query")


# --- About -----------------------------------------------------------------------------------


def test_the_games_are_told_with_all_that_a_host_can_pick(server: Server) -> None:
    games = {game["game"]: game for game in server.guest().get("/api/games")["games"]}
    assert list(games) == names()
    assert games["dnup"]["players"] == [2, 3, 4, 5]
    assert games["dnup"]["levels"][0]["level"] == "beginner"
    assert games["team-up"]["modes"]
    assert len(games["team-play"]["components"]["missions"]) == 46
    assert games["team-up"]["components"]["boxes"]


def test_phrases_are_told_in_english(server: Server) -> None:
    phrases = server.guest().get("/api/phrases")["phrases"]
    assert len(phrases) >= 12
    assert {"phrase": "thanks", "text": "Thank you!"} in phrases


def test_the_book_is_told_without_its_solutions(server: Server) -> None:
    puzzles = server.guest().get("/api/puzzles")["puzzles"]
    assert len(puzzles) == 60
    assert set(puzzles[0]) == {"number", "id", "difficulty"}
