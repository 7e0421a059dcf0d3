"""Who sits where: every deal from every seat, and nobody doubled more often than others."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from math import comb

import pytest

from upturn.arena.lineups import LineUp, sets_of_games


def first_sets(bots: str, sides: int, deals: int) -> list[tuple[LineUp, ...]]:
    return list(islice(sets_of_games(tuple(bots), sides), deals))


def test_as_many_bots_as_sides_sit_everywhere_on_each_deal() -> None:
    for line_ups in first_sets("abcd", 4, 30):
        assert len(line_ups) == 4
        for side in range(4):
            assert sorted(line_up[side] for line_up in line_ups) == list("abcd")


def test_the_first_game_is_as_given() -> None:
    assert first_sets("abcd", 4, 1)[0][0] == tuple("abcd")


def test_everyone_follows_everyone_equally_often() -> None:
    follows: Counter[tuple[str, str]] = Counter()
    for line_ups in first_sets("abcd", 4, 6):
        for line_up in line_ups:
            follows.update(zip(line_up, line_up[1:] + line_up[:1], strict=True))
    assert len(follows) == 12
    assert len(set(follows.values())) == 1


def test_fewer_bots_than_sides_are_repeated_in_turn() -> None:
    assert first_sets("ab", 4, 1)[0] == (tuple("abab"), tuple("baba"))


@pytest.mark.parametrize(("bots", "sides"), [("abc", 4), ("ab", 3), ("abc", 5), ("abcd", 5)])
def test_fewer_bots_are_doubled_equally_often(bots: str, sides: int) -> None:
    sets = first_sets(bots, sides, len(bots))
    assert len({frozenset(Counter(line_ups[0]).items()) for line_ups in sets}) == len(bots)
    total = Counter(bot for line_ups in sets for line_up in line_ups for bot in line_up)
    assert len(set(total.values())) == 1


def test_more_bots_than_sides_meet_in_all_combinations() -> None:
    sets = first_sets("abcdef", 4, comb(6, 4))
    met = {tuple(sorted(line_ups[0])) for line_ups in sets}
    assert met == set(combinations("abcdef", 4))


def test_more_bots_than_sides_have_played_equally_often_after_a_few_deals() -> None:
    played = Counter(bot for line_ups in first_sets("abcdefgh", 4, 8) for bot in line_ups[0])
    assert set(played.values()) == {4}


def test_the_same_bot_may_sit_several_times() -> None:
    assert first_sets("abbb", 4, 1)[0] == tuple(map(tuple, ("abbb", "babb", "bbab", "bbba")))


def test_no_game_is_played_twice() -> None:
    for bots in ("ab", "aabb", "abab", "aaaa"):
        for line_ups in first_sets(bots, 4, 10):
            assert len(set(line_ups)) == len(line_ups)


def test_one_side_plays_alone_each_bot_once() -> None:
    assert first_sets("aba", 1, 2) == [(("a",), ("b",))] * 2
