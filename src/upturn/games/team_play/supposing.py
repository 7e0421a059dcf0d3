"""A position as one seat may suppose it: the inverse of `view.py`.

The seat's history is played again. Of the piles it tells the cards that were seen; the others are
any for the while, and so are gifts it did not see: no rule looks into a hand once a move is known
to be allowed. At last a guess of `redeal` fills the hands and the pile.
"""

from __future__ import annotations

import numpy as np

from upturn.games.arrays import overwrite
from upturn.games.compiling import entry_point
from upturn.games.contract import Cards, Moves, Positions
from upturn.games.rng import Rng, seeded
from upturn.games.rules import Entry, Facts
from upturn.games.team_play.chance import deal
from upturn.games.team_play.components import MISSION_COUNT
from upturn.games.team_play.guessing import redeal
from upturn.games.team_play.notation import MISSION_NUMBERS, notation
from upturn.games.team_play.position import start
from upturn.games.team_play.rules import apply
from upturn.games.team_play.tables import CARD_NUMBERS, FIRST_GIVE, FIRST_GIVE_TWO

ANY = 0
"""The kind of card that stands for one nobody saw."""
UNSEEN_GIFTS = {"give ?": FIRST_GIVE + ANY, "give ? ?": FIRST_GIVE_TWO + ANY}


def suppose(view: Facts) -> Positions:
    """An array of one position that this seat cannot tell from the true one."""
    supposed = start(view["players"], {})
    retold = Retold(view["history"], view["players"])
    if retold.lines:
        lines, cards = np.array(retold.lines, np.int32), np.array(retold.cards(), np.int16)
        play_again(supposed, view["seat"], lines, cards)
        hand_out(supposed, supposed.copy(), view["seat"], seeded("suppose", len(lines)))
    return supposed


@entry_point
def play_again(positions: Positions, seat: int, lines: Moves, cards: Cards) -> None:
    """Make the moves of a log with empty hands for the others; a negative line is a deal's size."""
    position = positions[0]
    dealt = 0
    for line in lines:
        if line < 0:
            deal(position, cards[dealt:])
            dealt -= int(line)
        else:
            apply(position, int(line))
        for other in range(position.players):
            if other != seat - 1:
                position.hand[other, :] = 0


@entry_point
def hand_out(positions: Positions, guess: Positions, seat: int, rng: Rng) -> None:
    """Take what nobody saw from a guess, a copy so far.

    Not the story: a guess may have forgotten some of it, and the next one reads what was seen.
    """
    redeal(guess[0], seat, rng)
    overwrite(positions[0].hand, guess[0].hand)
    overwrite(positions[0].pile, guess[0].pile)


class Retold:
    """The history of a seat as numbers."""

    def __init__(self, history: list[Entry], players: int):
        self.lines: list[int] = []
        """The moves, and for each deal minus its size."""
        self._decks: list[tuple[list[int], list[int], int]] = []
        """By deal: what was drawn of it, the missions it was made of, and its size."""
        self._numbers: list[int] = []  # drawn from the present pile
        self._missions: list[int] = []
        self._put_away = list(range(MISSION_COUNT))
        numbers = notation(players).numbers
        for entry in history:
            if entry["seat"] is not None:
                move = entry["move"]
                self.lines.append(numbers[move] if move in numbers else UNSEEN_GIFTS[move])
            for event in entry["events"]:
                self._follow(event)

    def _follow(self, event: Facts) -> None:
        name = event["event"]
        if name == "bank" or (name == "drawn" and event["from"] == "pile"):
            self._numbers.append(CARD_NUMBERS.get(event["card"], ANY))
        elif name == "dealt":
            seen = event["cards"] or [None] * event["count"]
            self._numbers += [CARD_NUMBERS.get(card, ANY) for card in seen]
        elif name == "mission" and event["mission"] is not None:
            self._missions.append(MISSION_NUMBERS[event["mission"]])
        elif name == "swapped":
            self._put_away.append(MISSION_NUMBERS[event["mission"]])
        elif name == "shuffled":
            self.lines.append(-event["count"])
            if event["pile"] == "numbers":
                self._numbers = []
                self._decks.append((self._numbers, [], event["count"]))
            else:
                self._missions = []
                self._decks.append((self._missions, self._put_away, event["count"]))
                self._put_away = []

    def cards(self) -> list[int]:
        """The cards of all deals: those that were drawn, and what may have lain under them."""
        cards: list[int] = []
        for drawn, missions, size in self._decks:
            deck = drawn + [mission for mission in missions if mission not in drawn]
            cards += deck + [ANY] * (size - len(deck))
        return cards
