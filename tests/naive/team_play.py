"""A slow model of Team Play, written from the rules text alone and used only to check the real one.

Cards are texts ("r5"), missions are named by id, everything lies in plain lists, and every
question is answered by brute force. A move is legal exactly when its text is in the list of
legal moves.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any

CARDS = [f"{colour}{number}" for colour in "rb" for number in range(1, 9)]  # in card order
COPIES = 4  # of each number card
Event = dict[str, Any]
Cards = tuple[str, ...]


@dataclass(frozen=True)
class NaiveMission:
    """A mission card: its name, its points, and the requirement table of the component list."""

    id: str
    points: int
    requirement: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash(self.id)

    def __deepcopy__(self, memo: dict[int, Any]) -> NaiveMission:
        return self  # it never changes, so copies of a game may share it


@dataclass(frozen=True)
class Entry:
    """A line of the history: who moved, what was written, who may read it all, what happened.

    An event may carry "only": the seats that see its cards. It is taken out before anyone looks.
    """

    mover: int | None  # None for a deal
    line: str
    events: list[Event]
    only: list[int] | None  # the seats that see the cards in the line; None: everyone

    def __deepcopy__(self, memo: dict[int, Any]) -> Entry:
        return self  # it never changes once written, so copies of a game may share it


@dataclass(frozen=True)
class Wish:
    """What the top card of a pile is wanted for."""

    what: str  # set-up, hand, bank or mission
    seat: int | None = None  # whose hand or mission place; None: the centre
    place: int = 0  # which place in the bank, or of the seat's own missions
    then: str = ""  # what follows a mission: "ask" keep or swap, the "next" exchange, or nothing


# Reading a mission


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards in card order: r1..r8 b1..b8."""
    return sorted(cards, key=CARDS.index)


def number(card: str) -> int:
    """The number on a card."""
    return int(card[1])


def of_colour(cards: Iterable[str], colour: str) -> bool:
    """Whether the cards are all of that colour: any, red, blue, or one (all red or all blue)."""
    found = {card[0] for card in cards}
    if colour == "any":
        return True
    if colour == "red":
        return found == {"r"}
    if colour == "blue":
        return found == {"b"}
    if colour == "one":
        return found in ({"r"}, {"b"})
    raise ValueError(f"no such colour: {colour!r}")


def of_pool(cards: Iterable[str], pool: str) -> bool:
    """Whether the numbers are all of that pool: lo-hi, odd, even, or parity (either of them)."""
    numbers = [number(card) for card in cards]
    all_odd = all(value % 2 == 1 for value in numbers)
    all_even = all(value % 2 == 0 for value in numbers)
    if pool == "odd":
        return all_odd
    if pool == "even":
        return all_even
    if pool == "parity":
        return all_odd or all_even
    low, high = pool.split("-")
    return all(int(low) <= value <= int(high) for value in numbers)


def size_needed(requirement: Mapping[str, Any]) -> int | None:
    """How many cards a mission takes; None if any number will do."""
    kind = requirement["kind"]
    if kind == "groups":
        return int(sum(requirement["sizes"]))
    if kind == "run":
        return int(requirement["length"])
    if kind == "exact":
        return len(requirement["numbers"])
    if kind == "from":
        return int(requirement["count"])
    if kind == "addition":
        return 3
    if kind == "sum":
        return int(requirement["count"]) if "count" in requirement else None
    raise ValueError(f"no such kind of mission: {kind!r}")


def are_groups(cards: Sequence[str], sizes: Sequence[int], colours: Sequence[str]) -> bool:
    """Whether the cards are groups of these sizes and colours, each of another number.

    As the groups' numbers differ, all cards of a number are one group; which number is which
    group is tried in every way.
    """
    same_number = [
        [card for card in cards if number(card) == value]
        for value in {number(card) for card in cards}
    ]
    if len(same_number) != len(sizes):
        return False
    return any(
        all(
            len(group) == size and of_colour(group, colour)
            for group, size, colour in zip(order, sizes, colours, strict=True)
        )
        for order in permutations(same_number)
    )


