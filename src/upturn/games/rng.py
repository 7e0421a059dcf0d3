"""Chance for compiled code: the generator sfc32, its state four 32-bit words in an array.

Written with signed 64-bit numbers that never overflow, so that it gives the same numbers
compiled and as plain Python. 128 bits of state come from a hash of whatever the seed is, so
deals cannot be found by trying seeds unless the seed itself is guessable.
"""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from upturn.games.compiling import compiled, entry_point

Rng = npt.NDArray[np.int64]

WORD = 0xFFFFFFFF


def seeded(*parts: object) -> Rng:
    """A generator that depends on nothing but the text of these parts."""
    text = "\x1f".join(str(part) for part in parts)
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
    return np.frombuffer(digest[:16], "<u4").astype(np.int64)


@compiled
def word(rng: Rng) -> int:
    """The next 32 random bits."""
    a, b, c, count = rng[0], rng[1], rng[2], rng[3]
    result = (a + b + count) & WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = ((((c << 21) & WORD) | (c >> 11)) + result) & WORD
    rng[3] = (count + 1) & WORD
    return int(result)


@entry_point
def below(rng: Rng, limit: int) -> int:
    """A number from 0 to limit - 1; no number is favoured by more than limit / 2**32."""
    return (word(rng) * limit) >> 32


@compiled
def shuffle(rng: Rng, items: npt.NDArray[np.int16], count: int) -> None:
    """Bring the first `count` items into a random order."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]
