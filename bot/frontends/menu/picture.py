"""/mood as a picture: feelings and their strength as a line, stages as a band, strategies as marks below it.

Colours are those of Okabe and Ito (2008), told apart by colour-blind eyes too; what matters is also written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

# The library's own drawing state is of the whole process; a figure of one's own is safe among threads.
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from bot.course import Exchange, runs
from bot.dialog import STRATEGIES, SupportStage
from bot.frontends.menu import mood
from bot.phrases import mark, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 40
"""Exchanges in one picture, the newest: more could not be read on a telephone."""
LETTERS = 62
"""As many letters stand side by side over the width of the picture."""
INK, PALE, LINE, OWN = "#30343b", "#5b616b", "#0072b2", "#a34700"
BANDS: Mapping[SupportStage, str] = {
    SupportStage.EXPLORATION: "#dcecf7",
    SupportStage.COMFORTING: "#f9e9cf",
    SupportStage.ACTION: "#d9efe6",
}
SHORT: Mapping[SupportStage, str] = {
    SupportStage.EXPLORATION: mark("exploring"),
    SupportStage.COMFORTING: mark("comfort"),
    SupportStage.ACTION: mark("what to do"),
}


def draw(exchanges: Sequence[Exchange]) -> bytes:
    """A PNG of the newest exchanges."""
    shown = exchanges[-MOST:]
    figure = Figure(figsize=(7.2, 5.6), dpi=110, facecolor="white", layout="constrained")
    FigureCanvasAgg(figure)
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    figure.suptitle(say("How our talk seemed"), color=INK, fontsize=15)
    _feelings(above, shown)
    _strategies(below, shown)
    data = BytesIO()
    figure.savefig(data, format="png", metadata={"Software": None})
    return data.getvalue()


def _feelings(axes: Axes, shown: Sequence[Exchange]) -> None:
    strengths = [float("nan") if exchange.intensity is None else exchange.intensity for exchange in shown]
    axes.plot(range(len(shown)), strengths, color=LINE, linewidth=2, marker="o", markersize=6)
    stages = [(first, last, SupportStage(name)) for first, last, name in runs([exchange.stage for exchange in shown])]
    for first, last, stage in stages:
        axes.axvspan(first - 0.5, last + 0.5, color=BANDS[stage], linewidth=0)
    for first, last, name in _roomy([(first, last, say(SHORT[stage])) for first, last, stage in stages], len(shown)):
        axes.text((first + last) / 2, 5.85, name, ha="center", va="top", color=PALE, fontsize=10)
    feelings = [(first, last, say(name)) for first, last, name in runs([exchange.emotion for exchange in shown])]
    for first, last, feeling in _roomy(feelings, len(shown)):
        own = any("emotion" in exchange.own for exchange in shown[first : last + 1])
        middle = (first + last) // 2
        axes.annotate(
            feeling,
            ((first + last) / 2, max(strengths[middle], strengths[min(middle + 1, last)])),
            (0, 11),
            textcoords="offset points",
            ha="center",
            color=OWN if own else INK,
            fontsize=11,
            path_effects=[withStroke(linewidth=3, foreground="white")],
        )
    for place, exchange in enumerate(shown):
        if exchange.own and exchange.intensity is not None:
            axes.plot(place, exchange.intensity, marker="D", markersize=10, color=OWN)
    axes.set_ylim(0.6, 6)
    axes.set_yticks((1, 3, 5), (say("barely"), say("somewhat"), say("very strong")))
    _plain(axes)


def _roomy(found: Sequence[tuple[int, int, str]], exchanges: int) -> list[tuple[int, int, str]]:
    """The stretches whose names can stand side by side: the newest, then the longest."""
    kept: list[tuple[int, int, str]] = []
    for run in sorted(found, key=lambda run: (run is not found[-1], run[0] - run[1])):
        if all(_apart(run, other, exchanges) for other in kept):
            kept.append(run)
    return kept


def _apart(one: tuple[int, int, str], other: tuple[int, int, str], exchanges: int) -> bool:
    needed = (len(one[2]) + len(other[2])) / 2 * exchanges / LETTERS
    return abs(one[0] + one[1] - other[0] - other[1]) / 2 > needed


def _strategies(axes: Axes, shown: Sequence[Exchange]) -> None:
    used = [name for name in STRATEGIES if any(exchange.strategy == name for exchange in shown)]
    for place, exchange in enumerate(shown):
        if exchange.strategy in used:
            axes.plot(place, used.index(exchange.strategy), marker="s", markersize=8, color=LINE)
    axes.set_yticks(range(len(used)), [say("I {did}", did=say(mood.STRATEGIES[name])) for name in used])
    axes.set_ylim(len(used) - 0.4, -0.6)
    axes.set_xticks(range(len(shown)) if len(shown) <= 12 else range(0, len(shown), 5))
    axes.set_xlim(-0.5, len(shown) - 0.5)
    axes.set_xticklabels([])
    own = any(exchange.own for exchange in shown)
    axes.set_xlabel(say("earlier → now; ◆ your own word") if own else say("earlier → now"), color=PALE, fontsize=10)
    axes.grid(axis="y", color="#eceef1")
    _plain(axes)


def _plain(axes: Axes) -> None:
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelcolor=INK, labelsize=10)
    for side in axes.spines.values():
        side.set_visible(False)
