"""Whatever is done to a game in whatever order, it stays the fold of its log."""

from __future__ import annotations

import json

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import upturn
from tests.support.random_games import TABLES, seats, state
from upturn.games.game import Game

SELDOM = 20_000
"""Picks below this may also be moves that all must agree to."""


class GameMachine(RuleBasedStateMachine):
    """Plays, takes back, tries nonsense, looks, copies and stores, beside a list of positions."""

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6))
    def start(self, table: tuple[str, int], seed: int) -> None:
        self.game: Game = upturn.new(table[0], players=table[1], seed=seed)
        self.states = [state(self.game)]
        self.moves_made: list[str] = []

    @precondition(lambda self: not self.game.over)
    @rule(picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=40))
    def play(self, picks: list[int]) -> None:
        for pick in picks:
            if self.game.over:
                break
            moves = self.game.legal_moves() if pick < SELDOM else self.game.free_moves()
            self.game.play(moves[pick % len(moves)])
            self.moves_made.append(moves[pick % len(moves)])
            self.states.append(state(self.game))

    @rule(times=st.integers(1, 45))
    def undo(self, times: int) -> None:
        for _ in range(min(times, len(self.moves_made))):
            self.game.undo()
            self.moves_made.pop()
            self.states.pop()
        assert state(self.game) == self.states[-1]

    @precondition(lambda self: self.moves_made)
    @rule()
    def take_back_and_play_the_same_again(self) -> None:
        self.game.undo()
        self.game.play(self.moves_made[-1])
        assert state(self.game) == self.states[-1]

    @rule(pick=st.integers(0, 10**6), text=st.text(max_size=20))
    def try_what_is_not_allowed(self, pick: int, text: str) -> None:
        texts = [line for line in self.game.notation.texts if line]
        legal = self.game.legal_moves()
        for move in (texts[pick % len(texts)], text):
            if move not in legal:
                with pytest.raises(upturn.MoveError):
                    self.game.play(move)

    @rule(pick=st.integers(0, 10))
    def look(self, pick: int) -> None:
        seat = seats(self.game)[pick % (self.game.players + 1)]
        history = self.game.view(seat)["history"]
        assert len(history) == len(self.game.moves)
        assert history == upturn.replay(self.game.record()).history(seat)

    @rule()
    def go_on_with_a_copy(self) -> None:
        left_behind, self.game = self.game, self.game.copy()
        if not left_behind.over:
            left_behind.play(left_behind.legal_moves()[-1])

    @rule()
    def store_and_load(self) -> None:
        seed = self.game.seed
        self.game = upturn.replay(json.loads(json.dumps(self.game.record())))
        self.game.seed = seed  # deals to come are the same ones

    @invariant()
    def the_game_stands_where_its_moves_lead(self) -> None:
        assert state(self.game) == self.states[-1]


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(max_examples=60, stateful_step_count=30)
