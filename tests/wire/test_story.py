"""The example game of docs/wire.md: what the page says is what a table does."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.support.wire_schema import validator
from tools import wire_page
from tools.wire_story import SENT, Story, tell
from upturn.wire.commands import AnyCommand, Command
from upturn.wire.messages import AnyMessage, Message, Update, Welcome


@pytest.fixture(scope="module")
def story() -> Story:
    return tell()


def test_the_page_is_what_would_be_written_now() -> None:
    assert wire_page.PAGE.read_text(encoding="utf-8") == wire_page.page()


def test_what_is_sent_and_what_comes_is_what_the_schema_says(story: Story) -> None:
    unions: dict[str, Any] = {"AnyCommand": AnyCommand, "AnyMessage": AnyMessage}
    checked = 0
    for part in (part for scene in story.scenes for part in scene.parts):
        if isinstance(part.what, Command | Message):
            name = "AnyCommand" if part.way == SENT else "AnyMessage"
            written = msgspec.json.encode(part.what)
            validator(name).validate(msgspec.json.decode(written))
            read = msgspec.json.decode(written, type=unions[name])
            assert msgspec.json.encode(read) == written
            checked += 1
    assert checked > 30


def test_nobody_is_told_the_cards_of_the_other(story: Story) -> None:
    game = story.table.expect_game()
    for name, seat, other in (("Ada", 1, 2), ("Ben", 2, 1)):
        parts = [part.what for scene in story.scenes for part in scene.parts if part.who == name]
        heard = "".join(
            msgspec.json.encode(what).decode() for what in parts if not isinstance(what, str)
        )
        for cards in (" ".join, '","'.join):  # in a deal, in a view
            assert cards(game.sight(seat)["hand"]) in heard
            assert cards(game.sight(other)["hand"]) not in heard


def test_who_keeps_what_the_page_says_knows_how_things_stand(story: Story) -> None:
    """A client that folds welcomes and updates ends where the table is."""
    for name, seat in (("Ada", 1), ("Ben", 2)):
        table: dict[str, Any] = {}
        views: list[Any] = []
        lines: list[Any] = []
        version = 0
        for part in (part for scene in story.scenes for part in scene.parts):
            said = part.what
            if part.who != name or not isinstance(said, Welcome | Update):
                continue
            for told in said.told:
                assert told.n == version + 1
                version = told.n
                lines += getattr(told, "lines", [])
                del lines[getattr(told, "kept", None) or len(lines) :]
            views = said.views or views
            table = msgspec.to_builtins(said.table) if said.table else table
            assert said.version == version
        game = story.table.expect_game()
        assert version == story.table.version == table["version"]
        assert views == [game.sight(seat)]
        assert msgspec.to_builtins(lines) == game.history(seat)