def fulfils(requirement: Mapping[str, Any], cards: Sequence[str]) -> bool:
    """Whether exactly these cards, all of them, fulfil a mission."""
    if not cards or len(cards) != (size_needed(requirement) or len(cards)):
        return False
    if not of_colour(cards, requirement.get("colour", "any")):
        return False
    if not of_pool(cards, requirement.get("pool", "1-8")):
        return False
    kind = requirement["kind"]
    numbers = sorted(number(card) for card in cards)
    if kind == "groups":
        sizes = requirement["sizes"]
        return are_groups(cards, sizes, requirement.get("colours", ["any"] * len(sizes)))
    if kind == "run":
        return numbers == list(range(numbers[0], numbers[0] + requirement["length"]))
    if kind == "exact":
        return numbers == sorted(requirement["numbers"])
    if kind == "from":
        return True  # the right count out of the right pool: that is all
    if kind == "addition":
        return any(a + b == c for a, b, c in permutations(numbers))
    if kind == "sum":
        return sum(numbers) == int(requirement["total"])
    raise ValueError(f"no such kind of mission: {kind!r}")


@lru_cache(maxsize=20_000)
def ways(mission: NaiveMission, hand: Cards) -> list[Cards]:
    """Every choice of cards from a hand (in card order) that fulfils a mission, each once."""
    needed = size_needed(mission.requirement)
    sizes = range(1, len(hand) + 1) if needed is None else [needed]
    return [
        chosen
        for size in sizes
        for chosen in sorted(set(combinations(hand, size)))
        if fulfils(mission.requirement, chosen)
    ]


