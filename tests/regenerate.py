"""Writes the golden playthroughs and perft counts anew: `make golden`. Read the diff."""

from __future__ import annotations

import json

from tests import playthroughs
from tests.playthroughs import TABLES, compact, golden_file, perft_counts, perft_file, perft_starts

if __name__ == "__main__":
    for name, players in TABLES:
        if f"{name}-{players}" not in playthroughs.PLAYTHROUGH_SEEDS:
            seed = playthroughs.find_seed(name, players)
            playthroughs.PLAYTHROUGH_SEEDS[f"{name}-{players}"] = seed
        golden_file(name, players).write_text(
            "\n".join(playthroughs.playthrough(name, players)) + "\n", encoding="utf-8"
        )
    seeds = playthroughs.HERE / "golden" / "seeds.json"
    seeds.write_text(json.dumps(playthroughs.PLAYTHROUGH_SEEDS, indent=2) + "\n", encoding="utf-8")
    for name in {name for name, _ in TABLES}:
        lines = [
            compact({"perft": perft_counts(record), "record": record})
            for game, players in TABLES
            if game == name
            for record in perft_starts(name, players)
        ]
        perft_file(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
