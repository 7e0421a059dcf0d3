"""What tests of all games need from dnup."""

from __future__ import annotations

from tests.naive.dnup import NaiveCard, NaiveDnup
from tests.support.dnup_hidden import with_other_secrets
from tests.support.kits import Model, Record
from upturn.games.dnup.components import CARDS

__all__ = ["with_other_secrets"]

GAMES, DEEP_GAMES = 20, 10_000
NOTHING_DONE = 0
MIDWAY = 4, 3
PREFERRED = ("play", "add", "take", "flip")
TRIED = ["flip", "take 1", "play 1/2", "deal 1/2"]
SECRET = {"hand", "known", "shown"}


def model(record: Record) -> Model:
    cards = [NaiveCard(card.low, card.high, card.players, card.star) for card in CARDS]
    return NaiveDnup(record["players"], cards)
