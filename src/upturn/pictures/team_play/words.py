"""Team Play's picture in words: the heading, and a description for people who do not see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from upturn.pictures.seats import called, capital, listed, some
from upturn.pictures.team_play.missions import said

DRAWS = 2
"""Cards drawn in a turn."""


def team_called(team: list[int], own: int | None) -> str:
    """Return the name of a team: `Seats 1 and 3 (you)`."""
    you = " (you)" if own in team else ""
    return f"Seat{'s' if len(team) > 1 else ''} {listed(team)}{you}"


def partner_of(view: Mapping[str, Any], seat: int) -> int | None:
    [team] = [team for team in view["teams"] if seat in team]
    return next((other for other in team if other != seat), None)


def points_of(view: Mapping[str, Any], team: list[int]) -> int:
    return int(view["scores"][team[0] - 1])


def best_teams(view: Mapping[str, Any]) -> list[list[int]]:
    return [team for team in view["teams"] if points_of(view, team) == max(view["scores"])]


def whose_turn(view: Mapping[str, Any]) -> str:
    """Return a sentence about what happens now."""
    if view["over"]:
        best = best_teams(view)
        who = capital(listed([team_called(team, view["seat"]).lower() for team in best]))
        if len(best) > 1:
            return f"The game ends in a tie, shared by {who[:1].lower()}{who[1:]}."
        return f"{who} {'win' if len(best[0]) > 1 else 'wins'} the game."
    if view["to_act"] is None:
        return "Waiting for the deal."
    return capital(f"{called(view['to_act'], view['seat'])} {_asked(view)}.")


def _asked(view: Mapping[str, Any]) -> str:
    match view["asked"]:
        case "exchange" | "refill":
            new = "new " if view["asked"] == "refill" else ""
            return f"can keep or swap the {new}mission {view['offered']}"
        case "discard":
            return f"must discard down to {some(view['limit'], 'card')}"
    left = DRAWS - view["draws"]
    gave = " and cards already given" if view["gave"] else ""
    return f"to move, with {some(left, 'draw')} left{gave}"


def won_with(view: Mapping[str, Any]) -> str:
    """Return words with the winning points, once the game is over."""
    if not view["over"]:
        return ""
    shared = len(best_teams(view)) > 1
    return f"{'Shared' if shared else 'Won'} with {some(max(view['scores']), 'point')}"


def last_round(view: Mapping[str, Any]) -> str:
    """Return a sentence about the last round, once it is near."""
    left = view["turns_left"]
    if left is None or view["over"]:
        return ""
    if left >= view["players"]:
        return "The last round comes next."
    if left == 0:
        return "Last round: this is the last turn."
    return f"Last round: {some(left, 'turn')} to go after this one."


def title_of(view: Mapping[str, Any]) -> str:
    return f"Team Play, {view['players']} players: {whose_turn(view)}"


def told(view: Mapping[str, Any]) -> str:
    """Describe everything that the picture shows."""
    own = view["seat"]
    sentences = [
        whose_turn(view),
        last_round(view),
        *(_team_told(view, at) for at in range(len(view["teams"]))),
        f"Bank: {_cards_told(view['bank'])}.",
        f"{_count(view['pile'], 'number card')} in the pile, {len(view['discard'])} discarded.",
        f"In the centre: {_missions_told([view['centre']])}.",
        f"{_count(view['mission_pile'], 'mission')} in the pile, "
        f"{len(view['mission_discard'])} discarded.",
    ]
    for seat in range(1, view["players"] + 1):
        held = some(view["counts"][seat - 1], "card")
        missions = _missions_told(view["missions"][seat - 1])
        sentences.append(f"{capital(called(seat, own))}: {held}; {missions}.")
    if view["hand"] is not None:
        held = _cards_told(view["hand"]) if view["hand"] else "empty"
        sentences.append(f"Your hand: {held}; the limit is {view['limit']}.")
    return " ".join(sentence for sentence in sentences if sentence)


def _count(count: int, what: str) -> str:
    return capital(some(count, what))


def _team_told(view: Mapping[str, Any], at: int) -> str:
    team, scored = view["teams"][at], view["scored"][at]
    points = some(points_of(view, team), "point")
    return f"{team_called(team, view['seat'])}: {points} with {some(len(scored), 'mission')}."


def _cards_told(cards: Iterable[str | None]) -> str:
    return ", ".join(card or "an empty space" for card in cards)


def _missions_told(missions: Iterable[str | None]) -> str:
    return "; ".join(said(name) if name else "no mission" for name in missions)
