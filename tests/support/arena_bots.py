"""Bots for the arena's tests. The process that plays makes them; some kill that process."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from upturn.arena.match import Job
from upturn.bots import Bot
from upturn.bots import make_bot as make_ours
from upturn.errors import InvalidSetup
from upturn.games.rules import Facts

MAKER = "tests.support.arena_bots:make_bot"


class First:
    """Plays the first legal move."""

    def choose(self, view: Facts) -> str:
        return str(view["legal"][0])


class Mortal(First):
    """Kills its own process once. A file remembers that it has."""

    def __init__(self, marker: Path):
        self.marker = marker

    def choose(self, view: Facts) -> str:
        if not self.marker.exists():
            self.marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view)


class Broken(First):
    """Raises at its second move."""

    def choose(self, view: Facts) -> str:
        if sum(entry["seat"] == view["seat"] for entry in view["history"]):
            raise ZeroDivisionError("by nothing")
        return super().choose(view)


class Cheat(First):
    def choose(self, view: Facts) -> str:
        return "win at once"


class Quitter(First):
    def choose(self, view: Facts) -> str:
        raise SystemExit(3)


KINDS = {"first": First, "broken": Broken, "cheat": Cheat, "quitter": Quitter}


def make_bot(name: str, game: str, seed: int | str) -> Bot:
    """Make a bot by name. `mortal:FILE` needs a file to remember its death; other names are those
    of our own bots."""
    kind, _, marker = name.partition(":")
    if kind == "mortal":
        return Mortal(Path(marker))
    if kind in KINDS:
        return KINDS[kind]()
    return make_ours(name, game, seed)


def square(number: int) -> int:
    """Do a job that is not a game, which makes no difference to engines."""
    return number * number


def refuse(number: int) -> int:
    raise InvalidSetup(f"{number} is refused")


def stumble(number: int) -> int:
    raise KeyError(number)


def die_of_the_third(job: Job) -> int:
    """Kill the process at the third of four games: the second deal, before bots change seats."""
    if job.deal == 1 and job.seats == ("greedy", "random"):
        os.kill(os.getpid(), signal.SIGKILL)
    return job.deal
