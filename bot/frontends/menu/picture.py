"""/mood as a picture: feelings and their strength as a line, stages as a band, strategies as marks below it.

Colours are those of Okabe and Ito (2008), told apart by colour-blind eyes too; what matters is also written. There is
a drawing for light screens and one for dark: words stand out from every ground at 4.5 to 1, marks at 3 to 1 (WCAG 2.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
PAD = 0.14
"""Inches round everything, so that nothing stands at the very edge."""


@dataclass(frozen=True, slots=True)
class Colours:
    """Of one drawing: words are `ink`, `pale` and `own`, marks `line` and `own`; all stand on `ground` or a band."""

    ground: str
    ink: str
    pale: str
    line: str
    own: str
    grid: str
    bands: Mapping[SupportStage, str]


LIGHT = Colours(
    ground="#ffffff",
    ink="#30343b",
    pale="#575d67",
    line="#0072b2",
    own="#a34700",
    grid="#e3e6ea",
    bands={
        SupportStage.EXPLORATION: "#dcecf7",
        SupportStage.COMFORTING: "#f9e9cf",
        SupportStage.ACTION: "#d9efe6",
    },
)
DARK = Colours(
    ground="#272421",
    ink="#ece6df",
    pale="#beb4a9",
    line="#56b4e9",
    own="#f0b429",
    grid="#45403b",
    bands={
        SupportStage.EXPLORATION: "#22394b",
        SupportStage.COMFORTING: "#4a3a20",
        SupportStage.ACTION: "#1f4136",
    },
)
COLOURS: Mapping[mood.Theme, Colours] = {"light": LIGHT, "dark": DARK}
SHORT: Mapping[SupportStage, str] = {
    SupportStage.EXPLORATION: mark("exploring"),
    SupportStage.COMFORTING: mark("comfort"),
    SupportStage.ACTION: mark("what to do"),
}


def draw(exchanges: Sequence[Exchange], theme: mood.Theme = "light") -> bytes:
    """A PNG of the newest exchanges."""
    shown, colours = exchanges[-MOST:], COLOURS[theme]
    figure = Figure(figsize=(7.2, 5.6), dpi=110, facecolor=colours.ground)
    figure.set_layout_engine("constrained", w_pad=PAD, h_pad=PAD, hspace=0.04)
    FigureCanvasAgg(figure)
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    figure.suptitle(say("How our talk seemed"), color=colours.ink, fontsize=15)
    for axes in (above, below):
        axes.set_facecolor(colours.ground)
    _feelings(above, shown, colours)
    _strategies(below, shown, colours)
    data = BytesIO()
    figure.savefig(data, format="png", metadata={"Software": None})
    return data.getvalue()


def _feelings(axes: Axes, shown: Sequence[Exchange], colours: Colours) -> None:
    strengths = [float("nan") if exchange.intensity is None else exchange.intensity for exchange in shown]
    axes.plot(range(len(shown)), strengths, color=colours.line, linewidth=2, marker="o", markersize=6)
    stages = [(first, last, SupportStage(name)) for first, last, name in runs([exchange.stage for exchange in shown])]
    for first, last, stage in stages:
        axes.axvspan(first - 0.5, last + 0.5, color=colours.bands[stage], linewidth=0)
    for first, last, name in _roomy([(first, last, say(SHORT[stage])) for first, last, stage in stages], len(shown)):
        axes.text((first + last) / 2, 5.85, name, ha="center", va="top", color=colours.pale, fontsize=10)
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
            color=colours.own if own else colours.ink,
            fontsize=11,
            path_effects=[withStroke(linewidth=3, foreground=colours.ground)],
        )
    for place, exchange in enumerate(shown):
        if exchange.own and exchange.intensity is not None:
            axes.plot(place, exchange.intensity, marker="D", markersize=10, color=colours.own)
    axes.set_ylim(0.6, 6)
    axes.set_yticks((1, 3, 5), (say("barely"), say("somewhat"), say("very strong")))
    _plain(axes, colours)


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


def _strategies(axes: Axes, shown: Sequence[Exchange], colours: Colours) -> None:
    used = [name for name in STRATEGIES if any(exchange.strategy == name for exchange in shown)]
    for place, exchange in enumerate(shown):
        if exchange.strategy in used:
            axes.plot(place, used.index(exchange.strategy), marker="s", markersize=8, color=colours.line)
    axes.set_yticks(range(len(used)), [say("I {did}", did=say(mood.STRATEGIES[name])) for name in used])
    axes.set_ylim(len(used) - 0.4, -0.6)
    axes.set_xticks(range(len(shown)) if len(shown) <= 12 else range(0, len(shown), 5))
    axes.set_xlim(-0.5, len(shown) - 0.5)
    axes.set_xticklabels([])
    own = any(exchange.own for exchange in shown)
    axes.set_xlabel(
        say("earlier → now; ◆ your own word") if own else say("earlier → now"), color=colours.pale, fontsize=10
    )
    axes.grid(axis="y", color=colours.grid)
    _plain(axes, colours)


def _plain(axes: Axes, colours: Colours) -> None:
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelcolor=colours.ink, labelsize=10)
    for side in axes.spines.values():
        side.set_visible(False)
