"""Ratings are a fold of results: who meets whom, who learns, and who does not count."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from pathlib import Path

import pytest

from upturn.server.people.ratings import MOST_RIVALS, Fold, Standings, Who
from upturn.store import ResultRow, ResultSeat, TableRow, open_store

ADA, BEN, CLEO, DAN = (Who(name, bot=False) for name in ("ada", "ben", "cleo", "dan"))
BOT = Who("expert", bot=True)
ids = count(1)


def result(
    game: str, scores: list[int], *seats: Who | None, rated: bool = True, deal: str = "d"
) -> ResultRow:
    sat = tuple(
        ResultSeat(None, None, None)
        if who is None
        else ResultSeat(None, None, who.id)
        if who.bot
        else ResultSeat(who.id, who.id.title(), None)
        for who in seats
    )
    number = next(ids)
    return ResultRow(
        table=f"table{number}", game=game, players=len(seats), options="{}", mode="", deal=deal,
        day=None, finished=number, scores=json.dumps(scores), seats=sat,
        flags=json.dumps({"rated": rated, "flags": []}), id=number,
    )  # fmt: skip


def folded(*rows: ResultRow) -> Fold:
    fold = Fold()
    fold.take_in(rows)
    return fold


def mu(fold: Fold, game: str, who: Who) -> float:
    return fold.records[game][who].mu


def test_in_dnup_every_seat_is_ranked_by_its_score() -> None:
    fold = folded(result("dnup", [5, 1, 3], ADA, BEN, CLEO))
    found = [mu(fold, "dnup", who) for who in (ADA, CLEO, BEN)]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 3
    wins = {who: record.wins for who, record in fold.records["dnup"].items()}
    assert wins == {ADA: 1, BEN: 0, CLEO: 0}


def test_in_team_play_partners_win_together() -> None:
    fold = folded(result("team-play", [9, 4, 9, 4], ADA, BEN, CLEO, DAN))
    assert mu(fold, "team-play", ADA) == mu(fold, "team-play", CLEO) > 25
    assert mu(fold, "team-play", BEN) == mu(fold, "team-play", DAN) < 25


def test_a_bot_in_several_seats_learns_the_mean() -> None:
    fold = folded(result("dnup", [3, 2, 1], BOT, ADA, BOT))
    alone = folded(result("dnup", [3, 2, 1], Who("x", bot=True), ADA, Who("y", bot=True)))
    both = [mu(alone, "dnup", Who(name, bot=True)) for name in "xy"]
    assert mu(fold, "dnup", BOT) == pytest.approx(sum(both) / 2)
    assert fold.records["dnup"][BOT].games == 1


def test_who_plays_with_nobody_else_proves_nothing() -> None:
    fold = folded(result("dnup", [3, 2], ADA, ADA))
    assert fold.records["dnup"] == {}


def test_an_unrated_result_changes_nothing() -> None:
    assert folded(result("dnup", [3, 2], ADA, BEN, rated=False)).records == {}


def test_a_seat_whose_person_is_forgotten_is_met_but_not_rated() -> None:
    fold = folded(result("dnup", [3, 2], ADA, None))
    assert set(fold.records["dnup"]) == {ADA}
    assert mu(fold, "dnup", ADA) > 25


def test_a_team_of_team_up_meets_those_who_played_its_deal_before() -> None:
    first = result("team-up", [20], ADA)
    better = result("team-up", [23], BEN)
    fold = folded(first, better)
    assert mu(fold, "team-up", ADA) == 25, "her game was over"
    assert mu(fold, "team-up", BEN) > 25
    assert fold.records["team-up"][BEN].wins == 1
    worse = result("team-up", [3, 3], CLEO, DAN)
    fold.take_in([worse])
    assert mu(fold, "team-up", CLEO) == mu(fold, "team-up", DAN) < 25
    assert fold.records["team-up"][CLEO].points == 3


def test_another_deal_is_another_contest() -> None:
    fold = folded(result("team-up", [20], ADA, deal="a"), result("team-up", [23], BEN, deal="b"))
    assert mu(fold, "team-up", BEN) == 25
    assert fold.records["team-up"][BEN].games == 1


def test_who_has_played_a_deal_is_not_rated_on_it_again() -> None:
    first = [result("team-up", [20], ADA), result("team-up", [10], BEN)]
    fold = folded(*first)
    before = fold.records["team-up"][ADA].games, mu(fold, "team-up", ADA)
    fold.take_in([result("team-up", [25, 25], ADA, CLEO)])
    assert (fold.records["team-up"][ADA].games, mu(fold, "team-up", ADA)) == before
    assert CLEO not in fold.records["team-up"]


def test_a_deal_that_many_play_is_compared_with_the_last_few() -> None:
    fold = folded(*(result("team-up", [n], Who(f"p{n}", bot=False)) for n in range(40)))
    assert len(fold._deals["d"].rivals) == MOST_RIVALS


def test_a_fold_that_is_continued_is_the_fold_of_all() -> None:
    rows = [result("dnup", [n % 3, n % 2], ADA, BEN if n % 2 else CLEO) for n in range(20)]
    rows += [result("team-up", [n], (ADA, BEN, CLEO)[n % 3], deal=f"{n % 4}") for n in range(20)]
    continued = Fold()
    for row in rows:
        continued.take_in([row])
    assert continued.records == folded(*rows).records
    assert continued.last == rows[-1].id


def test_standings_follow_the_store_and_forget_who_is_deleted(tmp_path: Path) -> None:
    async def story() -> None:
        store = await open_store(str(tmp_path / "table.db"))
        try:
            for who in (ADA, BEN):
                await store.add_person(who.id, who.id.title(), who.id, 1, who.id.encode())
            standings = Standings(store)
            assert await standings.of_game("dnup") == []
            await add(store, result("dnup", [2, 1], ADA, BEN))
            told = await standings.of_game("dnup")
            assert [(one.name, one.games, one.average) for one in told] == [
                ("Ada", 1, None),
                ("Ben", 1, None),
            ]
            assert told[0].rating == pytest.approx(told[0].mu - 3 * told[0].sigma, abs=0.02)
            await add(store, result("team-up", [21, 21], ADA, BEN))
            assert [one.average for one in await standings.of_game("team-up")] == [21, 21]
            await store.rename_person(ADA.id, "Ada", "Lady A", "ladya")
            assert (await standings.of_game("dnup"))[0].name == "Lady A"
            await store.delete_person(ADA.id)
            (left,) = await standings.of_game("dnup")
            assert (left.name, left.games) == ("Ben", 1)
        finally:
            await store.close()

    asyncio.run(story())


async def add(store, row: ResultRow) -> None:  # type: ignore[no-untyped-def]
    table = TableRow(row.table, row.table[-6:].upper(), row.game, 2, False, "playing", row.deal,
                     None, 1, 1, "{}")  # fmt: skip
    assert await store.add_table(table, "{}")
    assert await store.add_result(row)
