"""Sets up a dnup table for a test: any hands, any sets, any seat to act."""

from __future__ import annotations

from collections.abc import Mapping

from upturn.games import rules_of
from upturn.games.contract import PLAYING
from upturn.games.dnup import rules
from upturn.games.dnup.tables import STEP
from upturn.games.engine import legal_at
from upturn.games.game import Game


def cards(text: str) -> list[tuple[int, int]]:
    """Return "7/3 7/1" as (active, inactive) pairs."""
    pairs = [card.split("/") for card in text.split()]
    return [(int(active), int(inactive)) for active, inactive in pairs]


def lay(
    players: int,
    hands: Mapping[int, str],
    sets: Mapping[str, str] | None = None,
    *,
    to_act: int = 1,
    area: str = "a",
    tokens: tuple[int, ...] = (),
    out: tuple[int, ...] = (),
    starter: int = 1,
    seen: Mapping[int, str] | None = None,
) -> Game:
    """Return a game in the middle of a round. `seen` is the part of a hand that all have seen.

    A seat without a hand holds 10/1 10/2 10/3, so that nobody is out by accident.
    """
    game = Game(rules_of("dnup"), players, seed=0)
    position = game.now[0]
    position.phase, position.to_act, position.rounds, position.starter = PLAYING, to_act, 1, starter
    position.area = "ab".index(area) if players == 2 else 0
    for seat, score in enumerate(tokens):
        position.tokens[seat] = score
    for place_in_order, seat in enumerate(out, 1):
        position.out[seat - 1] = place_in_order
        position.finished = place_in_order
    for seat in range(1, players + 1):
        hand = "" if seat in out else hands.get(seat, "10/1 10/2 10/3")
        for card in cards(hand):
            rules.hold(position.hand[seat - 1], *card)
            position.counts[seat - 1] += 1
        for card in cards((seen or {}).get(seat, "")):
            rules.hold(position.known[seat - 1], *card)
    for name, text in (sets or {}).items():
        place = int(name[0]) - 1
        if players == 2:
            place = 2 * place + "ab".index(name[1])
        for active, inactive in cards(text):
            position.set_value[place] = active
            position.set_group[place] += STEP[active, inactive]
    game._phase = PLAYING
    game._legal = legal_at(game.now, 0, game._moves)
    return game


def hand(game: Game, seat: int) -> list[str]:
    """A seat's hand as held."""
    held: list[str] = game.rules.seen_by(game.now, seat)["hand"]
    return held


def sets(game: Game) -> dict[str, list[str]]:
    """The sets on the table by place."""
    seen = game.rules.seen_by(game.now, None)["sets"]
    return {f"{laid['seat']}{laid['area'] or ''}": laid["cards"] for laid in seen}


def discarded(game: Game) -> int:
    return int(game.now[0].discard)


def refusal(game: Game, move: str) -> str:
    """Return the code of the reason why a move is refused, or "" if it is legal."""
    error = game.why_not(move)
    return error.code if error else ""


def plays(game: Game) -> set[str]:
    return {move for move in game.legal_moves() if move.startswith("play")}
