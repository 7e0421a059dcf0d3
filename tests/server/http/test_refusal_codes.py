"""A refusal is a code with details: one sentence, one status, and words in every language.

The sources are read, so that a refusal that no test provokes is checked too.
"""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator

import pytest

from tests.support.paths import ROOT
from tools import words_of_games
from upturn.errors import Refusal, refusal_sentences
from upturn.filling import PLACE, SEATS
from upturn.games.sentences import SENTENCES
from upturn.server.http.routes import CALLS
from upturn.server.http.statuses import CODES, STATUSES, UNANSWERED, USUAL, status_of
from upturn.table.playing import SINCE

SOURCES = ROOT / "src" / "upturn"
MOVE, TABLE, SERVER, SOCKET = (
    refusal_sentences()[name] for name in ("move", "table", "server", "socket")
)
ALL = MOVE | TABLE | SERVER | SOCKET
DETAILS = {**refusal_sentences()["setup"], **refusal_sentences()["request"]}
"""What is said inside other refusals."""
LOOKED_UP = {*SINCE.values(), *UNANSWERED.values()}
"""Codes that are not written out where they are raised."""
OF_A_MOVE = "Refusal(problem.code, problem.sentence, **problem.details)"
"""What a game refuses, a table refuses: the reason is the game's."""


def refusals(source: str) -> Iterator[ast.Call]:
    """Where a source makes a refusal."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal":
            yield node


def code_of(call: ast.Call) -> str | None:
    match call.args:
        case [ast.Constant(value=str(code)), *_]:
            return code
    return None


def mentioned(sentence: str) -> set[str]:
    return {place[1] for place in PLACE.finditer(sentence)}


def faults(source: str) -> Iterator[str]:
    """What is wrong with the refusals of a source."""
    for call in refusals(source):
        code, written = code_of(call), ast.unparse(call)
        if code is None:
            if written != OF_A_MOVE and len(call.args) > 1:
                yield f"a sentence of its own: {written}"
            continue
        if code not in ALL:
            yield f"no sentence: {written}"
        elif len(call.args) == 2:
            yield f"a sentence of its own: {written}"
        names = {word.arg for word in call.keywords}
        if None in names:
            yield f"details that cannot be read: {written}"
        called = {"name"} if names & {*SEATS} else set()
        if lacking := mentioned(ALL.get(code, "")) - names - called:
            yield f"without {', '.join(lacking)}: {written}"
        if "status" in names:
            yield f"a status: {written}"
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.Attribute(value=ast.Attribute(attr="details"))
                | ast.Subscript(value=ast.Attribute(attr="details"))
            ) if isinstance(node, ast.Subscript) or node.attr in ("setdefault", "update", "pop"):
                yield f"details that change on their way: {ast.unparse(node)}"


def sources() -> list[str]:
    files = [*SOURCES.glob("table/**/*.py"), *SOURCES.glob("server/**/*.py")]
    return [file.read_text(encoding="utf-8") for file in files]


# --- Sentences -------------------------------------------------------------------------------


def test_every_refusal_has_its_one_sentence_and_carries_what_that_mentions() -> None:
    read = sources()
    assert sum(1 for source in read for _ in refusals(source)) > 100
    assert [fault for source in read for fault in faults(source)] == []


def test_every_sentence_is_said() -> None:
    raised = {code_of(call) for source in sources() for call in refusals(source)}
    assert (raised - {None} | LOOKED_UP) - set(MOVE) == set(TABLE | SERVER | SOCKET)


def test_a_code_has_one_sentence_in_one_place() -> None:
    written = [code for section in refusal_sentences().values() for code in section]
    assert len(written) == len(set(written))
    assert SENTENCES is MOVE


@pytest.mark.parametrize("code", MOVE)
def test_every_sentence_about_a_move_is_said_by_the_games(code: str) -> None:
    games = [file.read_text(encoding="utf-8") for file in SOURCES.glob("games/*.py")]
    assert any(f'"{code}"' in source for source in games)


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('Refusal("seat-taken", seat=3)', None),
        ('Refusal("bad-body", problem=problem, why=why)', None),
        ('Refusal("bad-body", words, problem=problem, why=why)', "a sentence of its own"),
        (OF_A_MOVE, None),
        ('Refusal("seat-stolen", seat=3)', "no sentence"),
        ('Refusal("seat-taken")', "without seat"),
        ('Refusal("seat-taken", "it is taken", seat=3)', "a sentence of its own"),
        ('Refusal("bad-body", problem=problem)', "without why"),
        ('Refusal(code, "it is taken")', "a sentence of its own"),
        ('Refusal("seat-taken", seat=3, status=403)', "a status"),
        ('Refusal("seat-taken", seat=3, **more)', "details that cannot be read"),
        ('refusal.details.setdefault("status", 422)', "details that change"),
        ('refusal.details["status"] = 422', "details that change"),
    ],
)
def test_what_is_wrong_with_a_refusal_is_found(source: str, fault: str | None) -> None:
    found = list(faults(source))
    assert found == [] if fault is None else len(found) == 1 and found[0].startswith(fault)


def test_lists_are_put_into_a_sentence() -> None:
    assert str(Refusal("seats-open", seats=[2])) == "some seats are still empty: 2"
    assert str(Refusal("seats-open", seats=[2, 3, 4])) == "some seats are still empty: 2, 3 and 4"


@pytest.mark.parametrize(
    "refusal", [Refusal("seat-taken", seat=3), Refusal("bad-body", "It is not.", problem="it")]
)
def test_a_refusal_goes_from_one_process_to_another(refusal: Refusal) -> None:
    arrived = pickle.loads(pickle.dumps(refusal))  # noqa: S301
    assert (arrived.code, arrived.details) == (refusal.code, refusal.details)
    assert str(arrived) == str(refusal)


# --- Statuses --------------------------------------------------------------------------------


def test_every_refusal_of_the_server_has_a_status() -> None:
    assert set(SERVER) - set(STATUSES) == set()


def test_what_a_table_refuses_does_not_fit_how_things_stand_or_no_table_at_all() -> None:
    assert {status_of(code) for code in TABLE} == {USUAL, 422}


def test_every_status_is_that_of_one_code_which_is_said_over_http() -> None:
    assert set(STATUSES) - set(TABLE | SERVER) == set()
    assert sum(map(len, CODES.values())) == len(STATUSES)


def failing_statuses(source: str) -> Iterator[str]:
    """Where a source writes the status of a failure as a number."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=function, args=args, keywords=keywords) if ast.unparse(
                function
            ).endswith(("Response", "answer_of")):
                numbers = [*args, *(word.value for word in keywords)]
            case ast.Dict(keys=keys):
                numbers = [key for key in keys if key is not None]
            case ast.Assign(targets=[ast.Name(id="status")], value=given):
                numbers = [given]
            case ast.IfExp(body=body, orelse=other):
                numbers = [body, other]
            case ast.Compare(left=left, comparators=others):
                numbers = [left, *others]
            case _:
                continue
        for number in numbers:
            match number:
                case ast.Constant(value=int(value)) if 400 <= value < 600:
                    yield ast.unparse(node)