class NaiveTeamPlay:
    """A game of Team Play, driven line by line."""

    def __init__(self, players: int, missions: Sequence[NaiveMission]) -> None:
        if not 3 <= players <= 6:
            raise ValueError("Team Play is for 3 to 6 players")
        self._players = players
        self._seats = list(range(1, players + 1))
        self._in_teams = players in (4, 6)
        self._teams = [[seat] for seat in self._seats]
        if self._in_teams:
            half = players // 2
            self._teams = [[seat, seat + half] for seat in range(1, half + 1)]
        self._limit = 6 if self._in_teams else 8  # hand cards at the start of a turn
        self._goal = 8 if self._in_teams else 5  # missions that bring the last round
        own = 1 if self._in_teams else 2  # mission places of each seat
        self._known = {mission.id: mission for mission in missions}
        if len(self._known) != len(missions):
            raise ValueError("the missions are all different")
        if len(missions) < 1 + own * players:
            raise ValueError("there are too few missions to begin")
        # Number cards. The top of a pile is its first.
        self._pile: list[str] = []
        self._discard: list[str] = []
        self._bank: list[str | None] = [None, None, None]
        self._hands: dict[int, list[str]] = {seat: [] for seat in self._seats}
        # Missions
        self._mission_pile: list[str] = []
        self._mission_discard: list[str] = []
        self._centre: str | None = None
        self._own: dict[int, list[str | None]] = {seat: [None] * own for seat in self._seats}
        self._scored: list[list[str]] = [[] for _ in self._teams]
        # What is going on
        self._deal_due: str | None = "numbers"  # the pile to be shuffled now
        self._wish = Wish("set-up")  # what the deal that is due is wanted for
        self._seat = 1  # whose turn, or set-up exchange, it is
        self._exchanging = False  # the set-up exchange is going on
        self._refilled: int | None = None  # the own place about which keep or swap is asked
        self._discarding = False  # the seat must come down to the limit first
        self._draws = 0
        self._gave = False
        self._turns_begun = 0
        self._turns_left: int | None = None
        self._over = False
        self._history: list[Entry] = []

    # What can be asked

    @property
    def to_act(self) -> int | None:
        """The seat whose move it is, if anyone's."""
        return None if self._over or self._deal_due is not None else self._seat

    @property
    def over(self) -> bool:
        """Whether the last turn has ended."""
        return self._over

    @property
    def scores(self) -> list[int]:
        """Per seat, the points on its team's missions."""
        return [
            sum(self._known[mission].points for mission in self._scored[self._team(seat)])
            for seat in self._seats
        ]

    @property
    def deal_due(self) -> str | None:
        """The pile that the next line must deal, if any: "numbers" or "missions"."""
        return self._deal_due

    @property
    def to_shuffle(self) -> list[str]:
        """The cards that the deal which is due must hold, in any order."""
        if self._deal_due is None:
            return []
        if self._wish.what == "set-up":
            return CARDS * COPIES if self._deal_due == "numbers" else list(self._known)
        return list(self._discard if self._deal_due == "numbers" else self._mission_discard)

    def _team(self, seat: int) -> int:
        """Which team the seat belongs to, counted from 0."""
        return next(index for index, team in enumerate(self._teams) if seat in team)

    def _partner(self, seat: int) -> int:
        """The other seat of a team of two."""
        return next(other for other in self._teams[self._team(seat)] if other != seat)

    @property
    def _asked(self) -> str | None:
        """What the seat to act is asked."""
        if self.to_act is None:
            return None
        if self._exchanging:
            return "exchange"
        if self._discarding:
            return "discard"
        if self._refilled is not None:
            return "refill"
        return "turn"

    @property
    def _offered(self) -> str | None:
        """The mission that may be kept or swapped now."""
        if self._asked == "exchange":
            return self._own[self._seat][0]
        if self._asked == "refill" and self._refilled is not None:
            return self._own[self._seat][self._refilled]
        return None

    def legal_moves(self) -> list[str]:
        """Every legal move of the seat to act, as canonical text."""
        asked = self._asked
        hand = in_order(self._hands[self._seat])
        if asked is None:
            return []
        if asked in ("exchange", "refill"):
            return ["keep", "swap"]
        if asked == "discard":
            return sorted({f"discard {card}" for card in hand})
        moves = set()
        # A. draw: two cards, each from the bank or the pile
        if self._draws < 2:
            moves.add("draw pile")
            moves.update(f"draw {card}" for card in self._bank)
        # B. fulfil: the seat's own missions and the centre's
        for mission in [self._centre, *self._own[self._seat]]:
            if mission is not None:
                for cards in ways(self._known[mission], tuple(hand)):
                    moves.add(f"fulfil {mission} " + " ".join(cards))
        # C. give: once, one or two cards, to a partner, not between the draws
        if self._in_teams and not self._gave and self._draws != 1:
            for size in (1, 2):
                moves.update("give " + " ".join(cards) for cards in combinations(hand, size))
        if self._draws == 2:
            moves.add("end")
        return sorted(moves)

    def sight(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), can see now."""
        self._check_seat(seat)
        return {
            "game": "team-play",
            "players": self._players,
            "seat": seat,
            "to_act": self.to_act,
            "over": self._over,
            "scores": self.scores,
            "teams": [list(team) for team in self._teams],
            "asked": self._asked,
            "offered": self._offered,
            "draws": self._draws,
            "gave": self._gave,
            "limit": self._limit,
            "bank": list(self._bank),
            "hand": None if seat is None else in_order(self._hands[seat]),
            "counts": [len(self._hands[other]) for other in self._seats],
            "discard": in_order(self._discard),
            "pile": len(self._pile),
            "centre": self._centre,
            "missions": [list(self._own[other]) for other in self._seats],
            "scored": [list(missions) for missions in self._scored],
            "mission_discard": list(self._mission_discard),
            "mission_pile": len(self._mission_pile),
            "turns_left": self._turns_left,
            "legal": self.legal_moves() if seat is not None and seat == self.to_act else [],
        }

    def history(self, seat: int | None) -> list[dict[str, Any]]:
        """What a seat, or a spectator (None), has witnessed."""
        self._check_seat(seat)
        return [
            {
                "seat": entry.mover,
                "move": self._shown_line(entry, seat),
                "events": [self._shown_event(event, seat) for event in entry.events],
            }
            for entry in self._history
        ]

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and seat not in self._seats:
            raise ValueError(f"no such seat: {seat}")

    def _shown_line(self, entry: Entry, viewer: int | None) -> str:
        """A line as the viewer saw it: deals are hidden, and gives to all but the partners."""
        words = entry.line.split(" ")
        if words[0] == "deal":
            return f"deal {words[1]} ?"
        if entry.only is not None and viewer not in entry.only:
            return " ".join([words[0], *("?" for _ in words[1:])])
        return entry.line

    def _shown_event(self, event: Event, viewer: int | None) -> Event:
        """An event as the viewer saw it."""
        shown = copy.deepcopy(event)
        only = shown.pop("only", None)
        if only is not None and viewer not in only:
            for key in ("card", "cards"):
                if key in shown:
                    shown[key] = None
        return shown

    # What can be done

    def apply(self, line: str) -> None:
        """Make a deal or a move; raise ValueError, changing nothing, if it is not allowed."""
        events: list[Event] = []
        only = None
        if line.split(" ")[0] == "deal":
            mover = None
            self._check_deal(line)
            self._apply_deal(line, events)
        elif line in self.legal_moves():
            mover = self._seat
            if line.startswith("give "):
                only = [mover, self._partner(mover)]
            self._apply_move(line, events)
        else:
            raise ValueError(f"not a legal move here: {line!r}")
        self._history.append(Entry(mover, line, events, only))

    def _check_deal(self, line: str) -> None:
        """Refuse a deal that is not due or does not hold exactly the cards to be shuffled."""
        if self._deal_due is None:
            raise ValueError("no deal is due")
        words = line.split(" ")
        if words[:2] != ["deal", self._deal_due]:
            raise ValueError(f"a deal of the {self._deal_due} is due")
        if sorted(words[2:]) != sorted(self.to_shuffle):
            raise ValueError("those are not the cards to be shuffled")

    def _apply_deal(self, line: str, events: list[Event]) -> None:
        """Carry out a deal already known to fit, and what was waiting for it."""
        pile, wish = self._deal_due, self._wish
        cards = line.split(" ")[2:]
        self._deal_due = None
        events.append({"event": "shuffled", "pile": pile, "count": len(cards)})
        if pile == "numbers":
            self._pile, self._discard = cards, []
        else:
            self._mission_pile, self._mission_discard = cards, []
        if wish.what == "set-up" and pile == "numbers":
            self._set_up_numbers(events)
        elif wish.what == "set-up":
            self._set_up_missions(events)
        else:
            self._grant(wish, events)

    def _set_up_numbers(self, events: list[Event]) -> None:
        """Three cards to the bank, 1 to seat 1, 2 to seat 2, 3 to everyone else."""
        for place in range(3):
            self._grant(Wish("bank", place=place), events)
        for seat in self._seats:
            hand = [self._pile.pop(0) for _ in range(min(seat, 3))]
            self._hands[seat] = hand
            dealt = {"event": "dealt", "seat": seat, "count": len(hand)}
            events.append({**dealt, "cards": in_order(hand), "only": [seat]})
        self._deal_due = "missions"

    def _set_up_missions(self, events: list[Event]) -> None:
        """One mission to the centre, then one to each seat, at odd counts a second one each."""
        self._grant(Wish("mission"), events)
        for place in range(len(self._own[1])):
            for seat in self._seats:
                self._grant(Wish("mission", seat, place), events)
        if self._in_teams:
            self._exchanging = True
            self._seat = 1
        else:
            self._begin_turn(1, events)

    def _apply_move(self, line: str, events: list[Event]) -> None:
        """Carry out a move already known to be legal."""
        word, *rest = line.split(" ")
        if word == "keep":
            self._keep(events)
        elif word == "swap":
            self._swap(events)
        elif word == "discard":
            self._discard_card(rest[0], events)
        elif word == "draw":
            self._draw(rest[0], events)
        elif word == "fulfil":
            self._fulfil(rest[0], rest[1:], events)
        elif word == "give":
            self._give(rest, events)
        else:
            self._end(events)

    def _keep(self, events: list[Event]) -> None:
        """Keep the dealt or refilled mission."""
        if self._exchanging:
            self._next_exchange(events)
        else:
            self._refilled = None

    def _swap(self, events: list[Event]) -> None:
        """Put the dealt or refilled mission away for the next, which is kept."""
        places = self._own[self._seat]
        place = self._refilled or 0  # the set-up exchange is about the only place
        mission = places[place]
        assert mission is not None
        self._mission_discard.append(mission)
        places[place] = None
        self._refilled = None
        events.append({"event": "swapped", "seat": self._seat, "mission": mission})
        then = "next" if self._exchanging else ""
        self._want(Wish("mission", self._seat, place, then), events)

    def _next_exchange(self, events: list[Event]) -> None:
        """Ask the next seat for its set-up exchange; after the last one the first turn begins."""
        if self._seat < self._players:
            self._seat += 1
        else:
            self._exchanging = False
            self._begin_turn(1, events)

    def _discard_card(self, card: str, events: list[Event]) -> None:
        """Discard a card on the way down to the limit."""
        hand = self._hands[self._seat]
        hand.remove(card)
        self._discard.append(card)
        self._discarding = len(hand) > self._limit
        events.append({"event": "discarded", "seat": self._seat, "card": card})

    def _draw(self, source: str, events: list[Event]) -> None:
        """Draw the pile's top card, or a bank card, which is replaced at once."""
        self._draws += 1
        if source == "pile":
            self._want(Wish("hand", self._seat), events)
            return
        place = self._bank.index(source)
        self._bank[place] = None
        self._hands[self._seat].append(source)
        events.append({"event": "drawn", "seat": self._seat, "from": "bank", "card": source})
        self._want(Wish("bank", place=place), events)

    def _fulfil(self, mission: str, cards: list[str], events: list[Event]) -> None:
        """Score a mission for the team with these cards, and refill its place."""
        seat = self._seat
        for card in cards:
            self._hands[seat].remove(card)
            self._discard.append(card)
        scored = self._scored[self._team(seat)]
        scored.append(mission)
        points = self._known[mission].points
        event = {"event": "fulfilled", "seat": seat, "mission": mission, "points": points}
        events.append({**event, "cards": in_order(cards)})
        if len(scored) >= self._goal and self._turns_left is None:
            self._turns_left = self._players
            events.append({"event": "last_round", "seat": seat})
        if mission == self._centre:
            self._centre = None
            self._want(Wish("mission"), events)
        else:
            place = self._own[seat].index(mission)
            self._own[seat][place] = None
            self._want(Wish("mission", seat, place, "ask"), events)

    def _give(self, cards: list[str], events: list[Event]) -> None:
        """Hand the partner cards."""
        partner = self._partner(self._seat)
        for card in cards:
            self._hands[self._seat].remove(card)
            self._hands[partner].append(card)
        self._gave = True
        event = {"event": "given", "seat": self._seat, "to": partner, "count": len(cards)}
        events.append({**event, "cards": in_order(cards), "only": [self._seat, partner]})

    def _end(self, events: list[Event]) -> None:
        """End the turn, and with the last one the game."""
        if self._turns_left == 0:
            self._over = True
            events.append({"event": "game_over"})
            return
        if self._turns_left is not None:
            self._turns_left -= 1
        self._begin_turn(self._seat % self._players + 1, events)

    def _begin_turn(self, seat: int, events: list[Event]) -> None:
        """Begin a seat's turn; from the second round on with coming down to the limit."""
        first_round = self._turns_begun < self._players
        self._turns_begun += 1
        self._seat = seat
        self._draws = 0
        self._gave = False
        self._discarding = not first_round and len(self._hands[seat]) > self._limit
        events.append({"event": "turn", "seat": seat})

    # The piles

    def _want(self, wish: Wish, events: list[Event]) -> None:
        """Take the top card for this, after shuffling the discard if the pile is empty."""
        if wish.what == "mission":
            name, pile, discard = "missions", self._mission_pile, self._mission_discard
        else:
            name, pile, discard = "numbers", self._pile, self._discard
        if pile:
            self._grant(wish, events)
        elif discard:
            self._deal_due = name
            self._wish = wish
        else:
            # Number cards never run out: the hands and the bank cannot hold all 64.
            assert wish.what == "mission"
            # The place stays empty for good. A swap never gets here: what was swapped away is left.
            assert wish.then != "next"
            events.append({"event": "mission", "seat": wish.seat, "mission": None})

    def _grant(self, wish: Wish, events: list[Event]) -> None:
        """The top card of the pile goes where it is wanted."""
        if wish.what == "hand":
            assert wish.seat is not None
            card = self._pile.pop(0)
            self._hands[wish.seat].append(card)
            event = {"event": "drawn", "seat": wish.seat, "from": "pile", "card": card}
            events.append({**event, "only": [wish.seat]})
        elif wish.what == "bank":
            card = self._pile.pop(0)
            self._bank[wish.place] = card
            events.append({"event": "bank", "card": card})
        else:
            mission = self._mission_pile.pop(0)
            if wish.seat is None:
                self._centre = mission
            else:
                self._own[wish.seat][wish.place] = mission
            events.append({"event": "mission", "seat": wish.seat, "mission": mission})
            if wish.then == "ask":
                self._refilled = wish.place
            elif wish.then == "next":
                self._next_exchange(events)
