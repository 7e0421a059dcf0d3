"""The compiled code that tests run on."""

from __future__ import annotations

from pathlib import Path

from upturn.games.caching import PACKAGES, cache_folder


def caches_in_use() -> list[Path]:
    """Return the cache folders of these sources, without those of others."""
    return [folder for package in PACKAGES if (folder := cache_folder(package)) is not None]
