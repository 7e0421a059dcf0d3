"""Games that are over, over REST: records, replays, what-ifs, deals, days, results, ratings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

import upturn
from tests.support.servers import Guest, Server, serving
from upturn.server.people import daily
from upturn.table import shuffles

BOT = "beginner"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("past")) as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Guest:
    return server.person("Ada")


@pytest.fixture(scope="module")
def over(ada: Guest) -> dict[str, object]:
    """A finished game of dnup between Ada and a bot."""
    return ada.play_out(ada.open(game="dnup", players=2, bots={"2": BOT}, start=True)["id"])


def refused(answer) -> tuple[int, str]:  # type: ignore[no-untyped-def]
    return answer.status_code, answer.json()["code"]


# --- Records ---------------------------------------------------------------------------------


def test_a_record_is_a_game_that_any_program_can_check(server: Server, over) -> None:  # type: ignore[no-untyped-def]
    answer = server.guest().http.get(f"/api/tables/{over['id']}/record")
    assert 'filename="upturn-dnup-20' in answer.headers["content-disposition"]
    record = answer.json()
    assert upturn.replay(record).scores == over["scores"]
    assert record["table"] == over["id"]
    assert record["names"] == ["Ada", None]
    assert record["bots"] == [None, BOT]
    shuffle = record["shuffle"]
    promised = hashlib.sha256(f"{shuffle['seed']}:{shuffle['nonce']}".encode()).hexdigest()
    assert promised == shuffle["commitment"] == over["shuffle"]["commitment"]
    assert promised.startswith(record["deal"])
    fresh = upturn.new("dnup", players=2, seed=shuffle["seed"])
    assert fresh.moves == record["moves"][: len(fresh.moves)]


def test_the_cards_of_a_game_in_play_are_nobodys_business(ada: Guest) -> None:
    table = ada.open(game="dnup", players=2)["id"]
    for what in ("record", "replay"):
        assert refused(ada.http.get(f"/api/tables/{table}/{what}")) == (409, "not-finished")
    wish = {"ply": 0, "seat": 1}
    answer = ada.http.post(f"/api/tables/{table}/what-if", json=wish)
    assert refused(answer) == (409, "not-finished")


# --- Replays ---------------------------------------------------------------------------------


def test_every_moment_can_be_seen_again_by_every_seat(server: Server, over) -> None:  # type: ignore[no-untyped-def]
    guest, path = server.guest(), f"/api/tables/{over['id']}/replay"
    game = upturn.replay(guest.get(f"/api/tables/{over['id']}/record"))
    while True:
        ply = len(game.moves)
        seen = guest.get(path, ply=ply)
        assert (seen["ply"], seen["plies"]) == (ply, over["plies"])
        assert seen["views"] == [game.sight(1), game.sight(2)]
        assert seen["lines"] == game.history()[-1:]
        if not ply:
            break
        game.go_back(ply - 1)
    only = guest.get(path, ply=3, seat=2)
    assert [view["seat"] for view in only["views"]] == [2]
    assert guest.get(path)["ply"] == over["plies"]
    assert guest.get(path)["views"][0]["over"] is True


def test_a_moment_that_never_was_is_refused(server: Server, over) -> None:  # type: ignore[no-untyped-def]
    guest, path = server.guest(), f"/api/tables/{over['id']}/replay"
    assert refused(guest.http.get(path, params={"ply": 9999})) == (422, "no-such-ply")
    assert refused(guest.http.get(path, params={"seat": 3})) == (422, "no-such-seat")
    assert refused(guest.http.get(path, params={"seat": 0})) == (422, "bad-query")


# --- Other ways to go on ---------------------------------------------------------------------


def test_what_if_goes_on_from_a_move_with_bots_in_the_other_seats(ada: Guest, over) -> None:  # type: ignore[no-untyped-def]
    before = ada.get(f"/api/tables/{over['id']}/replay", ply=5)
    standing = ada.post(f"/api/tables/{over['id']}/what-if", {"ply": 5, "seat": 2, "bot": BOT})
    table = standing["table"]
    assert table["what_if"] == over["id"]
    assert table["public"] is False if "public" in table else True
    assert [seat.get("bot") for seat in table["seats"]] == [BOT, None]
    assert standing["views"][0]["hand"] == before["views"][1]["hand"]
    assert ada.play_out(table["id"])["state"] == "over"
    results = [result["table"] for result in ada.get("/api/results")["results"]]
    assert table["id"] not in results, "it proves nothing"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"ply": 9999, "seat": 1}, 422, "no-such-ply"),
        ({"ply": 1, "seat": 3}, 422, "no-such-seat"),
        ({"ply": 1, "seat": 1, "bot": "nobody"}, 422, "no-such-bot"),
        ({"ply": -1, "seat": 1}, 422, "bad-body"),
    ],
)
def test_a_what_if_that_cannot_be_is_refused(ada: Guest, over, wish, status, code) -> None:  # type: ignore[no-untyped-def]
    answer = ada.http.post(f"/api/tables/{over['id']}/what-if", json=wish)
    assert refused(answer) == (status, code)


# --- Deals -----------------------------------------------------------------------------------


def test_a_deal_tells_what_everybody_made_of_it(server: Server, ada: Guest) -> None:
    ben = server.person("Ben")
    first = ada.open(game="team-up", players=1, start=True)["id"]
    ada.play_out(first)
    second = ben.open(game="team-up", players=1, same_deal=first, start=True)["id"]
    deal = ben.play_out(second)["deal"]
    page = server.guest().get(f"/api/deals/{deal}")
    assert [result["table"] for result in page["results"]] == [first, second]
    assert page["table"] == first
    assert page["commitment"].startswith(deal)
    assert (page["game"], page["day"]) == ("team-up", None)


def test_a_deal_nobody_has_played_is_not_found(server: Server) -> None:
    for deal in ("0" * 16, "nonsense"):
        answer = server.guest().http.get(f"/api/deals/{deal}")
        assert refused(answer) == (404, "no-such-deal")


# --- The deal of the day ---------------------------------------------------------------------


def today(guest: Guest, game: str) -> dict[str, object]:
    (found,) = [deal for deal in guest.get("/api/daily")["deals"] if deal["game"] == game]
    return dict(found)


def test_the_deal_of_the_day_is_the_same_for_all_and_counts_once(server: Server) -> None:
    eve, dan, guest = server.person("Eve"), server.person("Dan"), server.guest()
    wish = {"game": "dnup", "players": 4, "daily": True, "start": True}
    mine = eve.open(**wish)
    theirs = dan.open(**wish)
    promised = today(guest, "dnup")
    assert mine["deal"] == theirs["deal"] == promised["deal"]
    assert mine["shuffle"]["commitment"] == promised["commitment"]
    assert [seat.get("bot") for seat in mine["seats"]] == [None, "skilled", "skilled", "skilled"]
    assert mine["day"] == eve.get("/api/daily")["day"]

    again = eve.http.post("/api/tables", json=wish)
    assert refused(again) == (409, "daily-at-hand")
    assert again.json()["details"]["table"] == mine["id"]
    watching = guest.http.get(f"/api/tables/{mine['id']}")
    assert refused(watching) == (403, "secluded")
    assert refused(dan.http.get(f"/api/tables/{mine['id']}/entries")) == (403, "secluded")

    scores = eve.play_out(mine["id"])["scores"]
    assert refused(eve.http.post("/api/tables", json=wish)) == (409, "daily-played")
    assert today(eve, "dnup")["played"] is True
    assert "played" not in today(dan, "dnup")
    assert today(dan, "dnup")["table"] == theirs["id"]
    assert [result["scores"] for result in today(guest, "dnup")["results"]] == [scores]  # type: ignore[attr-defined]

    record = f"/api/tables/{mine['id']}/record"
    assert eve.http.get(record).status_code == 200
    assert refused(dan.http.get(record)) == (403, "secluded"), "Dan still plays"
    assert refused(guest.http.get(record)) == (403, "secluded")
    what_if = eve.http.post(f"/api/tables/{mine['id']}/what-if", json={"ply": 1, "seat": 1})
    assert refused(what_if) == (403, "secluded")
    same = {"game": "dnup", "players": 4, "same_deal": mine["id"]}
    assert refused(eve.http.post("/api/tables", json=same)) == (403, "secluded")
    page = guest.get(f"/api/deals/{mine['deal']}")
    assert (page["day"], page["table"]) == (mine["day"], None)

    dan.play_out(theirs["id"])
    assert dan.http.get(f"/api/tables/{theirs['id']}/record").status_code == 200
    assert refused(dan.http.get(record)) == (403, "secluded"), "until tomorrow"


def test_a_day_without_results_has_a_page_for_its_deal(server: Server) -> None:
    deal = today(server.guest(), "team-play")["deal"]
    page = server.guest().get(f"/api/deals/{deal}")
    assert (page["game"], page["results"]) == ("team-play", [])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_team_ups_deal_does_not_depend_on_the_number_of_players(players: int) -> None:
    one = upturn.new("team-up", players=1, seed="a day").moves
    assert upturn.new("team-up", players=players, seed="a day").moves == one


def test_who_left_before_it_began_may_still_play_the_deal_of_the_day(server: Server) -> None:
    host, guest = server.person("Host"), server.person("Changes her mind")
    table = host.open(game="team-up", players=2, daily=True)["id"]
    assert guest.do(table, "sit", seat=2).status_code == 200
    assert guest.do(table, "stand", seat=2).status_code == 200
    wish = {"game": "team-up", "players": 1, "daily": True}
    assert guest.http.post("/api/tables", json=wish).status_code == 201


def test_days_differ_and_so_do_games() -> None:
    deals = daily.DailyDeals(b"secret")
    other = daily.DailyDeals(b"other")
    days = [("2026-11-16", "dnup"), ("2026-11-17", "dnup"), ("2026-11-16", "team-up")]
    assert len({deals.shuffle(*day) for day in days}) == 3
    assert deals.shuffle(*days[0]) == daily.DailyDeals(b"secret").shuffle(*days[0])
    assert deals.shuffle(*days[0]) != other.shuffle(*days[0])
    assert daily.day_of(shuffles.end_of("2026-12-31") - 1) == "2026-12-31"
    assert daily.day_of(shuffles.end_of("2026-12-31")) == "2027-01-01"


# --- Results ---------------------------------------------------------------------------------


def test_results_are_found_by_game_and_person(server: Server, over) -> None:  # type: ignore[no-untyped-def]
    guest = server.guest()
    found = guest.get("/api/results", game="dnup", person="ADA")["results"]
    assert over["id"] in [result["table"] for result in found]
    assert all({"name": "Ada"} in result["seats"] for result in found)
    assert guest.get("/api/results", game="team-play")["results"] == []
    assert len(guest.get("/api/results", limit=1)["results"]) == 1
    answer = guest.http.get("/api/results", params={"person": "Nobody at all"})
    assert refused(answer) == (404, "no-such-person")


def test_a_result_is_told_under_the_name_that_somebody_has_here(server: Server) -> None:
    cyd, dan = server.person("Cyd here"), server.person("Dan here")
    table = cyd.open(game="dnup", players=2, seat=None, bots={"2": BOT})["id"]
    assert cyd.do(table, "sit", seat=1, name="Dan here").is_success
    assert cyd.do(table, "start").is_success
    cyd.play_out(table)
    (result,) = cyd.get("/api/results", person="Cyd here")["results"]
    assert result["seats"][0] == {"name": "Cyd here"}
    assert dan.get("/api/results", person="Dan here")["results"] == []
    assert cyd.http.patch("/api/me", json={"name": "Cydney here"}).is_success
    (result,) = cyd.get("/api/results", person="Cydney here")["results"]
    assert result["seats"][0] == {"name": "Cydney here"}


def test_who_had_several_seats_had_them_for_others_beside_them(server: Server) -> None:
    eve = server.person("Eve here")
    table = eve.open(game="dnup", players=2)["id"]
    assert eve.do(table, "sit", seat=2, name="Fay there").is_success
    assert eve.do(table, "start").is_success
    eve.play_out(table)
    (result,) = eve.get("/api/results", person="Eve here")["results"]
    assert result["seats"] == [{"name": "Eve here"}, {"name": "Fay there"}]


@pytest.mark.parametrize("public", [False, True])
def test_what_was_said_at_a_private_table_stays_there(server: Server, public: bool) -> None:
    gus = server.person(f"Gus {public}")
    wish = {"game": "dnup", "players": 2, "bots": {"2": BOT}, "start": True, "public": public}
    table = gus.open(**wish)["id"]
    assert gus.do(table, "say", text="between us").is_success
    stranger = server.person(f"Stranger {public}")
    path, where = f"/api/tables/{table}/entries", server.url.replace("http", "ws", 1)

    def heard() -> list[str]:
        """What everybody but Gus is told of his words: over REST, and over a socket."""
        with connect(f"{where}/live/{table}") as socket:
            welcome = json.loads(socket.recv())
        told = [stranger.get(path)["told"], server.guest().get(path)["told"], welcome["told"]]
        return [one["text"] for entries in told for one in entries if one["what"] == "said"]

    assert heard() == ["between us"] * 3  # who is there while they play has been invited
    assert gus.do(table, "propose-end", seat=1).is_success
    assert heard() == (["between us"] if public else ["…"]) * 3
    assert "between us" in [one.get("text") for one in gus.get(path)["told"]]
    with connect(f"{where}/live/{table}") as socket:
        socket.recv()
        assert gus.do(table, "say", text="afterwards").is_success
        later = json.loads(socket.recv())["told"][0]["text"]
    assert later == ("afterwards" if public else "…")
    answer = stranger.do(table, "say", text="hello?")
    assert answer.is_success if public else refused(answer) == (409, "private-talk")


def test_ratings_name_persons_and_bots(server: Server, ada: Guest, over) -> None:  # type: ignore[no-untyped-def]
    ratings = {
        one["name"]: one for one in server.guest().get("/api/ratings", game="dnup")["ratings"]
    }
    assert ratings["Ada"]["bot"] is False
    assert ratings[f"{BOT} bot"]["bot"] is True
    assert ratings["Ada"]["games"] >= 1
    ada.http.patch("/api/me", json={"name": "Ada L."})
    names = [one["name"] for one in server.guest().get("/api/ratings", game="dnup")["ratings"]]
    assert "Ada L." in names
    assert "Ada" not in names


def test_who_has_played_the_deal_of_the_day_sits_down_at_no_other_table_of_it(
    server: Server,
) -> None:
    knows, asks = server.person("Knows the cards"), server.person("Asks for company")
    own = knows.open(game="team-up", players=1, daily=True, start=True)["id"]
    table = asks.open(game="team-up", players=2, daily=True)["id"]
    assert refused(knows.do(table, "sit", seat=2)) == (409, "daily-at-hand")
    knows.play_out(own)
    assert refused(knows.do(table, "sit", seat=2)) == (409, "daily-played")
    assert server.person("Knows nothing").do(table, "sit", seat=2).status_code == 200


def test_who_came_before_the_game_does_not_watch_the_deal_of_the_day(server: Server) -> None:
    host, watcher = server.person("Plays"), server.person("Watches")
    table = host.open(game="team-up", players=1, daily=True)["id"]
    shown = {"Authorization": f"Bearer {watcher.secret}"}
    live = f"{server.url.replace('http', 'ws')}/live/{table}"
    with connect(live, additional_headers=shown) as socket:
        assert json.loads(socket.recv(10))["say"] == "welcome"
        assert host.do(table, "start").status_code == 200
        farewell = json.loads(socket.recv(10))
        assert (farewell["say"], farewell["code"]) == ("farewell", "secluded")
