"""Talk over sockets: nobody floods a table, and a welcome stays small whatever was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.support.raw_socket import Company, RawSocket, knock
from tests.support.servers import GENEROUS, Guest, Server, serving
from upturn.server.config.limits import read_limits
from upturn.table.talking import MOST_BY_SPECTATORS

SOCKETS = 12
MESSAGES = 40
NUMBERS = count(1)
OURS = ("seats", "talk", "table_talk", "spectator_talk")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that lets sockets ask for much, and has our limits for talk and seats."""
    generous = "".join(
        f"[{section}" for section in GENEROUS.split("[")[1:] if not section.startswith(OURS)
    )
    (tmp_path / "limits.toml").write_text(generous, encoding="utf-8")
    with serving(tmp_path) as found:
        yield found


def bearer(who: Guest) -> dict[str, str]:
    return {"authorization": f"Bearer {who.secret}"}


def say_much(sockets: list[RawSocket], messages: int = MESSAGES) -> list[dict[str, Any]]:
    """Everything that comes of so much talk on each of these sockets."""
    answers = []
    for _ in range(messages):
        for raw in sockets:
            raw.say({"do": "say", "id": f"m{next(NUMBERS)}", "version": 3, "text": "buy now"})
    for raw in sockets:
        left = messages
        while left:
            raw.next_frame()
            message = raw.heard[-1]
            if message["say"] == "refused" or "done" in message:
                left -= 1
                answers.append(message)
    return answers


def test_one_person_on_twelve_sockets_floods_no_table(server: Server) -> None:
    company, eve = Company(server), server.person("Eve")
    burst = read_limits().rates["spectator_talk"].burst
    with ExitStack() as opened:
        ada = opened.enter_context(company.knock(company.ada))
        sockets = [
            opened.enter_context(knock(server.url, company.path, bearer(eve)))
            for _ in range(SOCKETS)
        ]
        answers = say_much(sockets)
        done = [answer for answer in answers if answer["say"] == "update"]
        refused = [answer for answer in answers if answer["say"] == "refused"]
        assert len(done) < 3 * burst < len(refused)
        assert {answer["code"] for answer in refused} == {"talking-too-fast"}
        assert all(answer["details"]["seconds"] >= 1 for answer in refused)
        ada.say({"do": "say", "id": "a1", "version": 3, "seat": 1, "text": "others may talk"})
        ada.hear("update", done="a1")
    welcome = company.ada.get(f"/api/tables/{company.table}/entries")
    assert welcome["version"] == 3 + len(done) + 1


def test_many_spectators_share_one_limit_and_people_with_seats_have_another(
    server: Server,
) -> None:
    company = Company(server)
    crowd = [server.person(f"Fan {number}") for number in range(8)]
    rates = read_limits().rates
    with ExitStack() as opened:
        sockets = [
            opened.enter_context(knock(server.url, company.path, bearer(fan))) for fan in crowd
        ]
        codes = Counter(answer.get("code") for answer in say_much(sockets, 5))
        assert codes[None] < 2 * rates["spectator_talk"].burst
        assert codes["spectators-too-fast"] > 0
        ada = opened.enter_context(company.knock(company.ada))
        codes = Counter(answer.get("code") for answer in say_much([ada], 5))
        assert codes == {None: 5}


def test_a_refusal_by_rest_says_when_to_try_again(server: Server) -> None:
    company = Company(server)
    answers = [company.ben.do(company.table, "say", seat=2, text="hm") for _ in range(30)]
    refused = next(answer for answer in answers if not answer.is_success)
    assert (refused.status_code, refused.json()["code"]) == (429, "talking-too-fast")
    assert int(refused.headers["retry-after"]) >= 1


def test_a_repeat_counts_for_nothing(server: Server) -> None:
    company = Company(server)
    command = {"do": "say", "id": "again", "version": 3, "seat": 1, "text": "hello"}
    path = f"/api/tables/{company.table}/commands"
    for _ in range(40):
        assert company.ada.post(path, command)["version"] == 4
    assert company.ada.do(company.table, "say", seat=1, text="still allowed").is_success


def test_somebody_who_is_muted_uses_up_nobodys_share(server: Server) -> None:
    company, eve, fay = Company(server), server.person("Eve"), server.person("Fay")
    with ExitStack() as opened:
        noisy = opened.enter_context(knock(server.url, company.path, bearer(eve)))
        say_much([noisy], 1)
        assert company.ada.do(company.table, "mute", entry=4).is_success
        answers = say_much([noisy])
        assert {answer["code"] for answer in answers} == {"muted", "talking-too-fast"}
        polite = opened.enter_context(knock(server.url, company.path, bearer(fay)))
        assert say_much([polite], 1)[0]["say"] == "update"


def test_nobody_fills_the_log_by_sitting_down_and_standing_up(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    table = ada.open(game="dnup", players=2)["id"]
    answers = [eve.do(table, kind, seat=2) for _ in range(40) for kind in ("sit", "stand")]
    done = [answer for answer in answers if answer.is_success]
    burst = read_limits().rates["seats"].burst
    assert burst <= len(done) < 2 * burst
    assert {answer.json()["code"] for answer in answers if answer.status_code == 429} == {
        "too-many-requests"
    }


def test_the_budget_is_larger_than_what_a_burst_lets_through() -> None:
    rates = read_limits().rates
    assert rates["spectator_talk"].burst < rates["table_talk"].burst < MOST_BY_SPECTATORS
    assert rates["spectator_talk"].per_second < rates["table_talk"].per_second
