"""What kind of browser a person signs in with, so that they recognise their device in a list.

Only a name of this file is ever stored: no version, no model, nothing of what the browser sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upturn.store import Kind

# The first sign found decides: many browsers also name those that came before them.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def kind_of(user_agent: str | None) -> Kind:
    """Return the browser and the system that a User-Agent names, None for what is unknown."""
    return _first(BROWSERS, user_agent or ""), _first(SYSTEMS, user_agent or "")


def _first(signs: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for sign, name in signs if sign in user_agent), None)
