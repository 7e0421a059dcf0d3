"""The kind of browser that a device is recognised by."""

from __future__ import annotations

import pytest

from upturn.server.people.user_agents import kind_of

GECKO = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
CHROME = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Mobile Safari/537.36"
)
SAMSUNG = CHROME.replace("Chrome/", "SamsungBrowser/25.0 Chrome/")
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68"
)
SAFARI = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Safari/605.1.15"
)
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize(
    ("user_agent", "kind"),
    [
        (GECKO, ("Firefox", "Linux")),
        (ANDROID, ("Firefox", "Android")),
        (CHROME, ("Chrome", "Android")),
        (SAMSUNG, ("Samsung Internet", "Android")),
        (EDGE, ("Edge", "Windows")),
        (EDGE.replace("Edg/", "OPR/"), ("Opera", "Windows")),
        (SAFARI, ("Safari", "macOS")),
        (IPHONE, ("Chrome", "iPhone")),
        ("python-httpx/0.27", (None, None)),
        ("Something on Windows", (None, "Windows")),
        ("", (None, None)),
        (None, (None, None)),
    ],
)
def test_a_device_is_known_by_its_browser_and_system(
    user_agent: str | None, kind: tuple[str | None, str | None]
) -> None:
    assert kind_of(user_agent) == kind
