"""Team UP as a model for OR-Tools' CP-SAT: which pallets can be packed, and which can be played.

It shares no code with the engine or the solver. It gets a pallet as plain data and was written from
the text of the rules. A *spot* is a kind of box turned one way at one lowest cell (x, y, z),
counted from 0. Packing chooses spots so that every cell of the layers is filled once. Playing also
assigns a spot to every card. With one worker and a fixed seed, the same question has the same
answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

Cell = tuple[int, int, int]
Face = tuple[int, Cell, Cell]  # the axis it lies across, its lowest corner, its extent
Literals = list[cp_model.IntVar]

FEASIBLE, INFEASIBLE, UNKNOWN = "feasible", "infeasible", "unknown"
WORDS = {
    cp_model.OPTIMAL: FEASIBLE,
    cp_model.FEASIBLE: FEASIBLE,
    cp_model.INFEASIBLE: INFEASIBLE,
    cp_model.UNKNOWN: UNKNOWN,
}
EFFORT = 60.0
"""The limit for one answer, in CP-SAT's deterministic time, which is close to seconds."""
SEED = 1


class Kind(NamedTuple):
    name: str
    shape: str
    top: tuple[int, int]
    height: int


class Box(NamedTuple):
    """A box in its place. It is a spot if its name is that of a kind."""

    name: str
    shape: str
    at: Cell
    size: Cell


@dataclass(frozen=True)
class Pallet:
    """The boxes on a pallet and the boxes left, by colour and name of their kind."""

    columns: int
    rows: int
    layers: int
    kinds: tuple[Kind, ...]
    left: dict[str, dict[str, int]]
    standing: tuple[Box, ...]
    clone: str = "face"

    def left_of(self, kind: Kind) -> int:
        return sum(counts[kind.name] for counts in self.left.values())

    @property
    def boxes_left(self) -> int:
        return sum(sum(counts.values()) for counts in self.left.values())


def kinds_of(data: dict[str, Any]) -> tuple[Kind, ...]:
    """Return the kinds of boxes in the content of a component file."""
    return tuple(
        Kind(each["name"], each["shape"], (each["top"][0], each["top"][1]), each["height"])
        for each in data["box"]
    )


def pallet_seen(data: dict[str, Any], sight: dict[str, Any]) -> Pallet:
    """Return the pallet in a view of a game with these components."""
    standing = tuple(
        Box(
            each["box"].split()[-1],
            each["shape"],
            (ord(each["at"][0]) - ord("a"), int(each["at"][1]) - 1, each["level"]),
            tuple(each["size"]),
        )
        for each in sight["boxes"]
    )
    size = data["pallet"]["columns"], data["pallet"]["rows"], data["layers"]
    return Pallet(*size, kinds_of(data), sight["left"], standing, sight["clone"])


class Answer(NamedTuple):
    verdict: str
    boxes: tuple[Box, ...] = ()  # the packing, or the play in its order
    colours: tuple[str, ...] = ()  # of the play


# --- Geometry --------------------------------------------------------------------------------


def cells_of(box: Box) -> list[Cell]:
    spans = (range(low, low + extent) for low, extent in zip(box.at, box.size, strict=True))
    return [(x, y, z) for x, y, z in product(*spans)]


def moved(cell: Cell, axis: int, by: int) -> Cell:
    x, y, z = (place + by * (number == axis) for number, place in enumerate(cell))
    return x, y, z


def faces_of(box: Box) -> list[Face]:
    """Return the six faces of a box. The extent of each across its plane is 0."""
    flat = [moved(box.size, axis, -box.size[axis]) for axis in range(3)]
    return [
        (axis, moved(box.at, axis, by), flat[axis])
        for axis in range(3)
        for by in (0, box.size[axis])
    ]


def under(box: Box) -> list[Cell]:
    return [moved(cell, 2, -1) for cell in cells_of(box) if cell[2] == box.at[2]]


def beside(box: Box) -> set[Cell]:
    """Return the cells that touch a side of a box."""
    own = cells_of(box)
    return {moved(cell, axis, by) for cell in own for axis in (0, 1) for by in (-1, 1)} - {*own}


