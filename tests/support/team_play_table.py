"""Sets up a Team Play table for a test by stacking the decks, or tells a long game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from upturn.games import rules_of
from upturn.games.game import Game

NUMBERS = [f"{colour}{number}" for number in range(1, 9) for colour in "rb"] * 4

POINTS = {
    "pair_any": 1, "pair_red": 2, "pair_blue": 2,
    "two_pairs_any": 2, "two_pairs_red": 4, "two_pairs_blue": 4,
    "two_pairs_odd": 3, "two_pairs_even": 3, "pair_red_pair_blue": 4,
    "three_pairs_any": 4, "three_pairs_parity": 5,
    "triple_any": 2, "triple_odd": 3, "triple_even": 3, "full_house": 3, "four_kind": 5,
    "run3_any": 2, "run3_red": 3, "run3_blue": 3,
    "run4_any": 3, "run4_red": 5, "run4_blue": 5,
    "run5_any": 4, "run5_red": 6, "run5_blue": 6,
    "fixed_1357": 4, "fixed_2468": 4, "fixed_567_mono": 4, "fixed_234_mono": 4,
    "low3_any": 2, "high3_any": 2, "high3_blue": 3, "low3_red": 3,
    "high4_blue": 5, "low4_red": 5,
    "odd4_mono": 3, "even4_mono": 3, "odd4_red": 4, "odd4_blue": 4,
    "five_red": 3, "five_blue": 3,
    "sum_abc_red": 2, "sum_abc_blue": 2, "sum7_red": 4, "sum10_three": 2, "sum12": 1,
}  # fmt: skip
"""The 46 missions and what each is worth."""


def limit(players: int) -> int:
    """Return how many cards a seat may hold as its turn begins."""
    return 6 if players in (4, 6) else 8


def first_hand(seat: int) -> int:
    """Return how many cards a seat is dealt."""
    return min(seat, 3)


def own_places(players: int) -> int:
    """Return how many missions each seat has."""
    return 1 if players in (4, 6) else 2


def stack(whole: Iterable[str], top: Sequence[str]) -> list[str]:
    """Return the whole deck with these cards on top. In place of "", there is any other card."""
    spare = list(whole)
    for card in top:
        if card:
            spare.remove(card)
    upper = [card or spare.pop(0) for card in top]
    return upper + spare


def filled(cards: str, size: int) -> list[str]:
    """Return the cards, filled up with "" to this size."""
    named = cards.split()
    assert len(named) <= size, f"{cards} are more than {size}"
    return named + [""] * (size - len(named))


def told(players: int, lines: Iterable[str]) -> Game:
    """Return the game of these lines. What is dealt after them comes from a fixed seed."""
    game = Game(rules_of("team-play"), players, seed=0)
    for line in lines:
        game.follow(line)
    return game


def mission_stack(
    players: int, centre: str, missions: Mapping[int, str] | None, coming: str
) -> list[str]:
    """Return the mission deck that is dealt out like this."""
    own = {
        seat: filled((missions or {}).get(seat, ""), own_places(players))
        for seat in range(1, players + 1)
    }
    passes = [own[seat][place] for place in range(own_places(players)) for seat in own]
    return stack(POINTS, [centre, *passes, *coming.split()])


def lay(
    players: int,
    hands: Mapping[int, str] | None = None,
    *,
    rounds: int = 0,
    to_act: int = 1,
    bank: str = "",
    pile: str = "",
    centre: str = "",
    missions: Mapping[int, str] | None = None,
    coming: str = "",
    answers: Sequence[str] | None = None,
    moves: Iterable[str] = (),
) -> Game:
    """Return a game in which `to_act` begins its turn, after some full rounds.

    So far everybody has only drawn two cards from the pile per turn, so a seat holds 1, 2 or 3
    cards and two for each of its turns. `hands` names some or all of them. `pile` has the next
    number cards, `coming` the next missions. With an even number of players all seats keep their
    first mission, unless `answers` says otherwise. `moves` are made at the end.
    """
    turns = rounds * players + to_act - 1
    held: dict[int, list[str]] = {}
    for seat in range(1, players + 1):
        taken = 2 * (rounds + (seat < to_act))
        held[seat] = filled((hands or {}).get(seat, ""), first_hand(seat) + taken)
    top = filled(bank, 3)
    for seat in held:
        top += held[seat][: first_hand(seat)]
    for turn in range(turns):
        seat = turn % players + 1
        start = first_hand(seat) + turn // players * 2
        top += held[seat][start : start + 2]
    if answers is None:
        answers = ["keep"] * (players if own_places(players) == 1 else 0)
    lines = [
        "deal numbers " + " ".join(stack(NUMBERS, top + pile.split())),
        "deal missions " + " ".join(mission_stack(players, centre, missions, coming)),
        *answers,
        *["draw pile", "draw pile", "end"] * turns,
        *moves,
    ]
    return told(players, lines)


def holding(cards: str, mission: str) -> Game:
    """Return a game of three in which the seat to act holds at least these cards, up to ten, and
    this mission is in the centre.
    """
    count = len(cards.split())
    if count <= 7:
        return lay(3, {1: cards}, rounds=count // 2, centre=mission)
    first, last = cards.split()[:8], cards.split()[8:]
    game = lay(3, {2: " ".join(first)}, rounds=3, to_act=2, pile=" ".join(last), centre=mission)
    for _ in last:
        game.play("draw pile")
    return game


def fulfil(mission: str, cards: str) -> str:
    """Return the move, with its cards in the order of the notation."""
    ordered = sorted(cards.split(), key=lambda card: ("rb".index(card[0]), card))
    return " ".join(["fulfil", mission, *ordered])


def reading(mission: str, cards: str) -> str:
    """Return why a seat that holds these cards cannot fulfil the mission with them, or "" if it
    can."""
    return refusal(holding(cards, mission), fulfil(mission, cards))


# --- Looking and playing ---------------------------------------------------------------------


def refusal(game: Game, move: str) -> str:
    """Return the code of the reason why a move is refused, or "" if it is legal."""
    error = game.why_not(move)
    return error.code if error else ""


def hand(game: Game, seat: int) -> list[str]:
    held: list[str] = game.sight(seat)["hand"]
    return held


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(move)


def moves_like(game: Game, verb: str) -> set[str]:
    """Return the legal moves that begin with this word."""
    return {move for move in game.legal_moves() if move.split()[0] == verb}


def idle_move(game: Game) -> str:
    """Return a move for a seat that never fulfils anything and takes every card from the pile."""
    sight = game.sight()
    if sight["asked"] == "discard":
        return min(game.legal_moves())
    return "draw pile" if sight["draws"] < 2 else "end"


def pass_turn(game: Game) -> None:
    """Make the moves that the rules demand, and end the turn."""
    while (move := idle_move(game)) != "end":
        game.play(move)
    game.play("end")


def empty_the_pile(game: Game) -> None:
    """Play on until the last card of the number pile is drawn."""
    for _ in range(500):
        if not game.sight()["pile"]:
            return
        game.play(idle_move(game))
    raise AssertionError("the pile never ran out")


# --- Long games ------------------------------------------------------------------------------


class Goal(NamedTuple):
    """A mission that a seat should fulfil, the cards to use, and the answer to the refill."""

    seat: int
    mission: str
    cards: list[str]
    answer: str

    @classmethod
    def read(cls, text: str) -> Goal:
        """Read "1 pair_any r3 b3", or "1 pair_any r3 b3 swap" if the mission is the seat's own."""
        seat, mission, *cards = text.split()
        answer = cards.pop() if cards[-1] in ("keep", "swap") else ""
        return cls(int(seat), mission, cards, answer)

    @property
    def move(self) -> str:
        return fulfil(self.mission, " ".join(self.cards))


