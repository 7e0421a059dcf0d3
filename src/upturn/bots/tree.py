"""The search tree of information-set Monte-Carlo tree search, one compiled implementation.

The tree is that of the seat that thinks: a node is a sequence of moves from the position it is
asked about, whatever cards lie hidden. An iteration takes a world in which what the seat cannot
know was redealt, goes down the tree by moves that are legal there, adds a node, plays on to where
`settled` says so, and credits every node on its way with what the end is `worth` to the seat that
moved there. Below the first move a node is compared with its siblings by how often it could have
been chosen, not by how often its parent was visited (Cowling, Powley, Whitehouse 2012).

The first move is what has to be decided, and there the moves compete by sequential halving: all
that are still in are tried in the same worlds with the same luck, so that what differs is their
doing; then the worse half drops out, until two are left. A thought is one such contest, and the
next one takes all of them in again; what was found is kept.

Guided search asks the game's knowledge which moves to try and how to play on; else chance does.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from upturn.bots import knowledge
from upturn.bots.knowledge import Values
from upturn.games import contract
from upturn.games.arrays import overwrite
from upturn.games.compiling import compiled, entry_point
from upturn.games.contract import DEALING, Cards, Moves, Position, Positions
from upturn.games.rng import Rng, below

NODE = np.dtype(
    (
        np.record,
        [
            ("move", np.int32),
            ("mover", np.int32),  # the seat that made the move
            ("first", np.int32),  # child, 0 for none
            ("next", np.int32),  # sibling, 0 for none
            ("visits", np.int32),
            ("available", np.int32),  # how often it could have been chosen
            ("total", np.float64),  # worth of all visits to the mover
        ],
    )
)
ROOT = 0
USED = 1
"""Node 1 is no node: its `first` counts the nodes in use."""
DEEPEST = 64
SUPPOSED, GUESS, WORLD, THEN = 0, 1, 2, 3
SCRATCH = 4
"""Positions that a search needs room for."""
FINALISTS = 2
DOUBT = 4.0
"""A turn of another seat counts no more than this against a guess at its hand, in the unit of
`weigh`."""

Tree = npt.NDArray[Any]
Marks = npt.NDArray[np.int32]
Settings = npt.NDArray[np.float64]


class Desk(NamedTuple):
    """What a search works with; made once, so that thinking needs no more room."""

    positions: Positions
    """SCRATCH of them; the first is what the seat supposes."""
    memory: Positions
    """Moments that are remembered (`knowledge.Moments`), what was done, and how to recall them."""
    done: Moves
    turned: Moves
    settings: Settings
    rng: Rng
    moves: Moves
    values: Values
    marks: Marks
    """By move, the node it leads to; all 0 between two uses."""
    cards: Cards


# Settings, by place in their array.
EXPLORATION, WIDTH, RIPE, GUIDED, RASHNESS, HORIZON, GUESSES, TRUST = 0, 1, 2, 3, 4, 5, 6, 7


@compiled
def let_chance_act(world: Position, desk: Desk) -> None:
    while world.phase == DEALING and not knowledge.settled(world):
        contract.shuffle(world, desk.rng, desk.cards)
        contract.deal(world, desk.cards)


@compiled
def best_known(world: Position, count: int, desk: Desk) -> int:
    """The index of the move that knowledge finds best; rashly, now and then, that of any."""
    rng, values, rashness = desk.rng, desk.values, desk.settings[RASHNESS]
    if rashness > 0.0 and below(rng, 1 << 16) < rashness * (1 << 16):
        return below(rng, count)
    knowledge.weigh(world, desk.moves, count, values)
    start = below(rng, count)  # among equals, chance decides
    best = start
    for step in range(1, count):
        index = start + step if start + step < count else start + step - count
        if values[index] > values[best]:
            best = index
    return best


@compiled
def play_on(world: Position, desk: Desk) -> int:
    """Play until it is settled, or as far as the horizon; how many moves were made."""
    horizon, guided = desk.settings[HORIZON], desk.settings[GUIDED] > 0
    moves = desk.moves
    made = 0
    while made < horizon and not knowledge.settled(world):
        if world.phase == DEALING:
            let_chance_act(world, desk)
            continue
        count = contract.free(world, contract.legal(world, moves))
        index = best_known(world, count, desk) if guided else below(desk.rng, count)
        contract.apply(world, moves[index])
        made += 1
    return made


@entry_point
def add_node(tree: Tree, node: int, move: int, mover: int) -> int:
    """A new child, or 0 if the tree is full."""
    new = int(tree[USED].first)
    if new >= len(tree):
        return 0
    tree[USED].first = new + 1
    tree[new].move = move
    tree[new].mover = mover
    tree[new].next = tree[node].first
    tree[node].first = new
    return new


def new_tree(first_moves: list[int], mover: int, room: int) -> Tree:
    """A tree of these moves. Once as many nodes more are there as it has room for, it is full."""
    tree = np.zeros(USED + 1 + len(first_moves) + room, NODE)
    tree["first"][USED] = USED + 1
    for move in reversed(first_moves):  # so that they are listed as given
        add_node(tree, ROOT, move, mover)
    return tree


@compiled
def upper_bound(tree: Tree, child: int, exploration: float) -> float:
    visits = tree[child].visits
    unsure = sqrt(log(tree[child].available) / visits)
    return float(tree[child].total / visits + exploration * unsure)


@compiled
def choose_child(tree: Tree, node: int, world: Position, count: int, desk: Desk) -> int:
    """The child to go down to, a new one if it is time for one; 0 if the tree is full."""
    moves, marks, settings = desk.moves, desk.marks, desk.settings
    child = int(tree[node].first)
    while child:
        marks[tree[child].move] = child
        child = int(tree[child].next)
    best, highest, tried = 0, -inf, 0
    for index in range(count):
        child = int(marks[moves[index]])
        if child:
            tried += 1
            tree[child].available += 1
            bound = upper_bound(tree, child, settings[EXPLORATION])
            if bound > highest:
                best, highest = child, bound
    width = settings[WIDTH] * sqrt(tree[node].visits + 1)
    if tried < count and (tried == 0 or tried < width):
        index = pick_untried(world, count, desk)
        if index >= 0:
            new = add_node(tree, node, int(moves[index]), int(world.to_act))
            if new:
                tree[new].available = 1
                best = new
    child = int(tree[node].first)
    while child:
        marks[tree[child].move] = 0
        child = int(tree[child].next)
    return best


@compiled
def pick_untried(world: Position, count: int, desk: Desk) -> int:
    """The index of a move that has no node: by knowledge the best, else any; -1 for none."""
    moves, values, guided = desk.moves, desk.values, desk.settings[GUIDED] > 0
    if guided:
        knowledge.weigh(world, moves, count, values)
    best, seen = -1, 0
    for index in range(count):
        if desk.marks[moves[index]]:
            continue
        if guided:
            if values[index] > -inf and (best < 0 or values[index] > values[best]):
                best = index
        else:
            seen += 1
            if below(desk.rng, seen) == 0:
                best = index
    return best


# --- The first move --------------------------------------------------------------------------


@compiled
def halve(tree: Tree, alive: Marks, count: int) -> int:
    """Bring the better half to the front; how many they are."""
    kept = max(FINALISTS, (count + 1) // 2)
    for place in range(kept):
        best = place
        for other in range(place + 1, count):
            if mean(tree, alive[other]) > mean(tree, alive[best]):
                best = other
        alive[place], alive[best] = alive[best], alive[place]
    return min(kept, count)


@compiled
def mean(tree: Tree, node: int) -> float:
    return float(tree[node].total / max(tree[node].visits, 1))


@compiled
def phases_of(count: int) -> int:
    """How often the contest is halved, and the final."""
    phases = 1
    while count > FINALISTS:
        count = (count + 1) // 2
        phases += 1
    return phases


# --- Guessing --------------------------------------------------------------------------------


@compiled
def likelihood(desk: Desk) -> float:
    """How well the turns that are remembered fit the guess in WORLD, by what was to be gained.

    A turn that knowledge finds best speaks for the guess; one that is worse speaks against it, but
    none alone rules it out: others may know better.
    """
    positions, moves, values = desk.positions, desk.moves, desk.values
    against = 0.0
    for moment in range(len(desk.done)):
        positions[THEN] = desk.memory[moment]
        then = positions[THEN]
        knowledge.recall(then, positions[WORLD], desk.turned[moment])
        count = contract.legal(then, moves)
        knowledge.weigh(then, moves, count, values)
        best, chosen = -inf, -inf
        for index in range(count):
            best = max(best, values[index])
            if moves[index] == desk.done[moment]:
                chosen = values[index]
        against += min(best - chosen, DOUBT)
    return exp(-desk.settings[TRUST] * against)


@compiled
def guess(seat: int, desk: Desk) -> None:
    """Choose one of several worlds that agree with all the seat has seen, likely ones sooner."""
    positions, rng = desk.positions, desk.rng
    tries = int(desk.settings[GUESSES]) if len(desk.done) else 1
    total = 0.0
    for _ in range(tries):
        positions[WORLD] = positions[SUPPOSED]
        contract.redeal(positions[WORLD], seat, rng)
        if tries == 1:
            positions[GUESS] = positions[WORLD]
            return
        weight = likelihood(desk)
        total += weight
        if below(rng, 1 << 30) * total <= weight * (1 << 30):
            positions[GUESS] = positions[WORLD]


# --- Thinking --------------------------------------------------------------------------------


@compiled
def try_move(tree: Tree, first: int, desk: Desk) -> int:
    """One iteration, in the world as guessed, that begins with this move of the root's."""
    positions = desk.positions
    path = np.zeros(DEEPEST + 1, np.int64)
    positions[WORLD] = positions[GUESS]
    world = positions[WORLD]
    contract.apply(world, tree[first].move)
    path[0] = first
    depth = 1
    ripe = desk.settings[RIPE]
    while depth <= DEEPEST and tree[path[depth - 1]].visits >= ripe:
        let_chance_act(world, desk)
        if knowledge.settled(world):
            break
        count = contract.legal(world, desk.moves)
        child = choose_child(tree, path[depth - 1], world, count, desk)
        if child == 0:
            break
        contract.apply(world, tree[child].move)
        path[depth] = child
        depth += 1
        if tree[child].visits == 0:
            break
    made = depth + play_on(world, desk)
    tree[ROOT].visits += 1
    for step in range(depth):
        tree[path[step]].visits += 1
        tree[path[step]].total += knowledge.worth(world, tree[path[step]].mover)
    return made


@entry_point
def think(tree: Tree, seat: int, iterations: int, desk: Desk) -> int:
    """A contest of so many iterations; how many moves were made in all imagined games."""
    alive = np.zeros(int(tree[USED].first), np.int32)
    count = 0
    child = int(tree[ROOT].first)
    while child:
        alive[count] = child
        count += 1
        child = int(tree[child].next)
    luck = desk.rng.copy()
    made, spent, phases = 0, 0, phases_of(count)
    for phase in range(phases):
        until = iterations * (phase + 1) // phases
        while spent < until:
            guess(seat, desk)
            overwrite(luck, desk.rng)
            for place in range(min(count, until - spent)):
                overwrite(desk.rng, luck)
                made += try_move(tree, alive[place], desk)
                spent += 1
        count = halve(tree, alive, count)
    return made