def spots(pallet: Pallet) -> list[Box]:
    """Return every way to place one of the boxes left inside the layers, clear of the boxes on the
    pallet."""
    taken = {cell for box in pallet.standing for cell in cells_of(box)}
    found = []
    for kind in pallet.kinds:
        if not pallet.left_of(kind):
            continue
        for wide, deep in {kind.top, kind.top[::-1]}:
            size = (wide, deep, kind.height)
            inside = (pallet.columns, pallet.rows, pallet.layers)
            ranges = [range(most - own + 1) for most, own in zip(inside, size, strict=True)]
            for x, y, z in product(*ranges):
                box = Box(kind.name, kind.shape, (x, y, z), size)
                if taken.isdisjoint(cells_of(box)):
                    found.append(box)
    return sorted(found)


# --- Packing ---------------------------------------------------------------------------------


class Packing:
    """The model of a pallet that is filled, with one literal for every spot."""

    def __init__(self, pallet: Pallet, only: Iterable[Box] | None = None) -> None:
        self.pallet = pallet
        self.model = cp_model.CpModel()
        self.spots = spots(pallet) if only is None else sorted(only)
        self.used = [self.model.new_bool_var(f"{spot}") for spot in self.spots]
        self._fill()
        self._use_every_box()
        self._clone_nothing()

    def _fill(self) -> None:
        """Require that every cell is in exactly one box, and no box on the pallet reaches above the
        layers."""
        pallet = self.pallet
        holding: dict[Cell, Literals] = defaultdict(list)
        for spot, used in zip(self.spots, self.used, strict=True):
            for cell in cells_of(spot):
                holding[cell].append(used)
        taken = {cell for box in pallet.standing for cell in cells_of(box)}
        space = {*product(range(pallet.columns), range(pallet.rows), range(pallet.layers))}
        if not taken | {*holding} <= space:
            self.model.add_bool_or([])
        for cell in sorted(space - taken):
            self.model.add_exactly_one(holding[cell])

    def _use_every_box(self) -> None:
        for kind in self.pallet.kinds:
            pairs = zip(self.spots, self.used, strict=True)
            own = [used for spot, used in pairs if spot.name == kind.name]
            self.model.add(sum(own) == self.pallet.left_of(kind))

    def _clone_nothing(self) -> None:
        """Require that no face belongs to two boxes or, by the house rule, to two of one shape."""
        owners: dict[tuple[Face, str], list[cp_model.LiteralT]] = defaultdict(list)
        by_shape = self.pallet.clone == "shape"
        boxes: list[tuple[Box, cp_model.LiteralT]] = [(box, True) for box in self.pallet.standing]
        boxes += zip(self.spots, self.used, strict=True)
        for box, used in boxes:
            for face in faces_of(box):
                owners[face, box.shape if by_shape else ""].append(used)
        for literals in owners.values():
            if len(literals) > 1:
                self.model.add_at_most_one(literals)

    def boxes(self, of: cp_model.CpSolver | cp_model.CpSolverSolutionCallback) -> tuple[Box, ...]:
        """Return the packing that was found."""
        pairs = zip(self.spots, self.used, strict=True)
        return tuple(spot for spot, used in pairs if of.boolean_value(used))


def solver_with(effort: float, seed: int = SEED) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.linearization_level = 0  # ten times as fast here
    solver.parameters.max_deterministic_time = effort
    return solver


def packable(
    pallet: Pallet, *, only: Iterable[Box] | None = None, effort: float = EFFORT
) -> Answer:
    """Return whether the boxes left fill the layers exactly. `only` limits the spots."""
    packing, solver = Packing(pallet, only), solver_with(effort)
    verdict = WORDS[solver.solve(packing.model)]
    return Answer(verdict, packing.boxes(solver) if verdict == FEASIBLE else ())


class _Collect(cp_model.CpSolverSolutionCallback):
    def __init__(self, packing: Packing, most: int | None) -> None:
        super().__init__()
        self.packing, self.most = packing, most
        self.found: list[tuple[Box, ...]] = []

    def on_solution_callback(self) -> None:
        self.found.append(self.packing.boxes(self))
        if len(self.found) == self.most:
            self.stop_search()


def packings(
    packing: Packing, *, most: int | None = None, effort: float = EFFORT, seed: int = SEED
) -> list[tuple[Box, ...]]:
    """Return all ways, up to a number, in which the boxes left fill the layers exactly."""
    collect, solver = _Collect(packing, most), solver_with(effort, seed)
    solver.parameters.enumerate_all_solutions = most != 1
    status = solver.solve(packing.model, collect)
    if len(collect.found) != most and status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise TimeoutError("there may be more packings than were found")
    return collect.found


