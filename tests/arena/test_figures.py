"""The figures are right: intervals cover, the test errs as rarely as it says, ratings follow."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from upturn.arena.intervals import Estimate, mean, rate, wilson
from upturn.arena.match import set_up
from upturn.arena.ratings import Entrant, Ratings
from upturn.arena.sprt import EVEN, MORE, OPEN, Sprt, check_sprt
from upturn.arena.table import Played
from upturn.arena.tally import Tally, shares
from upturn.errors import InvalidSetup

Values = npt.NDArray[np.float64]
MATCHES = 400


def wins_on_deals(p: float, alike: float, deals: int, seed: int) -> Values:
    """Of matches with four games a deal: wins per deal; `alike` is how much a deal decides."""
    chance = np.random.default_rng(seed)
    total = (1 - alike) / alike
    by_deal = chance.beta(p * total, (1 - p) * total, (MATCHES, deals))
    return chance.binomial(4, by_deal).astype(np.float64)


@pytest.mark.parametrize("p", [0.5, 0.25, 0.05])
@pytest.mark.parametrize("alike", [0.05, 0.6])
@pytest.mark.parametrize("deals", [10, 100])
def test_the_true_rate_is_in_the_interval_of_95_in_100_matches(
    p: float, alike: float, deals: int
) -> None:
    chances = np.full(deals, 4.0)
    found = [rate(wins, chances) for wins in wins_on_deals(p, alike, deals, seed=1)]
    covered = sum(each.low <= p <= each.high for each in found) / MATCHES
    assert 0.92 <= covered <= 1.0


def test_games_that_a_deal_decides_count_as_one() -> None:
    deals = np.array([4.0, 0.0] * 50)
    alike, independent = rate(deals, np.full(100, 4.0)), wilson(0.5, 400)
    assert alike.high - alike.low > 1.9 * (independent.high - independent.low)


def test_mirrored_games_that_balance_each_other_are_surer_than_independent_ones() -> None:
    deals = np.array([2.0, 2.0, 1.0, 3.0] * 25)
    mirrored, independent = rate(deals, np.full(100, 4.0)), wilson(0.5, 400)
    assert mirrored.high - mirrored.low < 0.8 * (independent.high - independent.low)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_never_and_always_leave_doubt(value: float) -> None:
    few = rate(np.full(10, 4 * value), np.full(10, 4.0))
    many = rate(np.full(1000, 4 * value), np.full(1000, 4.0))
    assert few.value == many.value == value
    assert few.high - few.low > 0.2
    assert 0.0 <= many.low <= value <= many.high <= 1.0
    assert many.high - many.low < 0.005


def test_one_deal_tells_next_to_nothing() -> None:
    found = rate(np.array([2.0]), np.array([4.0]))
    assert found.high - found.low > 0.9


def test_a_mean_has_the_interval_of_students_t() -> None:
    found = mean(np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), np.ones(6))
    assert found is not None
    # 3.5 ± 2.5706 · 1.8708 / √6
    assert found == pytest.approx(Estimate(3.5, 1.537, 5.463), abs=0.01)
    assert mean(np.array([3.0]), np.array([1.0])) is None


def settled(even: float, more: float, results: Values) -> Sprt:
    test = Sprt(even, more)
    for share in results:
        test.add(float(share))
        if test.verdict != OPEN:
            break
    return test


@pytest.mark.parametrize(("true", "right"), [(0.25, EVEN), (0.35, MORE)])
def test_the_sequential_test_is_seldom_wrong(true: float, right: str) -> None:
    results = wins_on_deals(true, 0.1, 400, seed=2)[:150] / 4
    verdicts = [settled(0.25, 0.1, row).verdict for row in results]
    assert verdicts.count(OPEN) == 0
    assert verdicts.count(right) / len(verdicts) >= 0.92


def test_the_sequential_test_settles_what_is_plain() -> None:
    assert settled(0.5, 0.05, np.ones(100)).verdict == MORE
    assert settled(0.5, 0.05, np.zeros(100)).verdict == EVEN
    assert settled(0.5, 0.05, np.full(100, 0.5)).verdict == EVEN


def test_a_few_deals_that_end_alike_settle_nothing() -> None:
    assert settled(0.25, 0.05, np.ones(5)).verdict == OPEN


@pytest.mark.parametrize("points", [0, -5, 75, 1000, float("nan"), True, "5"])
def test_a_test_for_an_impossible_difference_is_refused(points: float) -> None:
    with pytest.raises(InvalidSetup, match="percentage points"):
        check_sprt(points, 0.25, 2)


def test_a_test_needs_somebody_to_compare_with() -> None:
    with pytest.raises(InvalidSetup, match="second bot"):
        check_sprt(5, 0.25, 1)


def entrants(*scores: int, seats: int = 1) -> list[Entrant]:
    return [Entrant(bot, seats, score) for bot, score in zip("abc", scores, strict=False)]


def test_the_highest_score_wins_and_a_tie_is_shared() -> None:
    assert shares(entrants(3, 1, 2)) == [1.0, 0.0, 0.0]
    assert shares(entrants(3, 1, 3)) == [0.5, 0.0, 0.5]
    assert shares(entrants(-4, -4, -4)) == [1 / 3] * 3


@pytest.mark.parametrize("seats", [1, 2])
def test_ratings_follow_results(seats: int) -> None:
    ratings = Ratings("abc")
    for _ in range(20):
        ratings.take_in(entrants(9, 5, 1, seats=seats))
    (a, sigma), (b, _), (c, _) = ratings["a"], ratings["b"], ratings["c"]
    assert a > b > c
    assert sigma < 25 / 3


def test_equals_keep_equal_ratings() -> None:
    ratings = Ratings("ab")
    ratings.take_in(entrants(5, 5))
    assert ratings["a"][0] == pytest.approx(ratings["b"][0])


def test_a_bot_that_meets_itself_learns_nothing() -> None:
    ratings = Ratings("a")
    before = ratings["a"]
    ratings.take_in([Entrant("a", 1, 3), Entrant("a", 1, 1)])
    assert ratings["a"] == before


def played(deal: int, seats: str, scores: list[int], over: bool = True) -> Played:
    moves = tuple(range(1, len(seats) + 1))
    return Played(deal, tuple(seats_of(seats)), tuple(scores), moves, over, (0.5,) * len(seats))


def seats_of(letters: str) -> list[str]:
    return [{"g": "greedy", "r": "random"}[letter] for letter in letters]


def test_a_bot_on_several_sides_is_counted_per_side() -> None:
    match = set_up("dnup", 4, seats_of("grrr"), 4, seed=1)
    tally = Tally(match)
    tally.add_deal(
        [
            played(0, "grrr", [4, 1, 1, 0]),
            played(0, "rgrr", [4, 1, 1, 0]),
            played(0, "rrgr", [0, 0, 4, 4]),
            played(0, "rrrg", [0, 0, 0, 4], over=False),
        ]
    )
    greedy, rest = tally.figures()
    assert (greedy.bot, greedy.games, greedy.contests, greedy.wins) == ("greedy", 4, 4, 2.5)
    assert (rest.bot, rest.games, rest.contests, rest.wins) == ("random", 4, 12, 1.5)
    assert greedy.mean_score == 13 / 4
    assert rest.scores == ((0, 7), (1, 3), (4, 2))
    assert (greedy.moves, rest.moves) == (1 + 2 + 3 + 4, 30)
    assert rest.think == pytest.approx(6.0 / 30)
    assert tally.unfinished == 1
    assert match.even == 0.25


def test_partners_win_together() -> None:
    match = set_up("team-play", 4, seats_of("gr"), 2, seed=1)
    tally = Tally(match)
    tally.add_deal([played(0, "grgr", [9, 3, 9, 3]), played(0, "rgrg", [4, 4, 4, 4])])
    greedy, rest = tally.figures()
    assert (greedy.wins, greedy.contests, rest.wins) == (1.5, 2, 0.5)
    assert match.even == 0.5


def test_one_team_is_compared_with_others_on_the_same_deal() -> None:
    match = set_up("team-up", 2, seats_of("gr"), 6, seed=1)
    tally = Tally(match)
    for deal, (greedy_score, random_score) in enumerate([(9, -3), (5, 5), (8, 1)]):
        tally.add_deal(
            [played(deal, "gg", [greedy_score] * 2), played(deal, "rr", [random_score] * 2)]
        )
    greedy, rest = tally.figures()
    assert (greedy.wins, greedy.contests, greedy.games) == (2.5, 3, 3)
    assert (rest.wins, rest.mean_score) == (0.5, 1.0)
    assert greedy.rating > rest.rating
    assert match.even == 0.5
