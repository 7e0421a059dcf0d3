"""Shuffles that anybody can check: a hash is shown before the game, what it hides at the end."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from functools import lru_cache

SECRET_BYTES = 16
ID_DIGITS = 16


def fresh() -> tuple[str, str]:
    """Return a seed and a nonce that nobody knows."""
    return secrets.token_hex(SECRET_BYTES), secrets.token_hex(SECRET_BYTES)


@lru_cache(4096)
def commitment(seed: str, nonce: str) -> str:
    """Return what is shown beforehand: the SHA-256 of both, with a colon in between."""
    return hashlib.sha256(f"{seed}:{nonce}".encode()).hexdigest()


@lru_cache(64)
def end_of(day: str) -> int:
    """Return the moment when the next day begins, by UTC. Until then the seed of the day's deal is
    a secret, since others still play it."""
    begun = datetime.fromisoformat(day).replace(tzinfo=UTC)
    return int((begun + timedelta(days=1)).timestamp() * 1000)


def deal_id(seed: str, nonce: str) -> str:
    """Return a short name for the deals that follow from a seed."""
    return commitment(seed, nonce)[:ID_DIGITS]


def deal_id_of(lines: list[str]) -> str:
    """Return such a name for deals that are written down instead of shuffled here."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:ID_DIGITS]