def test_the_status_of_a_failure_is_written_with_the_others() -> None:
    files = [*SOURCES.glob("server/**/*.py")]
    assert len(files) > 50
    found = {file.name: list(failing_statuses(file.read_text(encoding="utf-8"))) for file in files}
    assert {name for name, numbers in found.items() if numbers} == {"statuses.py"}


@pytest.mark.parametrize(
    "source",
    [
        "PlainTextResponse(text, 503, headers)",
        "Response(status_code=400)",
        'codes = {404: "no-such-page"}',
        "status = 500",
        "status = problem.status_code if known else 500",
        "say = info if status >= 500 else debug",
    ],
)
def test_a_status_that_is_written_elsewhere_is_found(source: str) -> None:
    assert len([*failing_statuses(source)]) == 1


def test_calls_name_codes_that_there_are() -> None:
    named = {code for call in CALLS for code in call.refusals}
    assert len(named) > 5
    assert named - set(ALL) == set()


# --- Other languages -------------------------------------------------------------------------


def test_the_page_has_words_for_everything_a_person_at_it_can_be_refused() -> None:
    parts = [words_of_games.templates()[part] for part in words_of_games.COMMON]
    known = {code: sentence for part in parts for code, sentence in part.items()}
    assert sum(map(len, parts)) == len(known), "a code is in one part only"
    assert set(known) == {*ALL, *DETAILS}
    assert all(isinstance(sentence, str) for sentence in known.values())
