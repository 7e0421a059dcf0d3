"""The compiled code that tests run on."""

from __future__ import annotations

from pathlib import Path

from upturn.games.caching import PACKAGES, cache_folder


def caches_in_use() -> list[Path]:
    """The cache folders of these sources, and of no others that lie beside them."""
    return [folder for package in PACKAGES if (folder := cache_folder(package)) is not None]
