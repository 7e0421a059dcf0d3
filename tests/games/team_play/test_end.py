"""How a game of Team Play ends, and who has won it."""

from __future__ import annotations

import pytest

import upturn
from tests.support.team_play_table import (
    Story,
    hand,
    moves_like,
    pass_turn,
    play,
    refusal,
    through_the_centre,
)
from upturn.games.game import Game

EIGHT_BY_ONE_AND_THREE = [
    "1 pair_any r3 b3", "3 sum12 r4 b8", "1 pair_red r1 r1", "3 pair_blue b2 b2",
    "1 triple_any r5 r5 b5", "3 run3_any r1 b2 r3", "1 low3_any r1 b1 b1", "3 high3_any r6 r7 r8",
]  # fmt: skip
"""Worth 14 points."""

FIVE_BY_ONE = [
    "1 pair_any r3 b3", "1 sum12 r4 b8", "1 pair_red r1 r1", "1 pair_blue b2 b2",
    "1 triple_any r5 r5 b5",
]  # fmt: skip
"""Worth 8 points."""


def by(seats: str, goals: list[str]) -> list[str]:
    """The same goals, reached by these seats in turn."""
    return [f"{seats[at % len(seats)]}{text[1:]}" for at, text in enumerate(goals)]


def finish(game: Game) -> list[tuple[int | None, int | None]]:
    """End the turn and play on without fulfilling anything: who had a turn, and `turns_left`."""
    pass_turn(game)
    turns: list[tuple[int | None, int | None]] = []
    while not game.over and len(turns) < 20:
        turns.append((game.to_act, game.sight()["turns_left"]))
        pass_turn(game)
    return turns


def last_rounds(game: Game) -> int:
    """How often the last round was called."""
    return sum(
        event["event"] == "last_round" for entry in game.history() for event in entry["events"]
    )


# --- What begins the end ---------------------------------------------------------------------


def test_the_eighth_mission_of_a_team_begins_the_end() -> None:
    story = through_the_centre(4, EIGHT_BY_ONE_AND_THREE)
    game = story.run(left=1)
    assert (game.sight()["turns_left"], last_rounds(game)) == (None, 0)
    game = story.run()
    assert game.sight()["turns_left"] == 4
    assert game.history()[-1]["events"][1] == {"event": "last_round", "seat": 3}
    assert last_rounds(game) == 1


def test_the_missions_of_both_partners_count_together_whoever_fulfils_the_eighth() -> None:
    for seats in ("1", "3", "31", "1113"):
        game = through_the_centre(4, by(seats, EIGHT_BY_ONE_AND_THREE)).run()
        assert game.sight()["turns_left"] == 4
        assert [len(team) for team in game.sight()["scored"]] == [8, 0]


def test_the_missions_of_other_teams_do_not_count() -> None:
    game = through_the_centre(4, by("12", EIGHT_BY_ONE_AND_THREE)).run()
    assert [len(team) for team in game.sight()["scored"]] == [4, 4]
    assert game.sight()["turns_left"] is None


