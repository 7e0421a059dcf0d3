"""What is measured of our games; every game gets the same contenders."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import choice
from time import perf_counter

import numpy as np

import upturn
from bench.contender import Contender, Run, Slice, Unit, repeat, repeat_timed
from upturn.bots import make_bot
from upturn.games import engine, rules_of
from upturn.games.contract import OVER, room_for_cards, room_for_moves
from upturn.games.game import Game
from upturn.games.rng import seeded

GAMES_PER_CALL = 32
COPIES_PER_CALL = 10_000
COPIES_AMONG = 64
PERFT_DEPTH = 4
BOT_GAMES, EVERY = 6, 12
RECORDS = 20
GAMES_COUNTED = 2000

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Buffers:
    """What compiled random games work in; threads do not share them."""

    def __init__(self, name: str, players: int, seed: object):
        rules = rules_of(name)
        self.positions = np.concatenate([rules.start(players, {})] * 2)
        self.moves = room_for_moves(rules.most_legal)
        self.cards = room_for_cards(rules.most_cards)
        self.rng = seeded(seed)

    def play(self, games: int) -> int:
        return engine.random_games(self.positions, games, self.rng, self.moves, self.cards)


def compiled(name: str, players: int) -> Run:
    buffers = Buffers(name, players, 0)
    return repeat(lambda: buffers.play(GAMES_PER_CALL))


def on_all_cores(name: str, players: int) -> Run:
    pool = ThreadPoolExecutor(CORES)

    def one_thread(seed: int, seconds: float) -> int:
        buffers = Buffers(name, players, seed)
        return repeat(lambda: buffers.play(GAMES_PER_CALL))(seconds).count

    def run(seconds: float) -> Slice:
        begin = perf_counter()
        made = sum(pool.map(one_thread, range(CORES), [seconds] * CORES))
        return Slice(made, perf_counter() - begin)

    return run


def can_be_stopped(name: str) -> bool:
    """Whether games would hardly begin if any legal move were chosen."""
    game = upturn.new(name, players=rules_of(name).player_counts[0])
    return game.free_codes() != game.legal_codes()


def by_number(name: str, players: int) -> Run:
    moves_of = Game.free_codes if can_be_stopped(name) else Game.legal_codes

    def play() -> int:
        made = 0
        game = upturn.new(name, players=players)
        while not game.over:
            game.play_code(choice(moves_of(game)))
            made += 1
        return made

    return repeat(play)


def by_text(name: str, players: int) -> Run:
    moves_of = Game.free_moves if can_be_stopped(name) else Game.legal_moves

    def play() -> int:
        made = 0
        game = upturn.new(name, players=players)
        while not game.over:
            game.play(choice(moves_of(game)))
            made += 1
        return made

    return repeat(play)


def copying(name: str, players: int) -> Run:
    positions = np.concatenate([rules_of(name).start(players, {})] * COPIES_AMONG)

    def copy() -> int:
        engine.copy_many(positions, COPIES_PER_CALL)
        return COPIES_PER_CALL

    return repeat(copy)


def in_the_middle(name: str, players: int) -> Game:
    """A random game after some moves; the same one every time."""
    game = upturn.new(name, players=players, seed=1)
    for move in range(3 * players):
        codes = game.free_codes()
        game.play_code(codes[move % len(codes)])
    return game


def redealing(name: str, players: int) -> Run:
    """Guesses of the seat to act at moments from whole games of greedy bots."""
    moments = []
    for seed in range(BOT_GAMES):
        game = upturn.new(name, players=players, seed=seed)
        bot = make_bot("greedy", name, seed)
        while (seat := game.to_act) is not None:
            if len(game.moves) % EVERY == 0:
                moments.append((seat, game.position.tobytes()))
            game.play(bot.choose(game.view(seat)))
    positions = rules_of(name).start(players, {})
    rng = seeded(0)

    def redeal() -> Slice:
        spent = 0.0
        for seat, position in moments:
            positions[:] = np.frombuffer(position, positions.dtype)
            begin = perf_counter()
            engine.redeal_at(positions, 0, seat, rng)
            spent += perf_counter() - begin
        return Slice(len(moments), spent)

    return repeat_timed(redeal)


def counting(name: str, players: int) -> Run:
    rules = rules_of(name)
    positions = np.concatenate([rules.start(players, {})] * (PERFT_DEPTH + 1))
    positions[0] = in_the_middle(name, players).position
    moves = room_for_moves(PERFT_DEPTH, rules.most_legal)
    return repeat(lambda: engine.perft(positions, PERFT_DEPTH, moves))


def replaying(name: str, players: int) -> Run:
    def finished(seed: int) -> Game:
        game = upturn.new(name, players=players, seed=seed)
        while not game.over:
            game.play_code(choice(game.free_codes()))
        return game

    games = [finished(seed) for seed in range(RECORDS)]
    records = [game.record() for game in games]
    made = sum(not line.startswith("deal ") for game in games for line in game.moves)

    def replay() -> int:
        for record in records:
            upturn.replay(record)
        return made

    return repeat(replay)


def viewing(name: str, players: int) -> Run:
    """The view of the seat to act before every move of random games; only views are timed."""

    def play() -> Slice:
        views, spent = 0, 0.0
        game = upturn.new(name, players=players)
        while not game.over:
            seat = game.to_act
            begin = perf_counter()
            game.view(seat)
            spent += perf_counter() - begin
            views += 1
            game.play_code(choice(game.free_codes()))
        return Slice(views, spent)

    return repeat_timed(play)


def name_of(game: str, players: int, what: str) -> str:
    return f"{game}, {players} player{'s' if players > 1 else ''}, {what}"


Kind = tuple[str, str, Callable[[str, int], Run], Unit]

COMPILED, ALL_CORES, NUMBERS, TEXTS = "compiled", "all cores", "moves as numbers", "moves as texts"
COPY = "copying a position"
REDEAL = "redeal"

GAME_KINDS: list[Kind] = [
    (ALL_CORES, f"`random_games`, {CORES} threads", on_all_cores, Unit.MOVES),
    (NUMBERS, "`legal_codes()`, `play_code()`", by_number, Unit.MOVES),
    (TEXTS, "`legal_moves()`, `play()`", by_text, Unit.MOVES),
]
DETAIL_KINDS: list[Kind] = [
    (COPY, "`copy_many`, compiled", copying, Unit.NANOSECONDS),
    (REDEAL, "`redeal_at`, through whole games of greedy bots", redealing, Unit.MICROSECONDS),
    ("perft", f"depth {PERFT_DEPTH}, compiled", counting, Unit.SEQUENCES),
    ("replay", "`upturn.replay()` of whole records", replaying, Unit.MOVES),
    ("view", "`view(seat)` before every move of random games", viewing, Unit.MICROSECONDS),
]


def _make(name: str, players: int, kinds: list[Kind]) -> list[Contender]:
    return [
        Contender(name_of(name, players, what), how, make(name, players), unit)
        for what, how, make, unit in kinds
    ]


def random_game_contenders(name: str, players: int) -> list[Contender]:
    one_core: Kind = (COMPILED, "`random_games`, one core", compiled, Unit.MOVES)
    others = [count for count in rules_of(name).player_counts if count != players]
    return _make(name, players, [one_core, *GAME_KINDS]) + [
        contender for count in others for contender in _make(name, count, [one_core])
    ]


def detail_contenders(name: str, players: int) -> list[Contender]:
    return _make(name, players, DETAIL_KINDS)


@dataclass(frozen=True)
class Lengths:
    """How long random games are."""

    players: int
    mean_moves: float
    stalled: float
    """The share of games that were given up because they went on and on."""


def lengths(name: str, players: int) -> Lengths:
    buffers = Buffers(name, players, 0)
    moves = stalled = 0
    for _ in range(GAMES_COUNTED):
        moves += buffers.play(1)
        stalled += buffers.positions[1].phase != OVER
    return Lengths(players, moves / GAMES_COUNTED, stalled / GAMES_COUNTED)
