"""What happened at a table of Team Play, in sentences.

A turn has about five moves, so moves that belong together share a sentence. The consequences of a
move are in the events of its entry, or of a shuffle that it had to wait for.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from upturn.cli.drawing.speech import Speaker, joined, sentence, some
from upturn.games.team_play.seating import GOAL

if TYPE_CHECKING:
    from upturn.games.rules import Entry, Facts

DEEDS = ("drawn", "discarded", "fulfilled", "swapped", "given", "kept", "last_round")
"""Events that begin a sentence. All others continue it."""
TOGETHER = ("drawn", "discarded")
"""Events of which several in a row share a sentence."""
LATER = {"shuffled": 1, "last_round": 2}
"""Events that are told after the others of their entry. A shuffle comes after its reason."""
NEWS = ("fulfilled", "last_round")
"""After these events, keeping a new mission is not mentioned."""


def tell(entries: list[Entry], teams: list[list[int]], speaker: Speaker) -> list[str]:
    """Return sentences about these lines of the history."""
    told: list[str] = []
    deeds: list[list[Facts]] = []
    for entry in entries:
        events = entry["events"]
        if any(event["event"] == "dealt" for event in events):
            told += ["", _first_cards(events, speaker)]
        elif entry["seat"] is None and sum(event["event"] == "mission" for event in events) > 1:
            told.append(_first_missions(events, speaker))
        else:
            _collect(entry, deeds)
    teller = Teller(speaker, teams)
    told += [sentence(teller.tell(deed)) for deed in deeds]
    return told


def _collect(entry: Entry, deeds: list[list[Facts]]) -> None:
    """Add the events of an entry to the last deed, or to a new one."""
    events = [event for event in entry["events"] if event["event"] not in ("turn", "game_over")]
    events.sort(key=lambda event: LATER.get(event["event"], 0))
    last = deeds[-1][0] if deeds else None
    if entry["move"] == "keep" and not (last and last["event"] in NEWS):
        events.append({"event": "kept", "seat": entry["seat"]})
    for event in events:
        last = deeds[-1][0] if deeds else None
        same = last is not None and _kind(event) == _kind(last) and event["event"] in TOGETHER
        if last is None or (event["event"] in DEEDS and not same):
            deeds.append([event])
        else:
            deeds[-1].append(event)


def _kind(event: Facts) -> tuple[str, int | None]:
    return event["event"], event.get("seat")


def _first_cards(events: list[Facts], speaker: Speaker) -> str:
    bank = [event["card"] for event in events if event["event"] == "bank"]
    [own] = [event["cards"] for event in events if event.get("cards")]
    return sentence(f"The bank is {joined(bank)}; you are dealt {joined(own)}")


def _first_missions(events: list[Facts], speaker: Speaker) -> str:
    got: dict[int | None, list[str]] = {}
    for event in events:
        if event["event"] == "mission":
            got.setdefault(event["seat"], []).append(event["mission"])
    [centre] = got.pop(None)
    own = [f"{speaker.does(seat, 'get')} {joined(names)}" for seat, names in got.items() if seat]
    return sentence(f"The centre mission is {centre}; {', '.join(own)}")


class Teller:
    """Tells deeds: an event, more of its kind, and what followed."""

    def __init__(self, speaker: Speaker, teams: list[list[int]]):
        self.by = speaker
        self.teams = teams

    def tell(self, deed: list[Facts]) -> str:
        match deed[0]["event"]:
            case "drawn":
                told = self._drawn([event for event in deed if event["event"] == "drawn"])
            case "discarded":
                cards = [event["card"] for event in deed]
                told = f"{self.by.does(deed[0]['seat'], 'discard')} {joined(cards)}"
            case "fulfilled":
                told = self._fulfilled(deed[0])
            case "swapped":
                return self._swapped(deed)
            case "given":
                told = self._given(deed[0])
            case "kept":
                seat = deed[0]["seat"]
                mission = "your mission" if seat == self.by.seat else "the mission"
                told = f"{self.by.does(seat, 'keep')} {mission}"
            case "last_round":
                told = self._last_round(deed[0])
            case _:
                return "; ".join(self._followed(deed))
        return "; ".join([told, *self._followed(deed[1:])])

    def _drawn(self, draws: list[Facts]) -> str:
        did = []
        seat = draws[0]["seat"]
        for source, group in groupby(draws, key=lambda event: str(event["from"])):
            cards = [event["card"] for event in group]
            hidden = "a card" if len(cards) == 1 else some(len(cards), "card")
            what = hidden if None in cards else joined(cards)
            verb = self.by.verb(seat, "take" if source == "bank" else "draw")
            did.append(f"{verb} {what} from the {source}")
        return f"{self.by.who(seat)} {joined(did)}"

    def _fulfilled(self, event: Facts) -> str:
        cards, points = " ".join(event["cards"]), some(event["points"], "point")
        does = self.by.does(event["seat"], "complete")
        return f"{does} {event['mission']} with {cards} for {points}"

    def _swapped(self, deed: list[Facts]) -> str:
        told = f"{self.by.does(deed[0]['seat'], 'swap')} {deed[0]['mission']}"
        new = [event["mission"] for event in deed if event["event"] == "mission"]
        rest = [event for event in deed[1:] if event["event"] != "mission"]
        return "; ".join([f"{told} for {joined(new)}" if new else told, *self._followed(rest)])

    def _given(self, event: Facts) -> str:
        count = event["count"]
        what = joined(event["cards"]) if event["cards"] else some(count, "card")
        return f"{self.by.does(event['seat'], 'give')} {self.by.who(event['to'])} {what}"

    def _last_round(self, event: Facts) -> str:
        seat = event["seat"]
        [team] = [team for team in self.teams if seat in team]
        have = "have" if len(team) > 1 or seat == self.by.seat else "has"
        goal = int(GOAL[sum(map(len, self.teams))])
        return (
            f"{team_name(team, self.by)} {have} {goal} missions, so the last round begins: "
            f"one more turn for everyone, ending with {self.by.who(seat)}"
        )

    def _followed(self, events: list[Facts]) -> list[str]:
        told = []
        turned = [event["card"] for event in events if event["event"] == "bank"]
        if turned:
            told.append(f"{joined(turned)} {'is' if len(turned) == 1 else 'are'} turned up")
        for event in events:
            if event["event"] == "mission":
                told.append(self._new_mission(event))
            if event["event"] == "shuffled":
                name = event["pile"].removesuffix("s")
                cards = some(event["count"], "card")
                told.append(f"the {name} discard pile, {cards}, is shuffled into a new pile")
        return told

    def _new_mission(self, event: Facts) -> str:
        seat, name = event["seat"], event["mission"]
        if name is None:
            return f"no mission is left for {'the centre' if seat is None else self.by.who(seat)}"
        whose = "the new centre" if seat is None else f"{self.by.whose(seat)} new"
        return f"{whose} mission is {name}"


def team_name(team: list[int], speaker: Speaker) -> str:
    """Return the members of a team, the person first."""
    return joined([speaker.who(seat) for seat in sorted(team, key=lambda s: s != speaker.seat)])