def test_six_players_end_with_the_eighth_mission_of_a_team_too() -> None:
    story = through_the_centre(6, by("25", EIGHT_BY_ONE_AND_THREE))
    assert story.run(left=1).sight()["turns_left"] is None
    game = story.run()
    assert game.sight()["turns_left"] == 6
    assert [seat for seat, _ in finish(game)] == [6, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("players", [3, 5])
def test_where_everyone_plays_alone_the_fifth_mission_begins_the_end(players: int) -> None:
    story = through_the_centre(players, by("2", FIVE_BY_ONE))
    assert story.run(left=1).sight()["turns_left"] is None
    game = story.run()
    assert game.sight()["turns_left"] == players
    assert game.history()[-1]["events"][1] == {"event": "last_round", "seat": 2}


@pytest.mark.parametrize("players", [4, 6])
def test_the_fifth_mission_ends_nothing_where_teams_play(players: int) -> None:
    game = through_the_centre(players, FIVE_BY_ONE).run()
    assert game.sight()["turns_left"] is None
    for _ in range(2 * players):
        pass_turn(game)
    assert not game.over


def test_an_own_mission_begins_the_end_too_and_its_refill_is_still_asked_about() -> None:
    *before, last = FIVE_BY_ONE
    coming = "sum12 pair_red pair_blue run5_red run5_blue full_house"
    missions = {1: "triple_any run4_red"}
    game = Story(3, [*before, last], centre="pair_any", missions=missions, coming=coming).run()
    assert game.history()[-1]["events"] == [
        {"event": "fulfilled", "seat": 1, "mission": "triple_any", "points": 2,
         "cards": ["r5", "r5", "b5"]},
        {"event": "last_round", "seat": 1},
        {"event": "mission", "seat": 1, "mission": "run5_blue"},
    ]  # fmt: skip
    assert (game.sight()["turns_left"], game.sight()["asked"]) == (3, "refill")
    game.play("swap")
    assert game.sight()["missions"][0] == ["full_house", "run4_red"]


# --- The last turns --------------------------------------------------------------------------


def test_the_turn_of_the_trigger_is_finished_first() -> None:
    story = through_the_centre(4, EIGHT_BY_ONE_AND_THREE)
    story.run(left=1)
    story.gather()  # seat 3 has all it needs before it draws
    game = story.run()
    sight = game.sight()
    assert (sight["to_act"], sight["asked"], sight["draws"]) == (3, "turn", 0)
    assert refusal(game, "end") == "draws-first"
    assert moves_like(game, "give") != set()
    play(game, "draw pile", "draw pile")
    assert game.sight()["turns_left"] == 4
    game.play("end")
    assert (game.to_act, game.sight()["turns_left"], game.over) == (4, 3, False)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("trigger", [1, 2, 3])
def test_then_every_seat_has_exactly_one_more_turn_the_trigger_last(
    players: int, trigger: int
) -> None:
    goals = EIGHT_BY_ONE_AND_THREE if players in (4, 6) else FIVE_BY_ONE
    game = through_the_centre(players, by(str(trigger), goals)).run()
    seats = [(trigger + step) % players + 1 for step in range(players)]
    assert seats[-1] == trigger
    assert finish(game) == list(zip(seats, reversed(range(players)), strict=True))
    assert game.over


def test_the_game_is_over_when_the_trigger_has_ended_its_last_turn() -> None:
    game = through_the_centre(3, FIVE_BY_ONE).run()
    finish(game)
    assert game.over
    assert game.history()[-1] == {"seat": 1, "move": "end", "events": [{"event": "game_over"}]}
    sight = game.sight(1)
    assert (sight["to_act"], sight["asked"], sight["legal"]) == (None, None, [])
    assert (sight["turns_left"], sight["draws"], sight["gave"]) == (0, 2, False)
    assert refusal(game, "draw pile") == "game-over"
    with pytest.raises(upturn.IllegalMove, match="over"):
        game.play("end")


def test_missions_fulfilled_in_the_last_turns_count() -> None:
    story = through_the_centre(3, [*FIVE_BY_ONE, "3 run5_red r2 r3 r4 r5 r6"])
    story.run(left=2)
    story.gather()
    game = story.run()
    assert (game.to_act, game.sight()["turns_left"]) == (3, 1)
    assert game.scores == [8, 0, 6]
    finish(game)
    assert game.scores == [8, 0, 6]


def test_more_missions_of_the_trigger_do_not_prolong_the_game() -> None:
    story = through_the_centre(3, [*FIVE_BY_ONE, "1 low3_any r1 b1 b1", "1 high3_any r6 r7 r8"])
    story.run(left=3)
    story.gather()
    game = story.run(left=1)
    assert len(game.sight()["scored"][0]) == 6
    assert (game.to_act, game.sight()["turns_left"]) == (1, 3)
    game = story.run()
    assert (game.to_act, game.sight()["turns_left"]) == (1, 0)  # its seventh, in its last turn
    assert last_rounds(game) == 1
    pass_turn(game)
    assert game.over


def test_there_is_no_second_trigger() -> None:
    other = ["run3_any r1 b2 r3", "low3_any r1 b1 b1", "high3_any r6 r7 r8", "high3_blue b6 b7 b8"]
    goals = FIVE_BY_ONE[:4] + [f"2 {text}" for text in other]
    goals += [FIVE_BY_ONE[4], "2 sum10_three r2 r4 b4"]
    story = through_the_centre(3, goals)
    story.run(left=2)
    story.gather()
    game = story.run()
    assert [len(missions) for missions in game.sight()["scored"]] == [5, 5, 0]
    assert (game.to_act, game.sight()["turns_left"], last_rounds(game)) == (2, 2, 1)
    assert finish(game) == [(3, 1), (1, 0)]


def test_the_limit_holds_in_the_last_turns_too() -> None:
    game = through_the_centre(4, EIGHT_BY_ONE_AND_THREE).run()
    pass_turn(game)
    while game.sight()["turns_left"]:
        assert game.to_act is not None
        above = len(hand(game, game.to_act)) > 6
        assert (game.sight()["asked"] == "discard") == above
        pass_turn(game)
    trigger = max(at for at, line in enumerate(game.moves) if line.startswith("fulfil"))
    assert any(line.startswith("discard") for line in game.moves[trigger:])


# --- Who has won -----------------------------------------------------------------------------


def test_the_score_of_a_seat_is_the_points_of_its_team() -> None:
    game = through_the_centre(4, EIGHT_BY_ONE_AND_THREE).run()
    finish(game)
    assert game.scores == [14, 0, 14, 0]
    game = through_the_centre(6, by("36", EIGHT_BY_ONE_AND_THREE)).run()
    finish(game)
    assert game.scores == [0, 0, 14, 0, 0, 14]


def test_most_points_win_and_more_missions_do_not() -> None:
    richer = ["2 run5_red r2 r3 r4 r5 r6", "2 four_kind r7 r7 b7 b7"]
    game = through_the_centre(3, [*richer, *FIVE_BY_ONE]).run()
    finish(game)
    assert [len(missions) for missions in game.sight()["scored"]] == [5, 2, 0]
    assert game.scores == [8, 11, 0]


def test_equal_points_are_equal_scores_whoever_has_more_missions_or_ended_the_game() -> None:
    equal = ["2 run5_red r2 r3 r4 r5 r6", "2 low3_any r1 b1 b1"]
    game = through_the_centre(3, [*equal, *FIVE_BY_ONE]).run()
    finish(game)
    assert game.over
    assert game.scores == [8, 8, 0]
