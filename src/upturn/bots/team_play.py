"""`greedy` for Team Play: after which move are my missions nearest, for their points?

It looks one move ahead. What can be fulfilled is, for points and with the cards that leave the
best rest. A hand is weighed by the missions it may fulfil: the points of each, less for every card
that is missing; cards meant for one mission do not count for the next. A gift is weighed by what
it does for the partner's mission and for one's own, going by the cards the partner was seen
taking. Many hands are weighed at once, as the rows of one array.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from upturn.bots.bot import Seed, luck
from upturn.games.team_play.components import COPIES, KINDS, MISSIONS
from upturn.games.team_play.tables import CARD_NUMBERS, FIRST_WAY, WAY, WAY_SIZE

if TYPE_CHECKING:
    from upturn.games.rules import Facts

PATIENCE = 0.85
"""What is left of a mission's points for each card that is missing."""
PATIENCE_AT_CENTRE = 0.82
"""The same for the centre, which a rival may fulfil first."""
READY = 1.0
"""Points it is worth besides that nothing is missing: a new mission will come the sooner."""
LEAST_GAIN = 0.02
"""Points a card must bring the team to be given to the partner."""
BURDEN = 0.7
"""Points it costs to give the partner a card that makes it discard one."""
SPARE = 0.2
"""Points it costs to keep a card that will have to be discarded."""
INSULT = 10.0
"""Points it costs to hand back what the partner has just given."""
DRAWS = 2
"""Cards drawn in a turn."""
FIRST_THINGS = ("fulfil ", "draw ")
"""Done whenever they can be, in this order; what else there is can wait."""
CARDS_LEAVE = ("given", "fulfilled", "discarded")
"""Events in which a seat shows cards that it holds no longer."""

Counts = npt.NDArray[np.int8]
"""How many cards of each kind; or [hand, kind]."""
Values = npt.NDArray[np.float32]
"""By hand: what it is worth, in points."""


# --- What a hand lacks -----------------------------------------------------------------------


class Mission(NamedTuple):
    points: int
    ways: Counts
    sizes: Counts
    common: Counts
    """[kind, held, way]: how many cards a way and a hand have in common, by those it holds."""


def _missions() -> dict[str, Mission]:
    found: dict[str, Mission] = {}
    held = np.arange(COPIES + 1, dtype=np.int8)
    for mission, first, end in zip(MISSIONS, FIRST_WAY[:-1], FIRST_WAY[1:], strict=True):
        ways, sizes = WAY[first:end], WAY_SIZE[first:end].astype(np.int8)
        common = np.minimum(ways.T[:, None, :], held[None, :, None])
        found[mission.id] = Mission(mission.points, ways, sizes, common)
    return found


BY_NAME = _missions()
EVERY_KIND = np.arange(KINDS)


def nearest(mission: Mission, hands: Counts) -> tuple[Counts, Counts]:
    """How many cards each hand lacks, and what is left of it without those it has."""
    common = mission.common[EVERY_KIND, np.minimum(hands, COPIES)].sum(axis=1, dtype=np.int8)
    lacking = mission.sizes - common
    way = lacking.argmin(axis=1)
    rest: Counts = np.maximum(hands - mission.ways[way], 0)
    return lacking[np.arange(len(hands)), way], rest


class Prospects(NamedTuple):
    """What a seat may fulfil, and how many cards it will draw before the game is over."""

    missions: list[str]
    centre: str | None
    draws: float

    def value(self, hands: Counts) -> Values:
        """The points to be expected of each hand, whichever mission is gone for first."""
        best = np.zeros(len(hands), np.float32)
        for first in self.missions:
            value, rest = self.worth(first, hands)
            for other in self.missions:
                if other != first:
                    value += self.worth(other, rest)[0]
            best = np.maximum(best, value)
        return best

    def hope(self, hands: Counts) -> Values:
        """The same for hands of which some cards are unknown: as if no mission took from others."""
        hope = np.zeros(len(hands), np.float32)
        for name in self.missions:
            hope += self.worth(name, hands)[0]
        return hope

    def worth(self, name: str, hands: Counts) -> tuple[Values, Counts]:
        """The points of one mission by how near it is; and the cards that are left."""
        mission = BY_NAME[name]
        lacking, rest = nearest(mission, hands)
        patience = np.float32(PATIENCE_AT_CENTRE if name == self.centre else PATIENCE)
        worth = mission.points * patience**lacking + np.float32(READY) * (lacking == 0)
        return worth * (lacking <= self.draws), rest


NO_PROSPECTS = Prospects([], None, 0)

# --- The bot ---------------------------------------------------------------------------------


class GreedyBot:
    """Plays the move of the highest value; among equals, luck decides."""

    def __init__(self, seed: Seed):
        self.seed = seed

    def choose(self, view: Facts) -> str:
        moves = worth_a_thought(view["legal"])
        values = np.round(Outlook(view).values(moves), 4)
        best = [moves[at] for at in np.flatnonzero(values == values.max())]
        return best[0] if len(best) == 1 else luck(self.seed, view).choice(best)


def worth_a_thought(legal: list[str]) -> list[str]:
    for verb in FIRST_THINGS:
        moves = [move for move in legal if move.startswith(verb)]
        if moves:
            return moves
    return legal


