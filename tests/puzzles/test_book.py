"""Puzzles of Team UP: made, counted, rated; and the book of them."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from math import log2
from typing import Any

import numpy as np
import pytest

import upturn
from tests.support.amounts import amount
from tests.support.paths import ROOT
from tests.support.team_up_table import perfect
from upturn.games.rng import seeded
from upturn.games.team_up.notation import NEUTRAL_TEXTS
from upturn.games.team_up.tables import BOXES, CARD_COUNTS, CARD_TEXTS, CARDS, LAYERS
from upturn.puzzles import book as book_of_puzzles
from upturn.puzzles import make_puzzle, rate, solution_of
from upturn.puzzles.book import Page, pages
from upturn.puzzles.climbing import any_order, change, climb, shuffled_rest
from upturn.puzzles.counting import COUNTED, Table, named, neutral_of, numbered
from upturn.puzzles.making import make_rated
from upturn.puzzles.puzzle import DIFFICULTIES, PERFECT, puzzle_of, written
from upturn.puzzles.rating import NotCounted, NotSolvable, bot_scores, difficulty_of, rated
from upturn.puzzles.solving import check_solution
from upturn.solver.failures import make_failures
from upturn.solver.ordering import FOUND, NONE, search_from_both_ends
from upturn.solver.plans import make_plan

DECK = Counter(dict(zip(CARD_TEXTS, CARD_COUNTS.tolist(), strict=True)))
CHANGES = ROOT / "CHANGELOG.md"
RARE = [page for page in pages() if page.rating.difficulty == DIFFICULTIES[-1]]


def page_name(page: Page) -> str:
    return f"puzzle {page.number}"


def entries() -> list[dict[str, Any]]:
    """The book as it stands in its file."""
    content = files("upturn.puzzles").joinpath("book.json").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(content)["puzzles"]
    return found


# --- The book --------------------------------------------------------------------------------


def test_the_book_has_sixty_puzzles_twelve_of_each_difficulty() -> None:
    assert [page.number for page in pages()] == list(range(1, 61))
    assert Counter(page.rating.difficulty for page in pages()) == dict.fromkeys(DIFFICULTIES, 12)


def test_the_book_goes_from_easy_to_hard() -> None:
    points = [page.rating.points for page in pages()]
    assert points == sorted(points)
    assert [page.rating.difficulty for page in pages()] == [difficulty_of(p) for p in points]


def test_each_difficulty_has_every_place_of_the_neutral_box() -> None:
    for difficulty in DIFFICULTIES:
        places = [p.puzzle.neutral for p in pages() if p.rating.difficulty == difficulty]
        assert sorted(places) == sorted(NEUTRAL_TEXTS)


def test_no_puzzle_is_in_the_book_twice() -> None:
    assert len({page.puzzle.id for page in pages()}) == len(pages())
    assert len({page.puzzle.cards[:BOXES] for page in pages()}) == len(pages())


@pytest.mark.parametrize("page", pages(), ids=page_name)
def test_a_puzzle_has_all_cards_and_a_solution_by_the_rules(page: Page) -> None:
    assert Counter(page.puzzle.cards) == DECK
    moves = book_of_puzzles.solution(page.number)
    check_solution(page.puzzle, moves)
    game = upturn.new("team-up", players=1, deal=page.puzzle.record(), mode="puzzle")
    assert game.view(1)["coming"] == list(page.puzzle.cards)
    for move in moves:
        game.play(move)
    assert game.over
    assert game.scores == [PERFECT]


def test_the_figures_of_a_puzzle_belong_together() -> None:
    for page, entry in zip(pages(), entries(), strict=True):
        figures = page.rating
        assert entry["id"] == page.puzzle.id
        assert 0 < figures.packings <= figures.pallets
        assert figures.bots <= figures.best <= PERFECT
        points = log2(figures.pallets / figures.packings) + (PERFECT - figures.bots) / 2
        assert figures.points == pytest.approx(points, abs=0.006)


@pytest.mark.parametrize("page", RARE[:: amount(12, 6)], ids=page_name)
def test_the_packings_of_some_puzzles_are_those_that_counting_finds(page: Page) -> None:
    table = Table(neutral_of(page.puzzle))
    counted = table.count(numbered(page.puzzle.cards))
    assert (*counted, len(table.pallets)) == (page.rating.packings, 0, page.rating.pallets)


@pytest.mark.deep
@pytest.mark.parametrize("page", pages(), ids=page_name)
def test_the_figures_of_every_puzzle_are_those_of_rating_it_again(page: Page) -> None:
    assert rate(page.puzzle) == page.rating


def test_the_book_does_not_give_solutions_away() -> None:
    known = {"number", "id", "neutral", "cards", *pages()[0].rating.__dataclass_fields__}
    assert all(set(entry) == known for entry in entries())
    assert "place" not in files("upturn.puzzles").joinpath("book.json").read_text(encoding="utf-8")


def test_both_files_say_who_wrote_them() -> None:
    for name in ("book.json", "solutions.json"):
        found = json.loads(files("upturn.puzzles").joinpath(name).read_bytes())
        assert found["written_by"] == "python -m tools.puzzle_book"
        assert f"\n## {found['version']} (" in CHANGES.read_text(encoding="utf-8")


def test_a_number_beyond_the_book_is_refused_in_words() -> None:
    for number in (0, 61):
        with pytest.raises(upturn.InvalidSetup, match=f"no puzzle {number}; the book has 1 to 60"):
            book_of_puzzles.page(number)


# --- Making ----------------------------------------------------------------------------------


def test_the_same_difficulty_and_seed_make_the_same_puzzle() -> None:
    told: list[float] = []
    one, rating = make_rated(4, 4, lambda progress: told.append(progress.share))
    assert make_puzzle(4, 4) == one
    assert rating.difficulty == 4
    assert told
    assert rate(one) == rating
    check_solution(one, solution_of(one))


@pytest.mark.parametrize("difficulty", [0, 6, 2.5, True, "3"])
def test_there_are_five_difficulties(difficulty: Any) -> None:
    with pytest.raises(upturn.InvalidSetup, match="a difficulty must be a number from 1 to 5, not"):
        make_puzzle(difficulty, 1)


def test_a_change_keeps_all_cards_and_concerns_one_that_matters() -> None:
    rng = seeded(1)
    for _ in range(200):
        cards = any_order(rng)
        changed = change(cards, rng)
        assert Counter(named(changed)) == DECK


def test_a_climb_makes_an_order_harder() -> None:
    rng = seeded("climb")
    table = Table(0)
    table.mix(rng)
    start = any_order(rng)
    before = table.may_admit(start, 500, 500)
    reached = climb(table, start, 0.1, rng, None)
    table.mix(rng)
    assert before > 250
    assert 0 < table.may_admit(reached, 500, 500) < 100


def test_only_cards_that_are_never_drawn_are_shuffled_in_the_end() -> None:
    cards = any_order(seeded(3))
    mixed = shuffled_rest(cards, seeded(4))
    assert COUNTED == BOXES < CARDS
    assert (mixed[:BOXES] == cards[:BOXES]).all()
    assert sorted(mixed[BOXES:]) == sorted(cards[BOXES:])


# --- Counting and rating ---------------------------------------------------------------------


def test_counting_agrees_with_asking_pallet_by_pallet() -> None:
    table = Table(5)
    table.pallets = table.pallets[:: amount(1500, 400)]
    table.mix(seeded(1))
    cards = climb(table, any_order(seeded(2)), 0.3, seeded(3), None)
    failures, order = make_failures(), np.zeros(len(cards) + 1, np.int64)
    answers = [
        search_from_both_ends(
            table.now, make_plan(table.now, codes, LAYERS), cards, 10**6, failures, order
        )
        for codes in table.pallets
    ]
    assert set(answers) <= {FOUND, NONE}
    assert table.count(cards) == (answers.count(FOUND), 0)


def test_counting_stops_when_enough_pallets_admit_an_order() -> None:
    table = Table(0)
    easy = numbered(pages()[0].puzzle.cards)
    assert table.may_admit(easy, 1000, 10) == 11


def test_points_are_halvings_and_half_of_what_bots_lack() -> None:
    assert rated(100, 800, [25, 23]).points == 3.5
    assert rated(800, 800, [25, 25]).points == 0
    assert [difficulty_of(points) for points in (0, 1.49, 1.5, 4, 6.5, 8.99, 9, 20)] == [
        *(1, 1, 2, 3, 4, 4, 5, 5)
    ]


def test_bots_always_score_the_same() -> None:
    page = pages()[30]
    scores = bot_scores(page.puzzle)
    assert scores == bot_scores(page.puzzle)
    assert (sum(scores) / len(scores), max(scores)) == (page.rating.bots, page.rating.best)


def test_a_deal_that_no_pallet_admits_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = RARE[0].puzzle
    table, cards = Table(neutral_of(puzzle)), numbered(puzzle.cards)
    table.count(cards)
    others = table.pallets[table.queue[-50:]]  # those that admit the order are in front
    monkeypatch.setattr("upturn.puzzles.counting.perfect_pallets", lambda neutral: others)
    monkeypatch.setattr("upturn.puzzles.solving.perfect_pallets", lambda neutral: others)
    for question in (rate, solution_of):
        with pytest.raises(NotSolvable, match="it cannot be solved perfectly"):
            question(puzzle)


def test_an_order_that_takes_too_long_to_count_is_not_rated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("upturn.puzzles.counting.PATIENT", 1)
    monkeypatch.setattr("upturn.puzzles.counting.STUBBORN", 1)
    with pytest.raises(NotCounted, match="cannot be counted"):
        rate(RARE[0].puzzle)


# --- As a record -----------------------------------------------------------------------------


def test_a_puzzle_is_a_record_of_a_game_nobody_has_moved_in() -> None:
    puzzle = pages()[0].puzzle
    game = upturn.replay(puzzle.record())
    assert (game.to_act, game.moves) == (1, puzzle.deals)
    again = upturn.new("team-up", players=3, deal=puzzle.record(), mode="puzzle")
    assert again.moves == puzzle.deals
    assert puzzle_of(json.loads(written(puzzle, pages()[0].rating))) == puzzle
    assert puzzle_of(again.record()) == puzzle


def test_any_record_of_team_up_has_the_deal_of_a_puzzle() -> None:
    record = perfect()
    puzzle = puzzle_of(record)
    assert puzzle.deals == record["moves"][:2]
    check_solution(puzzle, solution_of(puzzle))


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ([], "this is not a puzzle: a record must be an object"),
        ({"upturn": 1}, "this is not a puzzle: the record has no 'game'"),
        (upturn.new("dnup", players=2, seed=1).record(), "puzzles are for team-up; this is"),
        (
            upturn.new("team-up", players=1, seed=1, options={"clone": "shape"}).record(),
            "puzzles have no house rules; this record has clone=shape",
        ),
        (
            {"upturn": 1, "game": "team-up", "players": 1, "moves": [], "over": False},
            "ends before the cards are dealt",
        ),
        (
            {"upturn": 1, "game": "team-up", "players": 1, "moves": ["deal neutral a1 q"]},
            "its record goes wrong: move 1: the neutral box can't be placed at",
        ),
    ],
)
def test_what_is_no_deal_of_team_up_is_no_puzzle(record: object, sentence: str) -> None:
    with pytest.raises(upturn.InvalidSetup, match=sentence):
        puzzle_of(record)
