"""The games there are, by name: the one list of them."""

from __future__ import annotations

from upturn.errors import UnknownGame, quoted

FOLDERS = {"dnup": "dnup", "team-play": "team_play", "team-up": "team_up"}
"""By name: the folder in `upturn/games`, and in other packages that have something of the game."""


def names() -> list[str]:
    """Return the names of all games."""
    return list(FOLDERS)


def check_game(name: object) -> None:
    """Raise UnknownGame if there is no game of this name."""
    if not isinstance(name, str) or name not in FOLDERS:
        raise UnknownGame(
            f"there is no game called {quoted(name)}. The games are {', '.join(names())}"
        )
