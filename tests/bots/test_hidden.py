"""No bot peeps: what its seat cannot know changes nothing it does."""

from __future__ import annotations

import pytest

import upturn
from tests.support.hidden import with_other_secrets
from tests.support.random_games import and_others
from upturn.bots import make_bot
from upturn.games.game import Game

every_bot = pytest.mark.parametrize("bot", ["search:40", "greedy", "greedy@1", "random"])
STEP = 5


def others(game: Game, seat: int) -> list[Game]:
    """Games that look the same to this seat, with other cards where it cannot look."""
    return [with_other_secrets(game, seat, chance) for chance in range(3)]


@every_bot
@pytest.mark.parametrize(
    ("name", "players"),
    and_others(
        [
            ("dnup", 2),
            ("dnup", 4),
            ("team-play", 3),
            ("team-play", 4),
            ("team-play", 6),
            ("team-up", 2),
        ]
    ),
)
def test_hidden_cards_do_not_change_what_a_bot_does(name: str, players: int, bot: str) -> None:
    game = upturn.new(name, players=players, seed=players)
    thinker, hidden = make_bot(bot, name, seed=5), set()
    for number in range(60):
        seat = game.to_act
        if seat is None:
            break
        decision = thinker.decide(game.view(seat))
        if number % STEP == 0:
            for other in others(game, seat):
                hidden.add(other.position.tobytes())
                assert thinker.decide(other.view(seat)) == decision
        game.play(decision.move)
    assert len(hidden) > 10  # there were other cards to peep at
