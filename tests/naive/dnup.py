"""A slow model of dnup, written from the rules text alone and used only to check the real one.

Everything is a plain list of (active, inactive) tuples and every question is answered by brute
force. A move is legal exactly when its text is in the list of legal moves.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

Card = tuple[int, int]  # (active, inactive), as the holder sees it
Place = tuple[int, str]  # (seat, area); the area is "" with three to five players
Event = dict[str, object]


@dataclass(frozen=True)
class NaiveCard:
    """A printed card: its two ends, the fewest players it is dealt to, and the star."""

    low: int
    high: int
    players: int
    star: bool


def turned(card: Card) -> Card:
    """The same card the other way up."""
    active, inactive = card
    return (inactive, active)


def ends(card: Card) -> Card:
    """The card without regard to which way up it is: smaller end first."""
    return (min(card), max(card))


def card_text(card: Card) -> str:
    """A card as active/inactive."""
    return f"{card[0]}/{card[1]}"


def held_texts(cards: Iterable[Card]) -> list[str]:
    """Cards in a hand, by active and then inactive value."""
    return [card_text(card) for card in sorted(cards)]


def laid_texts(cards: Iterable[Card]) -> list[str]:
    """Cards of a set, by rising inactive value."""
    return [card_text(card) for card in sorted(cards, key=lambda card: card[1])]


def read_card(text: str) -> Card:
    """Read active/inactive, in exactly the form card_text writes."""
    active, _, inactive = text.partition("/")
    card = (int(active), int(inactive))
    if card_text(card) != text:
        raise ValueError(f"not a card: {text!r}")
    return card


def place_text(place: Place) -> str:
    """How a move names a set: the seat, and with two players its area."""
    return f"{place[0]}{place[1]}"


class NaiveDnup:
    """A game of dnup, driven line by line."""

    def __init__(self, players: int, cards: Sequence[NaiveCard]) -> None:
        if not 2 <= players <= 5:
            raise ValueError("dnup is for 2 to 5 players")
        in_deck = [card for card in cards if card.players <= players]
        stars = [ends((card.low, card.high)) for card in in_deck if card.star]
        if len(stars) != 1:
            raise ValueError("exactly one card of the deck carries the star")
        if len(in_deck) % players != 0:
            raise ValueError("the deck does not split into equal hands")
        self._players = players
        self._deck: list[Card] = [ends((card.low, card.high)) for card in in_deck]
        self._star: Card = stars[0]
        self._seats = list(range(1, players + 1))
        self._hands: dict[int, list[Card]] = {seat: [] for seat in self._seats}
        self._table: dict[Place, list[Card]] = {}
        self._discard: list[Card] = []
        self._out: list[int] = []
        self._scores: dict[int, int] = dict.fromkeys(self._seats, 0)
        self._round = 0
        self._starter: int | None = None
        self._turn: Place | None = None  # None: the game is over or a deal is awaited
        self._over = False
        # Each entry: who moved (None for a deal), the text (a deal: one per seat), the events.
        self._history: list[tuple[int | None, list[str], list[Event]]] = []

    # What can be asked

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is, if anyone's."""
        return None if self._turn is None else self._turn[0]

    @property
    def over(self) -> bool:
        """Whether the game has been won."""
        return self._over

    @property
    def awaits_deal(self) -> bool:
        """Whether the next line must be a deal."""
        return self._turn is None and not self._over

    @property
    def scores(self) -> list[int]:
        """Tokens per seat; with two players, rounds won."""
        return [self._scores[seat] for seat in self._seats]

    def legal_moves(self) -> list[str]:
        """Every legal move of the seat to act, as canonical text."""
        if self._turn is None:
            return []
        seat = self._turn[0]
        hand = self._hands[seat]
        moves = {"flip"}
        # play: every choice of one or more hand cards of the same active value
        for value in {active for active, _ in hand}:
            same = [card for card in hand if card[0] == value]
            for size in range(1, len(same) + 1):
                if self._may_lie(value, size, self._turn):
                    for chosen in combinations(same, size):
                        moves.add("play " + " ".join(laid_texts(chosen)))
        for place, cards in self._table.items():
            if place[0] == seat:
                continue  # add and take reach opponents' sets only
            # add: one hand card of the set's value
            value = cards[0][0]
            for card in hand:
                if card[0] == value and self._may_lie(value, len(cards) + 1, place):
                    moves.add(f"add {card_text(card)} to {place_text(place)}")
            # take: the whole set
            moves.add(f"take {place_text(place)}")
        return sorted(moves)

    def view(self, seat: int | None) -> dict[str, object]:
        """What a seat, or a spectator (None), may see."""
        return self.sight(seat) | {"history": self.history(seat)}

    def history(self, seat: int | None) -> list[dict[str, object]]:
        """What a seat has witnessed."""
        return [
            {
                "seat": mover,
                "move": texts[0] if mover is not None else self._shown_deal(texts, seat),
                "events": copy.deepcopy(events),
            }
            for mover, texts, events in self._history
        ]

    def sight(self, seat: int | None) -> dict[str, object]:
        """What a seat can see now, without what it has witnessed before."""
        if seat is not None and seat not in self._seats:
            raise ValueError(f"no such seat: {seat}")
        return {
            "game": "dnup",
            "players": self._players,
            "seat": seat,
            "to_act": self.to_act,
            "over": self._over,
            "round": self._round,
            "starter": self._starter,
            "area": None if self._turn is None else self._turn[1] or None,
            "hand": None if seat is None else held_texts(self._hands[seat]),
            "counts": [len(self._hands[other]) for other in self._seats],
            "sets": [
                {
                    "seat": place[0],
                    "area": place[1] or None,
                    "value": cards[0][0],
                    "cards": laid_texts(cards),
                }
                for place, cards in sorted(self._table.items())
            ],
            "discard": len(self._discard),
            "out": list(self._out),
            "scores": self.scores,
            "legal": self.legal_moves() if seat is not None and seat == self.to_act else [],
        }

    def _shown_deal(self, hand_texts: list[str], viewer: int | None) -> str:
        """A deal with every hand hidden but the viewer's own."""
        shown = ["?" for _ in self._seats]
        if viewer is not None:
            shown[viewer - 1] = hand_texts[viewer - 1]
        return "deal " + " | ".join(shown)

    def _rivals(self, size: int, place: Place) -> list[Place]:
        """Where other sets of this size lie, besides the set at this place."""
        return [
            other for other, cards in self._table.items() if other != place and len(cards) == size
        ]

    def _may_lie(self, value: int, size: int, place: Place) -> bool:
        """Whether a set may come to lie there: strictly higher than any other of its size."""
        return all(self._table[rival][0][0] < value for rival in self._rivals(size, place))

    # What can be done

    def apply(self, line: str) -> None:
        """Make a deal or a move; raise ValueError, changing nothing, if it is not allowed."""
        if line.startswith("deal "):
            self._apply_deal(line)
        elif line in self.legal_moves():
            self._apply_move(line)
        else:
            raise ValueError(f"not a legal move here: {line!r}")

    def _apply_deal(self, line: str) -> None:
        if not self.awaits_deal:
            raise ValueError("no deal is awaited")
        hand_texts = line.removeprefix("deal ").split(" | ")
        hands = [[read_card(text) for text in hand.split(" ")] for hand in hand_texts]
        if len(hands) != self._players:
            raise ValueError("a deal needs one hand per seat")
        if any(len(hand) != len(hands[0]) for hand in hands):
            raise ValueError("the hands must be equally large")
        if sorted(ends(card) for hand in hands for card in hand) != sorted(self._deck):
            raise ValueError("a deal hands out exactly the deck")
        self._hands = dict(zip(self._seats, hands, strict=True))
        self._table = {}
        self._discard = []
        self._out = []
        self._round += 1
        for seat in self._seats:
            if self._star in [ends(card) for card in self._hands[seat]]:
                self._starter = seat
                # With two players the opening is a single turn, in the second area.
                self._turn = (seat, "b" if self._players == 2 else "")
        events: list[Event] = [{"event": "starts", "seat": self._starter}]
        self._history.append((None, hand_texts, events))

    def _apply_move(self, line: str) -> None:
        """Carry out a move already known to be legal."""
        assert self._turn is not None
        seat = self._turn[0]
        hand = self._hands[seat]
        events: list[Event] = []
        words = line.split(" ")
        named = {place_text(place): place for place in self._table}
        if words[0] == "play":
            cards = [read_card(text) for text in words[1:]]
            for card in cards:
                hand.remove(card)
            self._table[self._turn] = cards
            laid = {"event": "played", "seat": seat, "area": self._turn[1] or None}
            events.append({**laid, "cards": laid_texts(cards)})
            self._beat_rivals(self._turn, events)
        elif words[0] == "add":
            card = read_card(words[1])
            place = named[words[3]]
            hand.remove(card)
            self._table[place].append(card)
            laid = {"event": "added", "seat": seat, "owner": place[0], "area": place[1] or None}
            events.append({**laid, "cards": laid_texts(self._table[place])})
            self._beat_rivals(place, events)
        elif words[0] == "take":
            place = named[words[1]]
            cards = [turned(card) for card in self._table.pop(place)]
            hand.extend(cards)
            event = {"event": "taken", "seat": seat, "owner": place[0], "area": place[1] or None}
            events.append({**event, "cards": held_texts(cards)})
        else:
            self._hands[seat] = [turned(card) for card in hand]
        # A player's own beaten set may just have come back: then the hand is not empty.
        if not self._hands[seat]:
            self._go_out(seat, events)
        if self._turn is not None:
            self._pass_on(events)
        self._history.append((seat, [line], events))

    def _beat_rivals(self, place: Place, events: list[Event]) -> None:
        """Remove the set beaten by the one now lying here: to its owner, or off if that is out."""
        for rival in self._rivals(len(self._table[place]), place):
            owner, area = rival
            if owner in self._out:
                self._discard_set(rival, events, beaten=True)
            else:
                cards = [turned(card) for card in self._table.pop(rival)]
                self._hands[owner].extend(cards)
                event = {"event": "returned", "seat": owner, "area": area or None}
                events.append({**event, "cards": held_texts(cards)})

    def _discard_set(self, place: Place, events: list[Event], beaten: bool = False) -> None:
        """Discard the set lying here, if there is one."""
        if place in self._table:
            cards = self._table.pop(place)
            self._discard.extend(cards)
            event = {"event": "discarded", "seat": place[0], "area": place[1] or None}
            events.append({**event, "beaten": beaten, "cards": laid_texts(cards)})

    def _go_out(self, seat: int, events: list[Event]) -> None:
        """The seat has emptied its hand: score it, and end the round or the game if due."""
        self._out.append(seat)
        if self._players == 2:
            points, needed, round_ends = 1, 2, True
        elif len(self._out) == 1:
            points, needed, round_ends = 2, 4, False
        else:
            points, needed, round_ends = 1, 4, True
        self._scores[seat] += points
        events.append({"event": "out", "seat": seat, "points": points})
        if self._scores[seat] >= needed:
            self._over = True
            self._turn = None
            events.append({"event": "game_over"})
        elif round_ends:
            self._turn = None
            events.append({"event": "round_over"})

    def _pass_on(self, events: list[Event]) -> None:
        """Begin the next turn, discarding the set that lies where it is taken."""
        assert self._turn is not None
        seat, area = self._turn
        if self._players == 2:
            seat, area = (seat, "b") if area == "a" else (3 - seat, "a")
        else:
            seat = seat % self._players + 1
            while seat in self._out:
                self._discard_set((seat, area), events)  # an out player's turn would come now
                seat = seat % self._players + 1
        self._turn = (seat, area)
        self._discard_set(self._turn, events)
