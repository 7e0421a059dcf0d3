"""Writes the golden playthroughs and perft counts again: `make golden`. Read the diff."""

from __future__ import annotations

from tests.support.playthroughs import (
    compact,
    golden_file,
    perft_counts,
    perft_file,
    perft_starts,
    playthrough,
)
from tests.support.random_games import TABLES

if __name__ == "__main__":
    for name, players in TABLES:
        told = "\n".join(
            playthrough(name, players)
        )  # now, while the file with the seed still exists
        golden_file(name, players).write_text(told + "\n", encoding="utf-8")
    for name in {name for name, _ in TABLES}:
        lines = [
            compact({"perft": perft_counts(record), "record": record})
            for game, players in TABLES
            if game == name
            for record in perft_starts(name, players)
        ]
        perft_file(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
