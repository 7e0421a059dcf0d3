"""A match of the arena as a picture: a row for each bot with its rating and its scores.

`picture_of` takes the data of a match as `upturn arena --json` writes them; `docs/arena.md`
explains them. Rows are in the order of the data, the highest rating first. The ratings and mean
scores are also written as numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from typing import Any

from upturn.pictures import paper
from upturn.pictures.paper import CAPTION, heading, on_table, paper_card, words
from upturn.pictures.seats import breadth, fitting
from upturn.pictures.svg import Ink, group, joined, line, moved, polygon, rectangle

WIDE = 1000
EDGE = 30
HEAD = 104
"""The height of the heading above the sheet."""
SHEET = WIDE - 2 * EDGE
ROW = 104
FIRST_ROW = 50
AXES = 44

NAME_AT, NAME_WIDE = 22, 216
RATING_AT, RATING_WIDE = 256, 272
SCORE_AT, SCORE_WIDE = 580, 334
BAR = 26
HIGHEST = 52
"""The height of the tallest bar of a score."""
MOST_BARS = 34
TICKS = 5

Data = Mapping[str, Any]


class Scale:
    """Maps numbers to places on the paper, and finds round numbers to mark."""

    def __init__(self, low: float, high: float, at: float, wide: float):
        self.low, self.high = low, max(high, low + 1)
        self._at, self._wide = at, wide

    def __call__(self, value: float) -> float:
        return self._at + self._wide * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return round numbers to mark, few enough for their labels to fit."""
        raw = (self.high - self.low) / TICKS
        power = 10.0 ** floor(log10(raw))
        step = next(power * by for by in (1, 2, 5, 10) if power * by >= raw - 1e-9)
        step = max(1.0, step)
        first = ceil(self.low / step - 1e-9)
        last = floor(self.high / step + 1e-9)
        return [step * at for at in range(first, last + 1)]


def picture_of(data: Data) -> str:
    """Return the picture of a match."""
    figures: list[Data] = data["figures"]
    tall = FIRST_ROW + ROW * len(figures) + AXES
    ratings, scores = rating_scale(figures), score_scale(figures)
    bottom = FIRST_ROW + ROW * len(figures)
    sheet = paper_card(
        SHEET,
        tall,
        *captions(),
        *axis(ratings, bottom),
        *axis(scores, bottom),
        *(
            moved(0, FIRST_ROW + ROW * at, row(each, ratings, scores))
            for at, each in enumerate(figures)
        ),
        key="arena",
    )
    what, how = title(data), circumstances(data)
    return on_table(
        WIDE,
        HEAD + tall + EDGE,
        what,
        " ".join([f"{what}: {how}.", *map(told, figures)]),
        heading(EDGE + 4, 54, what),
        words(EDGE + 4, 84, how, fitting(how, CAPTION, SHEET), fill=paper.ON_TABLE_SOFT),
        moved(EDGE, HEAD, sheet),
    )


# --- Words -----------------------------------------------------------------------------------


def title(data: Data) -> str:
    players, bots = counted(data["players"], "player"), counted(len(data["figures"]), "bot")
    return f"{data['game']}, {players}: {bots}"


def counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def circumstances(data: Data) -> str:
    results = data["results"]
    deals = len({result["deal"] for result in results})
    played = f"{counted(len(results), 'game')} on {counted(deals, 'deal')}"
    parts = [played, f"even share {percent(data['even'])}"]
    parts += [f"{name}={value}" for name, value in data["options"].items()]
    if data["unfinished"]:
        parts.append(f"{data['unfinished']:,} unfinished")
    if data["partial"]:
        parts.append("partial: the match was interrupted")
    return " · ".join(parts)


def told(each: Data) -> str:
    """Describe a bot's row for people who do not see it."""
    low, high = each["win_rate_95"]
    return (
        f"{each['bot']}: rating {signed(each['rating'])} ± {2 * each['sigma']:.1f},"
        f" {percent(each['win_rate'])} of wins (95 %: {percent(low)} to {percent(high)}),"
        f" mean score {signed(each['mean_score'])}."
    )


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def signed(value: float, digits: int = 1) -> str:
    """Return a number with a true minus sign if it is negative."""
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


# --- The sheet -------------------------------------------------------------------------------


def clear_words(x: float, y: float, said: str, *, anchor: str = "start", bold: bool = False) -> Ink:
    """Draw words with a light edge, so that lines behind them do not cross them."""
    return words(
        x,
        y,
        said,
        CAPTION,
        anchor=anchor,
        bold=bold,
        stroke=paper.PAPER,
        stroke_width=5,
        paint_order="stroke",
    )


def captions() -> Iterator[Ink]:
    for at, said in (
        (NAME_AT, "bot, share of wins"),
        (RATING_AT, "rating ± 2 sigma"),
        (SCORE_AT, "scores, how often each"),
    ):
        yield words(at, 28, said, CAPTION, fill=paper.INK_SOFT, bold=True)
    yield line((16, 38), (SHEET - 16, 38), stroke=paper.PAPER_EDGE, stroke_width=1.4)