class Outlook:
    """What each move would lead to, as far as one view tells."""

    def __init__(self, view: Facts):
        self.view = view
        self.me: int = view["seat"]
        self.hand = counted(view["hand"])
        self.draws = DRAWS - view["draws"] + DRAWS * self._turns_after_this(self.me)

    def values(self, moves: list[str]) -> Values:
        """By move. They are of one verb, but keep comes with swap and give with end."""
        verb = moves[0].split(" ")[0]
        if verb in ("keep", "swap"):
            return np.array([self._mission(move == "keep") for move in moves], np.float32)
        cards = np.array([counted(move.split(" ")[1:]) for move in moves])
        if verb == "fulfil":
            return self._fulfil([move.split(" ")[1] for move in moves], cards)
        if verb == "draw":
            return self._draw(moves.index("draw pile"), cards)
        if verb == "discard":
            return self._prospects(self.me, self.draws).value(self.hand - cards)
        return self._give(cards)

    def _mission(self, keep: bool) -> float:
        """What the offered mission is worth; or, on average, the one that comes instead."""
        view = self.view
        places = [*view["missions"], *view["scored"], view["mission_discard"], [view["centre"]]]
        seen = {name for place in places for name in place}
        coming = [name for name in BY_NAME if name not in seen]
        if not view["mission_pile"]:  # the discard will be shuffled, this one with it
            coming = [*view["mission_discard"], view["offered"]]
        names = [view["offered"]] if keep else coming
        prospects, hand = self._prospects(self.me, self.draws), self.hand[None]
        worths = [float(prospects.worth(name, hand)[0][0]) for name in names]
        return sum(worths) / max(len(worths), 1)

    def _fulfil(self, names: list[str], cards: Counts) -> Values:
        values = np.zeros(len(names), np.float32)
        for name in set(names):
            these = np.array(names) == name
            prospects = self._prospects(self.me, self.draws, without=name)
            values[these] = BY_NAME[name].points + prospects.value(self.hand - cards[these])
        return values

    def _draw(self, pile: int, cards: Counts) -> Values:
        """The pile, one of the moves, is worth what unseen cards are worth on average."""
        prospects = self._prospects(self.me, self.draws - 1)
        values = prospects.value(self.hand + cards)
        seen = self.hand + counted(self.view["discard"]) + counted(self.view["bank"])
        unseen = COPIES - seen
        each = prospects.value(self.hand + np.eye(KINDS, dtype=np.int8))
        values[pile] = each @ unseen / max(unseen.sum(), 1)
        return values

    def _give(self, gifts: Counts) -> Values:
        """To end the turn is to give nothing."""
        values = self._later(self.me).value(self.hand - gifts)
        partner = sum(next(team for team in self.view["teams"] if self.me in team)) - self.me
        if partner and len(gifts) > 1:
            sizes = gifts.sum(axis=1, dtype=np.float32)
            too_many = self.view["counts"][partner - 1] + sizes - self.view["limit"]
            known = known_cards(partner, self.view["history"])
            values += self._later(partner).hope(known + gifts)
            values -= LEAST_GAIN * sizes + BURDEN * np.maximum(too_many, 0)
            values -= SPARE * np.maximum(self.hand.sum() - sizes - self.view["limit"], 0)
            handed_back = gifts > self.hand - just_given(self.me, self.view["history"])
            values -= INSULT * handed_back.any(axis=1)
        return values

    def _later(self, seat: int) -> Prospects:
        """The prospects of a seat after this turn."""
        turns = self._turns_after_this(seat)
        return self._prospects(seat, DRAWS * turns) if turns else NO_PROSPECTS

    def _prospects(self, seat: int, draws: float, without: str | None = None) -> Prospects:
        """Those of a seat with so many draws to come; with a mission out of the way."""
        own, centre = self.view["missions"][seat - 1], self.view["centre"]
        names = [name for name in (*own, centre) if name not in (None, without)]
        return Prospects(names, centre, draws)

    def _turns_after_this(self, seat: int) -> float:
        left, players = self.view["turns_left"], self.view["players"]
        ahead = (seat - self.me) % players or players
        return inf if left is None else float(ahead <= left)


def just_given(seat: int, history: list[Facts]) -> Counts:
    """What a seat was given since its last turn."""
    given = np.zeros(KINDS, np.int8)
    for entry in reversed(history):
        for event in entry["events"]:
            if event.get("to") == seat:
                return counted(event["cards"])
            if event["event"] == "given" and event["seat"] == seat:
                return given
    return given


def known_cards(seat: int, history: list[Facts]) -> Counts:
    """What the history tells of a seat's hand: cards it took or got openly, and still has."""
    known = np.zeros(KINDS, np.int8)
    for entry in history:
        for event in entry["events"]:
            cards = event.get("cards") or [event.get("card")]
            if event.get("to") == seat or (event["event"], event.get("seat")) == ("drawn", seat):
                known += counted(cards)
            elif event["event"] in CARDS_LEAVE and event["seat"] == seat:
                known = np.maximum(known - counted(cards), 0)
    return known


def counted(cards: Iterable[str | None]) -> Counts:
    """How many of each kind; other words count for nothing."""
    counts = [0] * KINDS
    for card in cards:
        if card in CARD_NUMBERS:
            counts[CARD_NUMBERS[card]] += 1
    return np.array(counts, np.int8)
