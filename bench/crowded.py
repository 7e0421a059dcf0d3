"""The most crowded hand we know in Team Play: ten cards that fulfil their missions in 165 ways."""

from __future__ import annotations

import upturn
from bench.contender import Contender, Run, Unit, repeat
from upturn.games import engine
from upturn.games.contract import room_for_moves
from upturn.games.game import Game

WAYS = 165
NAME = f"team-play, {WAYS} ways to fulfil"
HAND = ["r1", "r1", "r2", "r2", "r3", "r4", "r5", "r6", "r7", "r8"]
DEALT_MISSIONS = ["five_red", "", "sum12", "", "", "sum_abc_red", ""]
"""The centre, then two passes over three seats; "" is any other one."""
CALLS = 100


def crowded() -> Game:
    """Three players who only drew from the pile; seat 2 has drawn twice in its fourth turn."""
    rest = [f"{colour}{number}" for colour in "rb" for number in range(1, 9)] * 4
    for card in HAND:
        rest.remove(card)

    def others(count: int) -> list[str]:
        return [rest.pop() for _ in range(count)]

    mine = HAND.copy()
    numbers = others(3) + others(1) + [mine.pop(), mine.pop()] + others(3)
    for turn in range(4):
        numbers += others(2) + [mine.pop(), mine.pop()] + (others(2) if turn < 3 else [])
    all_missions = upturn.new("team-play", players=3, seed=0).moves[1].split(" ")[2:]
    spare = [name for name in all_missions if name not in DEALT_MISSIONS]
    dealt = [name or spare.pop() for name in DEALT_MISSIONS]
    moves = [
        f"deal numbers {' '.join(numbers + rest)}",
        f"deal missions {' '.join(dealt + spare)}",
        *["draw pile", "draw pile", "end"] * 10,
        "draw pile",
        "draw pile",
    ]
    record = {"upturn": 1, "game": "team-play", "players": 3, "moves": moves, "over": False}
    return upturn.replay(record)


def listing() -> Run:
    game = crowded()
    if sum(move.startswith("fulfil") for move in game.legal_moves()) != WAYS:
        raise ValueError("the crowded hand has another number of ways")
    positions = game.rules.start(3, {})
    positions[0] = game.position
    moves = room_for_moves(game.rules.most_legal)
    texts = game.rules.notation(3).texts

    def listed() -> int:
        for _ in range(CALLS):
            count = engine.legal_at(positions, 0, moves)
            [texts[move] for move in moves[:count].tolist()]
        return CALLS

    return repeat(listed)


def contender() -> Contender:
    return Contender(NAME, "`legal_at`, and the text of each", listing(), Unit.MICROSECONDS)