def axis(scale: Scale, bottom: float) -> Iterator[Ink]:
    """Draw round numbers under the last row, each with a thin line up through all rows."""
    for value in scale.ticks():
        x = scale(value)
        yield line((x, FIRST_ROW), (x, bottom + 6), stroke=paper.PAPER_EDGE, stroke_width=1)
        said = signed(value, 0)
        yield words(x, bottom + 25, said, CAPTION, fill=paper.INK_SOFT, anchor="middle")


def row(each: Data, ratings: Scale, scores: Scale) -> Ink:
    low, high = (100 * end for end in each["win_rate_95"])
    return group(
        name_of(each["bot"]),
        words(NAME_AT, 61, f"{percent(each['win_rate'])} won", CAPTION),
        words(NAME_AT, 84, f"{low:.1f} to {high:.1f} %", CAPTION, fill=paper.INK_SOFT),
        rating_bar(each, ratings),
        score_bars(each, scores),
    )


def name_of(bot: str) -> Ink:
    """Draw a bot's name as large as fits; shorten it if it is still too long."""
    size = max(CAPTION, fitting(bot, 20, NAME_WIDE, bold=True))
    shown = bot
    while breadth(shown, size, bold=True) > NAME_WIDE:
        shown = shown.removesuffix("…")[:-1] + "…"
    return words(NAME_AT, 36, shown, size, bold=True)


def rating_scale(figures: Sequence[Data]) -> Scale:
    """Return a scale from 0, or from below 0 if a rating's interval reaches there."""
    low = min([0.0, *(each["rating"] - 2 * each["sigma"] for each in figures)])
    high = max(each["rating"] + 2 * each["sigma"] for each in figures)
    return Scale(low, high, RATING_AT, RATING_WIDE)


def rating_bar(each: Data, scale: Scale) -> Ink:
    rating, far = each["rating"], 2 * each["sigma"]
    zero, end = sorted((scale(0), scale(rating)))
    low, high = scale(rating - far), scale(rating + far)
    top, middle = 24, 24 + BAR / 2
    return group(
        rectangle(zero, top, max(end - zero, 1), BAR, 3, fill=paper.BLUE),
        # A light band under the whisker makes it visible on the bar and beside it.
        line((low, middle), (high, middle), stroke=paper.PAPER, stroke_width=6),
        line((low, middle), (high, middle), stroke=paper.INK, stroke_width=2.4),
        *(
            line((x, middle - 8), (x, middle + 8), stroke=paper.INK, stroke_width=2.4)
            for x in (low, high)
        ),
        clear_words(RATING_AT, 84, f"{signed(rating)} ± {far:.1f}", bold=True),
    )


def score_scale(figures: Sequence[Data]) -> Scale:
    """Return a scale of whole bars. It starts half a score early, to centre a bar on its score."""
    all_scores = [score for each in figures for score, _ in each["scores"]]
    low, high = min(all_scores), max(all_scores)
    together = scores_per_bar(high - low + 1)
    bars = ceil((high - low + 1) / together)
    return Scale(low - 0.5, low - 0.5 + together * bars, SCORE_AT, SCORE_WIDE)


def scores_per_bar(scores: float) -> int:
    return ceil(scores / MOST_BARS)


def score_bars(each: Data, scale: Scale) -> Ink:
    """Draw a bar for each score, or for several if there are many. The tallest has equal height in
    all rows."""
    together = scores_per_bar(scale.high - scale.low)
    often: dict[int, int] = {}
    for score, times in each["scores"]:
        at = floor((score - scale.low) / together)
        often[at] = often.get(at, 0) + times
    most = max(often.values())
    bars = []
    for at, times in sorted(often.items()):
        left, right = (scale(scale.low + end * together) for end in (at, at + 1))
        gap = min(2.0, (right - left) / 5)
        tall = max(HIGHEST * times / most, 1.5)
        bars.append(
            rectangle(left + gap / 2, 92 - tall, right - left - gap, tall, fill=paper.KRAFT_SHADE)
        )
    mean = each["mean_score"]
    base = line((SCORE_AT, 92), (SCORE_AT + SCORE_WIDE, 92), stroke=paper.INK, stroke_width=1.4)
    return group(joined(bars), base, mean_mark(scale(mean), f"mean {signed(mean)}"))


def mean_mark(x: float, said: str) -> Ink:
    """Draw a triangle that points down at the mean, with its words on the side with more room."""
    left = x > SCORE_AT + SCORE_WIDE / 2
    return group(
        polygon([(x - 7, 20), (x + 7, 20), (x, 34)], fill=paper.RED_DARK),
        clear_words(x - 13 if left else x + 13, 32, said, anchor="end" if left else "start"),
    )
