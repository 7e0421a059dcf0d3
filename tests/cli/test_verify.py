"""`upturn verify`: what a record proves of its deals, and what it cannot."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import upturn
from tests.support.random_games import and_others
from upturn.cli.app import app
from upturn.errors import UpturnError
from upturn.games.rng import seeded
from upturn.games.simulation import play_randomly
from upturn.puzzles.book import page

SEED, NONCE = "5eed" * 8, "0123" * 8
COMMITMENT = hashlib.sha256(f"{SEED}:{NONCE}".encode()).hexdigest()
SHUFFLE = {"commitment": COMMITMENT, "seed": SEED, "nonce": NONCE}


def played(game: str = "dnup", players: int = 3, **more: Any) -> dict[str, Any]:
    """The record of a random game with the deals of our seed, as a server writes it."""
    table = upturn.new(game, players=players, seed=SEED, **more)
    play_randomly(table, seeded(1))
    return table.record() | {"shuffle": SHUFFLE}


def verify(folder: Path, record: object, *more: str) -> tuple[int, str]:
    """The exit code and all that was said."""
    path = folder / "record.json"
    path.write_text(json.dumps(record))
    result = CliRunner().invoke(app, ["verify", str(path), *more])
    if isinstance(result.exception, UpturnError):
        return 1, str(result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("game", "players"), and_others([("dnup", 4), ("team-play", 4), ("team-up", 2)])
)
def test_a_game_dealt_as_promised_is_right(tmp_path: Path, game: str, players: int) -> None:
    code, said = verify(tmp_path, played(game, players), "--commitment", COMMITMENT.upper())
    assert code == 0
    assert "✗" not in said
    assert "–" not in said
    assert "all by the rules" in said
    assert f"give the hash {COMMITMENT}" in said
    assert "That is the hash you noted." in said
    assert "from the seed, card by card." in said


def test_without_a_note_it_says_what_only_the_reader_can_know(tmp_path: Path) -> None:
    code, said = verify(tmp_path, played())
    assert code == 0
    assert "– Only you can say whether this hash was shown before the first move" in said


def test_the_beginning_of_the_hash_is_enough(tmp_path: Path) -> None:
    assert verify(tmp_path, played(), "--commitment", COMMITMENT[:16])[0] == 0
    code, said = verify(tmp_path, played(), "--commitment", "0" * 16)
    assert code == 1
    assert f"✗ That is not the hash you noted, {'0' * 16}." in said


@pytest.mark.parametrize("noted", ["", "abc", COMMITMENT + "0", "x" * 64])
def test_what_is_no_hash_is_explained(tmp_path: Path, noted: str) -> None:
    code, said = verify(tmp_path, played(), "--commitment", noted)
    assert code == 1
    assert "a commitment has 64 digits" in said


@pytest.mark.parametrize("part", ["seed", "nonce", "commitment"])
def test_another_seed_nonce_or_commitment_breaks_the_promise(tmp_path: Path, part: str) -> None:
    record = played() | {"shuffle": SHUFFLE | {part: "1" * 32}}
    code, said = verify(tmp_path, record)
    assert code == 1
    assert "✗ The seed and nonce give the hash" in said


@pytest.mark.parametrize("which", [0, -1])
def test_a_deal_that_is_not_of_the_seed_is_named(tmp_path: Path, which: int) -> None:
    """Also the last one: a server could deal as promised until it matters."""
    record = played()
    moves = record["moves"]
    places = [ply for ply, line in enumerate(moves) if line.startswith("deal ")]
    place = places[which]
    del record["scores"]
    game = upturn.replay(record | {"moves": moves[:place], "over": False})
    game.seed = "another seed"
    game.deal_on()
    changed = game.record() | {"shuffle": SHUFFLE}
    code, said = verify(tmp_path, changed)
    assert code == 1
    assert f"✗ Line {place + 1} is 'deal " in said
    assert "but the seed gives 'deal " in said


def test_a_move_against_the_rules_is_named(tmp_path: Path) -> None:
    record = played()
    record["moves"][1] = "take 1"
    code, said = verify(tmp_path, record)
    assert code == 1
    assert "record.json, line 2: " in said


def test_wrong_scores_are_a_fault(tmp_path: Path) -> None:
    code, said = verify(tmp_path, played() | {"scores": [9, 9, 9]})
    assert code == 1
    assert "the moves give the scores" in said


def test_the_same_deal_again_is_right_for_its_own_promise(tmp_path: Path) -> None:
    """A table that plays another one's deal takes over its seed and nonce too."""
    first = upturn.new("team-up", players=1, seed=SEED)
    play_randomly(first, seeded(1))
    record = played("team-up", 2, deal=first.record(), mode="challenge")
    assert record["same_deal"]["mode"] == "challenge"
    code, said = verify(tmp_path, record | {"opening": 2})
    assert code == 0
    assert "from the seed, card by card." in said