# --- Playing ---------------------------------------------------------------------------------


class Play(Packing):
    """The model of a pallet that is filled card by card, with every card obeyed.

    The turns are numbered from 0. For every spot and turn a literal says that the spot is filled
    then. For every turn, colour and kind a literal says that such a box is placed then.
    """

    def __init__(
        self, pallet: Pallet, cards: Sequence[str], only: Iterable[Box] | None = None
    ) -> None:
        super().__init__(pallet, only)
        self.turns = range(pallet.boxes_left)
        if len(cards) < len(self.turns):
            self.model.add_bool_or([])
        self.filled = [
            [self.model.new_bool_var(f"{spot} in turn {turn}") for turn in self.turns]
            for spot in self.spots
        ]
        self.placed: dict[tuple[int, str, str], cp_model.IntVar] = {}
        self._obey(cards)
        self._take_turns()
        self._stand_and_touch()

    def _obey(self, cards: Sequence[str]) -> None:
        """Require a box that obeys the card in every turn, and every box in one of the turns."""
        for turn, card in zip(self.turns, cards, strict=False):
            for kind, colour in product(self.pallet.kinds, self.pallet.left):
                if card == colour or kind.shape in card.split("|"):
                    name = f"{colour} {kind.name} in turn {turn}"
                    self.placed[turn, colour, kind.name] = self.model.new_bool_var(name)
        for colour, counts in self.pallet.left.items():
            for kind in self.pallet.kinds:
                own = [
                    literal
                    for (_, of, name), literal in self.placed.items()
                    if (of, name) == (colour, kind.name)
                ]
                self.model.add(sum(own) == counts[kind.name])

    def _take_turns(self) -> None:
        """Require that every turn fills one spot with the kind of box that is placed then."""
        for used, times in zip(self.used, self.filled, strict=True):
            self.model.add(sum(times) == used)
        for turn, kind in product(self.turns, self.pallet.kinds):
            pairs = zip(self.spots, self.filled, strict=True)
            filled = [times[turn] for spot, times in pairs if spot.name == kind.name]
            chosen = [self.placed.get((turn, colour, kind.name), 0) for colour in self.pallet.left]
            self.model.add(sum(filled) == sum(chosen))
        for turn in self.turns:
            self.model.add_exactly_one(times[turn] for times in self.filled)

    def _stand_and_touch(self) -> None:
        """Require that everything below a box was there before it or, on the pallet, a box that it
        touches."""
        present = {cell for box in self.pallet.standing for cell in cells_of(box)}
        holding: dict[Cell, list[int]] = defaultdict(list)
        for number, spot in enumerate(self.spots):
            for cell in cells_of(spot):
                holding[cell].append(number)

        def before(turn: int, cells: Iterable[Cell]) -> Literals:
            numbers = {number for cell in cells for number in holding[cell]}
            return [self.filled[number][then] for number in numbers for then in range(turn)]

        for spot, times in zip(self.spots, self.filled, strict=True):
            needs = [[cell] for cell in under(spot)] if spot.at[2] else [[*beside(spot)]]
            for cells in needs:
                if present.isdisjoint(cells):
                    for turn in self.turns:
                        self.model.add_bool_or([~times[turn], *before(turn, cells)])


def playable(
    pallet: Pallet,
    cards: Sequence[str],
    *,
    only: Iterable[Box] | None = None,
    effort: float = EFFORT,
) -> Answer:
    """Return whether the boxes left fill the layers exactly, one for each of the next cards in
    turn.

    `cards` begins with the drawn card that is not yet obeyed, if there is one.
    """
    play, solver = Play(pallet, cards, only), solver_with(effort)
    verdict = WORDS[solver.solve(play.model)]
    if verdict != FEASIBLE:
        return Answer(verdict)
    boxes = tuple(
        spot
        for turn in play.turns
        for spot, times in zip(play.spots, play.filled, strict=True)
        if solver.boolean_value(times[turn])
    )
    placed = sorted(key for key, literal in play.placed.items() if solver.boolean_value(literal))
    return Answer(verdict, boxes, tuple(colour for _, colour, _ in placed))