class Pile:
    """The number pile of a game that is being told. The order is decided as cards are drawn."""

    def __init__(self, log: list[str]):
        self.log = log
        self.discard = NUMBERS.copy()
        self._shuffle()

    def _shuffle(self) -> None:
        self.left, self.discard = self.discard, []
        self.drawn: list[str] = []
        self.line = len(self.log)
        self.log.append("")

    def take(self, card: str) -> None:
        self.left.remove(card)
        self.drawn.append(card)
        self.log[self.line] = " ".join(["deal numbers", *self.drawn, *self.left])

    def open(self) -> list[str]:
        """Return the cards that may be drawn now."""
        if not self.left:
            self._shuffle()
        return self.left


class Story:
    """A game that reaches the given goals in the given order.

    The seat to act takes from the pile what its goals still lack. Above the limit, it gives up
    cards that they do not need. All of this only writes a log, which the engine reads afterwards.
    """

    def __init__(
        self,
        players: int,
        goals: Iterable[str],
        *,
        centre: str = "",
        missions: Mapping[int, str] | None = None,
        coming: str = "",
    ):
        self.players = players
        self.goals = [Goal.read(text) for text in goals]
        self.log: list[str] = []
        self.pile = Pile(self.log)
        deck = mission_stack(players, centre, missions, coming)
        self.log.append("deal missions " + " ".join(deck))
        self.log += ["keep"] * (players if own_places(players) == 1 else 0)
        for _ in range(3):
            self.pile.take(self._filler())
        self.hands: dict[int, list[str]] = {seat: [] for seat in range(1, players + 1)}
        for seat, cards in self.hands.items():
            for _ in range(first_hand(seat)):
                cards.append(self._choose(seat))
        self.seat, self.draws, self.begun = 1, 0, False

    def gather(self) -> None:
        """Fulfil nothing until the seat of the next goal begins its turn and every seat can get
        what it lacks."""
        for _ in range(1000):
            if not self.begun and self.seat == self.goals[0].seat and self._all_at_hand():
                return
            self._begin()
            self._end()
        raise AssertionError(f"never gathered: {self.goals}")

    def _all_at_hand(self) -> bool:
        """Return whether a round, in which the seat to act has two turns, gives every seat what it
        lacks from this pile."""
        wanted: Counter[str] = Counter()
        for seat in self.hands:
            missing, useful, _ = self._sort(seat)
            lacks = missing + useful[limit(self.players) :]  # the latter must be discarded
            if len(lacks) > (4 if seat == self.seat else 2):
                return False
            wanted.update(lacks)
        return not wanted - Counter(self.pile.left)

    def run(self, left: int = 0) -> Game:
        """Play on until only `left` goals are left. The last turn is not ended yet."""
        for _ in range(1000):
            self._begin()
            self._fulfil(left)
            while len(self.goals) > left and self.draws < 2:
                self._draw()
                self._fulfil(left)
            if len(self.goals) == left:
                return told(self.players, self.log)
            self._end()
        raise AssertionError(f"never reached: {self.goals}")

    def _begin(self) -> None:
        cards = self.hands[self.seat]
        while not self.begun and len(cards) > limit(self.players):
            _, useful, spare = self._sort(self.seat)
            card = spare[0] if spare else useful[-1]
            cards.remove(card)
            self.pile.discard.append(card)
            self.log.append(f"discard {card}")
        self.begun = True

    def _draw(self) -> None:
        self.log.append("draw pile")
        self.hands[self.seat].append(self._choose(self.seat))
        self.draws += 1

    def _fulfil(self, left: int) -> None:
        cards = self.hands[self.seat]
        while len(self.goals) > left and self.goals[0].seat == self.seat:
            if Counter(self.goals[0].cards) - Counter(cards):
                return
            goal = self.goals.pop(0)
            for card in goal.cards:
                cards.remove(card)
            self.pile.discard += goal.cards
            self.log += [goal.move, goal.answer] if goal.answer else [goal.move]

    def _end(self) -> None:
        while self.draws < 2:
            self._draw()
        self.log.append("end")
        self.seat, self.draws, self.begun = self.seat % self.players + 1, 0, False

    def _choose(self, seat: int) -> str:
        missing, _, _ = self._sort(seat)
        left = self.pile.open()
        card = next((card for card in missing if card in left), "") or self._filler()
        self.pile.take(card)
        return card

    def _filler(self) -> str:
        """Return a card of the pile that is least likely to be missed."""
        wanted = Counter(card for goal in self.goals for card in goal.cards)
        left = Counter(self.pile.open())
        return max(left, key=lambda card: left[card] - wanted[card])

    def _sort(self, seat: int) -> tuple[list[str], list[str], list[str]]:
        """Return what the seat lacks for its goals, what it has for them, and its other cards."""
        missing, useful, spare = [], [], self.hands[seat].copy()
        for goal in self.goals:
            for card in goal.cards if goal.seat == seat else ():
                if card in spare:
                    spare.remove(card)
                    useful.append(card)
                else:
                    missing.append(card)
        return missing, useful, spare


def through_the_centre(
    players: int, goals: Sequence[str], *, missions: Mapping[int, str] | None = None
) -> Story:
    """Return a story in which all missions come to the centre, one after the other."""
    centre, *coming = [text.split()[1] for text in goals]
    return Story(players, goals, centre=centre, missions=missions, coming=" ".join(coming))