def test_what_was_laid_out_and_not_shuffled_is_told(tmp_path: Path) -> None:
    record = played("team-up", 1, deal=page(1).puzzle.record(), mode="puzzle")
    deals = [line for line in record["moves"] if line.startswith("deal ")]
    for opening in (len(deals), deals):
        code, said = verify(tmp_path, record | {"opening": opening})
        assert code == 0
        assert "not shuffled at this table but taken from" in said
    code, said = verify(tmp_path, record)  # it does not say that they were laid out
    assert code == 1
    assert "but the seed gives" in said


@pytest.mark.parametrize("opening", [-1, "two", ["deal x"], True])
def test_an_opening_that_is_none_is_explained(tmp_path: Path, opening: object) -> None:
    code, said = verify(tmp_path, played() | {"opening": opening})
    assert code == 1
    assert "its opening must be a number of lines, or " in said


def test_a_game_of_the_terminal_obeys_the_rules_and_promises_nothing(tmp_path: Path) -> None:
    record = played()
    del record["shuffle"]
    code, said = verify(tmp_path, record)
    assert code == 0
    assert "of play, all by the rules, and the scores are right." in said
    assert "– The record does not say how the cards were shuffled" in said
    save = {"save": 1, "seat": 1, "bots": "casual", "names": [], "seed": 1, "record": record}
    assert verify(tmp_path, save)[0] == 0
    assert verify(tmp_path, record, "--commitment", COMMITMENT)[0] == 1


@pytest.mark.parametrize("shuffle", [{}, {"commitment": COMMITMENT}, [1], SHUFFLE | {"seed": 7}])
def test_half_a_promise_is_explained(tmp_path: Path, shuffle: object) -> None:
    code, said = verify(tmp_path, played() | {"shuffle": shuffle})
    assert code == 1
    assert "its shuffle must have a commitment, a seed and a nonce" in said


def test_a_file_that_holds_no_record_is_explained(tmp_path: Path) -> None:
    code, said = verify(tmp_path, [1])
    assert code == 1
    assert "contains no record" in said


def test_before_the_day_is_over_the_seed_of_its_deal_is_not_missed(tmp_path: Path) -> None:
    later = {"commitment": COMMITMENT, "told": "2026-11-19T00:00:00+00:00"}
    record = played() | {"shuffle": later}
    code, said = verify(tmp_path, record, "--commitment", COMMITMENT[:16])
    assert code == 0
    assert "✓ That is the hash you noted." in said
    assert (
        "– The seed and nonce of this deal of the day stay secret until 2026-11-19T00:00:00+00:00"
        in said
    )
    assert verify(tmp_path, record, "--commitment", "0" * 16)[0] == 1


@pytest.mark.parametrize("missing", ["seed", "nonce"])
def test_a_moment_does_not_stand_for_half_of_a_shuffle(tmp_path: Path, missing: str) -> None:
    half = {name: value for name, value in SHUFFLE.items() if name != missing}
    record = played() | {"shuffle": half | {"told": "2026-11-19T00:00:00+00:00"}}
    code, said = verify(tmp_path, record)
    assert code == 1
    assert "a commitment, a seed and a nonce" in said
