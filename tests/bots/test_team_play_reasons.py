"""Why a bot of Team Play makes its move: one sentence, true from what it goes by."""

from __future__ import annotations

import pytest

from tests.support.team_play_partners import drawn, partner_took
from tests.support.team_play_table import lay, play
from upturn.bots import make_bot
from upturn.bots.reasons import sentence, sentences
from upturn.bots.team_play.reasons import why
from upturn.games.game import Game
from upturn.games.rules import Facts

CENTRE_FOR_PARTNER = partner_took(
    "r2 r2 b8", "five_blue", "r3 r3 r4", own="run4_red", centre="pair_red"
)


def reason(game: Game, move: str) -> Facts | None:
    assert game.to_act is not None
    assert move in game.legal_moves()
    return why(game.view(game.to_act), move)


def own_and_bank(hand: str, mission: str, bank: str) -> Game:
    rounds = len(hand.split()) // 2
    return lay(4, {1: hand}, rounds=rounds, bank=bank, missions={1: mission}, centre="four_kind")


@pytest.mark.parametrize(
    ("game", "move", "expected"),
    [
        (
            lay(4, {1: "r5"}, missions={1: "fixed_567_mono"}, answers=()),
            "keep",
            {"code": "keeps-mission", "mission": "fixed_567_mono", "points": 4, "lacking": 2},
        ),
        (
            lay(4, {1: "r5"}, missions={1: "two_pairs_any"}, answers=()),
            "swap",
            {"code": "swaps-mission", "mission": "two_pairs_any", "points": 2, "lacking": 3},
        ),
        (
            own_and_bank("r2 r3 r4", "run3_red", "b1 b5 r8"),
            "fulfil run3_red r2 r3 r4",
            {"code": "fulfils-for-points", "mission": "run3_red", "points": 3},
        ),
        (
            own_and_bank("r2 r3 b8", "run3_red", "b1 r4 r8"),
            "draw r4",
            {"code": "draws-last-card", "card": "r4", "mission": "run3_red"},
        ),
        (
            own_and_bank("r2 b7 b8", "run4_red", "b1 r4 r8"),
            "draw r4",
            {"code": "draws-for-mission", "card": "r4", "mission": "run4_red"},
        ),
        (
            partner_took("r2 r3 r4", "fixed_234_mono", "b1 b2 b6", own="five_blue"),
            "draw r4",
            {"code": "draws-for-partner", "card": "r4", "mission": "fixed_234_mono", "seat": 3},
        ),
        (
            lay(4, {1: "r2 r3 b8"}, rounds=1, bank="b1 b4 b6", missions={1: "run3_red"},
                centre="five_red"),
            "draw pile",
            {"code": "draws-blind"},
        ),
        (
            CENTRE_FOR_PARTNER,
            "draw pile",
            {"code": "leaves-the-centre-to-partner", "mission": "pair_red", "seat": 3},
        ),
        (
            drawn(partner_took("r2 r3 b8", "fixed_234_mono", "r1 r4 r5")),
            "give r4",
            {"code": "gives-what-partner-lacks", "cards": ["r4"], "mission": "fixed_234_mono",
             "seat": 3},
        ),
        (
            drawn(partner_took("r2 r3 b8", "fixed_234_mono", "b1 b5 b6")),
            "end",
            {"code": "keeps-cards"},
        ),
        (
            lay(4, {3: "r2 r3 r4 r8 b6 b7 b8"}, rounds=2, to_act=3, missions={3: "run4_red"},
                centre="high4_blue"),
            "discard r8",
            {"code": "discards-what-no-mission-needs", "card": "r8"},
        ),
    ],
    ids=lambda value: value["code"] if isinstance(value, dict) else "",
)  # fmt: skip
def test_a_reason_names_what_moved_it(game: Game, move: str, expected: Facts) -> None:
    assert reason(game, move) == expected
    assert sentence("team-play", expected)


def test_the_mission_that_brings_on_the_last_round_is_called_so() -> None:
    view = own_and_bank("r2 r3 r4", "run3_red", "b1 b5 r8").view(1)
    view["scored"][0] = ["pair_any"] * 7
    expected = {"code": "fulfils-last", "mission": "run3_red", "points": 3}
    assert why(view, "fulfil run3_red r2 r3 r4") == expected
    assert sentence("team-play", expected)


def test_spare_cards_are_given_away_rather_than_discarded() -> None:
    game = lay(
        4,
        {1: "r2 r3 r4 b5 b5"},
        rounds=2,
        pile="b4 b6",
        missions={1: "run5_red"},
        centre="low3_red",
    )
    play(game, "draw pile", "draw pile")
    assert reason(game, "give b6") == {"code": "gives-spare", "cards": ["b6"]}


def test_nothing_is_said_where_nothing_in_particular_speaks_for_a_move() -> None:
    game = own_and_bank("r2 r3 b8", "run3_red", "b1 r4 r8")
    assert reason(game, "draw b1") is None
    assert reason(game, "draw pile") is None
    hand = "r2 r3 r4 r8 b6 b7 b8"
    game = lay(4, {3: hand}, rounds=2, to_act=3, missions={3: "run4_red"}, centre="high4_blue")
    assert reason(game, "discard r3") is None
    game = drawn(partner_took("r2 r3 b8", "fixed_234_mono", "b1 b5 b6"))
    assert reason(game, "give b1") is None


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_move_of_a_game_has_a_sentence(players: int) -> None:
    game = Game(lay(players).rules, players, seed=players)
    game.deal_on()
    bot = make_bot("greedy", "team-play", seed=1)
    known = sentences("team-play")
    while game.to_act is not None:
        decision = bot.decide(game.view(game.to_act))
        assert decision.why["code"] in known
        assert "{" not in sentence("team-play", decision.why)
        game.play(decision.move)
