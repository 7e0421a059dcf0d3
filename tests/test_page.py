"""The text-first page: plain files that keep to the server's policy and to what the wire says."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from upturn.wire import commands, entries, messages

STATIC = files("upturn.server").joinpath("static")
TEXTS = {file.name: file.read_text(encoding="utf-8") for file in STATIC.iterdir()}
MODULES = {name: text for name, text in TEXTS.items() if name.endswith(".js")}
WORDS = MODULES["words.js"]
READABLE = 4.5
"""The contrast that text needs to be read by most eyes (WCAG AA)."""


class Page(HTMLParser):
    """What a page loads, and what it has inline."""

    def __init__(self, text: str):
        super().__init__()
        self.loads: list[str] = []
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "link", "img"):
            self.loads.append(given.get("src") or given.get("href") or "")
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)


def tags(union: object) -> set[str]:
    return {type_.__struct_config__.tag for type_ in union.__args__}  # type: ignore[attr-defined]


def inside(block: str, text: str) -> str:
    """What stands between the braces of `block: { … }`."""
    start = re.search(rf"^  {re.escape(block)}: \{{", text, re.MULTILINE)
    assert start, f"words.js has no {block}"
    depth, at = 1, start.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return text[start.end() : at - 1]


def test_the_page_loads_nothing_that_is_not_ours() -> None:
    page = Page(TEXTS["index.html"])
    assert page.loads
    for address in page.loads:
        assert address.startswith("/static/")
        assert address.removeprefix("/static/") in TEXTS
    for name, text in TEXTS.items():
        foreign = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text.replace("http://www.w3.org/", ""))
        assert not foreign, (name, foreign)


def test_the_page_keeps_to_the_content_security_policy() -> None:
    assert Page(TEXTS["index.html"]).inline == []
    for name, text in MODULES.items():
        assert not re.search(
            r"innerHTML\s*=[^=]|insertAdjacentHTML|eval\(|style:|\.cssText", text
        ), name


@pytest.mark.parametrize("module", sorted(MODULES))
def test_what_a_module_imports_is_exported(module: str) -> None:
    for names, source in re.findall(
        r"import \{([^}]+)\} from \"\./([\w-]+\.js)\"", MODULES[module]
    ):
        for name in names.split(","):
            exported = rf"export (?:async )?(?:const|function|class) {name.strip()}\b"
            assert re.search(exported, MODULES[source]), f"{source} exports no {name.strip()}"
            used = MODULES[module].count(name.strip())
            assert used > 1, f"{name.strip()} is imported for nothing"


@pytest.mark.parametrize("module", sorted(set(MODULES) - {"words.js"}))
def test_every_sentence_a_module_says_is_in_words(module: str) -> None:
    text = MODULES[module]
    for block in re.findall(r"const say = words\.(\w+)", text):
        known = inside(block, WORDS)
        for key in set(re.findall(r"\bsay\.(\w+)", text)):
            assert re.search(rf"\b{key}\b[:,(]", known), f"words.{block} has no {key}"
    for block, key in set(re.findall(r"\bwords\.(\w+)\.(\w+)", text)):
        assert re.search(rf"\b{key}\b[:,(]", inside(block, WORDS)), f"words.{block} has no {key}"


def test_everything_that_is_told_is_told_in_words() -> None:
    assert set(re.findall(r'case "([\w-]+)":', MODULES["story.js"])) == tags(entries.AnyTold)


def test_the_page_asks_for_everything_that_can_be_asked_for() -> None:
    asked = {did for text in MODULES.values() for did in re.findall(r'\bdo: "([\w-]+)"', text)}
    assert asked == tags(commands.AnyCommand)


def test_the_page_hears_everything_the_server_says() -> None:
    heard = re.findall(r'message\.say [!=]== "(\w+)"', MODULES["table.js"] + MODULES["live.js"])
    assert set(heard) == tags(messages.AnyMessage)


# --- Colours ---------------------------------------------------------------------------------


def palettes() -> list[dict[str, str]]:
    """Light, and dark on top of it."""
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r":root \{(.*?)\}", TEXTS["app.css"], re.DOTALL)
    )
    return [light, light | dark]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("ink", "sheet"),
    [
        *(
            (ink, sheet)
            for ink in ("ink", "soft", "accent")
            for sheet in ("paper", "sheet", "glow")
        ),
        *(("ink", f"{colour}-sheet") for colour in ("red", "blue", "white", "neutral")),
        *((colour, "white-sheet") for colour in ("red", "blue", "soft")),
        ("on-accent", "accent"),
        ("bad", "sheet"),
    ],
)
def test_text_can_be_read_in_light_and_in_the_dark(ink: str, sheet: str) -> None:
    for palette in palettes():
        assert contrast(palette[ink], palette[sheet]) >= READABLE
