"""Plays the lessons through the engine and writes what the page shows: `make lessons`.

A lesson is a script, `<game>.toml` in this folder:

    seat, names         the learner's seat; the names of the others
    rules               what it must teach: a step teaches each of these words (`teaches`)
    other               the answer to a legal move that the lesson does not follow
    parts               what the board can point at, other than a move
    [[part]]            starts a new game: `lines` of a record lead to where it starts
    [[part.step]]       `text` is shown; with `moves` the learner makes one of them, otherwise
                        reads on; `then` are the lines that follow, and "; " joins lines that are
                        shown together; `highlight` is a move or one of `parts`;
                        `other` is as above, and `others` are by how a move begins

It becomes `web/public/lessons/<game>.json`. Each step has its text, the moves that go on, and the
*beats* that follow each move: lines as the learner sees them, and the view after them. Every other
move that somebody could try has its answer there too: a kind word for a legal move, otherwise the
reason. So the page contains no rules, and a lesson works without a server.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tools.lessons.picking import Facts, tries
from upturn.games import rules_of, telling
from upturn.games.game import Game
from upturn.server.http.calls.about import facts

HERE = Path(__file__).resolve().parent
PAGES = HERE.parents[1] / "web" / "public" / "lessons"
READ_ON = ""
"""The key of what follows a step without a move."""


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Part of a script. An unknown word is an error."""


class Answer(Strict):
    """The answer to legal moves that begin with these words."""

    starts: str
    text: str


class Step(Strict):
    text: str
    teaches: list[str] = []
    highlight: str | None = None
    moves: list[str] = []
    other: str | None = None
    others: list[Answer] = []
    then: list[str] = []


class Part(Strict):
    lines: str
    step: list[Step]


class Script(Strict):
    game: str
    title: str
    players: int
    seat: int
    names: list[str]
    rules: list[str]
    other: str
    parts: list[str]
    part: list[Part]


def scripts() -> dict[str, Script]:
    """Return all lessons, by game."""
    read = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("*.toml"))]
    return {one["game"]: msgspec.convert(one, Script) for one in read}


def said(text: str) -> str:
    """Return a text on one line, as it is shown and looked up."""
    return " ".join(text.split())


def begun(script: Script, part: Part) -> Game:
    """Return a game at the point where this part of the lesson starts."""
    game = Game(rules_of(script.game), script.players, seed=0)
    for line in part.lines.strip().splitlines():
        game.follow(line.strip())
    if game.awaits_deal:
        raise ValueError(f"{script.game}: the part is not dealt")
    return game


def beat(game: Game, lines: str, seat: int) -> Facts:
    """Return these lines as the learner sees them, and the view after them."""
    told = [telling.tell(game, telling.step(game, line), seat) for line in lines.split("; ")]
    return {"lines": told, "view": game.sight(seat)}


def legal_answers(script: Script, step: Step, legal: Sequence[str]) -> dict[str, str]:
    """Return the answer to every legal move that the lesson does not follow."""
    answers = {}
    for move in legal:
        if move not in step.moves:
            special = [one.text for one in step.others if move.startswith(one.starts)]
            answers[move] = said((special or [step.other or script.other])[0])
    return answers


def reasons(game: Game, view: Facts) -> list[Facts]:
    """Return why moves that somebody could try are not possible: each reason with its moves."""
    found: dict[str, Facts] = {}
    for move in tries(view):
        error = game.why_not(move)
        if error is not None:
            found[move] = {
                "code": error.code,
                "sentence": str(error),
                "details": dict(error.details),
            }
    grouped: list[Facts] = []
    for move, reason in shortened(found, view["legal"]).items():
        known = [one for one in grouped if one["reason"] == reason]
        if known:
            known[0]["moves"].append(move)
        else:
            grouped.append({"reason": reason, "moves": [move]})
    return grouped


def shortened(found: dict[str, Facts], legal: Sequence[str]) -> dict[str, Facts]:
    """Return the same, with one entry for all moves with the same beginning and the same reason:
    "place red bar3 *"."""
    kept: dict[str, Facts] = {}
    todo = dict(found)
    for words in (1, 2, 3):
        groups: dict[str, list[str]] = {}
        for move in todo:
            if len(parts := move.split(" ")) > words:
                groups.setdefault(" ".join(parts[:words]) + " ", []).append(move)
        for start, moves in groups.items():
            alike = all(found[move] == found[moves[0]] for move in moves)
            if alike and not any(move.startswith(start) for move in legal):
                kept[f"{start}*"] = found[moves[0]]
                for move in moves:
                    del todo[move]
    return kept | todo


def told(script: Script, part: Part) -> Iterator[Facts]:
    """Yield the steps of a part as the page gets them."""
    game = begun(script, part)
    for number, step in enumerate(part.step):
        view = game.sight(script.seat)
        page: Facts = {"text": said(step.text), "highlight": step.highlight}
        if number == 0:
            page["start"] = view
        check(script, step, view)
        if step.moves:
            legal = game.legal_moves()
            grouped = grouping(legal_answers(script, step, legal))
            page |= {"moves": step.moves, "other": grouped, "reasons": reasons(game, view)}
        if len(step.moves) > 1 and any(
            later.moves or later.then for later in part.step[number + 1 :]
        ):
            raise ValueError(f"several moves, and more follows: {step.text}")
        kept = len(game.moves)
        after = {}
        for move in step.moves or [READ_ON]:
            game.go_back(kept)
            lines = [move, *step.then] if move else step.then
            after[move] = [beat(game, line, script.seat) for line in lines]
        page["after"] = after
        yield page


def check(script: Script, step: Step, view: Facts) -> None:
    """Check that a step asks for a legal move and points at something that exists."""
    problem = ""
    if step.moves and view["to_act"] != script.seat:
        problem = f"seat {view['to_act']} is to act"
    elif impossible := [move for move in step.moves if move not in view["legal"]]:
        problem = f"not possible: {impossible}; there is {view['legal']}"
    elif step.highlight not in [None, *step.moves, *script.parts, *view["legal"]]:
        problem = f"nothing is called {step.highlight}"
    elif unknown := set(step.teaches) - set(script.rules):
        problem = f"not in the list of rules: {unknown}"
    if problem:
        raise ValueError(f"{script.game}, “{said(step.text)[:60]}…”: {problem}")


def grouping(answers: dict[str, str]) -> Facts:
    """Return the answers, each with its moves, since most moves share one."""
    grouped: dict[str, list[str]] = {}
    for move, text in answers.items():
        grouped.setdefault(text, []).append(move)
    return grouped


def lesson(script: Script) -> Facts:
    """Return a whole lesson, as the page gets it."""
    steps = [step for part in script.part for step in told(script, part)]
    missing = set(script.rules) - {
        rule for part in script.part for step in part.step for rule in step.teaches
    }
    if missing:
        raise ValueError(f"{script.game}: not taught: {', '.join(sorted(missing))}")
    game = msgspec.to_builtins(msgspec.structs.replace(facts(script.game), about="", levels=[]))
    return {
        "title": said(script.title),
        "game": game,
        "players": script.players,
        "seat": script.seat,
        "names": script.names,
        "steps": steps,
    }


def written(script: Script) -> str:
    """Return a lesson as text, a step per line."""
    whole = lesson(script)
    steps = ",\n".join(map(compact, whole.pop("steps")))
    return f'{compact(whole)[:-1]},"steps":[\n{steps}\n]}}\n'


def compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def page_of(game: str) -> Path:
    return PAGES / f"{game}.json"
