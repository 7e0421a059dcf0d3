"""The picture of a match: all it tells, nothing on top of anything else."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from upturn.arena import play_match
from upturn.errors import NotInstalled, UpturnError
from upturn.pictures import png
from upturn.pictures.arena import Scale, picture_of
from upturn.pictures.png import png_of
from upturn.pictures.seats import breadth

SVG = "{http://www.w3.org/2000/svg}"


def figures_of(bot: str, rating: float, scores: dict[int, int]) -> dict[str, Any]:
    total = sum(scores.values())
    return {
        "bot": bot,
        "win_rate": 0.25,
        "win_rate_95": [0.2, 0.3],
        "rating": rating,
        "sigma": 1.5,
        "mean_score": sum(score * times for score, times in scores.items()) / total,
        "scores": sorted(scores.items()),
    }


def match_data(*figures: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": "dnup",
        "players": 4,
        "options": {},
        "even": 0.25,
        "unfinished": 0,
        "partial": False,
        "figures": list(figures),
        "results": [{"deal": 0}] * 8,
    }


def eight() -> dict[str, Any]:
    spread = [{score: 1 + score % 3 for score in range(-30 + at, 20, 1 + at)} for at in range(8)]
    return match_data(
        *(figures_of(f"bot-{at}:{10**at}", 40 - 12 * at, spread[at]) for at in range(8))
    )


def texts(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}text"))  # noqa: S314 - our own


def said(svg: str) -> str:
    return " ".join(text.text or "" for text in texts(svg))


def test_a_match_draws_itself_with_every_number_in_words() -> None:
    result = play_match("team-up", players=1, bots=["greedy", "random"], games=8, seed=2)
    words = said(result.svg())
    for each in result.figures:
        assert each.bot in words
        assert f"{100 * each.win_rate.value:.1f} % won" in words
        assert f"± {2 * each.sigma:.1f}" in words
        assert f"mean {each.mean_score:.1f}".replace("-", "−") in words
    assert "8 games on 4 deals" in words
    assert result._repr_svg_() == result.svg()


def test_whoever_cannot_see_it_is_told_the_same() -> None:
    told = ElementTree.fromstring(picture_of(eight())).findtext(f"{SVG}desc")  # noqa: S314
    assert told is not None
    assert "bot-3:1000: rating 4.0 ± 3.0, 25.0 % of wins" in told


def test_a_partial_match_and_unfinished_games_are_said() -> None:
    data = eight() | {"partial": True, "unfinished": 3}
    assert "3 unfinished · partial" in said(picture_of(data))


def test_a_bots_name_is_no_markup_and_is_cut_to_its_column() -> None:
    name = "<b>&" + "wide" * 40
    words = [text.text or "" for text in texts(picture_of(match_data(figures_of(name, 1, {0: 1}))))]
    cut = next(text for text in words if text.startswith("<b>&"))
    assert cut.endswith("…")
    assert breadth(cut, 17, bold=True) <= 220


@pytest.mark.parametrize("count", range(1, 9))
def test_a_row_for_each_bot_and_none_on_another(count: int) -> None:
    data = eight()
    data["figures"] = data["figures"][:count]
    root = ElementTree.fromstring(picture_of(data))  # noqa: S314
    rows = [
        float(group.get("transform", "").split(" ")[1].rstrip(")"))
        for group in root.iter(f"{SVG}g")
        if any("% won" in (text.text or "") for text in group.findall(f"{SVG}g/{SVG}text"))
    ]
    assert len(rows) == count
    assert all(below - above >= 100 for above, below in pairwise(rows))


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (0, 5), (-35, 25), (0, 48), (-0.5, 0.5), (-400, 900), (3, 3)]
)
def test_labels_of_an_axis_have_room(low: float, high: float) -> None:
    scale = Scale(low, high, 100, 272)
    ticks = scale.ticks()
    assert ticks
    assert len(ticks) <= 7
    labels = [(scale(tick), breadth(f"{tick:.0f}", 17)) for tick in ticks]
    for (left, wide), (right, other) in pairwise(labels):
        assert right - left > (wide + other) / 2


def test_one_score_alone_is_drawn() -> None:
    assert "mean 3.0" in said(picture_of(match_data(figures_of("a", 25, {3: 5}))))


def test_a_png_is_drawn_with_its_words() -> None:
    with_words = picture_of(match_data(figures_of("a", 25, {3: 5})))
    image = png_of(with_words)
    assert image.startswith(b"\x89PNG")
    without = with_words
    for text in texts(with_words):
        without = without.replace(f">{text.text}</text>", "></text>")
    assert len(png_of(without)) < len(image)


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    png.renderer.cache_clear()

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NotInstalled, match=r'pip install "upturn\[png\]"'):
        png_of("<svg/>")


def test_without_fonts_a_png_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    png.renderer.cache_clear()
    blind = type("blind", (), {"svg_to_bytes": staticmethod(lambda **_: b"nothing")})
    monkeypatch.setattr(png, "load", lambda module, extra: blind)
    with pytest.raises(UpturnError, match="no font"):
        png_of("<svg/>")
